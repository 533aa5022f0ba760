/* SPDX-License-Identifier: Apache-2.0 */
/*
 * receivables_save.c: saves reports of receivables funds, with the subordination of their classes and
 * the rows of their tables.
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
	"create temp table report_figures (tax_id text collate \"C\", day date, of_fund bool, tab text collate \"C\","
	"       figures text, line int8) on commit drop",
	"create temp table report_cedents (tax_id text collate \"C\", day date, of_fund bool, block text collate \"C\","
	"       place int8, kind text, cedent text, share numeric, share_reason text, line int8) on commit drop",
	"create temp table report_debtors (tax_id text collate \"C\", day date, of_fund bool, seq int8, value numeric)"
	" on commit drop",
	"create temp table report_returns (tax_id text collate \"C\", day date, of_fund bool, label text collate \"C\","
	"       return_pct numeric, expected_pct numeric, realised_pct numeric) on commit drop",
	"create temp table report_flows (tax_id text collate \"C\", day date, of_fund bool, operation text, class text,"
	"       label text collate \"C\", layer text, value numeric, quantity numeric) on commit drop",
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
	LEAVE_FUNDS("report_debtors"),
	LEAVE_FUNDS("report_returns"),
	LEAVE_FUNDS("report_flows"),
	/* Of figures by their table; a cedent is of the row that stays. */
	"delete from report_figures f using (select distinct tax_id, day, tab from report_figures where not of_fund) c"
	" where f.of_fund and f.tax_id = c.tax_id and f.day = c.day and f.tab = c.tab",
	"delete from report_figures f using (select line, row_number() over (partition by tax_id, day, tab"
	"   order by line desc) as place from report_figures) p where p.line = f.line and p.place > 1",
	"analyze report_figures, report_cedents",
	"delete from report_cedents c where not exists (select from report_figures f where f.line = c.line)",
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

/*
 * The other tables: what a month had and its file no longer has is deleted, and what differs is saved.
 * @of: the temporary table with the rows of @table; @same: one key in both
 */
#define REMOVE(table, of, same)                                                                    \
	"delete from " table " r where r.day in (select day from " of ")"                          \
	"   and not exists (select from " of                                                       \
	" n where n.tax_id = r.tax_id and n.day = r.day and " same ")"
#define SAVE(table, of, key, columns, differ)                                                      \
	"insert into " table " as r (tax_id, day, " key ", " columns ")"                           \
	" select tax_id, day, " key ", " columns " from " of " on conflict (tax_id, day, " key     \
	") do update set " differ " where r.* is distinct from excluded.*"

/* What X_1, X_3 and X_6 say of a label is on its first row; two of them that differ are unknown. */
#define ONE(column)                                                                                \
	"case when min(" column ") = max(" column ") then min(" column ") end as " column
static const char make_classes[] =
	"create temp table class_new on commit drop as"
	" select c.tax_id, c.day, c.class, c.occurrence, c.layer, c.label, c.quantity, c.quota, h.holders, x.return_pct,"
	"        x.expected_pct, x.realised_pct"
	"   from (select k.*, row_number() over (partition by k.tax_id, k.day, k.class order by k.line) as occurrence,"
	"                row_number() over (partition by k.tax_id, k.day, k.label order by k.line) as of_label"
	"           from report_class k) c"
	"   left join (select tax_id, day, label, sum(holders)::int8 as holders"
	"                from (select distinct tax_id, day, label, subclass, holders from report_holders) x"
	"               group by tax_id, day, label) h"
	"     on h.tax_id = c.tax_id and h.day = c.day and h.label = c.label and c.of_label = 1"
	"   left join (select tax_id, day, label, " ONE("return_pct") ", " ONE("expected_pct") ", " ONE(
		"realised_pct") "                from report_returns group by tax_id, day, label) x"
				"     on x.tax_id = c.tax_id and x.day = c.day and x.label = c.label and c.of_label = 1";

static const char make_debtors[] =
	"create temp table debtor_new on commit drop as select * from (select tax_id, day, value,"
	"        row_number() over (partition by tax_id, day order by value desc nulls last, seq) as place"
	"   from (select distinct tax_id, day, seq, value from report_debtors) x) y where place <= 100";

static const char make_flows[] =
	"create temp table flow_new on commit drop as"
	" select tax_id, day, operation, label, min(class) as class, min(layer) as layer,"
	"        case when count(*) = count(value) then sum(value) end as value,"
	"        case when count(*) = count(quantity) then sum(quantity) end as quantity"
	"   from (select distinct tax_id, day, operation, label, class, layer, value, quantity from report_flows) x"
	"  group by tax_id, day, operation, label";

static const char *const make_tables[] = {
	make_classes,
	make_debtors,
	make_flows,
	"analyze class_new, debtor_new, flow_new",
};

static const char *const changes[] = {
	REMOVE("receivables_class", "class_new",
	       "(n.class, n.occurrence) = (r.class, r.occurrence)"),
	SAVE("receivables_class", "class_new", "class, occurrence",
	     "layer, label, quantity, quota, holders, return_pct, expected_pct, realised_pct",
	     "layer = excluded.layer, label = excluded.label, quantity = excluded.quantity, quota = excluded.quota,"
	     " holders = excluded.holders, return_pct = excluded.return_pct, expected_pct = excluded.expected_pct,"
	     " realised_pct = excluded.realised_pct"),
	"delete from receivables_figures r using (select distinct day, tab from report_figures) d"
	" where r.day = d.day and r.tab = d.tab and not exists (select from report_figures n"
	"       where n.tax_id = r.tax_id and n.day = r.day and n.tab = r.tab)",
	"insert into receivables_figures as r (tax_id, day, tab, figures)"
	" select tax_id, day, tab, figures::jsonb from report_figures"
	" on conflict (tax_id, day, tab) do update set figures = excluded.figures where r.figures <> excluded.figures",
	/* A month whose I has no cedent at all has none stored, either. */
	"delete from receivables_cedent r where r.day in (select day from report_figures where tab = 'I')"
	"   and not exists (select from report_cedents n where n.tax_id = r.tax_id and n.day = r.day"
	"                      and n.block = r.block and n.place = r.place)",
	SAVE("receivables_cedent", "report_cedents", "block, place",
	     "kind, cedent, share, share_reason",
	     "kind = excluded.kind, cedent = excluded.cedent, share = excluded.share, share_reason = excluded.share_reason"),
	REMOVE("receivables_debtor", "debtor_new", "n.place = r.place"),
	SAVE("receivables_debtor", "debtor_new", "place", "value", "value = excluded.value"),
	REMOVE("receivables_flow", "flow_new", "(n.operation, n.label) = (r.operation, r.label)"),
	SAVE("receivables_flow", "flow_new", "operation, label", "class, layer, value, quantity",
	     "class = excluded.class, layer = excluded.layer, value = excluded.value, quantity = excluded.quantity"),
};

static struct fund_classes classes_of(const PGresult *res, int row)
{
	struct fund_classes c = { .sum_known = true };
	wide live;

	if (report_number(res, row, S_LIVE, &live))
		c.live = (int64_t)(live / E8);
	c.worth_known = report_number(res, row, S_WORTH, &c.net_worth);
	c.value_unknown = str_eq(PQgetvalue(res, row, S_ODD), "t");
	for (int k = 0; k < CLASS_LAYERS; k++)
		c.sum_known &= report_number(res, row, S_LAYERS + k, &c.layer[k]);
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

static void replay(struct load *l, const struct receivables *from)
{
	for (size_t i = 0; i < ARRAY_SIZE(make); i++)
		(void)load_sql(l, make[i]);
	copy_replay(from->worth, "report_worth");
	copy_replay(from->classes, "report_class");
	copy_replay(from->holders, "report_holders");
	copy_replay(from->figures, "report_figures");
	copy_replay(from->cedents, "report_cedents");
	copy_replay(from->debtors, "report_debtors");
	copy_replay(from->returns, "report_returns");
	copy_replay(from->flows, "report_flows");
	for (size_t i = 0; i < ARRAY_SIZE(leave_funds); i++)
		(void)load_sql(l, leave_funds[i]);
	(void)load_sql(l, "create index on report_worth (tax_id, day, line)");
	(void)load_sql(l, "create index on report_figures (day, tax_id, tab)");
	(void)load_sql(l, "analyze report_worth, report_class, report_holders, report_cedents");
}

int64_t receivables_save(struct load *l, const struct receivables *from)
{
	int64_t changed;

	replay(l, from);
	(void)load_sql(l, last_worths);
	judge(l);
	(void)load_sql(l, make_reports);
	(void)load_sql(l, "analyze report_new");
	changed = load_sql(l, remove_reports);
	changed += load_sql(l, save_reports);
	for (size_t i = 0; i < ARRAY_SIZE(make_tables); i++)
		(void)load_sql(l, make_tables[i]);
	for (size_t i = 0; i < ARRAY_SIZE(changes); i++)
		changed += load_sql(l, changes[i]);
	changed += receivables_judge(l);
	(void)load_sql(
		l,
		"drop table report_new, report_worth, report_class, report_holders, report_ratio, report_figures,"
		" report_cedents, report_debtors, report_returns, report_flows, class_new, debtor_new, flow_new");
	return changed;
}
