/* SPDX-License-Identifier: Apache-2.0 */
/* held_import.c: addresses and lists that the pages of a held file to be imported share. */
#include "config.h"

#include "console/person/held_import.h"

#include "console/form/entry.h"
#include "console/layout.h"
#include "core/encode.h"
#include "identity/pages/site.h"
#include "identity/session.h"
#include "portfolio/portfolio.h"

/* ---- addresses of a held file ---- */

const char *imports_reading_path(struct ctx *ctx, const char *held)
{
	return layout_path(ctx, pool_printf(ctx->pool, "/imports/reading?" ENTRY_HELD "=%s",
					    url_encoded_but(ctx->pool, held, "")));
}

const char *imports_row_path(struct ctx *ctx, const char *held, size_t line)
{
	return layout_path(ctx, pool_printf(ctx->pool, "/imports/row?" ENTRY_HELD "=%s&line=%zu",
					    url_encoded_but(ctx->pool, held, ""), line));
}

const char *imports_columns_path(struct ctx *ctx, const char *held)
{
	return layout_path(ctx, pool_printf(ctx->pool, "/imports/columns?" ENTRY_HELD "=%s",
					    url_encoded_but(ctx->pool, held, "")));
}

/* ---- the columns that were kept ---- */

void imports_kept_write(struct ctx *ctx, struct html *h)
{
	struct ask ask = { .run = import_mapping_list };
	struct json_object *list = ask_member(ask_run(ctx, &ask), "data");

	if (!ask_items(list))
		return;
	html_element(h, "h2", "Colunas que você indicou");
	html_p(h, "Uma planilha com o mesmo cabeçalho é lida por elas sem perguntar.");
	layout_table(h, "Colunas guardadas", 3, HEADINGS("Nome", "De quando", "Excluir"));
	for (size_t i = 0; i < ask_items(list); i++) {
		struct json_object *x = json_object_array_get_idx(list, i);
		const char *name = ask_text(x, "name");

		html_row(h);
		shown_name_cell(h, name, NULL);
		html_cell(h, site_day_of(ctx, ask_text(x, "changed_at")));
		html_cell_open(h, NULL);
		html_form(h,
			  layout_path(ctx, pool_printf(ctx->pool, "/imports/mappings/%s/delete",
						       ask_text(x, "id"))),
			  csrf_token(ctx));
		site_once(h);
		html_send(h, pool_printf(ctx->pool, "Excluir “%s”", name));
		html_close(h, "td");
		html_row_end(h);
	}
	html_table_end(h);
}

/* ---- corrected rows ---- */

static void write_lines(struct html *h, const char *label, const char *held,
			const struct row_correction *list, size_t n, bool left_out)
{
	bool any = false;

	for (size_t i = 0; i < n; i++) {
		if (list[i].left_out != left_out)
			continue;
		if (!any) {
			html_open(h, "p");
			html_text(h, label);
		}
		html_text(h, any ? ", " : " ");
		html_link(h, imports_row_path(h->ctx, held, list[i].line),
			  pool_printf(h->ctx->pool, "linha %zu", list[i].line));
		any = true;
	}
	if (any)
		html_close(h, "p");
}

void imports_corrected_write(struct html *h, const char *held, const struct form_file *file)
{
	size_t n;
	const struct row_correction *list = wallet_file_corrections(h->ctx, file, &n);

	write_lines(h, "Corrigidas por você:", held, list, n, false);
	write_lines(h, "Deixadas de fora por você:", held, list, n, true);
}
