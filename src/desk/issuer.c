/* SPDX-License-Identifier: Apache-2.0 */
/*
 * issuer.c: one issuer, or one of its papers: register, newest statements with leverage and coverage, a
 * debenture's price, a receivables fund's report, covenants, tickers, debentures, receivables funds,
 * ratings, a page of documents, open alerts.
 */
#include "config.h"

#include "desk/desk_parts.h"

#include <inttypes.h>

#include "desk/desk_facts.h"
#include "db/db_json.h"

#define SHOWN 20 /* documents a page, when input.limit is absent */

static DB_STMT(
	company, "issuer.company",
	"select c.cvm_code, c.tax_id, c.name, c.trading_name, c.sector, c.status, c.issuer_state,"
	"       c.trades as listed, c.registered_on, c.cancelled_on"
	"  from company c where c.tax_id = $1");

static DB_STMT(
	documents, "issuer.documents",
	"select d.id, d.kind, d.category, d.subject, d.reference_date, d.filed_at, d.download_url as url"
	"  from company_document d where d.company_id = $1 and (d.filed_at, d.id) < ($2, $3)"
	" order by d.filed_at desc, d.id desc limit $4");
enum { D_ID, D_FILED = 5 };

static DB_STMT(counted, "issuer.documents_total",
	       "select count(*) from company_document d where d.company_id = $1");

static DB_STMT(tickers, "issuer.tickers",
	       "select t.ticker from company_ticker t"
	       " where t.company_id = $1 and t.until is null order by t.ticker limit 50");

static DB_STMT(
	papers, "issuer.papers",
	"select d.code, d.series, d.indexer, d.rate_kind, d.pct, d.spread, d.rate, d.maturity, q.last_day, q.last"
	"  from debenture d"
	"  left join last_close q on q.venue = 'debenture' and q.symbol = d.code"
	" where d.issuer_tax_id = $1"
	" order by d.maturity, d.code limit 200");
enum { P_CODE, P_SERIES, P_INDEXER, P_KIND, P_PCT, P_SPREAD, P_RATE, P_MATURITY, P_DAY, P_LAST };

static DB_STMT(
	ratings, "issuer.ratings",
	"select distinct on (r.agency, r.scale) r.agency, r.scale, r.rating, r.outlook, r.watch,"
	"       r.rated_on, r.source_url"
	"  from rating r where r.object_id = $1 and r.rated_on <= $2"
	" order by r.agency, r.scale, r.rated_on desc limit 50");

/* Receivables funds related to the issuer, as administrator, manager or originator. */
/* Those that it administers, manages or the like, and those whose newest report names it among the cedents. */
static DB_STMT(
	funds, "issuer.funds",
	"select u.id, u.name, u.relation from ("
	"   select f.id, f.name, x.verb as relation"
	"     from object o join object_relation x on x.subject_no = o.no"
	"     join object f on f.no = x.object_no and f.kind = 'fund' and f.subkind = 'fidc'"
	"    where o.id = $1 and x.until > $2"
	"    union"
	"   select f.id, f.name, 'cedent'"
	"     from receivables_cedent c join object f on f.id = 'fund:' || c.tax_id"
	"    where c.cedent = $3 and c.day between $2::date - 400 and $2"
	"      and c.day = (select max(y.day) from receivables_report y where y.tax_id = c.tax_id)) u"
	" order by u.name collate portuguese, u.id, u.relation limit 100");

static void write_register(struct json *j, const struct db_rows *r)
{
	if (!json_open_if(j, "register", db_count(r)))
		return;
	db_json_row(j, r, 0);
	json_close(j);
}

static void write_papers(struct json *j, const struct db_rows *r)
{
	json_array(j, "debentures");
	for (size_t i = 0; i < db_count(r); i++) {
		json_open(j, NULL);
		db_json_columns(j, r, i, P_CODE, P_KIND);
		desk_write_number(j, "pct_of_index", r, i, P_PCT);
		desk_write_number(j, "spread_pct", r, i, P_SPREAD);
		desk_write_number(j, "rate_pct", r, i, P_RATE);
		db_json_day(j, "maturity", r, i, P_MATURITY);
		db_json_day(j, "price_date", r, i, P_DAY);
		db_json_decimal(j, "unit_price", r, i, P_LAST, PRICE_PLACES, 8, true);
		json_close(j);
	}
	json_array_end(j);
}

/* The issuer of @o, by id and tax id: the company of a debenture; a company and a fund are their own. */
static struct named issuer_of(struct ctx *ctx, const struct named *o, const struct paper_facts *p)
{
	if (!p || !p->issuer_tax_id)
		return *o;
	return (struct named){ .id = pool_printf(ctx->pool, "company:%s", p->issuer_tax_id),
			       .tax_id = p->issuer_tax_id };
}

/* The page begins after the document of this day and number; documents have no uuid. */
static void read_after(struct call *c, struct db_arg out[2])
{
	static const struct page_key key = { DB_TEXT, false };
	struct db_arg after[2];
	struct slice day, id;
	struct day filed;
	wide number;

	out[0] = db_day(DAY_FAR_FUTURE);
	out[1] = db_int(0);
	call_after(c, &key, after);
	if (!call_text(c, "cursor"))
		return;
	if (!slice_cut(slice_of(after[0].text), ' ', &day, &id) || !day_parse(day, &filed) ||
	    dec_parse(id, 0, INT64_MAX, &number) != DEC_OK)
		call_invalid(c, "/input/cursor", "cursor",
			     "meta.next_cursor de uma página da mesma consulta",
			     call_text(c, "cursor"));
	out[0] = db_day(filed);
	out[1] = db_int((int64_t)number);
}

static void write_documents(struct call *c, const struct db_rows *r, const struct db_rows *all)
{
	const size_t most = (size_t)call_int(c, "limit", SHOWN);
	const size_t n = db_count(r) > most ? most : db_count(r);

	db_json_rows(c->out, "documents", r, n);
	json_int(c->out, "documents_total", db_get_int(all, 0, 0));
	c->paged = true;
	c->count = (int64_t)n;
	if (db_count(r) > n)
		(void)call_next_text(
			c, pool_printf(c->ctx->pool, "%s %" PRId64,
				       day_iso(c->ctx->pool, db_get_day(r, n - 1, D_FILED)),
				       db_get_int(r, n - 1, D_ID)));
}

static void write_tickers(struct json *j, const struct db_rows *r)
{
	json_array(j, "tickers");
	for (size_t i = 0; i < db_count(r); i++)
		json_text(j, NULL, db_get_text(r, i, 0));
	json_array_end(j);
}

enum { COMPANY, PAPERS, RATINGS, FUNDS, DOCUMENTS, COUNTED, TICKERS, CLAUSES, RULES, ANSWERS };

void issuer_get(struct call *c)
{
	const struct named *o = name_watched(c, "object_id");
	struct names one = { o, 1 };
	struct paper_list found = facts_papers(c->ctx, &one);
	const struct paper_facts *p = paper_facts_of(&found, o->code);
	struct named issuer = issuer_of(c->ctx, o, p);
	struct company_list companies = facts_companies(c->ctx, &(struct names){ &issuer, 1 });
	const struct company_facts *f = company_facts_of(&companies, issuer.tax_id);
	struct fund_list reports = facts_funds(c->ctx, &one);
	struct db_arg tax_id = db_text(issuer.tax_id), today = db_day(c->ctx->today);
	struct db_arg id = db_int(f ? f->id : 0), after[2];
	const struct fund_facts *report = fund_facts_of(&reports, o->tax_id);
	struct db_rows *r[ANSWERS];
	struct json *j = c->out;

	read_after(c, after);
	db_send(c->ctx, &company, DB_ARGS(tax_id));
	db_send(c->ctx, &papers, DB_ARGS(tax_id));
	db_send(c->ctx, &ratings, DB_ARGS(db_text(o->id), today));
	db_send(c->ctx, &funds, DB_ARGS(db_text(issuer.id), today, tax_id));
	db_send(c->ctx, &documents,
		DB_ARGS(id, after[0], after[1], db_int(call_int(c, "limit", SHOWN) + 1)));
	db_send(c->ctx, &counted, DB_ARGS(id));
	db_send(c->ctx, &tickers, DB_ARGS(id));
	issuer_covenants_send(c, o->id, issuer.tax_id);
	db_wait(c->ctx, r, ANSWERS);
	json_open(j, c->name);
	name_write(j, "object", &one, o->id);
	write_register(j, r[COMPANY]);
	write_tickers(j, r[TICKERS]);
	paper_facts_write(j, p);
	if (f && f->filed)
		company_facts_write(j, f);
	else
		json_null(j, "statements");
	fund_facts_write(j, report);
	issuer_covenants_write(j, &r[CLAUSES], f, report);
	write_papers(j, r[PAPERS]);
	db_json_rows(j, "receivables_funds", r[FUNDS], db_count(r[FUNDS]));
	db_json_rows(j, "ratings", r[RATINGS], db_count(r[RATINGS]));
	write_documents(c, r[DOCUMENTS], r[COUNTED]);
	alerts_open_write(c, o->id, "open_alerts");
	json_close(j);
}
