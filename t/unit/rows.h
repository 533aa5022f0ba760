/* SPDX-License-Identifier: Apache-2.0 */
/* rows.h: ledger entries typed as text, for tests. */
#ifndef LASTRO_T_ROWS_H
#define LASTRO_T_ROWS_H

#include "calc/ledger/fold.h"

struct day on(const char *text);
struct qty units(const char *text);
struct price at(const char *text);
struct money brl(const char *text);

/*
 * row() - "DAY KIND[:EVENT] QTY PRICE FEES [RATIO]", as "2026-01-05 buy 100 10.00 1.00" or
 * "2026-03-02 split:split 0 - 0 2"; a price of "-" is unknown.
 */
struct ledger_row row(const char *text);

/* Rows of one asset, on @pool. */
struct fold_asset asset_of(void *pool, const char *symbol, const char *const *rows);
#define ROWS(...) ((const char *const[]){ __VA_ARGS__, NULL })

/* asset_fold() - one stock-like asset up to 2026-11-20; a test point fails unless CALC_OK. */
struct fold_output asset_fold(void *pool, enum asset_type type, const char *const *rows);

/* input_fold() - the same for a hand-made input. */
struct fold_output input_fold(void *pool, const struct fold_input *in);

#endif
