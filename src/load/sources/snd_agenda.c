/* SPDX-License-Identifier: Apache-2.0 */
/*
 * snd_agenda.c: debentures.com.br, the payments that papers announce (doc/load.md).
 *
 * The page tells what is to come; what it told once stays.  An event that a newer page of the paper no
 * longer tells keeps the day of the page that told it, so that it does not pass for announced.
 */
#include "config.h"

#include "load/snd_page.h"

#include "load/debenture.h"
#include "load/run.h"

#define PLACES 8
#define EVENTS_MAX ((size_t)500000)
#define TEXT_MAX 100

enum { DAY, PAYS_ON, CODE, EVENT, BASIS, PCT, SETTLEMENT, SEEN, COLUMNS };

static DB_STMT(
	save, "debenture.save_events",
	"insert into debenture_event as e (code, day, event, event_text, pays_on, pct, basis_text, settlement,"
	"                                  rows_differ, seen_on)"
	" select u.code, u.day, u.event, u.event_text,"
	"        case when min(u.pays_on) = max(u.pays_on) then min(u.pays_on) end,"
	"        case when min(u.pct) = max(u.pct) then min(u.pct) end,"
	"        min(u.basis), min(u.settlement),"
	"        coalesce(min(u.pays_on) <> max(u.pays_on), false) or coalesce(min(u.pct) <> max(u.pct), false),"
	"        max(u.seen)"
	"   from (select x.*, max(x.seen) over (partition by x.code, x.day, x.event, x.event_text) as last"
	"           from unnest($1::text[], $2::date[], $3::text[], $4::text[], $5::date[], $6::numeric[],"
	"                       $7::text[], $8::text[], $9::date[])"
	"                x(code, day, event, event_text, pays_on, pct, basis, settlement, seen)) u"
	"  where u.seen = u.last"
	"  group by u.code, u.day, u.event, u.event_text"
	" on conflict (code, day, event, event_text) do update"
	" set pays_on = excluded.pays_on, pct = excluded.pct, basis_text = excluded.basis_text,"
	"     settlement = excluded.settlement, rows_differ = excluded.rows_differ, seen_on = excluded.seen_on"
	" where e.seen_on <= excluded.seen_on and e.* is distinct from excluded.*"
	" returning code");

struct agenda {
	struct load *l;
	const char **codes, **events, **texts, **bases, **settlements;
	struct day *days, *pays, *seen;
	wide *pcts;
	bool *unpaid, *unsaid;
	size_t n;
};

static const struct {
	const char *said, *event;
} kinds[] = {
	{ "juros", "interest" },
	{ "amortizacao", "amortisation" },
	{ "correcao", "correction" },
	{ "atualizacao", "correction" },
	{ "opcao de venda", "put_option" },
	{ "participacao", "participation" },
	{ "premio", "premium" },
	{ "repactuacao", "repricing" },
	{ "resgate", "redemption" },
	{ "vencimento", "maturity" },
};

static const char *kind_of(struct load *l, const char *text)
{
	const char *folded = text_fold(l->pool, text);

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		if (text_starts(folded, kinds[i].said))
			return kinds[i].event;
	return "other";
}

static const char *short_text(const struct csv *c, size_t column)
{
	struct slice s = csv_cell(c, column);

	return field_absent(s) || s.n > TEXT_MAX ? NULL : csv_text(c, column);
}

/* NULL when valid, else why not. */
static const char *read_row(struct agenda *a, const struct csv *c)
{
	struct load *l = a->l;
	size_t n = a->n;
	enum field paid = snd_day(l, csv_cell(c, PAYS_ON), &a->pays[n]);
	enum field said = snd_number(c, PCT, PLACES, RATE_MAX, &a->pcts[n]);
	enum field seen = snd_day(l, csv_cell(c, SEEN), &a->seen[n]);

	a->codes[n] = debenture_code(l, csv_cell(c, CODE));
	a->texts[n] = short_text(c, EVENT);
	if (!a->codes[n])
		return "código inválido";
	if (snd_day(l, csv_cell(c, DAY), &a->days[n]) != FIELD_OK || paid == FIELD_BAD ||
	    seen == FIELD_BAD)
		return "data inválida";
	if (!a->texts[n])
		return "falta o evento";
	if (said == FIELD_BAD)
		return "taxa ou percentual inválido";
	if (seen == FIELD_ABSENT)
		a->seen[n] = l->ctx->today;
	a->events[n] = kind_of(l, a->texts[n]);
	a->bases[n] = short_text(c, BASIS);
	a->settlements[n] = short_text(c, SETTLEMENT);
	a->unpaid[n] = paid != FIELD_OK;
	/* A maturity is printed with 0.0000, which is not what it pays. */
	a->unsaid[n] = said != FIELD_OK || (a->pcts[n] == 0 && str_eq(a->events[n], "maturity"));
	return NULL;
}

static void put_row(struct agenda *a, const struct csv *c)
{
	const char *wrong;

	if (a->n == EVENTS_MAX)
		load_fail(a->l, "mais de %zu eventos.", EVENTS_MAX);
	a->l->res->read++;
	wrong = read_row(a, c);
	if (wrong)
		load_refuse(a->l, reader_line_number(a->l->in), "%s", wrong);
	else
		a->n++;
}

static void take_room(struct agenda *a, void *pool)
{
	a->codes = pool_array(pool, const char *, EVENTS_MAX);
	a->events = pool_array(pool, const char *, EVENTS_MAX);
	a->texts = pool_array(pool, const char *, EVENTS_MAX);
	a->bases = pool_array(pool, const char *, EVENTS_MAX);
	a->settlements = pool_array(pool, const char *, EVENTS_MAX);
	a->days = pool_array(pool, struct day, EVENTS_MAX);
	a->pays = pool_array(pool, struct day, EVENTS_MAX);
	a->seen = pool_array(pool, struct day, EVENTS_MAX);
	a->pcts = pool_array(pool, wide, EVENTS_MAX);
	a->unpaid = pool_array(pool, bool, EVENTS_MAX);
	a->unsaid = pool_array(pool, bool, EVENTS_MAX);
}

static int64_t save_rows(const struct agenda *a)
{
	return (int64_t)db_count(
		db_query(a->l->ctx, &save,
			 DB_ARGS(db_texts(a->codes, a->n), db_days(a->days, a->n),
				 db_texts(a->events, a->n), db_texts(a->texts, a->n),
				 db_array(DB_DAY_ARRAY, a->pays, a->unpaid, a->n, 0),
				 db_array(DB_DECIMAL_ARRAY, a->pcts, a->unsaid, a->n, PLACES),
				 db_texts(a->bases, a->n), db_texts(a->settlements, a->n),
				 db_days(a->seen, a->n))));
}

void load_debenture_agenda(struct load *l)
{
	struct csv_column columns[COLUMNS] = {
		[DAY] = { "data do evento", true, -1 },
		[PAYS_ON] = { "data do pagamento", true, -1 },
		[CODE] = { "ativo", true, -1 },
		[EVENT] = { "evento", true, -1 },
		[BASIS] = { "tipo", false, -1 },
		[PCT] = { "taxa/percentual", true, -1 },
		[SETTLEMENT] = { "liquidacao", false, -1 },
		[SEEN] = { "data_coleta", false, -1 },
	};
	struct agenda a = { .l = l };
	struct csv_form form;
	struct slice header = snd_header(l, "data", &form);
	struct csv c;
	bool good;

	csv_header_of(&c, l, header, &form, columns, ARRAY_SIZE(columns));
	take_room(&a, l->pool);
	for (size_t fields = c.n; snd_next(&c, fields, &good);)
		if (good)
			put_row(&a, &c);
	load_counted(l, (int64_t)a.n, a.n ? save_rows(&a) : 0, FAMILY_REFERENCE);
}
