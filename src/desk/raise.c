/* SPDX-License-Identifier: Apache-2.0 */
/*
 * raise.c: lastro compute alerts: raises the findings of every desk's rules, each once.
 *
 * One fact is one alert, whichever rules find it and on whichever of an issuer's papers, and running
 * again raises nothing.  A figure that was filed anew is another fact about the same subject: it is
 * raised and names the alert that it corrects, even when it no longer passes the limit.
 */
#include "config.h"

#include "desk/desk.h"
#include "desk/findings.h"

#include <stdlib.h>

#include "core/text.h"
#include "db/db.h"

static DB_STMT(
	desks, "desk.all",
	"select workspace_id from lastro.office where kind = 'desk' and ($1::uuid[] is null or workspace_id = any($1::uuid[]))"
	" order by workspace_id limit 100000");

static DB_STMT(
	watched, "desk.watched",
	"select r.id, r.kind, coalesce(r.object_id, i.object_id), r.term_id, r.threshold, r.band_pct,"
	"       r.sessions, r.since, r.measure"
	"  from alert_rule r"
	"  left join watchlist_item i on i.workspace_id = $1 and i.watchlist_id = r.watchlist_id"
	" where r.workspace_id = $1 and (r.object_id is not null or i.object_id is not null)"
	" order by r.id, 3 limit 1000000");
enum { W_ID, W_KIND, W_OBJECT, W_TERM, W_THRESHOLD, W_BAND, W_SESSIONS, W_SINCE, W_MEASURE };

/* With the clause that was approved, not one that was read since. */
static DB_STMT(
	approved, "desk.approved",
	"select t.id, t.object_id, t.term, t.approved, v.document, v.page, v.quote"
	"  from regulation_term t join regulation_term_version v"
	"    on v.workspace_id = $1 and v.term_id = t.id"
	"   and v.version = coalesce((select r.version from regulation_term_review r"
	"         where r.workspace_id = $1 and r.term_id = t.id and r.decision in ('approve', 'correct')"
	"         order by r.id desc limit 1), t.version)"
	" where t.workspace_id = $1 and t.approved is not null"
	"   and t.approved <> 0 order by t.object_id, t.id limit 100000");
enum { L_ID, L_OBJECT, L_TERM, L_VALUE, L_DOCUMENT, L_PAGE, L_QUOTE };

/* What somebody proposed counts once it was reviewed. */
#define COUNTS(x)                                                                                  \
	"(" x ".proposed_by is null or exists (select from regulation_term_review r"               \
	" where r.workspace_id = $1 and r.term_id = t.id and r.version = " x ".version"            \
	" and r.decision in ('approve', 'correct')))"

static DB_STMT(
	versions, "desk.term_versions",
	"select t.id, t.object_id, t.term, v.version, v.document, v.page, v.quote, v.value, b.value, v.unit,"
	"       (v.loaded_at at time zone 'America/Sao_Paulo')::date,"
	"       (b.loaded_at at time zone 'America/Sao_Paulo')::date"
	"  from regulation_term t"
	"  join regulation_term_version v on v.workspace_id = $1 and v.term_id = t.id and v.version > 1"
	"  join lateral (select b.value, b.loaded_at from regulation_term_version b"
	"         where b.workspace_id = $1 and b.term_id = t.id and b.version < v.version and " COUNTS(
		"b") "  order by b.version desc limit 1) b on true"
		     " where t.workspace_id = $1 and " COUNTS(
			     "v") " order by t.object_id, t.id, v.version limit 100000");

/* The last alert about each figure: one without a predecessor is about itself. */
static DB_STMT(raised, "desk.raised",
	       "select distinct on (a.subject, a.about) a.subject, a.about, a.id, a.fact"
	       "  from alert a"
	       " where a.workspace_id = $1 and a.fact <> a.about"
	       " order by a.subject, a.about, a.raised_at desc, a.id desc limit 1000000");
enum { A_SUBJECT, A_ABOUT, A_ID, A_FACT };

static DB_STMT(
	insert, "desk.raise",
	"insert into alert (workspace_id, id, rule_id, object_id, subject, fact, about, kind, level, fact_date,"
	"                   title, evidence, corrects, raised_at)"
	" select o.workspace_id, u.id, u.rule_id, u.object_id, u.subject, u.fact, u.about, u.kind, u.level, u.day,"
	"        u.title, u.evidence::jsonb, u.corrects, $2"
	"  from office o,"
	"       unnest($3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],"
	"              $10::date[], $11::text[], $12::text[], $13::uuid[], $14::text[])"
	"       u (id, rule_id, object_id, fact, about, kind, level, day, title, evidence, corrects, subject)"
	" where o.workspace_id = $1 on conflict on constraint alert_once do nothing");

/* Adds the rules and objects that saw the fact of an alert. */
static DB_STMT(
	see, "desk.alert_seen",
	"insert into alert_seen (workspace_id, alert_id, rule_id, object_id, level, headroom_pct, raised_at)"
	" select a.workspace_id, a.id, u.rule_id, u.object_id, u.level, u.headroom, a.raised_at"
	"  from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::numeric[])"
	"       u (rule_id, object_id, subject, fact, level, headroom)"
	"  join alert a on a.workspace_id = $1 and a.subject = u.subject and a.fact = u.fact"
	"   and (u.level <> 'cleared' or a.level = 'cleared')"
	" on conflict (workspace_id, alert_id, rule_id, object_id) do update"
	" set level = excluded.level, headroom_pct = excluded.headroom_pct"
	" where (alert_seen.level, alert_seen.headroom_pct)"
	"       is distinct from (excluded.level, excluded.headroom_pct)");

/* Reopens an alert when a rule rates its fact worse than the alert does. */
static DB_STMT(
	worsen, "desk.alert_worsen",
	"update alert a set rule_id = u.rule_id, object_id = u.object_id, level = u.level, title = u.title,"
	"       evidence = u.evidence::jsonb, acknowledged_at = null, acknowledged_by = null, snoozed_until = null"
	"  from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])"
	"       u (rule_id, object_id, subject, fact, level, title, evidence)"
	" where a.workspace_id = $1 and a.subject = u.subject and a.fact = u.fact"
	"   and case u.level when 'breach' then a.level in ('early', 'cleared')"
	"        when 'early' then a.level = 'cleared' else false end");

/* Queued in the same transaction, so exactly the committed alerts are sent. */
static DB_STMT(queue, "desk.queue_deliveries",
	       "insert into webhook_delivery (workspace_id, alert_id, status, queued_at, next_at)"
	       " select a.workspace_id, a.id, 'pending', $3, $3"
	       "  from webhook w join alert a on a.workspace_id = $1 and a.id = any($2::uuid[])"
	       " where w.workspace_id = $1");

/* ---- reading ---- */

static wide number_or_zero(const struct db_rows *r, size_t i, int col)
{
	return db_is_null(r, i, col) ? 0 : db_get_decimal(r, i, col, 8);
}

static void read_watching(struct findings *f, const struct db_rows *r)
{
	struct watching *list = pool_array(f->ctx->pool, struct watching, db_count(r));

	for (size_t i = 0; i < db_count(r); i++) {
		list[i] = (struct watching){ .rule = db_get_uuid(r, i, W_ID),
					     .kind = db_get_text(r, i, W_KIND),
					     .object = db_get_text(r, i, W_OBJECT),
					     .has_term = !db_is_null(r, i, W_TERM),
					     .threshold = number_or_zero(r, i, W_THRESHOLD),
					     .band = number_or_zero(r, i, W_BAND),
					     .since = db_get_day(r, i, W_SINCE),
					     .measure = db_get_text(r, i, W_MEASURE) };
		if (list[i].has_term)
			list[i].term = db_get_uuid(r, i, W_TERM);
		if (!db_is_null(r, i, W_SESSIONS))
			list[i].sessions = db_get_int(r, i, W_SESSIONS);
	}
	f->watching = list;
	f->n_watching = db_count(r);
}

static void read_limits(struct findings *f, const struct db_rows *r)
{
	struct limit *list = pool_array(f->ctx->pool, struct limit, db_count(r));

	for (size_t i = 0; i < db_count(r); i++)
		list[i] =
			(struct limit){ .id = db_get_uuid(r, i, L_ID),
					.object = db_get_text(r, i, L_OBJECT),
					.term = db_get_text(r, i, L_TERM),
					.value = db_get_decimal(r, i, L_VALUE, 8),
					.document = db_get_text(r, i, L_DOCUMENT),
					.page = db_is_null(r, i, L_PAGE) ? 0
									 : db_get_int(r, i, L_PAGE),
					.quote = db_get_text(r, i, L_QUOTE) };
	f->limits = list;
	f->n_limits = db_count(r);
}

void findings_read(struct findings *f, const struct db_rows *r, int col)
{
	struct named *all;
	size_t n = 0;

	f->names = names_of_rows(f->ctx, r, db_count(r), col);
	f->papers = facts_papers(f->ctx, &f->names);
	all = pool_array(f->ctx->pool, struct named, f->names.n + f->papers.n);
	for (size_t i = 0; i < f->names.n; i++)
		all[n++] = f->names.list[i];
	for (size_t i = 0; i < f->papers.n; i++)
		all[n++] = (struct named){ .tax_id = f->papers.list[i].issuer_tax_id };
	f->companies = facts_companies(f->ctx, &(struct names){ all, n });
	f->funds = facts_funds(f->ctx, &f->names);
}

/* ---- writing ---- */

/* The last alert about the same figure, by bisection: rows are sorted. */
static bool find_previous(const struct db_rows *r, const struct finding *f, size_t *at)
{
	size_t low = 0, high = db_count(r);

	while (low < high) {
		size_t mid = low + (high - low) / 2;
		int order = strcmp(db_get_text(r, mid, A_SUBJECT), f->subject);

		if (!order)
			order = strcmp(db_get_text(r, mid, A_ABOUT), f->about);
		if (!order) {
			*at = mid;
			return true;
		}
		if (order < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return false;
}

static int rank_of(const struct finding *f)
{
	static const char *const worst_first[] = { "breach", "early", "event", "calm" };
	int rank = 0;

	while (!str_eq(worst_first[rank], f->level) && rank < 3)
		rank++;
	return rank;
}

/* Findings of one fact are adjacent, the worst first: least headroom, then the oldest rule. */
static int by_fact(const void *a, const void *b)
{
	const struct finding *x = a, *y = b;
	int order = strcmp(x->subject, y->subject);

	order = order ? order : strcmp(x->fact, y->fact);
	order = order ? order : rank_of(x) - rank_of(y);
	if (!order && x->has_headroom && y->has_headroom)
		order = (x->headroom.e8 > y->headroom.e8) - (x->headroom.e8 < y->headroom.e8);
	return order ? order : (x->by > y->by) - (x->by < y->by);
}

struct rows {
	struct uuid *ids, *rules, *corrects;
	bool *corrects_none;
	const char **objects, **subjects, **facts, **abouts, **kinds, **levels, **titles,
		**evidence;
	struct day *days;
	wide *headroom;
	bool *no_headroom;
	size_t n;
};

static struct rows rows_new(void *pool, size_t n)
{
	return (struct rows){ .ids = pool_array(pool, struct uuid, n),
			      .rules = pool_array(pool, struct uuid, n),
			      .corrects = pool_array(pool, struct uuid, n),
			      .corrects_none = pool_array(pool, bool, n),
			      .objects = pool_array(pool, const char *, n),
			      .subjects = pool_array(pool, const char *, n),
			      .facts = pool_array(pool, const char *, n),
			      .abouts = pool_array(pool, const char *, n),
			      .kinds = pool_array(pool, const char *, n),
			      .levels = pool_array(pool, const char *, n),
			      .titles = pool_array(pool, const char *, n),
			      .evidence = pool_array(pool, const char *, n),
			      .days = pool_array(pool, struct day, n),
			      .headroom = pool_array(pool, wide, n),
			      .no_headroom = pool_array(pool, bool, n) };
}

static size_t put(struct rows *w, const struct finding *f, const char *level)
{
	size_t n = w->n++;

	w->rules[n] = f->by->rule;
	w->objects[n] = f->by->object;
	w->subjects[n] = f->subject;
	w->facts[n] = f->fact;
	w->abouts[n] = f->about;
	w->kinds[n] = f->by->kind;
	w->levels[n] = level;
	w->titles[n] = f->title;
	w->evidence[n] = f->evidence;
	w->days[n] = f->date;
	w->headroom[n] = f->headroom.e8;
	w->no_headroom[n] = !f->has_headroom;
	return n;
}

/*
 * Adds an alert unless the fact has one; a calm figure creates one only when it corrects an earlier
 * alert.
 */
static void put_new(struct rows *w, const struct finding *f, const struct db_rows *before)
{
	bool calm = str_eq(f->level, "calm");
	size_t at = 0, n;
	bool known = find_previous(before, f, &at);

	if ((known && str_eq(db_get_text(before, at, A_FACT), f->fact)) || (calm && !known))
		return;
	n = put(w, f, calm ? "cleared" : f->level);
	w->ids[n] = uuid_new();
	w->corrects_none[n] = !known;
	if (known)
		w->corrects[n] = db_get_uuid(before, at, A_ID);
}

static int64_t insert_new(struct findings *f, struct db_arg workspace, const struct rows *w)
{
	int64_t made;

	if (!w->n)
		return 0;
	made = db_exec(f->ctx, &insert,
		       DB_ARGS(workspace, db_timestamp(f->ctx->now_ms), db_uuids(w->ids, w->n),
			       db_uuids(w->rules, w->n), db_texts(w->objects, w->n),
			       db_texts(w->facts, w->n), db_texts(w->abouts, w->n),
			       db_texts(w->kinds, w->n), db_texts(w->levels, w->n),
			       db_days(w->days, w->n), db_texts(w->titles, w->n),
			       db_texts(w->evidence, w->n),
			       db_array(DB_UUID_ARRAY, w->corrects, w->corrects_none, w->n, 0),
			       db_texts(w->subjects, w->n)));
	(void)db_exec(f->ctx, &queue,
		      DB_ARGS(workspace, db_uuids(w->ids, w->n), db_timestamp(f->ctx->now_ms)));
	return made;
}

static bool is_first(const struct findings *f, size_t i)
{
	return i == 0 || !str_eq(f->list[i - 1].subject, f->list[i].subject) ||
	       !str_eq(f->list[i - 1].fact, f->list[i].fact);
}

/* Findings of one fact are one alert: the worst is displayed, all their rules are listed. */
static int64_t save(struct findings *f, struct db_arg workspace)
{
	void *pool = f->ctx->pool;
	struct rows alerts = rows_new(pool, f->n), worst = rows_new(pool, f->n);
	struct rows all = rows_new(pool, f->n);
	const struct db_rows *before;
	int64_t made;

	if (!f->n)
		return 0;
	before = db_query(f->ctx, &raised, DB_ARGS(workspace));
	qsort(f->list, f->n, sizeof(*f->list), by_fact);
	for (size_t i = 0; i < f->n; i++) {
		const struct finding *x = &f->list[i];
		bool calm = str_eq(x->level, "calm");

		if (is_first(f, i)) {
			put_new(&alerts, x, before);
			(void)put(&worst, x, x->level);
		}
		(void)put(&all, x, calm ? "cleared" : x->level);
	}
	made = insert_new(f, workspace, &alerts);
	(void)db_exec(f->ctx, &worsen,
		      DB_ARGS(workspace, db_uuids(worst.rules, worst.n),
			      db_texts(worst.objects, worst.n), db_texts(worst.subjects, worst.n),
			      db_texts(worst.facts, worst.n), db_texts(worst.levels, worst.n),
			      db_texts(worst.titles, worst.n), db_texts(worst.evidence, worst.n)));
	(void)db_exec(f->ctx, &see,
		      DB_ARGS(workspace, db_uuids(all.rules, all.n), db_texts(all.objects, all.n),
			      db_texts(all.subjects, all.n), db_texts(all.facts, all.n),
			      db_texts(all.levels, all.n),
			      db_array(DB_DECIMAL_ARRAY, all.headroom, all.no_headroom, all.n, 8)));
	return made;
}

static void compute_desk(struct ctx *ctx, struct uuid id, struct alerts_result *out)
{
	struct db_arg workspace = db_uuid(id);
	struct findings f = { .ctx = ctx };
	struct db_rows *r[3];

	db_send(ctx, &watched, DB_ARGS(workspace));
	db_send(ctx, &approved, DB_ARGS(workspace));
	db_send(ctx, &versions, DB_ARGS(workspace));
	db_wait(ctx, r, 3);
	out->desks++;
	out->rules += (int64_t)db_count(r[0]);
	if (!db_count(r[0]))
		return;
	read_watching(&f, r[0]);
	read_limits(&f, r[1]);
	f.terms = r[2];
	findings_read(&f, r[0], W_OBJECT);
	findings_make(&f);
	findings_price_moves(&f);
	findings_measures(&f);
	out->raised += save(&f, workspace);
}

void alerts_compute(struct ctx *ctx, struct db_arg workspaces, struct alerts_result *out)
{
	const struct db_rows *r = db_query(ctx, &desks, DB_ARGS(workspaces));

	for (size_t i = 0; i < db_count(r); i++)
		compute_desk(ctx, db_get_uuid(r, i, 0), out);
}
