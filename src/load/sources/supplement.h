/* SPDX-License-Identifier: Apache-2.0 */
/* supplement.h: finds the ticker of an ISIN, or of an issuer and a class. */
#ifndef LASTRO_LOAD_SOURCES_SUPPLEMENT_H
#define LASTRO_LOAD_SOURCES_SUPPLEMENT_H

#include "load/run.h"

/* isin_is_share() - letters 7-9 ACN, CDA, BDR or CTF: not a warrant, a right or a receipt of the same event. */
bool isin_is_share(const char *isin);

/* class_number() - "ON" 3, "PN" 4, "PNA" 5 … "PND" 8, "UNT" 11; NULL for others. */
const char *class_number(const char *class_name);

#endif
