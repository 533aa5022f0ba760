/* SPDX-License-Identifier: Apache-2.0 */
/*
 * types.c: the type of a paper (doc/calculations.md 16.5).
 *
 * In order: the portfolio's, the listing's, the sheet's, the one that the ticker's form suggests. Only
 * one of the exchange's two files prints a name, and not on every row alike, so a type given by one row
 * applies to all: a paper never becomes two assets because its name was printed in two ways.
 */
#include "config.h"

#include "calc/import/import_row.h"
#include "core/order.h"
#include "core/pool.h"

static enum asset_type private_type(const struct product *p, unsigned known)
{
	if ((known & (1u << ASSET_DEBENTURE)) || text_starts(p->paper, "DEB"))
		return ASSET_DEBENTURE;
	return ASSET_RENDA_FIXA;
}

/* The listing's type; of several, the one that the ticker's form suggests. */
static enum asset_type listed_type(unsigned known, enum asset_type form)
{
	if (known & (1u << form))
		return form;
	for (unsigned t = 0; t < ASSET_TYPES; t++) {
		if (known & (1u << t))
			return (enum asset_type)t;
	}
	return form;
}

/* Whether one of the words of @text, from text_words(), is @word. */
static bool has_word(const char *text, const char *word)
{
	size_t n = strlen(word);

	for (const char *at = strstr(text, word); at; at = strstr(at + 1, word)) {
		if ((at == text || at[-1] == ' ') && (at[n] == ' ' || at[n] == '\0'))
			return true;
	}
	return false;
}

/* enum asset_type, or -1: the type of an exchange paper from the market and the printed name. */
static int said_by_row(struct import_work *w, const struct import_line *l)
{
	const char *words;

	if (l->fixed_income_market)
		return ASSET_ETF; /* FIXA11: only ETFs trade there in whole units */
	if (!l->product.name)
		return -1;
	words = text_words(w->pool, l->product.name);
	if (strstr(words, "fdo de indice") || strstr(words, "fundo de indice") ||
	    has_word(words, "etf"))
		return ASSET_ETF;
	if (has_word(words, "fii") || has_word(words, "imob") || has_word(words, "imobiliario") ||
	    has_word(words, "fiagro"))
		return ASSET_FII;
	if (has_word(words, "unt") || has_word(words, "units") || text_ends(words, " s a"))
		return ASSET_STOCK;
	return -1;
}

static int said_compare(const void *x, const void *y)
{
	const struct said_type *a = x, *b = y;
	int c = strcmp(a->symbol, b->symbol);

	return c ? c : (a->line < b->line ? -1 : a->line > b->line);
}

static const struct said_type *said_of(const struct import_work *w, const char *symbol)
{
	size_t at = order_first(&symbol, w->said, w->n_said, sizeof(*w->said), order_text);

	return at < w->n_said && str_eq(w->said[at].symbol, symbol) ? &w->said[at] : NULL;
}

/* Only for funds and units does the ticker leave the type open. */
static void take_said(struct import_work *w, size_t i)
{
	struct import_entry *e = &w->entries[i];
	const struct said_type *s;
	int said;

	if (!e->type_guessed || e->type != ASSET_FII)
		return;
	if (w->said_sorted) {
		s = said_of(w, e->symbol);
		if (s) {
			e->type = s->type;
			e->type_guessed = false;
		}
		return;
	}
	said = said_by_row(w, &w->lines[i]);
	if (said >= 0)
		w->said[w->n_said++] =
			(struct said_type){ import_keep(w, e->symbol), (enum asset_type)said, i };
}

void import_take_type(struct import_work *w, size_t i)
{
	const struct import_line *l = &w->lines[i];
	struct import_entry *e = &w->entries[i];
	const struct import_asset *a = import_asset_of(w->ctx, e->symbol);
	unsigned known = import_known_types(w->ctx, e->symbol);
	enum asset_type form;

	e->type_guessed = false;
	if (a) { /* the person's asset, so that a file does not create a second one */
		e->type = a->type;
		e->type_guessed = a->guessed;
		take_said(w, i);
		return;
	}
	switch (l->product.class) {
	case PAPER_TREASURY:
		e->type = ASSET_TESOURO;
		return;
	case PAPER_PRIVATE:
		e->type = private_type(&l->product, known);
		return;
	case PAPER_OPTION:
		e->type = ASSET_OPTION;
		return;
	case PAPER_TICKER:
	case PAPER_FORWARD:
	case PAPER_FUTURE:
		break;
	}
	form = l->option_market ? ASSET_OPTION : ticker_type(e->symbol);
	e->type = listed_type(known, form);
	e->type_guessed = known == 0 && !l->option_market;
	take_said(w, i);
}

static bool has_asset(const struct import_context *ctx, const char *symbol, enum asset_type type)
{
	for (size_t k = 0; k < ctx->n_assets; k++)
		if (ctx->assets[k].type == type && str_eq(ctx->assets[k].symbol, symbol))
			return true;
	return false;
}

static struct ledger_fact *facts_retyped(struct import_work *w, const struct ledger_fact *facts,
					 size_t n)
{
	struct ledger_fact *out = pool_memdup(w->work, facts, n * sizeof(*facts));

	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < w->n_retyped; k++)
			if (out[i].type == w->retyped[k].from &&
			    str_eq(out[i].symbol, w->retyped[k].symbol))
				out[i].type = w->retyped[k].to;
	}
	return out;
}

/* A guess of an earlier file is replaced, so that the order of the files does not matter. */
static void retype(struct import_work *w)
{
	struct import_context *ctx = w->ctx;

	w->retyped = pool_array(w->keep, struct import_retype, w->n_said);
	for (size_t i = 0; i < w->n_said; i++) {
		const struct said_type *s = &w->said[i];
		const struct import_asset *a = import_asset_of(ctx, s->symbol);

		if ((i && str_eq(w->said[i - 1].symbol, s->symbol)) || !a || !a->guessed ||
		    a->type == s->type || has_asset(ctx, s->symbol, s->type))
			continue;
		w->retyped[w->n_retyped++] = (struct import_retype){ s->symbol, a->type, s->type };
	}
	if (!w->n_retyped)
		return;
	if (ctx->n_facts)
		ctx->facts = facts_retyped(w, ctx->facts, ctx->n_facts);
	if (ctx->n_incomes)
		ctx->incomes = facts_retyped(w, ctx->incomes, ctx->n_incomes);
}

void types_unify(struct import_work *w)
{
	order_sort(w->said, w->n_said, sizeof(*w->said), said_compare);
	w->said_sorted = true;
	retype(w);
	for (size_t i = 0; i < w->n; i++)
		if (w->entries[i].symbol)
			take_said(w, i);
}
