/* SPDX-License-Identifier: Apache-2.0 */
/* debenture.h: what the loaders of debentures share (doc/load.md). */
#ifndef LASTRO_LOAD_DEBENTURE_H
#define LASTRO_LOAD_DEBENTURE_H

#include "core/decimal.h"
#include "load/run.h"

#define RATE_PLACES 8
#define RATE_MAX (1000000 * E8)

/*
 * As contracted (doc/calculations.md 4).  What is not said stays unknown: a missing spread is not a
 * zero.
 */
struct debenture_terms {
	const char *indexer;		/* cdi, prefixado, ipca, igpm, outro; NULL: nothing said */
	struct maybe pct, spread, rate; /* percent, RATE_PLACES */
	const char *rate_kind;		/* of rate_kind_names; NULL: unknown */
};

/*
 * debenture_terms_of() - parses ANBIMA's text: "DI + 1,6%", "115% do DI", "IPCA + 6,49%", "PREFIXADO
 * 11,44%".
 */
struct debenture_terms debenture_terms_of(const char *index);

/* debenture_rate_kind() - the kind for terms that come without such a text. */
const char *debenture_rate_kind(const struct debenture_terms *t);

/* debenture_indexer() - from the depository's column: "DI", "IPCA", "PRÉ" …; NULL when empty. */
const char *debenture_indexer(const char *folded);

/* debenture_code() - a valid code: 4 to 10 capitals and digits; otherwise NULL. */
const char *debenture_code(struct load *l, struct slice s);

/* A debenture to be saved; texts may be NULL. */
struct debenture {
	const char *code, *issuer_name, *issuer_tax_id, *isin, *series, *index_text;
	struct debenture_terms terms;
	int64_t index_day; /* 0: not said */
	bool has_issued, has_maturity, has_next, knows_incentive, incentivised, knows_standard,
		standard;
	struct day issued, maturity, next_event;
};

struct debentures;

/* debentures_open() - @source: "anbima" or "snd"; ANBIMA does not overwrite the depository's data. */
struct debentures *debentures_open(struct load *l, const char *source);
void debentures_add(struct debentures *d, const struct debenture *row);

/* debentures_save() - writes debenture and instrument; returns the number of changed rows of debenture. */
int64_t debentures_save(struct debentures *d);

#endif
