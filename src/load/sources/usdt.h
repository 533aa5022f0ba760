/* SPDX-License-Identifier: Apache-2.0 */
/* usdt.h: the live pair USDT/BRL (doc/calculations.md 5). */
#ifndef LASTRO_LOAD_SOURCES_USDT_H
#define LASTRO_LOAD_SOURCES_USDT_H

#include "core/decimal.h"
#include "load/run.h"

struct usdt_rate {
	bool known;
	struct price rate;
	int64_t at_ms;
	bool change_known;
	struct percent change; /* 24 hours */
};

/*
 * usdt_save() - stores @now unless a newer one exists; without a change of its own, it is computed from
 * @before, if known.  True when it was written.
 */
bool usdt_save(struct load *l, const struct usdt_rate *now, const struct usdt_rate *before);

#endif
