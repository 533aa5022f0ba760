/* SPDX-License-Identifier: Apache-2.0 */
/*
 * peers.c: an issuer beside its sector: each ratio of its statements with the quartiles of the sector's companies, and
 * the largest of them, as it was known on a day.
 */
#include "config.h"

#include "desk/desk_parts.h"

#include "desk/desk_facts.h"
#include "db/db_json.h"

#define SHOWN "30"     /* companies beside it, the largest by revenue */
#define AGE "540"      /* days: an older statement is of another time */
#define MEMBERS "5000" /* of a sector */
#define REVENUE "21"
#define FIGURES "21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32"
#define RATIOS "42, 43, 44, 45, 46, 47, 48"

/*
 * Companies of the sector of the company with tax id $1 whose registration stands, it among them always, and the figures
 * of the newest statement of each that was known on $2: one that it lacks is not taken from an older statement.
 */
#define SECTOR                                                                                      \
	"with own as (select c.id, c.sector, c.sector_key from company c where c.tax_id = $1),"     \
	" member as (select c.id as company, o.no, o.id, o.name from company c"                     \
	"   join own on own.sector_key = c.sector_key"                                              \
	"   join object o on o.id = coalesce('company:' || c.tax_id, 'company:cvm-' || c.cvm_code)" \
	"  where c.status = 'active' or c.id = own.id"                                              \
	"  order by c.id limit " MEMBERS "),"                                                       \
	" newest as (select distinct on (m.no) m.no, v.base_date, v.filed_at"                       \
	"   from member m join object_observation v on v.object_no = m.no"                          \
	"    and v.measure_no in (" FIGURES ") and v.base_date <= $2 and v.base_date > $2 - " AGE   \
	"    and v.filed_at <= $2 and v.superseded = 9223372036854775807"                           \
	"  order by m.no, v.base_date desc, v.filed_at desc),"                                      \
	" figure as (select distinct on (n.no, v.measure_no) n.no, v.measure_no, v.value,"          \
	"                   v.base_date, nullif(v.filed_at, '-infinity') as filed_at, v.source"     \
	"   from newest n join object_observation v on v.object_no = n.no"                          \
	"    and v.measure_no in (" REVENUE ", " RATIOS ") and v.base_date = n.base_date"           \
	"    and v.filed_at = n.filed_at and v.superseded = 9223372036854775807"                    \
	"  order by n.no, v.measure_no, v.revision desc)"

/* A row a measure; quartiles interpolate between the two nearest companies. */
static DB_STMT(
	measures, "peers.measures",
	SECTOR
	", own_object as (select m.no from member m join own on own.id = m.company)"
	" select x.id as measure, x.title, x.unit, e.value, e.base_date, e.filed_at, e.source, q.n,"
	"        round(q.quartiles[1]::numeric, 6), round(q.quartiles[2]::numeric, 6),"
	"        round(q.quartiles[3]::numeric, 6), q.below"
	"   from object_measure x"
	"   left join figure e on e.measure_no = x.no and e.no = (select no from own_object)"
	"  cross join lateral (select count(*) as n, count(*) filter (where f.value < e.value) as below,"
	"                             percentile_cont(array[0.25, 0.5, 0.75])"
	"                              within group (order by f.value::float8) as quartiles"
	"                        from figure f where f.measure_no = x.no) q"
	"  where x.no in (" RATIOS ") order by x.no");
enum {
	M_ID,
	M_TITLE,
	M_UNIT,
	M_VALUE,
	M_DAY,
	M_FILED,
	M_SOURCE,
	M_COUNT,
	M_LOW,
	M_MEDIAN,
	M_HIGH,
	M_BELOW
};

/* A row a company, the one asked for first, then by revenue. */
static DB_STMT(companies, "peers.companies",
	       SECTOR " select m.id, m.name, own.sector, m.company = own.id, count(*) over (),"
		      "        max(f.base_date),"
		      "        max(f.value) filter (where f.measure_no = " REVENUE "),"
		      "        max(f.value) filter (where f.measure_no = 42),"
		      "        max(f.value) filter (where f.measure_no = 43),"
		      "        max(f.value) filter (where f.measure_no = 44),"
		      "        max(f.value) filter (where f.measure_no = 45),"
		      "        max(f.value) filter (where f.measure_no = 46),"
		      "        max(f.value) filter (where f.measure_no = 47),"
		      "        max(f.value) filter (where f.measure_no = 48)"
		      "   from member m cross join own left join figure f on f.no = m.no"
		      "  group by m.id, m.name, own.sector, own.id, m.company"
		      "  order by m.company = own.id desc, 7 desc nulls last, m.id limit " SHOWN);
enum { C_OBJECT, C_NAME, C_SECTOR, C_OWN, C_COUNT, C_DAY, C_REVENUE, C_FIRST };

static const char *const ratio_names[] = { "net_margin",	 "ebitda_margin",
					   "net_debt_to_ebitda", "interest_coverage",
					   "debt_to_equity",	 "return_on_equity",
					   "revenue_growth_12m" };

static void write_measures(struct json *j, const struct db_rows *r)
{
	json_array(j, "measures");
	for (size_t i = 0; i < db_count(r); i++) {
		json_open(j, NULL);
		db_json_columns(j, r, i, M_ID, M_UNIT);
		desk_write_number(j, "value", r, i, M_VALUE);
		db_json_day(j, "base_date", r, i, M_DAY);
		db_json_day(j, "filed_at", r, i, M_FILED);
		json_text(j, "source", db_get_text(r, i, M_SOURCE));
		db_json_int(j, "companies", r, i, M_COUNT);
		desk_write_number(j, "lower_quartile", r, i, M_LOW);
		desk_write_number(j, "median", r, i, M_MEDIAN);
		desk_write_number(j, "upper_quartile", r, i, M_HIGH);
		if (db_is_null(r, i, M_VALUE))
			json_null(j, "companies_below");
		else
			db_json_int(j, "companies_below", r, i, M_BELOW);
		json_close(j);
	}
	json_array_end(j);
}

static void write_companies(struct json *j, const struct db_rows *r)
{
	json_array(j, "companies");
	for (size_t i = 0; i < db_count(r); i++) {
		json_open(j, NULL);
		json_text(j, "object_id", db_get_text(r, i, C_OBJECT));
		json_text(j, "name", db_get_text(r, i, C_NAME));
		json_boolean(j, "is_asked", db_get_bool(r, i, C_OWN));
		db_json_day(j, "base_date", r, i, C_DAY);
		db_json_decimal(j, "revenue_brl", r, i, C_REVENUE, 8, 2, true);
		for (size_t k = 0; k < ARRAY_SIZE(ratio_names); k++)
			desk_write_number(j, ratio_names[k], r, i, C_FIRST + (int)k);
		json_close(j);
	}
	json_array_end(j);
}

void issuer_peers(struct call *c)
{
	const struct named *o = name_watched(c, "object_id");
	struct names one = { o, 1 };
	struct paper_list found = facts_papers(c->ctx, &one);
	const struct paper_facts *p = paper_facts_of(&found, o->code);
	const struct day at = call_day(c, "at", c->ctx->today);
	struct db_arg tax_id = db_text(p && p->issuer_tax_id ? p->issuer_tax_id : o->tax_id);
	struct json *j = c->out;
	struct db_rows *r[2];
	bool any;

	db_send(c->ctx, &measures, DB_ARGS(tax_id, db_day(at)));
	db_send(c->ctx, &companies, DB_ARGS(tax_id, db_day(at)));
	db_wait(c->ctx, r, 2);
	any = db_count(r[1]) > 0;
	json_open(j, c->name);
	name_write(j, "object", &one, o->id);
	json_day(j, "at", at);
	json_text(j, "sector", any ? db_get_text(r[1], 0, C_SECTOR) : NULL);
	json_int(j, "companies_count", any ? db_get_int(r[1], 0, C_COUNT) : 0);
	json_text(j, "reason", any ? NULL : "no_sector");
	write_measures(j, r[0]);
	write_companies(j, r[1]);
	json_close(j);
}
