/* SPDX-License-Identifier: Apache-2.0 */
/*
 * compute_command.c: lastro compute prices, anomalies, agenda, statements, alerts: derives figures from
 * public data.
 */
#include "config.h"

#include "admin/jobs.h"
#include "market/companies/companies.h"
#include "db/db.h"
#include "desk/desk.h"
#include "market/agenda/agenda.h"
#include "market/events/event_answers.h"
#include "load/load.h"

static const struct flag compute_prices_flags[] = {
	{ "verify", NULL, "só compara; saída 1 se algo difere", false },
	{ .name = NULL },
};

static enum exit_status compute_prices(struct run *r)
{
	static const struct column columns[] = {
		{ "last_close_rows", "últimos", CELL_INT },
		{ "last_close_wrong", "diferentes", CELL_INT },
		{ "month_close_rows", "fins de mês", CELL_INT },
		{ "month_close_wrong", "diferentes", CELL_INT },
		{ "close_series_rows", "séries", CELL_INT },
		{ "close_series_wrong", "diferentes", CELL_INT },
		{ "session_rows", "pregões", CELL_INT },
		{ "session_wrong", "diferentes", CELL_INT },
	};
	struct cell cells[ARRAY_SIZE(columns)];
	struct prices_result res;
	bool verify = run_flag(r, "verify") != NULL;
	int64_t wrong = 0;

	prices_compute(r->ctx, verify, &res);
	for (size_t i = 0; i < ARRAY_SIZE(res.rows); i++) {
		cells[2 * i] = cell_int(res.rows[i]);
		cells[2 * i + 1] = cell_int(res.wrong[i]);
		wrong += res.wrong[i];
	}
	print_one(r, columns, ARRAY_SIZE(columns), cells);
	return verify && wrong ? EXIT_REFUSED : EXIT_DONE;
}

static const struct flag compute_anomalies_flags[] = {
	{ "all", NULL, "refaz todas as séries desde o primeiro fechamento", false },
	{ .name = NULL },
};

static enum exit_status compute_anomalies(struct run *r)
{
	static const struct column columns[] = {
		{ "series", "séries", CELL_INT },
		{ "whole", "desde o começo", CELL_INT },
		{ "closes_read", "fechamentos lidos", CELL_INT },
		{ "closes_read_most", "no máximo, de uma série", CELL_INT },
		{ "anomalies", "dias anômalos", CELL_INT },
		{ "changed", "mudanças", CELL_INT },
		{ "events", "eventos novos por regra", CELL_INT },
	};
	struct anomalies_result res;

	db_begin_write(r->ctx);
	load_lock(r->ctx);
	anomalies_compute(r->ctx, run_flag(r, "all") != NULL, &res);
	db_commit(r->ctx);
	{
		const struct cell cells[ARRAY_SIZE(columns)] = {
			cell_int(res.series), cell_int(res.whole),     cell_int(res.closes),
			cell_int(res.most),   cell_int(res.anomalies), cell_int(res.changed),
			cell_int(res.events),
		};

		print_one(r, columns, ARRAY_SIZE(columns), cells);
	}
	return EXIT_DONE;
}

static enum exit_status compute_agenda(struct run *r)
{
	static const struct column columns[] = {
		{ "companies", "companhias", CELL_INT },
		{ "forecasts", "previsões", CELL_INT },
		{ "changed", "mudanças", CELL_INT },
	};
	struct agenda_result res;
	struct cell cells[ARRAY_SIZE(columns)];

	db_begin_write(r->ctx);
	load_lock(r->ctx);
	agenda_compute(r->ctx, &res);
	db_commit(r->ctx);
	cells[0] = cell_int(res.companies);
	cells[1] = cell_int(res.forecasts);
	cells[2] = cell_int(res.changed);
	print_one(r, columns, ARRAY_SIZE(columns), cells);
	return EXIT_DONE;
}

static const struct flag compute_statements_flags[] = {
	{ "verify", NULL, "só compara; saída 1 se algo difere", false },
	{ .name = NULL },
};

static enum exit_status compute_statements(struct run *r)
{
	static const struct column columns[] = {
		{ "companies", "companhias", CELL_INT },
		{ "rows", "linhas", CELL_INT },
		{ "wrong", "diferentes", CELL_INT },
	};
	struct measures_result res;
	bool verify = run_flag(r, "verify") != NULL;

	measures_compute(r->ctx, verify, &res);
	print_one(r, columns, ARRAY_SIZE(columns),
		  (struct cell[]){ cell_int(res.companies), cell_int(res.rows),
				   cell_int(res.wrong) });
	return verify && res.wrong ? EXIT_REFUSED : EXIT_DONE;
}

static void raise_part(struct ctx *ctx, const struct job_part *part, void *arg)
{
	db_begin_write(ctx);
	load_lock(ctx);
	alerts_compute(ctx, part->workspaces, arg);
	db_commit(ctx);
}

static enum exit_status compute_alerts(struct run *r)
{
	static const struct column columns[] = {
		{ "desks", "mesas", CELL_INT },
		{ "rules", "regras sobre objetos", CELL_INT },
		{ "raised", "alertas novos", CELL_INT },
	};
	struct alerts_result res = { 0 };
	enum exit_status status = job_each(r, "alerts", raise_part, &res);

	print_one(
		r, columns, ARRAY_SIZE(columns),
		(struct cell[]){ cell_int(res.desks), cell_int(res.rules), cell_int(res.raised) });
	return status;
}

const struct command compute_commands[] = {
	{ "compute prices", "", "refaz os fechamentos preparados a partir das cotações e compara",
	  0, 0, compute_prices_flags, compute_prices, NULL },
	{ "compute anomalies", "",
	  "procura os dias anômalos das séries nos fechamentos que mudaram", 0, 0,
	  compute_anomalies_flags, compute_anomalies, NULL },
	{ "compute agenda", "", "prevê as divulgações de resultados pelas que já houve", 0, 0, NULL,
	  compute_agenda, NULL },
	{ "compute statements", "", "refaz os números das demonstrações das companhias e compara",
	  0, 0, compute_statements_flags, compute_statements, NULL },
	{ "compute alerts", "", "põe as regras das mesas de crédito ao que foi carregado", 0, 0,
	  NULL, compute_alerts, NULL },
	{ .name = NULL },
};
