/* SPDX-License-Identifier: Apache-2.0 */
/*
 * abroad.h: capital gain by month of crypto and, up to 2023, of foreign assets (doc/tax.md 20.6), and
 * the yearly sheet of assets abroad from 2024 on (20.7).
 */
#ifndef LASTRO_CALC_TAX_ABROAD_H
#define LASTRO_CALC_TAX_ABROAD_H

#include "calc/tax/month.h"

#define TAX_GAIN_LIMIT ((struct money){ 35000 * E8 })  /* of sales in a month */
#define TAX_GAIN_BAND ((struct money){ 5000000 * E8 }) /* of gains at 15 % */
#define TAX_GAIN_PCT 15
#define TAX_FIRST_YEAR_ABROAD 2024 /* Law 14.754 */
#define TAX_CRYPTO_CODE "4600"
#define TAX_FOREIGN_CODE "8523"
#define TAX_RETURN_CODE "0211" /* of the annual declaration; its period is December */

struct tax_gain {
	struct month month;
	bool foreign; /* else crypto */
	struct tax_figure sales, gain, tax;
	bool exempt_known, exempt;
	tax_reasons reasons;
	const struct tax_operation *const *operations;
	size_t n_operations;
};

/* tax_gain_code() - the code of its DARF. */
static inline const char *tax_gain_code(const struct tax_gain *g)
{
	return g->foreign ? TAX_FOREIGN_CODE : TAX_CRYPTO_CODE;
}

/* One operation's gain to the cent, as in 20.6; unknown with its reason. */
struct tax_figure tax_gain_of(const struct tax_ledger *ledger, const struct tax_operation *op,
			      enum tax_reason *why, bool *range);

/* tax_gain_compute() - a month of one kind; month, foreign and operations are inputs. */
enum calc_err tax_gain_compute(const struct tax_ledger *ledger, struct tax_gain *out) MUST_CHECK;

/* A payment from abroad in reais. */
struct tax_paid_abroad {
	const struct tax_income *income;
	struct tax_figure gross, foreign_tax, credit;
	tax_reasons reasons;
	struct close sell, buy; /* rates taken */
};

struct tax_exterior_item {
	const char *symbol;
	size_t asset;
	struct tax_figure result, income, amount, foreign_tax;
	tax_reasons reasons;
};

struct tax_exterior {
	int year;
	struct tax_exterior_item *items; /* by symbol */
	size_t n;
	const struct tax_operation *const *operations; /* of the year, by day */
	size_t n_operations;
	struct tax_paid_abroad *payments; /* by day */
	size_t n_payments;
	struct tax_figure total, loss_brought, loss_used, base, tax, foreign_tax, credit, due,
		loss_carried;
	struct money paid; /* with the declaration, as the person stated */
	bool is_late;	   /* some of it is unpaid after the last day */
	struct tax_late late;
	tax_reasons reasons;
	bool stated; /* the person stated loss_carried */
};

/* tax_exterior_left() - what is unpaid of it; 0 where it is not known. */
struct money tax_exterior_left(const struct tax_exterior *x);

/* tax_exterior_darf() - as a DARF of its code for December: it has none of its own, but is paid, and late, like one. */
struct tax_darf tax_exterior_darf(const struct tax_exterior *x);

/* tax_exterior_is_paid() - whether something was paid of it and nothing is left. */
bool tax_exterior_is_paid(const struct tax_exterior *x);

/* tax_paid_stated() - what the person stated as paid of a code and a period; its sum may set *range. */
struct money tax_paid_stated(const struct tax_inputs *in, const char *code, struct month period,
			     bool *range);

/* tax_is_abroad() - whether an operation belongs to the yearly sheet. */
bool tax_is_abroad(const struct tax_ledger *ledger, const struct tax_operation *op);

/* tax_is_paid_abroad() - the same for a payment; false before 2024. */
bool tax_is_paid_abroad(const struct tax_ledger *ledger, const struct tax_income *income);

/*
 * tax_exterior_compute() - the sheet of a year.
 * @loss: brought forward; becomes the loss carried Sets *out to NULL when there is neither an item nor
 * a loss.
 */
enum calc_err tax_exterior_compute(void *pool, const struct tax_ledger *ledger,
				   const struct tax_operations *all, int year,
				   struct tax_figure *loss, struct tax_exterior **out) MUST_CHECK;

#endif
