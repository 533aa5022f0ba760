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
#include "desk/findings.h"

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
	       "select t.id, t.term, t.object_id, t.approved, " TERM_BAND "  from regulation_term t"
	       " where t.workspace_id = $1 and t.approved > 0"
	       "   and t.term in ('subordination_floor', 'net_worth_floor') and t.approved > 0"
	       "   and t.object_id in (select i.object_id from watchlist_item i"
	       "          where i.workspace_id = $1 and i.watchlist_id = $2)"
	       " order by t.object_id, t.id limit 2000");
enum { T_ID, T_TERM, T_OBJECT, T_APPROVED, T_BAND /* of the rules that watch it, or null */ };

static DB_STMT(
	filings, "board.filings",
	"select c.id, d.id as document_id, d.category, d.subject, d.filed_at, d.download_url as url"
	"  from unnest($1::int8[]) c (id)"
	"  join lateral (select * from company_document x where x.company_id = c.id"
	"                 order by x.filed_at desc, x.id desc limit 1) d on true"
	" order by c.id limit 200000");
enum { F_COMPANY, F_ID, F_CATEGORY, F_SUBJECT, F_FILED, F_URL };

/* The alerts about the figures that pass or approach the nearest thresholds. */
static DB_STMT(
	alerts, "board.alerts",
	"select a.subject, a.fact, a.id, a.level, a.acknowledged_at, a.snoozed_until,"
	"       (a.raised_at at time zone 'America/Sao_Paulo')::date"
	"  from (select distinct x.subject, x.fact from unnest($2::text[], $3::text[]) x (subject, fact)) u"
	"  join alert a on a.workspace_id = $1 and a.subject = u.subject and a.fact = u.fact"
	" order by a.subject, a.fact limit 1000");
enum { A_SUBJECT, A_FACT, A_ID, A_LEVEL, A_ACKNOWLEDGED, A_SNOOZED, A_RAISED };

struct board {
	struct call *c;
	const struct db_rows *items, *rules, *terms, *filings, *alerts;
	struct threshold *nearest; /* of each item */
	struct names names;
	struct company_list companies;
	struct paper_list papers;
	struct fund_list funds;
};

/* ---- the nearest threshold ---- */

/* What is measured, at a date; of a rule or an approved term. */
struct figure {
	struct maybe value;
	const char *reason; /* why the limit is broken without a value, or NULL */
	bool dated;
	struct day day;
};

struct threshold {
	bool found;
	struct uuid id;
	const char *kind, *subject;
	bool of_term, watched; /* watched: a rule raises alerts about it */
	struct figure now, before;
	wide limit, band;
	bool above; /* the figure must not exceed it; else not fall below */
	struct credit_watch watch;
};

static void consider(struct threshold *nearest, struct threshold t)
{
	t.watch.level = LEVEL_BREACH;
	if (t.now.value.known ? credit_watch(t.now.value.v, t.limit, (struct percent){ t.band },
					     t.above, &t.watch) != CALC_OK
			      : !t.now.reason)
		return;
	/* A limit broken without a figure counts as the nearest. */
	if (nearest->found &&
	    (!nearest->now.value.known ||
	     (t.now.value.known && nearest->watch.headroom.e8 <= t.watch.headroom.e8)))
		return;
	*nearest = t;
	nearest->found = true;
}

static void consider_rules(const struct board *b, struct threshold *nearest, const char *object,
			   const struct company_facts *f)
{
	const struct db_rows *r = b->rules;
	void *pool = b->c->ctx->pool;

	for (size_t i = 0; f && i < db_count(r); i++) {
		bool above = str_eq(db_get_text(r, i, R_KIND), "leverage_above");

		if (!db_is_null(r, i, R_OBJECT) && !str_eq(db_get_text(r, i, R_OBJECT), object))
			continue;
		consider(nearest,
			 (struct threshold){
				 .id = db_get_uuid(r, i, R_ID),
				 .kind = db_get_text(r, i, R_KIND),
				 .subject = pool_printf(pool, "company:%s", f->tax_id),
				 .watched = true,
				 .now = { above ? f->leverage : f->coverage,
					  above ? leverage_reason(f) : NULL, true, f->reference },
				 .before = { above ? f->leverage_before : f->coverage_before,
					     above ? f->reason_before : NULL, f->has_before,
					     f->before },
				 .limit = db_get_decimal(r, i, R_THRESHOLD, 8),
				 .band = db_get_decimal(r, i, R_BAND, 8),
				 .above = above });
	}
}

static void consider_terms(const struct board *b, struct threshold *nearest, const char *object,
			   const struct fund_facts *f)
{
	const struct db_rows *r = b->terms;

	for (size_t i = 0; f && i < db_count(r); i++) {
		const char *term = db_get_text(r, i, T_TERM);
		const bool part = str_eq(term, "subordination_floor");

		if (!str_eq(db_get_text(r, i, T_OBJECT), object))
			continue;
		consider(nearest,
			 (struct threshold){
				 .id = db_get_uuid(r, i, T_ID),
				 .kind = term,
				 .subject = object,
				 .of_term = true,
				 .watched = !db_is_null(r, i, T_BAND),
				 .now = { part ? f->subordination : f->net_worth, NULL, true,
					  f->day },
				 .before = { part ? f->subordination_before : f->net_worth_before,
					     NULL, f->has_before, f->before },
				 .limit = db_get_decimal(r, i, T_APPROVED, 8),
				 .band = db_is_null(r, i, T_BAND)
						 ? RULE_BAND_PCT * E8
						 : db_get_decimal(r, i, T_BAND, 8) });
	}
}

/* As it is shown, with four places: equal figures on the page are no trend. */
static const char *trend_of(const struct threshold *t)
{
	const struct figure *now = &t->now, *before = &t->before;
	const wide step = E8 / 10000;
	wide change;

	if (!now->value.known || !before->value.known)
		return now->reason && before->value.known   ? "worse"
		       : now->value.known && before->reason ? "better"
							    : NULL;
	change = dec_div_half_away(now->value.v, step) - dec_div_half_away(before->value.v, step);
	return !change ? "same" : (change > 0) == t->above ? "worse" : "better";
}

/* ---- its alert ---- */

static const char *fact_of(const struct board *b, const struct threshold *t)
{
	return measure_fact(b->c->ctx->pool, measure_of(t->kind), t->now.day,
			    t->of_term ? &t->id : NULL, t->now.value, t->now.reason);
}

static void send_alerts(struct board *b)
{
	struct ctx *ctx = b->c->ctx;
	const size_t n = db_count(b->items);
	const char **subjects = pool_array(ctx->pool, const char *, n);
	const char **facts = pool_array(ctx->pool, const char *, n);
	size_t asked = 0;

	for (size_t i = 0; i < n; i++) {
		const struct threshold *t = &b->nearest[i];

		if (!t->found || t->watch.level == LEVEL_CALM)
			continue;
		subjects[asked] = t->subject;
		facts[asked++] = fact_of(b, t);
	}
	db_send(ctx, &alerts,
		DB_ARGS(desk_workspace(b->c), db_texts(subjects, asked), db_texts(facts, asked)));
}

/* The row of its alert; db_count() when there is none, or only one about less than what is seen now. */
static size_t alert_of(const struct board *b, const struct threshold *t)
{
	const struct db_rows *r = b->alerts;
	const char *fact = fact_of(b, t);
	size_t i = 0;

	while (i < db_count(r) && (!str_eq(db_get_text(r, i, A_SUBJECT), t->subject) ||
				   !str_eq(db_get_text(r, i, A_FACT), fact)))
		i++;
	if (i < db_count(r) && !str_eq(db_get_text(r, i, A_LEVEL), "breach") &&
	    (t->watch.level == LEVEL_BREACH || !str_eq(db_get_text(r, i, A_LEVEL), "early")))
		return db_count(r);
	return i;
}

/* Why a limit that is near or broken has, or lacks, an open alert. */
static void write_alert(const struct board *b, const struct threshold *t)
{
	const struct db_rows *r = b->alerts;
	struct json *j = b->c->out;
	size_t i;
	bool raised;

	if (!json_open_if(j, "alert", t->watch.level != LEVEL_CALM))
		return;
	i = alert_of(b, t);
	raised = i < db_count(r);
	json_text(j, "state",
		  raised       ? alert_status(b->c, r, i, A_ACKNOWLEDGED, A_SNOOZED)
		  : t->watched ? "not_computed"
			       : "no_rule");
	json_uuid_or_null(j, "alert_id", raised, raised ? db_get_uuid(r, i, A_ID) : t->id);
	json_day_or_null(j, "raised_on", raised, raised ? db_get_day(r, i, A_RAISED) : t->now.day);
	json_close(j);
}

static void write_nearest(const struct board *b, const struct threshold *t)
{
	struct json *j = b->c->out;

	if (!json_open_if(j, "nearest_threshold", t->found))
		return;
	json_uuid(j, "id", t->id);
	json_uuid_or_null(j, "term_id", t->of_term, t->id);
	json_uuid_or_null(j, "rule_id", !t->of_term, t->id);
	json_text(j, "kind", t->kind);
	known_write(j, "value", t->now.value, 4);
	json_text(j, "reason", t->now.value.known ? NULL : t->now.reason);
	json_decimal(j, "threshold", t->limit, 8, 8, true);
	json_percent_or_null(j, "headroom_pct", t->now.value.known, t->watch.headroom);
	json_text(j, "level", limit_levels[t->watch.level]);
	json_day(j, "reference_date", t->now.day);
	known_write(j, "previous_value", t->before.value, 4);
	json_day_or_null(j, "previous_date", t->before.dated, t->before.day);
	json_text(j, "trend", trend_of(t));
	write_alert(b, t);
	json_close(j);
}

/* ---- facts of a row ---- */

/* The company that the object is, or that issued it. */
static const struct company_facts *company_of(const struct board *b, const struct named *o,
					      const struct paper_facts *p)
{
	return company_facts_of(&b->companies, p ? p->issuer_tax_id : o ? o->tax_id : NULL);
}

static void find_nearest(struct board *b, size_t i)
{
	const char *id = db_get_text(b->items, i, I_OBJECT);
	const struct named *o = names_find(&b->names, id);
	const struct paper_facts *p = o ? paper_facts_of(&b->papers, o->code) : NULL;

	consider_rules(b, &b->nearest[i], id, company_of(b, o, p));
	consider_terms(b, &b->nearest[i], id, o ? fund_facts_of(&b->funds, o->tax_id) : NULL);
}

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

static void write_register(struct json *j, const struct company_facts *f)
{
	if (!json_open_if(j, "register", f))
		return;
	json_text(j, "status", f->status);
	json_day_or_null(j, "cancelled_on", f->has_cancelled_on, f->cancelled_on);
	json_close(j);
}

static void write_row(const struct board *b, size_t i)
{
	const char *id = db_get_text(b->items, i, I_OBJECT);
	const struct named *o = names_find(&b->names, id);
	const struct paper_facts *p = o ? paper_facts_of(&b->papers, o->code) : NULL;
	const struct company_facts *f = company_of(b, o, p);
	const struct fund_facts *fund = o ? fund_facts_of(&b->funds, o->tax_id) : NULL;
	struct json *j = b->c->out;

	json_open(j, NULL);
	name_write(j, "object", &b->names, id);
	write_register(j, f);
	paper_facts_write(j, p);
	if (f && f->filed)
		company_facts_write(j, f);
	else
		json_null(j, "statements");
	write_filing(b, f);
	write_due(b, f, fund);
	fund_facts_write(j, fund);
	json_int(j, "open_alerts", db_get_int(b->items, i, I_ALERTS));
	write_nearest(b, &b->nearest[i]);
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
	struct db_rows *r[2];
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
	b->nearest = pool_array(ctx->pool, struct threshold, db_count(b->items));
	for (size_t i = 0; i < db_count(b->items); i++)
		find_nearest(b, i);
	db_send(ctx, &filings, DB_ARGS(db_ints(ids, n)));
	send_alerts(b);
	db_wait(ctx, r, 2);
	b->filings = r[0];
	b->alerts = r[1];
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
