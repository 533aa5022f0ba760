/* SPDX-License-Identifier: Apache-2.0 */
/*
 * receivables_save.c: saves reports of receivables funds, with the subordination of their classes.
 *
 * Every row of a label is stored, by its occurrence: equal rows count once, others are summed, and
 * comparing the sum with the net worth validates both (calc/credit/receivable_classes.c).
 */
#include "config.h"

#include "load/receivables.h"

#include "calc/credit/credit.h"

static const char *const make[] = {
	"create temp table report_worth (tax_id text collate \"C\", day date, of_fund bool, name text, net_worth numeric,"
	"       net_worth_mean numeric, line int8) on commit drop",
	"create temp table report_class (tax_id text collate \"C\", day date, of_fund bool, class text collate \"C\","
	"       label text collate \"C\", layer text, quantity numeric, quota numeric, odd bool, line int8) on commit drop",
	"create temp table report_holders (tax_id text collate \"C\", day date, of_fund bool, label text collate \"C\","
	"       subclass text, holders int8) on commit drop",
	"create temp table report_ratio (tax_id text collate \"C\", day date, reason text, senior numeric, mezzanine numeric,"
	"       junior numeric, classes_sum numeric, difference numeric, differ bool, subordination numeric,"
	"       mezzanine_subordination numeric) on commit drop",
};

/* When a class reports, the same report under its fund's name is left out. */
#define LEAVE_FUNDS(table)                                                                         \
	"delete from " table " f using (select distinct tax_id, day from " table                   \
	" where not of_fund) c"                                                                    \
	" where f.of_fund and f.tax_id = c.tax_id and f.day = c.day"

static const char *const leave_funds[] = {
	LEAVE_FUNDS("report_worth"),
	LEAVE_FUNDS("report_class"),
	LEAVE_FUNDS("report_holders"),
};

/* Larger than any fund: such a sum contradicts every net worth, and no column holds it. */
#define HELD(value) "case when abs(" value ") < 1e18 then round(" value ", 8) end"

/* A row without quotas or value is an inactive series. */
static const char sums[] = "select w.tax_id, w.day, " HELD(
	"w.net_worth") ", count(distinct c.label) filter (where c.value <> 0),"
		       "       coalesce(bool_or(c.odd or (c.value is null and coalesce(c.quantity, c.quota) <> 0)), false),"
		       "       " HELD(
			       "coalesce(sum(c.value) filter (where c.layer = 'senior'), 0)") ","
											      "       " HELD(
												      "coalesce(sum(c.value) filter (where c.layer = 'mezzanine'), 0)") ","
																					"       " HELD(
																						"coalesce(sum(c.value) filter (where c.layer = 'junior'), 0)") ","
																													       "       " HELD(
																														       "coalesce(sum(c.value) filter (where c.layer = 'unknown'), 0)") "  from report_worth w"
																																						       "  left join (select distinct tax_id, day, label, layer, quantity, quota, quantity * quota as value, odd"
																																						       "               from report_class) c on c.tax_id = w.tax_id and c.day = w.day"
																																						       " group by w.tax_id, w.day, w.net_worth";
enum { S_TAX_ID, S_DAY, S_WORTH, S_LIVE, S_ODD, S_LAYERS };

/* The last row of a fund's net worth counts. */
static const char last_worths[] =
	"delete from report_worth w where w.line <> (select max(x.line) from report_worth x"
	"                                             where x.tax_id = w.tax_id and x.day = w.day)";

static const char make_reports[] =
	"create temp table report_new on commit drop as"
	" with h as (select tax_id, day, sum(holders)::int8 as holders"
	"              from (select distinct tax_id, day, label, subclass, holders from report_holders) x group by tax_id, day)"
	" select w.tax_id, w.day, w.name, w.net_worth, w.net_worth_mean, r.senior, r.mezzanine, r.junior,"
	"        r.mezzanine + r.junior as subordinate, r.classes_sum, r.difference as classes_difference,"
	"        r.differ as classes_differ, r.subordination, r.mezzanine_subordination, r.reason as subordination_reason, h.holders"
	"   from report_worth w join report_ratio r using (tax_id, day) left join h using (tax_id, day)";
static const char remove_reports[] =
	"delete from receivables_report r where r.day in (select day from report_worth)"
	"   and not exists (select from report_new n where n.tax_id = r.tax_id and n.day = r.day)";
#define FIGURES                                                                                                     \
	"name, net_worth, net_worth_mean, senior, mezzanine, junior, subordinate, classes_sum, classes_difference," \
	" classes_differ, subordination, mezzanine_subordination, subordination_reason, holders"
#define OF(x)                                                                                      \
	x ".name, " x ".net_worth, " x ".net_worth_mean, " x ".senior, " x ".mezzanine, " x        \
	  ".junior, " x ".subordinate, " x ".classes_sum, " x ".classes_difference, " x            \
	  ".classes_differ, " x ".subordination, " x ".mezzanine_subordination, " x                \
	  ".subordination_reason, " x ".holders"
static const char save_reports[] =
	"insert into receivables_report as r (tax_id, day, " FIGURES ")"
	" select tax_id, day, " FIGURES " from report_new"
	" on conflict (tax_id, day) do update set (" FIGURES
	") = row(" OF("excluded") ")"
				  " where (" OF("r") ") is distinct from (" OF("excluded") ")";

static const char remove_classes[] =
	"delete from receivables_class r where r.day in (select day from report_class)";
/* The holders of a label are on its first row. */
static const char save_classes[] =
	"insert into receivables_class (tax_id, day, class, occurrence, layer, quantity, quota, holders)"
	" select c.tax_id, c.day, c.class, row_number() over (partition by c.tax_id, c.day, c.class order by c.line), c.layer,"
	"        c.quantity, c.quota,"
	"        case when row_number() over (partition by c.tax_id, c.day, c.label order by c.line) = 1 then h.holders end"
	"   from report_class c"
	"   left join (select tax_id, day, label, sum(holders)::int8 as holders"
	"                from (select distinct tax_id, day, label, subclass, holders from report_holders) x"
	"               group by tax_id, day, label) h"
	"     on h.tax_id = c.tax_id and h.day = c.day and h.label = c.label";

static bool number(const PGresult *res, int row, int column, wide *out)
{
	return !PQgetisnull(res, row, column) && dec_parse(slice_of(PQgetvalue(res, row, column)),
							   8, MONEY_MAX_E8 * 1000, out) == DEC_OK;
}

static struct fund_classes classes_of(const PGresult *res, int row)
{
	struct fund_classes c = { .sum_known = true };
	wide live;

	if (number(res, row, S_LIVE, &live))
		c.live = (int64_t)(live / E8);
	c.worth_known = number(res, row, S_WORTH, &c.net_worth);
	c.value_unknown = str_eq(PQgetvalue(res, row, S_ODD), "t");
	for (int k = 0; k < CLASS_LAYERS; k++)
		c.sum_known &= number(res, row, S_LAYERS + k, &c.layer[k]);
	return c;
}

/* Layers are stored only with their ratio: without it they may be wrong by a million. */
static void put_ratio(struct copy *to, const PGresult *res, int row)
{
	struct fund_classes c = classes_of(res, row);
	struct subordination s;
	const char *reason;
	struct day day;
	bool known;

	subordination_of(&c, &s);
	known = s.reason == SUBORDINATION_KNOWN;
	reason = subordination_reasons[s.reason];
	copy_row(to, 11);
	copy_text(to, PQgetvalue(res, row, S_TAX_ID), 14);
	if (day_parse(slice_of(PQgetvalue(res, row, S_DAY)), &day))
		copy_day(to, day);
	else
		copy_null(to);
	copy_string(to, reason);
	for (int k = 0; k < CLASS_UNKNOWN; k++)
		copy_decimal_if(to, known, c.layer[k], 8);
	copy_decimal_if(to, c.sum_known && !c.value_unknown && c.live, s.sum, 8);
	copy_decimal_if(to, s.difference_known, s.difference, 8);
	copy_bool(to, s.differs);
	copy_decimal_if(to, known, s.senior, 8);
	copy_decimal_if(to, known && s.mezzanine_known, s.mezzanine, 8);
}

static void judge(struct load *l)
{
	struct copy *ratios = copy_spill(l);
	PGresult *res = load_rows(l, sums);

	for (int i = 0; i < PQntuples(res); i++)
		put_ratio(ratios, res, i);
	PQclear(res);
	copy_replay(ratios, "report_ratio");
}

int64_t receivables_save(struct load *l, const struct receivables *from)
{
	int64_t changed;

	for (size_t i = 0; i < ARRAY_SIZE(make); i++)
		(void)load_sql(l, make[i]);
	copy_replay(from->worth, "report_worth");
	copy_replay(from->classes, "report_class");
	copy_replay(from->holders, "report_holders");
	for (size_t i = 0; i < ARRAY_SIZE(leave_funds); i++)
		(void)load_sql(l, leave_funds[i]);
	(void)load_sql(l, "create index on report_worth (tax_id, day, line)");
	(void)load_sql(l, "analyze report_worth, report_class, report_holders");
	(void)load_sql(l, last_worths);
	judge(l);
	(void)load_sql(l, make_reports);
	(void)load_sql(l, "analyze report_new");
	changed = load_sql(l, remove_reports);
	changed += load_sql(l, save_reports);
	(void)load_sql(l, remove_classes);
	(void)load_sql(l, save_classes);
	(void)load_sql(
		l,
		"drop table report_new, report_worth, report_class, report_holders, report_ratio");
	return changed;
}
