/* SPDX-License-Identifier: Apache-2.0 */
/*
 * receivables_judge.c: delinquency of receivables funds, from the figures that are stored.
 *
 * A month is judged by itself and by the month before it: when a month is loaded again, the one after
 * it is judged again, too.
 */
#include "config.h"

#include "load/receivables.h"

#include "calc/credit/credit.h"

#define MONTH_BEFORE(day) "(date_trunc('month', " day ") - interval '1 day')::date"
#define MONTH_AFTER(day)                                                                           \
	"(date_trunc('month', " day ") + interval '2 months' - interval '1 day')::date"

static const char make_days[] =
	"create temp table judged_day on commit drop as"
	" with loaded as (select day from report_figures union select day from report_worth)"
	" select day from loaded union select " MONTH_AFTER("day") " from loaded";

/* The sum of the cells that match, when they are @n and all of them are numbers. */
#define SUM(pattern, n)                                                                            \
	"case when count(e.value) filter (where e.name ~ '" pattern "') = " n                      \
	" then sum(e.value::numeric) filter (where e.name ~ '" pattern "') end"

static const char make_bands[] =
	"create temp table report_bands on commit drop as"
	" select f.tax_id, f.day, " SUM(
		"^TAB_V_B_VL_DIRCRED_INAD$",
		"1") " as total_a,"
		     " " SUM("^TAB_VI_B_VL_DIRCRED_INAD$",
			     "1") " as total_b,"
				  " " SUM("^TAB_V_B([1-9]|10)_VL_INAD_",
					  "10") " as bands_a,"
						" " SUM("^TAB_VI_B([1-9]|10)_VL_INAD_",
							"10") " as bands_b,"
							      " " SUM("^TAB_VI?_B1_VL_INAD_",
								      "2") " as first,"
									   " " SUM("^TAB_VI?_B([4-9]|10)_VL_INAD_",
										   "14") " as over_90"
											 "   from receivables_figures f, jsonb_each_text(f.figures) e(name, value)"
											 "  where f.tab in ('V', 'VI') and e.name ~ '^TAB_VI?_B'"
											 "    and f.day in (select day from judged_day union select " MONTH_BEFORE(
												 "day") " from judged_day)"
													"  group by f.tax_id, f.day";

#define OF_BLOCK(x)                                                                                \
	"i.block_" x ", i.items_" x ", i.acquired_" x ", i.provision_" x ", b.total_" x            \
	", b.bands_" x
#define ITEMS_OF(x, letter)                                                                        \
	SUM("^TAB_I2" letter "_VL_DIRCRED_", "1")                                                  \
	" as block_" x "," SUM("^TAB_I2" letter "([1-9]|10)_VL_", "10") " as items_" x "," SUM(    \
		"^TAB_I2" letter "5_VL_",                                                          \
		"1") " as acquired_" x "," SUM("^TAB_I2" letter "11_VL_", "1") " as provision_" x

static const char figures[] = "select r.tax_id, r.day, " OF_BLOCK("a") ", " OF_BLOCK(
	"b") ", i.overdue_items, b.first, b.over_90, p.over_90"
	     "  from receivables_report r join judged_day d on d.day = r.day"
	     "  left join (select f.tax_id, f.day, " ITEMS_OF("a", "A") ", " ITEMS_OF("b", "B") ", " SUM(
		     "^TAB_I2[AB][23]_VL_",
		     "4") " as overdue_items"
			  "               from receivables_figures f, jsonb_each_text(f.figures) e(name, value)"
			  "              where f.tab = 'I' and e.name ~ '^TAB_I2[AB][0-9]*_VL_'"
			  "                and f.day in (select day from judged_day)"
			  "              group by f.tax_id, f.day) i on i.tax_id = r.tax_id and i.day = r.day"
			  "  left join report_bands b on b.tax_id = r.tax_id and b.day = r.day"
			  "  left join report_bands p on p.tax_id = r.tax_id and p.day = " MONTH_BEFORE(
				  "r.day") " where i.tax_id is not null or b.tax_id is not null or r.overdue_reason is not null"
					   "    or r.overdue_over_90_pct is not null";
enum {
	C_TAX_ID,
	C_DAY,
	C_BLOCK_A,
	C_BLOCK_B = C_BLOCK_A + 6,
	C_OVERDUE_ITEMS = C_BLOCK_B + 6,
	C_FIRST,
	C_OVER_90,
	C_OVER_90_BEFORE
};

static const char make_overdue[] =
	"create temp table report_overdue (tax_id text collate \"C\", day date, receivables numeric, provision numeric,"
	" overdue numeric, overdue_over_90 numeric, overdue_over_90_pct numeric, overdue_reason text,"
	" coverage_pct numeric, coverage_reason text) on commit drop";

#define FIGURES                                                                                    \
	"receivables, provision, overdue, overdue_over_90, overdue_over_90_pct, overdue_reason,"   \
	" coverage_pct, coverage_reason"
static const char save[] =
	"with n as (select tax_id, day, " FIGURES " from report_overdue)"
	" update receivables_report r set (" FIGURES ") = (n.receivables, n.provision, n.overdue,"
	" n.overdue_over_90, n.overdue_over_90_pct, n.overdue_reason, n.coverage_pct, n.coverage_reason)"
	"   from n where n.tax_id = r.tax_id and n.day = r.day"
	"  and (r.receivables, r.provision, r.overdue, r.overdue_over_90, r.overdue_over_90_pct,"
	"       r.overdue_reason, r.coverage_pct, r.coverage_reason) is distinct from"
	"      (n.receivables, n.provision, n.overdue, n.overdue_over_90, n.overdue_over_90_pct,"
	"       n.overdue_reason, n.coverage_pct, n.coverage_reason)";

static struct maybe number(const PGresult *res, int row, int column)
{
	struct maybe out = { 0 };

	out.known = report_number(res, row, column, &out.v);
	return out;
}

static struct fund_receivables read_fund(const PGresult *res, int row)
{
	struct fund_receivables f = {
		.overdue_items = number(res, row, C_OVERDUE_ITEMS),
		.first = number(res, row, C_FIRST),
		.over_90 = number(res, row, C_OVER_90),
		.over_90_before = number(res, row, C_OVER_90_BEFORE),
	};

	for (int i = 0; i < 2; i++) {
		int column = i ? C_BLOCK_B : C_BLOCK_A;

		f.block[i] = number(res, row, column++);
		f.items[i] = number(res, row, column++);
		f.acquired_overdue[i] = number(res, row, column++);
		f.provision[i] = number(res, row, column++);
		f.total[i] = number(res, row, column++);
		f.bands[i] = number(res, row, column);
	}
	return f;
}

static void put(struct copy *to, struct maybe v)
{
	copy_decimal_if(to, v.known, v.v, 8);
}

static void put_fund(struct copy *to, const PGresult *res, int row)
{
	struct fund_receivables f = read_fund(res, row);
	struct delinquency d;
	struct day day = { 0 };
	bool dated = day_parse(slice_of(PQgetvalue(res, row, C_DAY)), &day);

	delinquency_of(&f, &d);
	copy_row(to, 10);
	copy_string(to, PQgetvalue(res, row, C_TAX_ID));
	copy_day_if(to, dated, day);
	put(to, d.receivables);
	put(to, d.provision);
	put(to, d.overdue);
	put(to, d.over_90);
	put(to, d.over_90_pct);
	copy_string(to, delinquency_reasons[d.reason]);
	put(to, d.coverage_pct);
	copy_string(to, delinquency_reasons[d.coverage_reason]);
}

int64_t receivables_judge(struct load *l)
{
	struct copy *funds = copy_spill(l);
	int64_t changed;
	PGresult *res;

	(void)load_sql(l, make_days);
	(void)load_sql(l, "analyze judged_day");
	(void)load_sql(l, make_bands);
	(void)load_sql(l, "analyze report_bands");
	(void)load_sql(l, make_overdue);
	res = load_rows(l, figures);
	for (int i = 0; i < PQntuples(res); i++)
		put_fund(funds, res, i);
	PQclear(res);
	copy_replay(funds, "report_overdue");
	(void)load_sql(l, "analyze report_overdue");
	changed = load_sql(l, save);
	(void)load_sql(l, "drop table judged_day, report_bands, report_overdue");
	return changed;
}
