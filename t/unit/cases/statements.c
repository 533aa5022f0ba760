/* SPDX-License-Identifier: Apache-2.0 */
/* cases_statements.c: section 12. */
#include "config.h"

#include "cases/cases.h"

#include <stdio.h>

#include "calc/credit/statements.h"

#define MIL 1000

/* The statement by the first digit of the account, since the cases do not name it. */
static enum statement_kind kind_of(const char *account)
{
	switch (account[0]) {
	case '1':
		return BPA;
	case '2':
		return BPP;
	case '3':
		return DRE;
	case '6':
		return DFC_MI;
	case '7':
		return DVA;
	default:
		case_trouble("account %s is of no statement", account);
		return DMPL;
	}
}

static void read_filing(struct json_object *o, struct statement_filing *f)
{
	wide version = 0;

	f->form = (enum statement_form)in_enum(o, "doc", statement_form_names, FORM_DFP);
	if (!in_day(o, "ref_date", &f->reference_date))
		case_trouble("a filing without date");
	if (!in_number(o, "version", 0, &version))
		version = 1;
	f->version = (int64_t)version;
	f->dated = in_day(o, "filed_at", &f->filed_at);
}

static size_t read_rows(void *pool, struct json_object *o, size_t filing,
			struct statement_line *out)
{
	struct json_object *rows = in_field(o, "rows");
	const char *said = in_text(o, "scale");
	int scale = !said || str_eq(said, "MIL") ? MIL : 1;
	size_t n = 0;

	for (size_t i = 0; i < in_length(rows); i++) {
		struct json_object *row = json_object_array_get_idx(rows, i);
		struct statement_line *l = &out[n];
		const char *account = in_text(row, "account");
		const char *order = in_text(row, "order");
		int item = statement_item_of(account, text_fold(pool, in_text(row, "desc")));

		if (item < 0)
			continue;
		*l = (struct statement_line){ .filing = filing,
					      .statement = kind_of(account),
					      .item = (enum statement_item)item,
					      .last = !order || str_eq(order, "ULTIMO"),
					      .account = account,
					      .value = in_money(row, "value") };
		l->value.e8 *= scale;
		l->flow = in_day(row, "start", &l->start);
		if (!in_day(row, "end", &l->end))
			case_trouble("a row without end");
		n++;
	}
	return n;
}

static void write_figures(struct json_object *o, const struct statement_figures *f)
{
	for (int i = 0; i < FIGURE_COUNT; i++) {
		char name[40];

		(void)snprintf(name, sizeof(name), "%s%s", statement_figure_names[i],
			       i < FIGURE_TOTAL_ASSETS ? "_ttm" : "");
		if (f->of[i].known)
			out_money(o, name, f->of[i].value);
		else
			out_null(o, name);
	}
}

static struct json_object *fin_measures(void *pool, struct json_object *in)
{
	struct json_object *list = in_field(in, "filings"), *o;
	size_t n_filings = in_length(list), n = 0, room = 0;
	struct statement_filing *filings = pool_array(pool, struct statement_filing, n_filings);
	struct statement_line *lines;
	struct statement_view view = { .cut = false };
	struct statement_figures f;
	struct statements *s;
	struct day date;

	for (size_t i = 0; i < n_filings; i++)
		room += in_length(in_field(json_object_array_get_idx(list, i), "rows"));
	lines = pool_array(pool, struct statement_line, room);
	for (size_t i = 0; i < n_filings; i++) {
		struct json_object *one = json_object_array_get_idx(list, i);

		read_filing(one, &filings[i]);
		n += read_rows(pool, one, i, lines + n);
	}
	view.cut = in_day(in, "at", &view.at);
	if (!in_day(in, "ref_date", &date) ||
	    statements_open(pool, filings, n_filings, lines, n, &s) != CALC_OK ||
	    !statements_at(s, pool, date, view, BASIS_TTM, &f))
		return NULL;
	o = json_object_new_object();
	out_day(o, "reference_date", f.reference_date);
	if (f.interest)
		out_text(o, "interest_source", interest_source_names[f.interest]);
	write_figures(o, &f);
	if (f.first_dated)
		out_day(o, "filed_at", f.first_filed_at);
	out_count(o, "version", (size_t)filings[f.filing].version);
	return o;
}

const struct case_function statement_functions[] = {
	{ "fin_measures", fin_measures },
	{ NULL, NULL },
};
