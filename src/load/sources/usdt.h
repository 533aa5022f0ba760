/* SPDX-License-Identifier: Apache-2.0 */
/* usdt.h: the live pair USDT/BRL (doc/calculations.md 5). */
#ifndef LASTRO_LOAD_SOURCES_USDT_H
#define LASTRO_LOAD_SOURCES_USDT_H

#include "calc/amounts/amounts.h"
#include "load/run.h"

/*
 * usdt_save() - stores @now unless a newer one exists; without a change of its own, it is computed from
 * @before, if known.  True when it was written.
 */
bool usdt_save(struct load *l, const struct fx_live *now, const struct fx_live *before);

#endif
