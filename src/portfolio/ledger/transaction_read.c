/* SPDX-License-Identifier: Apache-2.0 */
/* transaction_read.c: the members of a ledger row in a body, and their rules (doc/calculations.md 1.1). */
#include "config.h"

#include "portfolio/ledger/transaction.h"

#define NOTE_MAX 500
#define RATIO_MAX ((wide)1000000 * E12)

static void read_price(struct body *b, struct transaction *t)
{
	wide v;

	if (!body_has(b, "price"))
		return;
	t->row.price_known = body_decimal(b, "price", NULLABLE, PRICE_PLACES, 0, PRICE_MAX_E12, &v);
	t->row.price.e12 = t->row.price_known ? v : 0;
}

static void read_ratio(struct body *b, struct transaction *t)
{
	wide v;

	if (body_has(b, "ratio")) {
		t->ratio_known = body_decimal(b, "ratio", NULLABLE, PRICE_PLACES, 1, RATIO_MAX, &v);
		t->row.ratio_e12 = t->ratio_known ? (int64_t)v : 0;
	} else if (t->row.kind != ROW_SPLIT) {
		t->ratio_known = false; /* a stored split that became another kind */
		t->row.ratio_e12 = 0;
	}
}

static void read_event(struct body *b, struct transaction *t)
{
	int event;

	if (!body_has(b, "event_kind"))
		return;
	event = body_choice(b, "event_kind", NULLABLE, event_kind_names + 1);
	t->row.event = event < 0 ? EVENT_NONE : (enum event_kind)(event + 1);
}

/* The option that was exercised (doc/tax.md 20.3); other events have none. */
static void read_option(struct body *b, struct transaction *t)
{
	if (body_has(b, "option"))
		t->option = body_line(b, "option", NULLABLE, 1, OPTION_SYMBOL_MAX);
	else if (t->row.event != EVENT_EXERCISE)
		t->option = NULL;
}

static void read_institution(struct body *b, struct transaction *t)
{
	if (body_has(b, "institution"))
		t->institution = body_line(b, "institution", NULLABLE, 1, INSTITUTION_MAX);
}

void transaction_read(struct body *b, enum presence p, struct transaction *t)
{
	int kind = body_choice(b, "kind", p, row_kind_names);
	const char *note;
	wide v;

	if (kind >= 0) {
		t->row.kind = (enum row_kind)kind;
		t->kind_known = true;
	}
	(void)body_day(b, "trade_date", p, &t->row.day); /* false: absent, or an error was noted */
	if (body_has(b, "quantity")) {
		t->qty_given = body_decimal(b, "quantity", OPTIONAL, QTY_PLACES, -(wide)QTY_MAX_E8,
					    QTY_MAX_E8, &v);
		if (t->qty_given)
			t->row.qty.e8 = (int64_t)v;
	}
	read_price(b, t);
	if (body_decimal(b, "fees", OPTIONAL, MONEY_PLACES, -MONEY_MAX_E8, MONEY_MAX_E8, &v))
		t->row.fees.e8 = v;
	read_ratio(b, t);
	read_event(b, t);
	read_option(b, t);
	read_institution(b, t);
	if (body_has(b, "note")) {
		note = body_prose(b, "note", NULLABLE, 0, NOTE_MAX);
		t->row.note = note && *note ? note : NULL;
	}
}

/* The kind of row that an event is written as. */
static enum row_kind kind_of_event(enum event_kind event)
{
	switch (event) {
	case EVENT_SPLIT:
		return ROW_SPLIT;
	case EVENT_BONUS:
	case EVENT_INCORPORATION:
		return ROW_ADJUST;
	case EVENT_SUBSCRIPTION:
		return ROW_BUY;
	case EVENT_FRACTION:
		return ROW_SELL;
	case EVENT_EXERCISE: /* or a sale, by the writer of a call or the holder of a put */
	case EVENT_NONE:
		break;
	}
	return ROW_BUY;
}

/* A subscription is a purchase; selling the right is a sale. */
static bool event_fits(enum event_kind event, enum row_kind kind)
{
	return event == EVENT_NONE || kind_of_event(event) == kind ||
	       ((event == EVENT_SUBSCRIPTION || event == EVENT_EXERCISE) && kind == ROW_SELL);
}

void transaction_of_kind(struct body *b, struct transaction *t)
{
	if (!body_has(b, "event_kind") && body_has(b, "kind") && t->row.event != EVENT_NONE &&
	    kind_of_event(t->row.event) != t->row.kind)
		t->row.event = EVENT_NONE;
}

static const char *qty_text(struct body *b, const struct transaction *t, char text[DEC_TEXT_SIZE])
{
	if (!body_has(b, "quantity"))
		return NULL;
	dec_format(text, t->row.qty.e8, QTY_PLACES, QTY_PLACES, true);
	return text;
}

/* Neither present nor wrong (an error was noted when it was read). */
static bool absent(struct body *b, const char *name)
{
	return !body_has(b, name) || !body_json(b, name, NULLABLE);
}

static void check_trade(struct body *b, const struct transaction *t)
{
	char text[DEC_TEXT_SIZE];

	if (!t->qty_given && !body_has(b, "quantity"))
		body_error(b, "quantity", "required", "quantidade maior que zero", NULL);
	else if (t->qty_given && t->row.qty.e8 <= 0)
		body_error(b, "quantity", "exclusive_minimum", "quantidade maior que zero",
			   qty_text(b, t, text));
}

static void check_split(struct body *b, const struct transaction *t)
{
	char text[DEC_TEXT_SIZE];

	if (!t->ratio_known && absent(b, "ratio"))
		body_error(b, "ratio", "required", "ações novas por ação antiga, maior que zero",
			   NULL);
	if (t->row.qty.e8 < 0)
		body_error(b, "quantity", "minimum", "zero ou mais (informativa no desdobro)",
			   qty_text(b, t, text));
	if (t->row.price_known)
		body_error(b, "price", "forbidden", "sem preço (desdobro não negocia)", NULL);
	if (t->row.fees.e8 != 0)
		body_error(b, "fees", "forbidden", "sem taxas (desdobro não negocia)", NULL);
}

void transaction_check(struct body *b, const struct transaction *t, struct day today)
{
	const struct ledger_row *r = &t->row;
	char text[DAY_TEXT_SIZE];

	if (day_before(today, r->day)) {
		day_format(r->day, text);
		body_error(b, "trade_date", "maximum", "até hoje", text);
	}
	if (!t->kind_known)
		return;
	switch (r->kind) {
	case ROW_BUY:
	case ROW_SELL:
		check_trade(b, t);
		break;
	case ROW_ADJUST:
		if (!t->qty_given && !body_has(b, "quantity"))
			body_error(b, "quantity", "required",
				   "quantidade com sinal; 0 corrige só o custo", NULL);
		break;
	case ROW_SPLIT:
		check_split(b, t);
		break;
	}
	if (r->kind != ROW_SPLIT && t->ratio_known)
		body_error(b, "ratio", "forbidden", "só em um desdobramento ou grupamento", NULL);
	if (r->kind != ROW_ADJUST && r->fees.e8 < 0)
		body_error(b, "fees", "minimum", "zero ou mais (negativas só em um ajuste)", NULL);
	if (t->option && r->event != EVENT_EXERCISE)
		body_error(b, "option", "forbidden", "só em um exercício de opção", NULL);
	if (!event_fits(r->event, r->kind))
		body_error(b, "event_kind", "kind", row_kind_names[kind_of_event(r->event)],
			   row_kind_names[r->kind]);
}
