/* SPDX-License-Identifier: Apache-2.0 */
/* treasury.h: titles of the Treasury as people write them. */
#ifndef LASTRO_CALC_AMOUNTS_TREASURY_H
#define LASTRO_CALC_AMOUNTS_TREASURY_H

/*
 * treasury_name() - the name under which the Treasury's files price a title: "Tesouro RendA+ 2045" is
 * "Tesouro Renda+ Aposentadoria Extra 2045".  NULL when @typed is that name already, or none that is known.
 */
const char *treasury_name(void *pool, const char *typed);

/*
 * treasury_spelled() - one spelling for a title however its words are written: "TESOURO  IPCA + 2035" is
 * "Tesouro IPCA+ 2035".  NULL when a word is none of a title's name.
 */
const char *treasury_spelled(void *pool, const char *typed);

#endif
