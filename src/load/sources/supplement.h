/* SPDX-License-Identifier: Apache-2.0 */
/* supplement.h: finds the ticker of an ISIN, or of an issuer and a class. */
#ifndef LASTRO_LOAD_SOURCES_SUPPLEMENT_H
#define LASTRO_LOAD_SOURCES_SUPPLEMENT_H

#include "load/run.h"

struct tickers;

/* tickers_of() - the known tickers of @n ISINs, in one query. */
struct tickers *tickers_of(struct load *l, const char *const *isins, size_t n);

/*
 * ticker_at() - the ticker that traded under @isin on @day; for an unknown ISIN, the issuer's code with
 * the class's number (BRITUBACNPR1: ITUB4).  NULL when neither is known.
 */
const char *ticker_at(const struct tickers *t, const char *isin, struct day day);

/*
 * isin_is_share() - letters 7-9 ACN, CDA, BDR or CTF: not a warrant, a right or a receipt of the same
 * event.
 */
bool isin_is_share(const char *isin);

/* class_number() - "ON" 3, "PN" 4, "PNA" 5 … "PND" 8, "UNT" 11; NULL for others. */
const char *class_number(const char *class_name);

#endif
