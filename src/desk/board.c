/* SPDX-License-Identifier: Apache-2.0 */
/*
 * board.c: a watchlist's objects, a row each, with the newest facts about their credit.
 *
 * A fixed number of statements, however long the list: objects, their names, and one for each kind of
 * fact.  Every figure has its source, its date and its filing.
 */
#include "config.h"

#include "desk/desk_parts.h"

#include "core/text.h"
#include "db/db_json.h"
#include "desk/desk_facts.h"

static DB_STMT(items, "board.items",
	       "select i.object_id,"
	       "       (select count(distinct a.id) from alert_seen s"
	       "          join alert a on a.workspace_id = $1 and a.id = s.alert_id"
	       "         where s.workspace_id = $1 and s.object_id = i.object_id"
	       "           and a.acknowledged_at is null"
	       "           and (a.snoozed_until is null or a.snoozed_until <= $3))"
	       "  from watchlist_item i where i.workspace_id = $1 and i.watchlist_id = $2"
	       " order by i.added_at, i.id limit $4");
enum { I_OBJECT, I_ALERTS };

/* Rules with a threshold on the list or on one of its objects. */
static DB_STMT(
	rules, "board.rules",
	"select r.id, r.kind, r.object_id, r.threshold, r.band_pct"
	"  from alert_rule r"
	" where r.workspace_id = $1 and r.kind in ('leverage_above', 'coverage_below')"
	"   and (r.watchlist_id = $2 or r.object_id in (select i.object_id from watchlist_item i"
	"          where i.workspace_id = $1 and i.watchlist_id = $2))"
	" order by r.created_at, r.id limit 2000");
enum { R_ID, R_KIND, R_OBJECT, R_THRESHOLD, R_BAND };

/* Approved limits of the funds in the list. */
static DB_STMT(terms, "board.terms",
	       "select t.id, t.term, t.object_id, t.approved"
	       "  from regulation_term t"
	       " where t.workspace_id = $1 and t.approved > 0"
	       "   and t.term in ('subordination_floor', 'net_worth_floor') and t.approved > 0"
	       "   and t.object_id in (select i.object_id from watchlist_item i"
	       "          where i.workspace_id = $1 and i.watchlist_id = $2)"
	       " order by t.object_id, t.id limit 2000");
enum { T_ID, T_TERM, T_OBJECT, T_APPROVED };

static DB_STMT(
	filings, "board.filings",
	"select c.id, d.id as document_id, d.category, d.subject, d.filed_at, d.download_url as url"
	"  from unnest($1::int8[]) c (id)"
	"  join lateral (select * from company_document x where x.company_id = c.id"
	"                 order by x.filed_at desc, x.id desc limit 1) d on true"
	" order by c.id limit 200000");
enum { F_COMPANY, F_ID, F_CATEGORY, F_SUBJECT, F_FILED, F_URL };

struct board {
	struct call *c;
	const struct db_rows *items, *rules, *terms, *filings;
	struct names names;
	struct company_list companies;
	struct paper_list papers;
	struct fund_list funds;
};

/* ---- the nearest threshold ---- */

struct nearest {
	bool found;
	struct uuid id;
	const char *kind;
	struct maybe value;
	const char *reason; /* why it is broken without a value, or NULL */
	wide threshold;
	struct credit_watch watch;
};

static void consider(struct nearest *n, struct uuid id, const char *kind, struct maybe value,
		     const char *reason, wide threshold, wide band_e8, bool above)
{
	struct credit_watch w = { .level = LEVEL_BREACH };

	if (value.known ? credit_watch(value.v, threshold, (struct percent){ band_e8 }, above,
				       &w) != CALC_OK
			: !reason)
		return;
	/* A limit broken without a figure counts as the nearest. */
	if (n->found && (!n->value.known || (value.known && n->watch.headroom.e8 <= w.headroom.e8)))
		return;
	*n = (struct nearest){ true, id, kind, value, reason, threshold, w };
}

static void consider_rules(const struct board *b, struct nearest *n, const char *object,
			   const struct company_facts *f)
{
	const struct db_rows *r = b->rules;

	for (size_t i = 0; f && i < db_count(r); i++) {
		bool above = str_eq(db_get_text(r, i, R_KIND), "leverage_above");

		if (!db_is_null(r, i, R_OBJECT) && !str_eq(db_get_text(r, i, R_OBJECT), object))
			continue;
		consider(n, db_get_uuid(r, i, R_ID), db_get_text(r, i, R_KIND),
			 above ? f->leverage : f->coverage, above ? leverage_reason(f) : NULL,
			 db_get_decimal(r, i, R_THRESHOLD, 8), db_get_decimal(r, i, R_BAND, 8),
			 above);
	}
}

static void consider_terms(const struct board *b, struct nearest *n, const char *object,
			   const struct fund_facts *f)
{
	const struct db_rows *r = b->terms;

	for (size_t i = 0; f && i < db_count(r); i++) {
		const char *term = db_get_text(r, i, T_TERM);

		if (str_eq(db_get_text(r, i, T_OBJECT), object))
			consider(n, db_get_uuid(r, i, T_ID), term,
				 str_eq(term, "subordination_floor") ? f->subordination
								     : f->net_worth,
				 NULL, db_get_decimal(r, i, T_APPROVED, 8), RULE_BAND_PCT * E8,
				 false);
	}
}

static void write_nearest(struct json *j, const struct nearest *n)
{
	static const char *const levels[] = { "calm", "early", "breach" };

	if (!json_open_if(j, "nearest_threshold", n->found))
		return;
	json_uuid(j, "id", n->id);
	json_text(j, "kind", n->kind);
	known_write(j, "value", n->value, 4);
	json_text(j, "reason", n->value.known ? NULL : n->reason);
	json_decimal(j, "threshold", n->threshold, 8, 8, true);
	json_percent_or_null(j, "headroom_pct", n->value.known, n->watch.headroom);
	json_text(j, "level", levels[n->watch.level]);
	json_close(j);
}

/* ---- facts of a row ---- */

static int64_t days_late(struct day due, struct day today)
{
	return day_before(due, today) ? today.n - due.n : 0;
}

static void write_filing(const struct board *b, const struct company_facts *f)
{
	const struct db_rows *r = b->filings;
	struct json *j = b->c->out;
	size_t i = 0;

	while (f && i < db_count(r) && db_get_int(r, i, F_COMPANY) != f->id)
		i++;
	if (!f || i == db_count(r)) {
		json_null(j, "last_filing");
	} else {
		json_open(j, "last_filing");
		json_text(j, "source", "CVM");
		db_json_columns(j, r, i, F_ID, F_URL);
		json_close(j);
	}
}

/* The next statements, or the fund's next monthly report, to be filed. */
static void write_due(const struct board *b, const struct company_facts *f,
		      const struct fund_facts *fund)
{
	struct json *j = b->c->out;
	struct filing_due due;
	const char *form;

	if (f && f->filed && f->active) {
		due = filing_due(f->reference, f->year_end);
		form = due.annual ? "DFP" : "ITR";
	} else if (fund) {
		due = report_due(fund->day);
		form = "informe mensal";
	} else {
		json_null(j, "next_statements");
		return;
	}
	json_open(j, "next_statements");
	json_text(j, "form", form);
	json_day(j, "reference_date", due.reference);
	json_day(j, "due", due.due);
	json_int(j, "days_late", days_late(due.due, b->c->ctx->today));
	json_close(j);
}

static void write_row(const struct board *b, size_t i)
{
	const char *id = db_get_text(b->items, i, I_OBJECT);
	const struct named *o = names_find(&b->names, id);
	const struct paper_facts *p = o ? paper_facts_of(&b->papers, o->code) : NULL;
	const char *tax_id = p ? p->issuer_tax_id : o ? o->tax_id : NULL;
	const struct company_facts *f = company_facts_of(&b->companies, tax_id);
	const struct fund_facts *fund = o ? fund_facts_of(&b->funds, o->tax_id) : NULL;
	struct nearest nearest = { 0 };
	struct json *j = b->c->out;

	consider_rules(b, &nearest, id, f);
	consider_terms(b, &nearest, id, fund);
	json_open(j, NULL);
	name_write(j, "object", &b->names, id);
	paper_facts_write(j, p);
	if (f && f->filed)
		company_facts_write(j, f);
	else
		json_null(j, "statements");
	write_filing(b, f);
	write_due(b, f, fund);
	fund_facts_write(j, fund);
	json_int(j, "open_alerts", db_get_int(b->items, i, I_ALERTS));
	write_nearest(j, &nearest);
	json_close(j);
}

/* ---- reading ---- */

/* A debenture's figures are its issuer's: its tax id is looked up too. */
static struct names with_issuers(struct call *c, const struct names *names,
				 const struct paper_list *papers)
{
	struct named *list = pool_array(c->ctx->pool, struct named, names->n + papers->n);
	size_t n = 0;

	for (size_t i = 0; i < names->n; i++)
		if (names->list[i].tax_id)
			list[n++] = names->list[i];
	for (size_t i = 0; i < papers->n; i++)
		if (papers->list[i].issuer_tax_id)
			list[n++] = (struct named){ .tax_id = papers->list[i].issuer_tax_id };
	return (struct names){ list, n };
}

static void read_facts(struct board *b)
{
	struct ctx *ctx = b->c->ctx;
	struct names all;
	int64_t *ids;
	size_t n = 0;

	b->papers = facts_papers(ctx, &b->names);
	all = with_issuers(b->c, &b->names, &b->papers);
	b->companies = facts_companies(ctx, &all);
	b->funds = facts_funds(ctx, &b->names);
	ids = pool_array(ctx->pool, int64_t, b->companies.n);
	for (size_t i = 0; i < b->companies.n; i++)
		ids[n++] = b->companies.list[i].id;
	b->filings = db_query(ctx, &filings, DB_ARGS(db_ints(ids, n)));
}

void watchlist_board(struct call *c)
{
	struct board b = { .c = c };
	struct db_arg workspace = desk_workspace(c), list = db_uuid(c->subject);
	struct db_rows *r[3];

	watchlist_reached(c);
	db_send(c->ctx, &items,
		DB_ARGS(workspace, list, db_day(c->ctx->today), db_int(WATCHLIST_ITEMS_MAX)));
	db_send(c->ctx, &rules, DB_ARGS(workspace, list));
	db_send(c->ctx, &terms, DB_ARGS(workspace, list));
	db_wait(c->ctx, r, 3);
	b.items = r[0];
	b.rules = r[1];
	b.terms = r[2];
	b.names = names_of_rows(c->ctx, b.items, db_count(b.items), I_OBJECT);
	read_facts(&b);
	json_array(c->out, c->name);
	for (size_t i = 0; i < db_count(b.items); i++)
		write_row(&b, i);
	json_array_end(c->out);
}
