/* SPDX-License-Identifier: Apache-2.0 */
/*
 * issuer.c: one issuer, or one of its papers: register, newest statements with leverage and coverage, a
 * debenture's price, a receivables fund's report, debentures, receivables funds, ratings, last
 * documents, open alerts.
 */
#include "config.h"

#include "desk/desk_parts.h"

#include "desk/desk_facts.h"
#include "db/db_json.h"

#define SHOWN 20

static DB_STMT(
	company, "issuer.company",
	"select c.cvm_code, c.tax_id, c.name, c.trading_name, c.sector, c.status, c.issuer_state,"
	"       c.trades as listed, c.registered_on, c.cancelled_on"
	"  from company c where c.tax_id = $1");

static DB_STMT(
	documents, "issuer.documents",
	"select d.id, d.kind, d.category, d.subject, d.reference_date, d.filed_at, d.download_url as url"
	"  from company_document d where d.company_id = $1"
	" order by d.filed_at desc, d.id desc limit $2");

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
static DB_STMT(funds, "issuer.funds",
	       "select f.id, f.name, x.verb as relation"
	       "  from object o join object_relation x on x.subject_no = o.no"
	       "  join object f on f.no = x.object_no and f.kind = 'fund' and f.subkind = 'fidc'"
	       " where o.id = $1 and x.until > $2 group by f.id, f.name, x.verb"
	       " order by f.name collate portuguese, f.id, x.verb limit 100");

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
	struct db_rows *r[5];
	struct json *j = c->out;

	db_send(c->ctx, &company, DB_ARGS(tax_id));
	db_send(c->ctx, &papers, DB_ARGS(tax_id));
	db_send(c->ctx, &ratings, DB_ARGS(db_text(o->id), today));
	db_send(c->ctx, &funds, DB_ARGS(db_text(issuer.id), today));
	db_send(c->ctx, &documents, DB_ARGS(f ? db_int(f->id) : db_int(0), db_int(SHOWN)));
	db_wait(c->ctx, r, 5);
	json_open(j, c->name);
	name_write(j, "object", &one, o->id);
	write_register(j, r[0]);
	paper_facts_write(j, p);
	if (f && f->filed)
		company_facts_write(j, f);
	else
		json_null(j, "statements");
	fund_facts_write(j, fund_facts_of(&reports, o->tax_id));
	write_papers(j, r[1]);
	db_json_rows(j, "receivables_funds", r[3], db_count(r[3]));
	db_json_rows(j, "ratings", r[2], db_count(r[2]));
	db_json_rows(j, "documents", r[4], db_count(r[4]));
	alerts_open_write(c, o->id, "open_alerts");
	json_close(j);
}
