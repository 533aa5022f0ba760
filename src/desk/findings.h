/* SPDX-License-Identifier: Apache-2.0 */
/* findings.h: the findings of a desk's rules in the loaded facts; used only in this folder. */
#ifndef LASTRO_DESK_FINDINGS_H
#define LASTRO_DESK_FINDINGS_H

#include "desk/desk_facts.h"

/* A rule on one object; a watchlist's rule becomes one for each of its objects. */
struct watching {
	struct uuid rule;
	const char *kind, *object, *measure; /* measure: of measure_above and measure_below */
	bool has_term;
	struct uuid term;
	wide threshold, band; /* 8 places */
	int64_t sessions;
	struct day since;
};

/* An approved limit. */
struct limit {
	struct uuid id;
	const char *object, *term, *document, *quote;
	int64_t page; /* 0: not said */
	wide value;
};

struct finding {
	const struct watching *by;
	const char *subject; /* the fact's owner: the object, or the issuer of a watched paper */
	const char *fact;    /* what was seen */
	const char *about;   /* the same without its figure: equal for a restated one */
	const char *level;   /* "event", "early", "breach"; "calm": only of a restated figure */
	bool has_headroom;
	struct percent headroom; /* of a figure: the distance to the limit */
	struct day date;
	const char *title;    /* pt-BR */
	const char *evidence; /* a JSON object */
};

struct findings {
	struct ctx *ctx;
	const struct watching *watching;
	size_t n_watching;
	const struct limit *limits;
	size_t n_limits;
	const struct db_rows *terms; /* versions of the desk's terms */
	struct names names;
	struct company_list companies;
	struct paper_list papers;
	struct fund_list funds;
	struct finding *list;
	size_t n, room;
};

enum {
	V_TERM,
	V_OBJECT,
	V_KIND,
	V_VERSION,
	V_DOCUMENT,
	V_PAGE,
	V_QUOTE,
	V_VALUE,
	V_BEFORE,
	V_UNIT,
	V_DAY,
	V_DAY_BEFORE
};

/*
 * findings_read() - reads f->names, papers, companies and funds of the ids in column @col, including
 * issuers of papers.
 */
void findings_read(struct findings *f, const struct db_rows *r, int col);

/*
 * findings_make() - adds to f->list the findings from the members above, except price_move; a fixed
 * number of statements.
 */
void findings_make(struct findings *f);

/*
 * findings_price_moves() - adds those of price_move: debentures and the listed papers of companies
 * (price_moves.c).
 */
void findings_price_moves(struct findings *f);
/* findings_debenture_prices() - its part of debentures (debenture_moves.c). */
void findings_debenture_prices(struct findings *f);

/* findings_measures() - adds those of measure_above and measure_below (measure_limits.c). */
void findings_measures(struct findings *f);

/* ---- of one finding ---- */

/* finding_add() - adds an event; valid until the next call. */
struct finding *finding_add(struct findings *f, const struct watching *w);
/* finding_evidence() - its object, left open: the source of the fact. */
struct json *finding_evidence(struct findings *f, const char *source);
const char *finding_said(struct findings *f, wide v,
			 int shown); /* the same with a comma, for a title */

bool watching_is(const struct watching *w, const char *kind);
bool watching_measure(const struct watching *w); /* a rule on a measure */
/* TERM_BAND - SQL: the widest band of the rules that watch the floor t ($1 the workspace), or null. */
#define TERM_BAND                                                                                     \
	"(select max(r.band_pct) from alert_rule r"                                                   \
	"  where r.workspace_id = $1 and r.kind = 'term_breach' and coalesce(r.term_id = t.id, true)" \
	"    and (r.object_id = t.object_id or exists (select from watchlist_item i"                  \
	"           where i.workspace_id = $1 and i.watchlist_id = r.watchlist_id"                    \
	"             and i.object_id = t.object_id)))"
extern const char *const limit_levels[]; /* by enum credit_level */
/* limit_side() - where a value stands: near or past a threshold that it must not exceed (@above), or not fall below. */
const char *limit_side(bool above, bool past);
/*
 * watched_due() - the object's next filing: NULL, and sets *@due; else why it is unknown:
 * no_statements, registration_not_active, no_report, or no_filings when the object files neither.
 */
const char *watched_due(const struct findings *f, const struct watching *w, struct filing_due *due);
/*
 * watched_unmeasured() - why the object has no ratio to compare with a limit, of leverage or else of
 * coverage: no_statements, no_filings, or figure_missing; NULL when it has one, or has no net debt.
 */
const char *watched_unmeasured(const struct findings *f, const struct watching *w, bool leverage);
/*
 * measure_fact() - the fact that a figure is, as an alert names it: what is measured, of which day, by
 * which clause (@term; NULL: of a rule), and the value, or why there is none (@reason).
 */
const char *measure_fact(void *pool, const char *what, struct day reference,
			 const struct uuid *term, struct maybe value, const char *reason);
/* measure_of() - what a rule of leverage or coverage, or the term of a fund, measures. */
const char *measure_of(const char *kind);
/* finding_of_company() - the fact is the company's, whichever of its papers is watched. */
void finding_of_company(struct findings *f, struct finding *found);
const char *watched_name(const struct findings *f, const struct watching *w);
/* watched_company() - the company that the object is, or that issued it; NULL: none. */
const struct company_facts *watched_company(const struct findings *f, const struct watching *w);

#endif
