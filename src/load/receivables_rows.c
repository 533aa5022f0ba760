/* SPDX-License-Identifier: Apache-2.0 */
/* receivables_rows.c: the fund and the month of a row of any member of a receivables report. */
#include "config.h"

#include "load/receivables.h"

static bool has_key(struct reports *s, char tax_id[15], struct day *day)
{
	if (!cvm_tax_id(cvm_cell(&s->c, REPORT_TAX_ID), tax_id)) {
		cvm_refuse(&s->c, "CNPJ inválido: %.*s", SHOWN(cvm_cell(&s->c, REPORT_TAX_ID)));
		return false;
	}
	if (field_day(cvm_cell(&s->c, REPORT_DAY), day) != FIELD_OK) {
		cvm_refuse(&s->c, "data inválida: %.*s", SHOWN(cvm_cell(&s->c, REPORT_DAY)));
		return false;
	}
	return true;
}

bool report_row(struct reports *s, char tax_id[15], struct day *day)
{
	while (cvm_row(&s->c)) {
		if (!has_key(s, tax_id, day))
			continue;
		load_day(s->c.l, *day);
		s->sent++;
		s->line++;
		return true;
	}
	return false;
}

/* One report may be listed under the fund and under its class, both with one tax id. */
void report_key(struct reports *s, struct copy *to, const char *tax_id, struct day day)
{
	copy_text(to, tax_id, 14);
	copy_day(to, day);
	copy_bool(to, slice_eq(cvm_cell(&s->c, REPORT_FORM), "Fundo"));
}

bool report_number(const PGresult *res, int row, int column, wide *out)
{
	return !PQgetisnull(res, row, column) && dec_parse(slice_of(PQgetvalue(res, row, column)),
							   8, MONEY_MAX_E8 * 1000, out) == DEC_OK;
}
