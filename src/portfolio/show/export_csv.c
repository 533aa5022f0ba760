/* SPDX-License-Identifier: Apache-2.0 */
/*
 * export_csv.c: the ledger in the template's columns and those that make it complete.
 *
 * In two dialects: for a Brazilian Excel (semicolons, decimal commas, byte order mark) or RFC 4180.
 *
 * calc/import/manual.c and calc/import/export_sheet.c read it back.  An asset's metadata and name are
 * on its first line.  The columns from `nome` on exist only when some entry has a value for them: a
 * name of its own, an external id, the option of an exercise, an institution, the tax facts of a
 * payment.
 */
#include "config.h"

#include "portfolio/show/export.h"

#include "calc/import/import.h"
#include "core/csv_write.h"
#include "core/number_text.h"
#include "portfolio/store/asset_meta.h"

static const char *const header[] = {
	"ticker",      "operacao",	 "data",	"quantidade",  "preco",
	"tipo",	       "taxas",		 "fator",	"moeda",       "evento",
	"nota",	       "meta",		 "nome",	"id_externo",  "opcao",
	"instituicao", "provento_bruto", "registro_em", "aprovado_em", "lucros_ate_2025"
};
#define NAME_AT 12
#define EXTERNAL_AT 13
#define OPTION_AT 14
#define INSTITUTION_AT 15
#define FACTS_AT 16 /* and on */

/* An amount above the bound of a price is written as a million times a millionth of it. */
#define MILLION ((wide)1000000)

struct line {
	const char *ticker, *operation, *quantity, *price, *type, *fees, *ratio, *currency, *event;
	const char *note, *meta, *name, *external_id, *option, *institution, *gross, *record,
		*approved, *old_profits;
	bool dated;
	struct day day;
};

struct exporting {
	struct csv_writer to;
	void *pool;						/* of one line */
	bool names, external_ids, options, institutions, facts; /* their columns */
	bool *told; /* by ledger asset: its metadata and name were written */
	const struct ledger_asset *assets;
	const struct guessed *guessed; /* their cell stays empty, and the import guesses again */
};

/* Cell @i of a line, where its column is there. */
static void put_cell(struct exporting *c, size_t i, const char *text)
{
	if ((i == NAME_AT && !c->names) || (i == EXTERNAL_AT && !c->external_ids) ||
	    (i == OPTION_AT && !c->options) || (i == INSTITUTION_AT && !c->institutions) ||
	    (i >= FACTS_AT && !c->facts))
		return;
	csv_put_cell(&c->to, text);
}

static void put_line(struct exporting *c, const struct line *l)
{
	char day[DAY_TEXT_SIZE] = "";
	const char *const cells[] = {
		csv_guarded(c->pool, l->ticker),
		l->operation,
		day,
		l->quantity,
		l->price,
		l->type,
		l->fees,
		l->ratio,
		l->currency,
		l->event,
		csv_guarded(c->pool, l->note),
		csv_guarded(c->pool, l->meta),
		csv_guarded(c->pool, l->name),
		csv_guarded(c->pool, l->external_id),
		csv_guarded(c->pool, l->option),
		csv_guarded(c->pool, l->institution),
		l->gross,
		l->record,
		l->approved,
		l->old_profits,
	};

	if (l->dated)
		day_format(l->day, day);
	for (size_t i = 0; i < ARRAY_SIZE(cells); i++)
		put_cell(c, i, cells[i]);
	csv_end_line(&c->to);
}

static const char *number(const struct exporting *c, wide v, int places)
{
	char text[DEC_TEXT_SIZE];

	dec_format(text, v, places, places, true);
	return c->to.separator == ';' ? comma_text(c->pool, text) : pool_strdup(c->pool, text);
}

static struct line asset_line(struct exporting *c, const struct ledger_asset *a)
{
	bool guessed = import_guesses(a->symbol) && guessed_has(c->guessed, a->id);
	struct line l = { .ticker = a->symbol,
			  .type = guessed ? NULL : asset_type_names[a->type],
			  .currency = currency_names[a->currency] };
	size_t place = (size_t)(a - c->assets);

	if (!c->told[place]) {
		c->told[place] = true;
		l.meta = a->meta ? asset_meta_plain(c->pool, a->meta) : NULL;
		l.name = a->name;
	}
	return l;
}

static const char *operation_of(const struct ledger_row *r)
{
	switch (r->kind) {
	case ROW_BUY:
		return "compra";
	case ROW_SELL:
		return "venda";
	case ROW_SPLIT:
		return r->ratio_e12 < (int64_t)E12 ? "grupamento" : "desdobro";
	case ROW_ADJUST:
		break;
	}
	return "ajuste";
}

static void put_row(struct exporting *c, const struct export_entry *e)
{
	const struct ledger_row *r = e->row;
	struct line l = asset_line(c, e->asset);

	l.operation = operation_of(r);
	l.dated = true;
	l.day = r->day;
	if (r->kind != ROW_SPLIT || r->qty.e8)
		l.quantity = number(c, r->qty.e8, QTY_PLACES);
	if (r->price_known)
		l.price = number(c, r->price.e12, PRICE_PLACES);
	if (r->fees.e8)
		l.fees = number(c, r->fees.e8, MONEY_PLACES);
	if (r->kind == ROW_SPLIT)
		l.ratio = number(c, r->ratio_e12, PRICE_PLACES);
	if (r->event != EVENT_NONE)
		l.event = event_kind_names[r->event];
	l.note = e->note;
	l.external_id = e->external_id;
	l.option = e->option;
	l.institution = e->institution;
	put_line(c, &l);
}

static const char *day_text(struct day day, char text[DAY_TEXT_SIZE])
{
	day_format(day, text);
	return text;
}

static void put_income(struct exporting *c, const struct export_entry *e)
{
	struct line l = asset_line(c, e->asset);
	bool large = e->amount.e8 > PRICE_MAX_E12 / (E12 / E8);
	char record[DAY_TEXT_SIZE], approved[DAY_TEXT_SIZE];

	l.operation = "provento";
	l.dated = true;
	l.day = e->day;
	l.quantity = large ? number(c, MILLION, 0) : NULL;
	l.price = large ? number(c, e->amount.e8 * (E12 / E8) / MILLION, PRICE_PLACES)
			: number(c, e->amount.e8, MONEY_PLACES);
	l.event = income_kind_names[e->income];
	l.note = e->note;
	if (e->facts.gross_known)
		l.gross = number(c, e->facts.gross.e8, MONEY_PLACES);
	if (e->facts.record_known)
		l.record = day_text(e->facts.record, record);
	if (e->facts.approved_known)
		l.approved = day_text(e->facts.approved, approved);
	l.old_profits = e->facts.old_profits ? "sim" : NULL;
	put_line(c, &l);
}

static bool any_name(const struct ledger *l)
{
	for (size_t a = 0; a < l->n_assets; a++) {
		if (l->assets[a].name)
			return true;
	}
	return false;
}

static void put_coverage(struct exporting *c, const struct day_range *r)
{
	struct line l = { .event = "cobertura", .dated = true, .day = r->from };
	char to[DAY_TEXT_SIZE];

	day_format(r->to, to);
	l.note = to;
	put_line(c, &l);
}

/* Writes the first day of the statements, unless the covered days already show it. */
static void put_first_day(struct exporting *c, const struct export *e)
{
	const struct ledger *l = &e->in->ledger;
	struct line line = { .event = "extrato", .dated = true, .day = e->first_day };

	if (e->has_first_day && (!l->n_coverage || day_before(e->first_day, l->coverage[0].from)))
		put_line(c, &line);
}

static void put_header(struct exporting *c)
{
	for (size_t i = 0; i < ARRAY_SIZE(header); i++)
		put_cell(c, i, header[i]);
	csv_end_line(&c->to);
}

void export_csv(struct buf *out, const struct export *e, bool br)
{
	const struct ledger *ledger = &e->in->ledger;
	void *pool = pool_new(out->pool, "export");
	struct exporting c = { .to = { out, br ? ';' : ',', true, false },
			       .names = any_name(ledger),
			       .external_ids = e->external_ids,
			       .options = e->options,
			       .institutions = e->institutions,
			       .facts = e->income_facts,
			       .told = pool_array(pool, bool, ledger->n_assets),
			       .assets = ledger->assets,
			       .guessed = &e->guessed };

	if (br)
		buf_str(out, "\xef\xbb\xbf");
	put_header(&c);
	c.pool = pool_new(pool, "lines");
	put_first_day(&c, e);
	for (size_t i = 0; i < ledger->n_coverage; i++)
		put_coverage(&c, &ledger->coverage[i]);
	for (size_t i = 0; i < e->n; i++) {
		if (e->entries[i].row)
			put_row(&c, &e->entries[i]);
		else
			put_income(&c, &e->entries[i]);
		if (i % 256 == 255) {
			pool_free(c.pool);
			c.pool = pool_new(pool, "lines");
		}
	}
	for (size_t i = 0; i < e->n_watched; i++) {
		const struct line l = asset_line(&c, e->watched[i]);

		put_line(&c, &l);
	}
	pool_free(pool);
}
