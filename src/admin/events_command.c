/* SPDX-License-Identifier: Apache-2.0 */
/*
 * events_command.c: commands of an editor: lastro events gaps, attach; lastro edition draft; lastro
 * schema.
 */
#include "config.h"

#include "admin/admin.h"

#include "db/db.h"
#include "market/events/event_answers.h"
#include "load/load.h"
#include "market/news/news.h"

static const struct flag events_gaps_flags[] = {
	{ "from", "DATA", "desde este dia", false },
	{ "to", "DATA", "até este dia", false },
	{ "min-z", "N", "escore mínimo, de 3 a 20 (4)", false },
	{ "papers", NULL, "também os dias anômalos de papéis", false },
	{ "limit", "N", "no máximo tantos (100)", false },
	{ .name = NULL },
};

static const struct flag events_attach_flags[] = {
	{ "undo", NULL, "desfaz a ligação", false },
	{ .name = NULL },
};

static struct day day_flag(struct run *r, const char *name, struct day otherwise)
{
	const char *text = run_flag(r, name);
	struct day d;

	if (!text)
		return otherwise;
	if (!day_parse(slice_of(text), &d))
		run_usage(r, "--%s leva uma data AAAA-MM-DD", name);
	return d;
}

static wide number_flag(struct run *r, const char *name, int places, wide least, wide most,
			wide otherwise)
{
	const char *text = run_flag(r, name);
	wide v;

	if (!text)
		return otherwise;
	if (dec_parse(slice_of(text), places, most, &v) != DEC_OK || v < least)
		run_usage(r, "--%s: valor fora dos limites", name);
	return v;
}

static enum exit_status events_gaps_command(struct run *r)
{
	static const struct column columns[] = {
		{ "series_code", "série", CELL_TEXT },
		{ "day", "dia", CELL_TEXT },
		{ "return_pct", "retorno %", CELL_TEXT },
		{ "score", "escore", CELL_TEXT },
	};
	const struct gaps_wanted w = {
		.from = day_flag(r, "from", DAY_FAR_PAST),
		.to = day_flag(r, "to", DAY_FAR_FUTURE),
		.least_e12 = number_flag(r, "min-z", 12, 3 * E12, 20 * E12, 4 * E12),
		.papers = run_flag(r, "papers") != NULL,
		.limit = (long)number_flag(r, "limit", 0, 1, 100000, 100),
	};

	db_begin_read(r->ctx);
	print_rows(r, columns, ARRAY_SIZE(columns), events_gaps(r->ctx, &w));
	db_commit(r->ctx);
	return EXIT_DONE;
}

static enum exit_status events_attach_command(struct run *r)
{
	struct day day;
	bool undo = run_flag(r, "undo") != NULL, changed;

	if (!day_parse(slice_of(r->argv[1]), &day))
		run_usage(r, "%s não é uma data AAAA-MM-DD", r->argv[1]);
	db_begin_write(r->ctx);
	load_lock(r->ctx);
	changed = events_attach(r->ctx, r->argv[0], day, r->argv[2], undo);
	if (changed)
		events_changed(r->ctx);
	db_commit(r->ctx);
	{
		static const struct column columns[] = { { "changed", "mudou", CELL_BOOL } };
		const struct cell cells[] = { { .n = changed } };

		print_one(r, columns, 1, cells);
	}
	return EXIT_DONE;
}

static const struct flag edition_draft_flags[] = {
	{ "date", "DATA", "do dia (hoje)", false },
	{ .name = NULL },
};

static enum exit_status edition_draft(struct run *r)
{
	struct day day = day_flag(r, "date", r->ctx->today);

	db_begin_read(r->ctx);
	print_json(r, news_draft(r->ctx, day));
	db_commit(r->ctx);
	return EXIT_DONE;
}

static enum exit_status schema_command(struct run *r)
{
	struct slice text = shape_text(r->argv[0]);

	if (!text.n)
		run_usage(r, "não há o esquema %s", r->argv[0]);
	print_json(r, slice_text(r->ctx->pool, slice_trim(text)));
	return EXIT_DONE;
}

static const char *schema_help(void *pool)
{
	const char *const *names = shape_names(pool);
	const char *text = "Esquemas:";

	while (*names)
		text = pool_printf(pool, "%s %s", text, *names++);
	return pool_printf(pool, "%s\n", text);
}

const struct command events_commands[] = {
	{ "edition draft", "", "rascunho de uma edição com os dados do dia", 0, 0,
	  edition_draft_flags, edition_draft, NULL },
	{ "events gaps", "", "dias anômalos sem evento, para quem edita", 0, 0, events_gaps_flags,
	  events_gaps_command, NULL },
	{ "events attach", "SÉRIE DATA EVENTO", "liga um evento (event_key) a um dia anômalo", 3, 3,
	  events_attach_flags, events_attach_command, NULL },
	{ "schema", "NOME", "mostra o JSON Schema de um arquivo nosso", 1, 1, NULL, schema_command,
	  schema_help },
	{ .name = NULL },
};
