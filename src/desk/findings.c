/* SPDX-License-Identifier: Apache-2.0 */
/*
 * findings.c: applies rules to the facts.
 *
 * Events (documents, ratings, offerings, changes of a term) count from the day of the rule on; a figure
 * against a limit counts by its newest value, whenever it was filed, so that a limit already passed is
 * reported.
 */
#include "config.h"

#include "desk/findings.h"

#include <inttypes.h>

#include "core/text.h"
#include "db/db.h"
#include "db/db_json.h"
#include "desk/desk_parts.h"
#include "core/number_text.h"

#define TITLE_PART 200 /* characters; a title has up to two such parts */

static DB_STMT(
	documents, "findings.documents",
	"select d.company_id, d.id as document_id, d.category, d.subject, d.filed_at, d.download_url as url"
	"  from company_document d"
	" where d.company_id = any ($1::int8[]) and d.kind = 'material_fact' and d.filed_at >= $2"
	"   and d.version = 1 order by d.company_id, d.filed_at, d.id limit 200000");
enum { D_COMPANY, D_ID, D_CATEGORY, D_SUBJECT, D_FILED, D_URL };

static DB_STMT(
	ratings, "findings.ratings",
	"select r.object_id, r.agency, r.scale, r.rated_on, r.rating, r.outlook,"
	"       b.rating as previous_rating, b.outlook as previous_outlook,"
	"       b.rated_on as previous_rated_on, r.source_url as url"
	"  from rating r"
	"  join lateral (select x.rating, x.outlook, x.rated_on from rating x"
	"                 where x.object_id = r.object_id and x.agency = r.agency and x.scale = r.scale"
	"                   and x.rated_on < r.rated_on order by x.rated_on desc limit 1) b on true"
	" where r.object_id = any ($1::text[]) and r.rated_on >= $2"
	"   and (r.rating, r.outlook) is distinct from (b.rating, b.outlook)"
	" order by r.object_id, r.rated_on, r.agency, r.scale limit 200000");
enum {
	G_OBJECT,
	G_AGENCY,
	G_SCALE,
	G_DAY,
	G_RATING,
	G_OUTLOOK,
	G_BEFORE,
	G_OUTLOOK_BEFORE,
	G_THEN,
	G_URL
};

static DB_STMT(
	offerings, "findings.offerings",
	"select o.issuer_tax_id, o.id as offering_id, o.asset_type, o.registered_on, o.total_brl, o.leader"
	"  from offering o"
	" where o.issuer_tax_id = any ($1::text[]) and o.registered_on >= $2"
	" order by o.issuer_tax_id, o.registered_on, o.id limit 200000");
enum { O_ISSUER, O_ID, O_TYPE, O_DAY, O_TOTAL, O_LEADER };

/* ---- one finding ---- */

struct json *finding_evidence(struct findings *f, const char *source)
{
	struct json *j = json_new(f->ctx->pool, 256);

	json_open(j, NULL);
	json_text(j, "source", source);
	return j;
}

struct finding *finding_add(struct findings *f, const struct watching *w)
{
	pool_grow(f->ctx->pool, f->list, struct finding, f->n, f->room, 64);
	f->list[f->n] = (struct finding){ .by = w, .subject = w->object, .level = "event" };
	return &f->list[f->n++];
}

void finding_of_company(struct findings *f, struct finding *found)
{
	const struct company_facts *c = watched_company(f, found->by);

	if (c)
		found->subject = pool_printf(f->ctx->pool, "company:%s", c->tax_id);
}

const char *watched_name(const struct findings *f, const struct watching *w)
{
	const struct named *o = names_find(&f->names, w->object);

	return text_head(f->ctx->pool, o ? o->name : w->object, TITLE_PART);
}

/* The company that an object is, or that issued it. */
static const char *tax_id_of(const struct findings *f, const struct watching *w)
{
	const struct named *o = names_find(&f->names, w->object);
	const struct paper_facts *p = o ? paper_facts_of(&f->papers, o->code) : NULL;

	return p ? p->issuer_tax_id : o ? o->tax_id : NULL;
}

const struct company_facts *watched_company(const struct findings *f, const struct watching *w)
{
	return company_facts_of(&f->companies, tax_id_of(f, w));
}

bool watching_is(const struct watching *w, const char *kind)
{
	return str_eq(w->kind, kind);
}

/* Of 8 places. */
static const char *finding_number(void *pool, wide v, int shown)
{
	struct json *j = json_new(pool, 32);

	json_decimal(j, NULL, v, 8, shown, true);
	return json_written(j);
}

const char *finding_said(struct findings *f, wide v, int shown)
{
	return comma_text(f->ctx->pool, finding_number(f->ctx->pool, v, shown));
}

/* ---- events ---- */

static void see_document(struct findings *f, const struct watching *w, const struct db_rows *r,
			 size_t i)
{
	struct finding *found = finding_add(f, w);
	struct json *j = finding_evidence(f, "CVM");
	const char *subject = db_get_text(r, i, D_SUBJECT);

	db_json_columns(j, r, i, D_ID, D_URL);
	json_close(j);
	found->fact = found->about =
		pool_printf(f->ctx->pool, "document/%" PRId64, db_get_int(r, i, D_ID));
	finding_of_company(f, found);
	found->date = db_get_day(r, i, D_FILED);
	found->title = pool_printf(f->ctx->pool, "%s: fato relevante%s%s", watched_name(f, w),
				   subject ? ", " : "",
				   subject ? text_head(f->ctx->pool, subject, TITLE_PART) : "");
	found->evidence = json_written(j);
}

static void see_rating(struct findings *f, const struct watching *w, const struct db_rows *r,
		       size_t i)
{
	struct finding *found = finding_add(f, w);
	struct json *j = finding_evidence(f, db_get_text(r, i, G_AGENCY));

	db_json_columns(j, r, i, G_AGENCY, G_URL);
	json_close(j);
	found->date = db_get_day(r, i, G_DAY);
	found->about = pool_printf(f->ctx->pool, "rating/%s/%s/%s", db_get_text(r, i, G_AGENCY),
				   db_get_text(r, i, G_SCALE), day_iso(f->ctx->pool, found->date));
	found->fact =
		pool_printf(f->ctx->pool, "%s=%s/%s", found->about, db_get_text(r, i, G_RATING),
			    db_is_null(r, i, G_OUTLOOK) ? "" : db_get_text(r, i, G_OUTLOOK));
	found->title = pool_printf(f->ctx->pool, "%s: %s muda a nota de %s para %s",
				   watched_name(f, w), db_get_text(r, i, G_AGENCY),
				   db_get_text(r, i, G_BEFORE), db_get_text(r, i, G_RATING));
	found->evidence = json_written(j);
}

static void see_offering(struct findings *f, const struct watching *w, const struct db_rows *r,
			 size_t i)
{
	struct finding *found = finding_add(f, w);
	struct json *j = finding_evidence(f, "CVM");

	db_json_columns(j, r, i, O_ID, O_DAY);
	desk_write_number(j, "total_brl", r, i, O_TOTAL);
	json_text(j, "leader", db_get_text(r, i, O_LEADER));
	json_close(j);
	found->fact = found->about = pool_printf(
		f->ctx->pool, "offering/%s", text_head(f->ctx->pool, db_get_text(r, i, O_ID), 150));
	finding_of_company(f, found);
	found->date = db_get_day(r, i, O_DAY);
	found->title =
		pool_printf(f->ctx->pool, "%s: nova oferta pública registrada", watched_name(f, w));
	found->evidence = json_written(j);
}

static void see_term_change(struct findings *f, const struct watching *w, size_t i)
{
	const struct db_rows *r = f->terms;
	struct finding *found = finding_add(f, w);
	struct json *j = finding_evidence(f, "regulamento");
	const char *id = uuid_text(f->ctx->pool, db_get_uuid(r, i, V_TERM));

	json_text(j, "term_id", id);
	db_json_columns(j, r, i, V_KIND, V_QUOTE);
	desk_write_number(j, "value", r, i, V_VALUE);
	desk_write_number(j, "previous_value", r, i, V_BEFORE);
	db_json_day(j, "previous_date", r, i, V_DAY_BEFORE);
	if (db_is_null(r, i, V_BEFORE))
		json_text(j, "previous_reason", "figure_missing");
	json_text(j, "unit", db_get_text(r, i, V_UNIT));
	json_close(j);
	found->fact = found->about =
		pool_printf(f->ctx->pool, "term/%s/%" PRId64, id, db_get_int(r, i, V_VERSION));
	found->date = db_get_day(r, i, V_DAY);
	found->title =
		pool_printf(f->ctx->pool, "%s: um termo do regulamento mudou", watched_name(f, w));
	found->evidence = json_written(j);
}

/* ---- figures against a limit ---- */

const char *const limit_levels[] = { "calm", "early", "breach" };

struct measure {
	const char *what, *title;
	struct maybe value;
	wide threshold, band;
	bool above;
	struct day reference;
	const struct limit *limit; /* NULL: of statements */
	const struct company_facts *company;
	const struct fund_facts *classes; /* the inputs of a ratio, or NULL */
	const char *reason; /* not NULL: why the limit is broken although there is no value */
	struct maybe before;
	bool has_before; /* there are statements, or a report, of an earlier date, the day then */
	struct day then;
	const char *reason_before; /* as reason, of the earlier date */
};

static void write_previous(struct json *j, const struct measure *m)
{
	known_write(j, "previous_value", m->before, 4);
	json_day_or_null(j, "previous_date", m->has_before, m->then);
	if (!m->before.known)
		json_text(j, "previous_reason",
			  m->reason_before ? m->reason_before
			  : m->has_before  ? "figure_missing"
					   : "no_earlier");
}

static void write_measure(struct json *j, const struct measure *m, const struct credit_watch *watch)
{
	const struct company_facts *c = m->company;

	json_text(j, "measure", m->what);
	json_day(j, "reference_date", m->reference);
	known_write(j, "value", m->value, 4);
	if (!m->value.known)
		json_text(j, "reason", m->reason);
	json_decimal(j, "threshold", m->threshold, 8, 8, true);
	json_decimal(j, "band_pct", m->band, 8, 4, true);
	json_percent_or_null(j, "headroom_pct", m->value.known, watch->headroom);
	write_previous(j, m);
	if (c) {
		json_text(j, "form", c->form);
		json_int(j, "version", c->version);
		json_text(j, "scope", c->scope);
		if (c->dated)
			json_day(j, "filed_at", c->filed_at);
		known_write(j, "net_debt", c->net_debt, 2);
		known_write(j, "ebitda_ttm", c->ebitda, 2);
		known_write(j, "ebit_ttm", c->ebit, 2);
		known_write(j, "interest_ttm", c->interest, 2);
		json_text(j, "interest_source", c->interest_source);
	}
	if (m->classes) {
		known_write(j, "classes_difference_pct", m->classes->difference, 4);
		json_boolean(j, "classes_differ", m->classes->differ);
	}
	if (m->limit) {
		json_uuid(j, "term_id", m->limit->id);
		json_text(j, "term", m->limit->term);
		json_text(j, "document", m->limit->document);
		if (m->limit->page)
			json_int(j, "page", m->limit->page);
		json_text(j, "quote", m->limit->quote);
	}
}

const char *measure_of(const char *kind)
{
	static const char *const of[][2] = { { "leverage_above", "net_debt_to_ebitda" },
					     { "coverage_below", "interest_coverage" },
					     { "subordination_floor", "subordination_pct" },
					     { "net_worth_floor", "net_worth" } };

	for (size_t i = 0; i < ARRAY_SIZE(of); i++)
		if (str_eq(of[i][0], kind))
			return of[i][1];
	return NULL;
}

static const char *measure_about(void *pool, const char *what, struct day reference,
				 const struct uuid *term)
{
	return pool_printf(pool, "%s/%s/%s", what, day_iso(pool, reference),
			   term ? uuid_text(pool, *term) : "");
}

const char *measure_fact(void *pool, const char *what, struct day reference,
			 const struct uuid *term, struct maybe value, const char *reason)
{
	return pool_printf(pool, "%s=%s", measure_about(pool, what, reference, term),
			   value.known ? finding_number(pool, value.v, 8) : reason);
}

const char *limit_side(bool above, bool past)
{
	static const char *const sides[2][2] = { { "perto do mínimo", "abaixo do mínimo" },
						 { "perto do limite", "além do limite" } };

	return sides[above][past];
}

static void see_measure(struct findings *f, const struct watching *w, const struct measure *m)
{
	struct credit_watch watch = { .level = LEVEL_BREACH };
	void *pool = f->ctx->pool;
	struct finding *found;
	struct json *j;

	if (m->value.known ? credit_watch(m->value.v, m->threshold, (struct percent){ m->band },
					  m->above, &watch) != CALC_OK
			   : !m->reason)
		return;
	found = finding_add(f, w);
	j = finding_evidence(f, "CVM");
	write_measure(j, m, &watch);
	json_close(j);
	if (m->company)
		finding_of_company(f, found);
	found->level = limit_levels[watch.level];
	found->has_headroom = m->value.known;
	found->headroom = watch.headroom;
	found->date = m->reference;
	found->about = measure_about(pool, m->what, m->reference, m->limit ? &m->limit->id : NULL);
	found->fact = measure_fact(pool, m->what, m->reference, m->limit ? &m->limit->id : NULL,
				   m->value, m->reason);
	found->title = pool_printf(pool, "%s: %s %s%s, %s de %s", watched_name(f, w), m->title,
				   m->value.known ? "em " : "sem EBITDA positivo",
				   m->value.known ? finding_said(f, m->value.v, 4) : "",
				   limit_side(m->above, watch.level == LEVEL_BREACH),
				   finding_said(f, m->threshold, 4));
	found->evidence = json_written(j);
}

static void see_ratio(struct findings *f, const struct watching *w)
{
	const struct company_facts *c = watched_company(f, w);
	bool above = watching_is(w, "leverage_above");

	if (!c || !c->filed)
		return;
	see_measure(f, w,
		    &(struct measure){ .what = measure_of(w->kind),
				       .title = above ? "dívida líquida sobre EBITDA"
						      : "cobertura de juros",
				       .value = above ? c->leverage : c->coverage,
				       .threshold = w->threshold,
				       .band = w->band,
				       .above = above,
				       .reference = c->reference,
				       .company = c,
				       .reason = above ? leverage_reason(c) : NULL,
				       .before = above ? c->leverage_before : c->coverage_before,
				       .has_before = c->has_before,
				       .then = c->before,
				       .reason_before = above ? c->reason_before : NULL });
}

static void see_limits(struct findings *f, const struct watching *w)
{
	const struct named *o = names_find(&f->names, w->object);
	const struct fund_facts *fund = o ? fund_facts_of(&f->funds, o->tax_id) : NULL;

	for (size_t i = 0; fund && i < f->n_limits; i++) {
		const struct limit *l = &f->limits[i];
		bool part = str_eq(l->term, "subordination_floor");

		if (!str_eq(l->object, w->object) || (w->has_term && !uuid_same(w->term, l->id)) ||
		    (!part && !str_eq(l->term, "net_worth_floor")))
			continue;
		see_measure(
			f, w,
			&(struct measure){ .what = measure_of(l->term),
					   .title = part ? "subordinação" : "patrimônio líquido",
					   .value = part ? fund->subordination : fund->net_worth,
					   .threshold = l->value,
					   .band = w->band,
					   .reference = fund->day,
					   .limit = l,
					   .classes = part ? fund : NULL,
					   .before = part ? fund->subordination_before
							  : fund->net_worth_before,
					   .has_before = fund->has_before,
					   .then = fund->before });
	}
}

/* ---- missing filings ---- */

const char *watched_due(const struct findings *f, const struct watching *w, struct filing_due *due)
{
	const struct named *o = names_find(&f->names, w->object);
	const struct company_facts *c = watched_company(f, w);
	const struct fund_facts *fund = o ? fund_facts_of(&f->funds, o->tax_id) : NULL;

	if (c && c->filed && c->active)
		*due = filing_due(c->reference, c->year_end);
	else if (fund)
		*due = report_due(fund->day);
	else if (c)
		return c->filed ? "registration_not_active" : "no_statements";
	else
		return o && str_eq(o->kind, "fund") ? "no_report" : "no_filings";
	return NULL;
}

const char *watched_unmeasured(const struct findings *f, const struct watching *w, bool leverage)
{
	const struct company_facts *c = watched_company(f, w);

	if (!c)
		return "no_filings";
	if (!c->filed)
		return "no_statements";
	if (leverage ? c->leverage.known || leverage_reason(c) ||
			       (c->net_debt.known && c->net_debt.v <= 0)
		     : c->coverage.known)
		return NULL;
	return "figure_missing";
}

static void see_late(struct findings *f, const struct watching *w)
{
	const struct named *o = names_find(&f->names, w->object);
	const struct company_facts *c = watched_company(f, w);
	const struct fund_facts *fund = o ? fund_facts_of(&f->funds, o->tax_id) : NULL;
	struct filing_due due;
	const bool company = c && c->filed;
	struct day last;
	struct finding *found;
	const char *form;
	struct json *j;

	if (watched_due(f, w, &due))
		return;
	if (company)
		last = c->reference;
	else if (fund)
		last = fund->day;
	else
		return; /* watched_due() has a reason then */
	if (!day_before(due.due, f->ctx->today))
		return;
	form = !company ? "informe mensal" : due.annual ? "DFP" : "ITR";
	found = finding_add(f, w);
	j = finding_evidence(f, "CVM");
	json_text(j, "form", form);
	json_day(j, "reference_date", due.reference);
	json_day(j, "due", due.due);
	json_day(j, "last_reference_date", last);
	json_close(j);
	found->date = due.due;
	finding_of_company(f, found);
	found->fact = found->about =
		pool_printf(f->ctx->pool, "late/%s/%s", form, day_iso(f->ctx->pool, due.reference));
	found->title =
		pool_printf(f->ctx->pool, "%s: %s de %s não veio até %s", watched_name(f, w), form,
			    day_iso(f->ctx->pool, due.reference), day_iso(f->ctx->pool, due.due));
	found->evidence = json_written(j);
}

/* ---- the state of an issuer ---- */

/* The register writes the phases of a sound company as "FASE …"; every other state is trouble. */
static bool in_trouble(const struct company_facts *c)
{
	return c->state && !text_starts(c->state, "FASE ");
}

static void see_state(struct findings *f, const struct watching *w)
{
	const struct company_facts *c = watched_company(f, w);
	const bool off = c && (str_eq(c->status, "cancelled") || str_eq(c->status, "suspended"));
	void *pool = f->ctx->pool;
	const char *state, *what;
	struct finding *found;
	struct json *j;

	if (!c || (!off && !in_trouble(c)))
		return;
	state = in_trouble(c) ? text_head(pool, c->state, 100) : "";
	what = !off				? ""
	       : str_eq(c->status, "cancelled") ? "registro cancelado"
						: "registro suspenso";
	found = finding_add(f, w);
	j = finding_evidence(f, "CVM");
	json_text(j, "status", c->status);
	json_text(j, "issuer_state", c->state);
	if (c->has_cancelled_on)
		json_day(j, "cancelled_on", c->cancelled_on);
	json_close(j);
	finding_of_company(f, found);
	found->level = "breach";
	found->date = off && c->has_cancelled_on ? c->cancelled_on : f->ctx->today;
	found->about = found->fact = pool_printf(pool, "issuer/%s/%s", c->status, state);
	found->title = pool_printf(pool, "%s: %s%s%s", watched_name(f, w), what,
				   off && *state ? ", " : "", state);
	found->evidence = json_written(j);
}

/* ---- all ---- */

static struct day oldest(const struct findings *f, const char *kind)
{
	struct day d = DAY_FAR_FUTURE;

	for (size_t i = 0; i < f->n_watching; i++)
		if (watching_is(&f->watching[i], kind) && day_before(f->watching[i].since, d))
			d = f->watching[i].since;
	return d;
}

static struct db_arg keys(struct findings *f, const char *kind, bool tax_ids)
{
	const char **list = pool_array(f->ctx->pool, const char *, f->n_watching);
	size_t n = 0;

	for (size_t i = 0; i < f->n_watching; i++) {
		const struct watching *w = &f->watching[i];
		const char *key = tax_ids ? tax_id_of(f, w) : w->object;

		if (watching_is(w, kind) && key)
			list[n++] = key;
	}
	return db_texts(list, n);
}

static void send_documents(struct findings *f)
{
	int64_t *ids = pool_array(f->ctx->pool, int64_t, f->n_watching);
	size_t n = 0;

	for (size_t i = 0; i < f->n_watching; i++) {
		const struct company_facts *c = watched_company(f, &f->watching[i]);

		if (c && watching_is(&f->watching[i], "material_fact"))
			ids[n++] = c->id;
	}
	db_send(f->ctx, &documents, DB_ARGS(db_ints(ids, n), db_day(oldest(f, "material_fact"))));
}

enum { OF_DOCUMENTS, OF_RATINGS, OF_OFFERINGS, OF_ALL };

static void see_events(struct findings *f, const struct watching *w, struct db_rows *const *r)
{
	const struct company_facts *c = watched_company(f, w);
	const char *tax_id = tax_id_of(f, w);

	if (watching_is(w, "material_fact"))
		for (size_t i = 0; c && i < db_count(r[OF_DOCUMENTS]); i++)
			if (db_get_int(r[OF_DOCUMENTS], i, D_COMPANY) == c->id &&
			    !day_before(db_get_day(r[OF_DOCUMENTS], i, D_FILED), w->since))
				see_document(f, w, r[OF_DOCUMENTS], i);
	if (watching_is(w, "rating_change"))
		for (size_t i = 0; i < db_count(r[OF_RATINGS]); i++)
			if (str_eq(db_get_text(r[OF_RATINGS], i, G_OBJECT), w->object) &&
			    !day_before(db_get_day(r[OF_RATINGS], i, G_DAY), w->since))
				see_rating(f, w, r[OF_RATINGS], i);
	if (watching_is(w, "new_offering"))
		for (size_t i = 0; tax_id && i < db_count(r[OF_OFFERINGS]); i++)
			if (str_eq(db_get_text(r[OF_OFFERINGS], i, O_ISSUER), tax_id) &&
			    !day_before(db_get_day(r[OF_OFFERINGS], i, O_DAY), w->since))
				see_offering(f, w, r[OF_OFFERINGS], i);
	if (watching_is(w, "regulation_term_changed"))
		for (size_t i = 0; i < db_count(f->terms); i++)
			if (str_eq(db_get_text(f->terms, i, V_OBJECT), w->object) &&
			    !day_before(db_get_day(f->terms, i, V_DAY), w->since))
				see_term_change(f, w, i);
}

void findings_make(struct findings *f)
{
	struct db_rows *r[OF_ALL];

	send_documents(f);
	db_send(f->ctx, &ratings,
		DB_ARGS(keys(f, "rating_change", false), db_day(oldest(f, "rating_change"))));
	db_send(f->ctx, &offerings,
		DB_ARGS(keys(f, "new_offering", true), db_day(oldest(f, "new_offering"))));
	db_wait(f->ctx, r, OF_ALL);
	for (size_t i = 0; i < f->n_watching; i++) {
		const struct watching *w = &f->watching[i];

		see_events(f, w, r);
		if (watching_is(w, "leverage_above") || watching_is(w, "coverage_below"))
			see_ratio(f, w);
		if (watching_is(w, "term_breach"))
			see_limits(f, w);
		if (watching_is(w, "late_filing"))
			see_late(f, w);
		if (watching_is(w, "issuer_state"))
			see_state(f, w);
	}
}
