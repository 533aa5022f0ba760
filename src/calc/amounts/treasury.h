/* SPDX-License-Identifier: Apache-2.0 */
/* treasury.h: Treasury bonds as people write them. */
#ifndef LASTRO_CALC_AMOUNTS_TREASURY_H
#define LASTRO_CALC_AMOUNTS_TREASURY_H

/*
 * treasury_name() - the name of a bond in the Treasury's files: "Tesouro RendA+ 2045" is "Tesouro
 * Renda+ Aposentadoria Extra 2045".  NULL when @typed is that name already, or unknown.
 */
const char *treasury_name(void *pool, const char *typed);

/*
 * treasury_spelled() - the canonical spelling of a bond's name: "TESOURO  IPCA + 2035" is "Tesouro
 * IPCA+ 2035".  NULL when a word does not occur in bond names.
 */
const char *treasury_spelled(void *pool, const char *typed);

#endif
