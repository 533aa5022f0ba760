/* SPDX-License-Identifier: Apache-2.0 */
/*
 * export.c: a portfolio's ledger as a file.  GET /v1/portfolios/{id}/export
 *
 * Only rows that count in the figures: those that an import retired are left out.  The manual import
 * reads the CSV back without loss.
 */
#include "config.h"

#include "portfolio/show/export.h"

#include "core/order.h"
#include "identity/caller.h"
#include "core/clock.h"
#include "db/db.h"
#include "http/request.h"
#include "http/response.h"
#include "portfolio/ledger/first_day.h"
#include "portfolio/ledger/ledger_list.h"
#include "portfolio/store/income_facts.h"
#include "portfolio/show/show.h"

#define FILENAME_MAX_CHARS 40

static DB_STMT(income, "export.income",
	       "select asset_id, id, pay_date, kind, amount, note, " INCOME_FACTS(
		       "") "  from income"
			   " where workspace_id = $1 and portfolio_id = $2"
			   " order by asset_id, pay_date, id");
enum { I_ASSET, I_ID, I_DAY, I_KIND, I_AMOUNT, I_NOTE, I_FACTS };

/* Members that few rows have; a statement each, so that it uses its own index. */
static DB_STMT(external_ids, "export.external_ids",
	       "select id, external_id"
	       "  from ledger"
	       " where workspace_id = $1 and portfolio_id = $2 and external_id is not null"
	       "   and retired_by is null"
	       " order by id");
static DB_STMT(options, "export.options",
	       "select id, option_symbol"
	       "  from ledger"
	       " where workspace_id = $1 and portfolio_id = $2 and event_kind = 'exercise'"
	       "   and option_symbol is not null and retired_by is null"
	       " order by id");
static DB_STMT(institutions, "export.institutions",
	       "select id, institution"
	       "  from ledger"
	       " where workspace_id = $1 and portfolio_id = $2 and institution is not null"
	       "   and retired_by is null"
	       " order by id");
enum { X_ID, X_TEXT };

enum format { FORMAT_CSV, FORMAT_JSON, FORMAT_BEANCOUNT };
static const char *const formats[] = { "csv", "json", "beancount", NULL };
const char *const export_dialects[] = { "br", "rfc4180", NULL };

/* ---- entries ---- */

static int entry_order(const void *x, const void *y)
{
	const struct export_entry *a = x, *b = y;

	if (a->day.n != b->day.n)
		return a->day.n < b->day.n ? -1 : 1;
	if (!a->row != !b->row)
		return a->row ? -1 : 1;
	return memcmp(a->id.b, b->id.b, sizeof(a->id.b));
}

static int asset_order(const void *x, const void *y)
{
	const struct ledger_asset *a = *(const struct ledger_asset *const *)x;
	const struct ledger_asset *b = *(const struct ledger_asset *const *)y;
	int c = strcmp(a->symbol, b->symbol);

	return c ? c : strcmp(asset_type_names[a->type], asset_type_names[b->type]);
}

static void gather_rows(struct export *e)
{
	const struct ledger *l = &e->in->ledger;

	for (size_t a = 0; a < l->n_assets; a++) {
		const struct ledger_asset *asset = &l->assets[a];

		if (asset->n_rows + asset->n_income == 0)
			e->watched[e->n_watched++] = asset;
		for (size_t i = 0; i < asset->n_rows; i++)
			e->entries[e->n++] = (struct export_entry){ .day = asset->rows[i].day,
								    .asset = asset,
								    .row = &asset->rows[i],
								    .id = asset->rows[i].id,
								    .note = asset->rows[i].note };
	}
}

/* Both ascend by asset. */
static void gather_income(struct export *e, const struct db_rows *r)
{
	const struct ledger *l = &e->in->ledger;
	size_t a = 0;

	for (size_t i = 0; i < db_count(r); i++) {
		struct uuid id = db_get_uuid(r, i, I_ASSET);

		while (a < l->n_assets && !uuid_same(l->assets[a].id, id))
			a++;
		if (a == l->n_assets)
			return; /* unreachable: every row has its asset, by foreign key */
		e->entries[e->n++] = (struct export_entry){
			.day = db_get_day(r, i, I_DAY),
			.asset = &l->assets[a],
			.id = db_get_uuid(r, i, I_ID),
			.income = (enum income_kind)enum_find(income_kind_names,
							      db_get_text(r, i, I_KIND)),
			.amount = { db_get_decimal(r, i, I_AMOUNT, MONEY_PLACES) },
			.note = db_get_text(r, i, I_NOTE),
			.facts = income_facts_of(r, i, I_FACTS),
		};
		e->income_facts |= income_facts_any(&e->entries[e->n - 1].facts);
	}
}

static void name_rows(struct export *e, const struct db_rows *external,
		      const struct db_rows *option, const struct db_rows *institution)
{
	e->external_ids = db_count(external) > 0;
	e->options = db_count(option) > 0;
	e->institutions = db_count(institution) > 0;
	for (size_t i = 0; i < e->n; i++) {
		struct export_entry *one = &e->entries[i];

		if (!one->row)
			continue;
		one->external_id = db_text_of(external, X_ID, one->id, X_TEXT);
		one->option = db_text_of(option, X_ID, one->id, X_TEXT);
		one->institution = db_text_of(institution, X_ID, one->id, X_TEXT);
	}
}

static struct export gather(struct ctx *ctx, const struct loaded *in, const struct db_rows *r)
{
	struct export e = { .in = in, .as_of = ctx->today };
	size_t most = db_count(r);

	for (size_t a = 0; a < in->ledger.n_assets; a++)
		most += in->ledger.assets[a].n_rows;
	e.entries = pool_array(ctx->pool, struct export_entry, most);
	e.watched = pool_array(ctx->pool, const struct ledger_asset *, in->ledger.n_assets);
	gather_rows(&e);
	gather_income(&e, r);
	order_sort(e.entries, e.n, sizeof(*e.entries), entry_order);
	order_sort(e.watched, e.n_watched, sizeof(*e.watched), asset_order);
	return e;
}

/* ---- the answer ---- */

/* A file name that is safe in every header and file system: lower-case letters, digits and dashes. */
static const char *filename(struct ctx *ctx, const struct export *e, const char *ending)
{
	const char *fold = text_fold(ctx->pool, e->in->name);
	char slug[FILENAME_MAX_CHARS + 1], day[DAY_TEXT_SIZE];
	size_t n = 0;

	for (; *fold && n < FILENAME_MAX_CHARS; fold++) {
		char c = *fold;

		if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
			slug[n++] = c;
		else if (n && slug[n - 1] != '-')
			slug[n++] = '-';
	}
	while (n && slug[n - 1] == '-')
		n--;
	slug[n] = '\0';
	day_format(e->as_of, day);
	return pool_printf(ctx->pool, "%s-%s.%s", n ? slug : "carteira", day, ending);
}

static void respond(struct ctx *ctx, const struct export *e, enum format format, bool br)
{
	struct buf out;

	if (format == FORMAT_JSON) {
		export_json(respond_json(ctx, 200), e);
	} else {
		buf_init(&out, ctx->pool, 4096);
		if (format == FORMAT_CSV)
			export_csv(&out, e, br);
		else
			export_beancount(&out, e);
		respond_bytes(ctx, 200,
			      format == FORMAT_CSV ? "text/csv; charset=utf-8"
						   : "text/plain; charset=utf-8",
			      (struct slice){ out.p, out.n });
	}
	respond_header(ctx, "Content-Disposition", "attachment; filename=\"%s\"",
		       filename(ctx, e, formats[format]));
}

void portfolio_export(struct ctx *ctx)
{
	struct load_want want = { .as_of = ctx->today, .transactions = true, .whole = true };
	int format = query_choice(ctx, "format", formats);
	int dialect = query_choice(ctx, "dialect", export_dialects);
	struct db_rows *rows[6];
	struct loaded in;
	struct export e;
	int64_t start;

	query_done(ctx);
	if (dialect >= 0 && format > FORMAT_CSV)
		fail_parameter(ctx, "dialect", export_dialects[dialect], "só com format=csv");
	ledger_readable(ctx);
	db_send(ctx, &income, DB_ARGS(DB_CHOSEN(ctx)));
	first_day_send(ctx, ctx->caller->resource_workspace, &ctx->caller->portfolio, 1);
	guessed_send(ctx, ctx->caller->resource_workspace, &ctx->caller->portfolio, 1);
	db_send(ctx, &external_ids, DB_ARGS(DB_CHOSEN(ctx)));
	db_send(ctx, &options, DB_ARGS(DB_CHOSEN(ctx)));
	db_send(ctx, &institutions, DB_ARGS(DB_CHOSEN(ctx)));
	db_wait(ctx, rows, ARRAY_SIZE(rows));
	load_portfolio(ctx, &want, &in);
	start = clock_monotonic_us();
	e = gather(ctx, &in, rows[0]);
	e.has_first_day = first_day_take(rows[1], in.id, &e.first_day);
	e.guessed = guessed_take(ctx, rows[2]);
	name_rows(&e, rows[3], rows[4], rows[5]);
	respond(ctx, &e, format < 0 ? FORMAT_CSV : (enum format)format, dialect <= 0);
	ctx->json_us += clock_monotonic_us() - start;
}
