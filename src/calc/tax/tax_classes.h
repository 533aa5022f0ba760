/* SPDX-License-Identifier: Apache-2.0 */
/* tax_classes.h: class, basket and code of each kind of asset (doc/tax.md 20.2, 20.9). */
#ifndef LASTRO_CALC_TAX_TAX_CLASSES_H
#define LASTRO_CALC_TAX_TAX_CLASSES_H

#include "calc/tax/tax_facts.h"

/* tax_class_of() - TAX_NONE with the reason when a fact is missing. */
enum tax_class tax_class_of(const struct tax_asset *asset, enum tax_reason *why);

/* tax_basket_of() - the basket of its disposals; BASKET_NONE: none. */
enum tax_basket tax_basket_of(enum tax_class cls, bool day_trade);

/* tax_basket_hit() - the basket that a disposal of unknown class makes unknown; BASKET_NONE: none. */
enum tax_basket tax_basket_hit(enum tax_reason why, bool day_trade);

/* Group and code of Bens e Direitos; empty with the reason when unconfirmed. */
struct tax_code {
	char group[3], code[3];
	int year; /* of the tables */
	enum tax_reason why;
};

struct tax_code tax_code_of(const struct tax_asset *asset, int year);

/* tax_due_day() - last day to pay the tax of a month (20.5). */
struct day tax_due_day(struct month month);

/*
 * tax_declared_by() - last day to declare a year and to pay what goes with the declaration: the last business day
 * of May of the next year, as the Receita has set it each year since 2022.
 */
struct day tax_declared_by(int year);

/*
 * tax_official_rate() - the PTAX at which a trade abroad of @day counts in reais, with its own day (20.3); false when there is
 * none.
 */
bool tax_official_rate(const struct tax_ledger *l, enum tax_class cls, struct day day, bool sale,
		       struct close *out) MUST_CHECK;

/* tax_code_year() - the year of the tables with the codes shown for @year. */
static inline int tax_code_year(int year)
{
	return year > 2025 ? 2025 : year;
}

#endif
