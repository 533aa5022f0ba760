/* SPDX-License-Identifier: Apache-2.0 */
/*
 * targets.h: the targets of a portfolio, or of all together: one document, kept with its history
 * (doc/calculations.md 21.1).
 */
#ifndef LASTRO_PORTFOLIO_PLAN_TARGETS_H
#define LASTRO_PORTFOLIO_PLAN_TARGETS_H

#include "calc/plan/plan.h"
#include "core/ctx.h"
#include "core/json_write.h"
#include "http/json_read.h"

struct targets {
	int64_t version; /* 0: there never was one */
	bool exist;	 /* false: none, or deleted */
	int64_t since_ms;
	struct plan_targets plan;
};

/* targets_read() - the members of a document; faults are noted. */
void targets_read(struct ctx *ctx, struct body *b, struct plan_targets *out);

/* targets_judge() - 400 targets_not_100, after body_done(). */
void targets_judge(struct ctx *ctx, const struct plan_targets *t);

/* targets_stored() - a document as a row has it. */
struct plan_targets targets_stored(struct ctx *ctx, const char *document);

/*
 * targets_find() - the latest of ctx->caller's portfolio, or, with @all, of its portfolios together.
 * @at: those of the end of that day; NULL: now
 */
void targets_find(struct ctx *ctx, bool all, const struct day *at, struct targets *out);

/* targets_needed() - the same; targets_none() when there are none: 404 targets_not_found. */
NORETURN void targets_none(struct ctx *ctx, const struct day *at);
void targets_needed(struct ctx *ctx, bool all, const struct day *at, struct targets *out);

/* targets_members() - the document, into an open object; targets_render() - with its version. */
void targets_members(struct json *j, const struct plan_targets *plan);
void targets_render(struct json *j, const char *name, const struct targets *t);

#endif
