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

static DB_STMT(company, "issuer.company",
	       "select c.cvm_code, c.tax_id, c.name, c.trading_name, c.sector, c.status, c.trades,"
	       "       c.registered_on, c.cancelled_on, c.issuer_state"
	       "  from company c where c.tax_id = $1");
enum {
	C_CVM,
	C_TAX_ID,
	C_NAME,
	C_TRADING,
	C_SECTOR,
	C_STATUS,
	C_LISTED,
	C_REGISTERED,
	C_CANCELLED,
	C_STATE
};

static DB_STMT(
	documents, "issuer.documents",
	"select d.id, d.kind, d.category, d.subject, d.reference_date, d.filed_at, d.download_url"
	"  from company_document d where d.company_id = $1"
	" order by d.filed_at desc, d.id desc limit $2");
enum { D_ID, D_KIND, D_CATEGORY, D_SUBJECT, D_REFERENCE, D_FILED, D_URL };

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
enum { R_AGENCY, R_SCALE, R_RATING, R_OUTLOOK, R_WATCH, R_DAY, R_URL };

/* Receivables funds related to the issuer, as administrator, manager or originator. */
static DB_STMT(funds, "issuer.funds",
	       "select f.id, f.name, x.verb"
	       "  from object o join object_relation x on x.subject_no = o.no"
	       "  join object f on f.no = x.object_no and f.kind = 'fund' and f.subkind = 'fidc'"
	       " where o.id = $1 and x.until > $2 group by f.id, f.name, x.verb"
	       " order by f.name collate portuguese, f.id, x.verb limit 100");
enum { F_ID, F_NAME, F_VERB };

static void write_register(struct json *j, const struct db_rows *r)
{
	if (!json_open_if(j, "register", db_count(r)))
		return;
	json_int(j, "cvm_code", db_get_int(r, 0, C_CVM));
	json_text(j, "tax_id", db_get_text(r, 0, C_TAX_ID));
	json_text(j, "name", db_get_text(r, 0, C_NAME));
	json_text(j, "trading_name", db_get_text(r, 0, C_TRADING));
	json_text(j, "sector", db_get_text(r, 0, C_SECTOR));
	json_text(j, "status", db_get_text(r, 0, C_STATUS));
	json_text(j, "issuer_state", db_get_text(r, 0, C_STATE));
	json_boolean(j, "listed", db_get_bool(r, 0, C_LISTED));
	db_json_day(j, "registered_on", r, 0, C_REGISTERED);
	db_json_day(j, "cancelled_on", r, 0, C_CANCELLED);
	json_close(j);
}

static void write_papers(struct json *j, const struct db_rows *r)
{
	json_array(j, "debentures");
	for (size_t i = 0; i < db_count(r); i++) {
		json_open(j, NULL);
		json_text(j, "code", db_get_text(r, i, P_CODE));
		json_text(j, "series", db_get_text(r, i, P_SERIES));
		json_text(j, "indexer", db_get_text(r, i, P_INDEXER));
		json_text(j, "rate_kind", db_get_text(r, i, P_KIND));
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

static void write_ratings(struct json *j, const struct db_rows *r)
{
	json_array(j, "ratings");
	for (size_t i = 0; i < db_count(r); i++) {
		json_open(j, NULL);
		json_text(j, "agency", db_get_text(r, i, R_AGENCY));
		json_text(j, "scale", db_get_text(r, i, R_SCALE));
		json_text(j, "rating", db_get_text(r, i, R_RATING));
		json_text(j, "outlook", db_get_text(r, i, R_OUTLOOK));
		json_boolean(j, "watch", db_get_bool(r, i, R_WATCH));
		json_day(j, "rated_on", db_get_day(r, i, R_DAY));
		json_text(j, "source_url", db_get_text(r, i, R_URL));
		json_close(j);
	}
	json_array_end(j);
}

static void write_funds(struct json *j, const struct db_rows *r)
{
	json_array(j, "receivables_funds");
	for (size_t i = 0; i < db_count(r); i++) {
		json_open(j, NULL);
		json_text(j, "id", db_get_text(r, i, F_ID));
		json_text(j, "name", db_get_text(r, i, F_NAME));
		json_text(j, "relation", db_get_text(r, i, F_VERB));
		json_close(j);
	}
	json_array_end(j);
}

static void write_documents(struct json *j, const struct db_rows *r)
{
	json_array(j, "documents");
	for (size_t i = 0; r && i < db_count(r); i++) {
		json_open(j, NULL);
		json_int(j, "id", db_get_int(r, i, D_ID));
		json_text(j, "kind", db_get_text(r, i, D_KIND));
		json_text(j, "category", db_get_text(r, i, D_CATEGORY));
		json_text(j, "subject", db_get_text(r, i, D_SUBJECT));
		db_json_day(j, "reference_date", r, i, D_REFERENCE);
		json_day(j, "filed_at", db_get_day(r, i, D_FILED));
		json_text(j, "url", db_get_text(r, i, D_URL));
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
	write_funds(j, r[3]);
	write_ratings(j, r[2]);
	write_documents(j, r[4]);
	alerts_open_write(c, o->id, "open_alerts");
	json_close(j);
}
