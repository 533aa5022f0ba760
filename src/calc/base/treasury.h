/* SPDX-License-Identifier: Apache-2.0 */
/* treasury.h: titles of the Treasury as people write them. */
#ifndef LASTRO_CALC_BASE_TREASURY_H
#define LASTRO_CALC_BASE_TREASURY_H

/*
 * treasury_name() - the name under which the Treasury's files price a title: "Tesouro RendA+ 2045" is
 * "Tesouro Renda+ Aposentadoria Extra 2045".  NULL when @typed is that name already, or none that is known.
 */
const char *treasury_name(void *pool, const char *typed);

#endif
