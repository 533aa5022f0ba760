/* SPDX-License-Identifier: Apache-2.0 */
/* fx.h: the official rate of a date, and the valuation rate (doc/calculations.md 5). */
#ifndef LASTRO_CALC_AMOUNTS_FX_H
#define LASTRO_CALC_AMOUNTS_FX_H

#include "calc/amounts/ledger.h"

enum fx_source { FX_NONE, FX_USDT, FX_BCB };

struct fx {
	enum fx_source source;
	struct price rate;
	int64_t at_ms;	/* FX_USDT */
	struct day day; /* FX_BCB */
	bool change_known;
	struct percent change;
};

/* How far back a date's rate may be, and the age up to which an official rate validates the pair. */
#define PTAX_DAYS 7

/* fx_ptax() - the rate of @day or the nearest earlier one at most 7 days back; false when there is none. */
bool fx_ptax(const struct fx_series *s, struct day day, struct close *out) MUST_CHECK;

/*
 * fx_choose() - valuation rate at @now_ms with official rates up to @today; source FX_NONE when there
 * is none.
 */
struct fx fx_choose(const struct fx_live *usdt, const struct fx_series *official, int64_t now_ms,
		    struct day today);

#endif
