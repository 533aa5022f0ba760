/* SPDX-License-Identifier: Apache-2.0 */
/*
 * watchlist_calendar.c: what comes next for a watchlist: payments announced of its debentures and of those that its companies
 * issued, maturities, and filings that are due, or late.
 */
#include "config.h"

#include "desk/desk_parts.h"

#include <string.h>

#include "core/order.h"
#include "core/text.h"
#include "db/db_json.h"
#include "desk/findings.h"

#define SHOWN 500
#define SPAN_DAYS 1100 /* asked at once */

static DB_STMT(
	items, "calendar.items",
	"select i.object_id from watchlist_item i"
	" where i.workspace_id = $1 and i.watchlist_id = $2 order by i.added_at, i.id limit $3");

/* As the newest agenda of each paper announces it; a maturity that no agenda tells is the contract's. */
static DB_STMT(
	payments, "calendar.payments",
	"with p as (select d.code, d.issuer_tax_id, d.issuer_name, d.maturity from debenture d"
	"            where d.code = any($1::text[]) or d.issuer_tax_id = any($2::text[]) limit 20000),"
	" told as (select p.*, (select max(e.seen_on) from debenture_event e where e.code = p.code) as seen_on"
	"            from p)"
	" select e.day, t.code, e.event, e.pays_on, e.pct, e.seen_on, t.issuer_tax_id, t.issuer_name,"
	"        'debentures.com.br'"
	"   from told t join debenture_event e on e.code = t.code and e.seen_on = t.seen_on"
	"    and e.day between $3 and $4"
	" union all"
	" select t.maturity, t.code, 'maturity', null, null, null, t.issuer_tax_id, t.issuer_name, 'contrato'"
	"   from told t"
	"  where t.maturity between $3 and $4 and not exists (select from debenture_event e"
	"    where e.code = t.code and e.seen_on = t.seen_on and e.event = 'maturity')"
	" order by 1, 2, 3, 4 limit $5");
enum { P_DAY, P_CODE, P_EVENT, P_PAYS, P_PCT, P_SEEN, P_ISSUER, P_NAME, P_SOURCE };

struct coming {
	struct day day;
	size_t at; /* of the payments, or of the items */
	bool filing;
	struct filing_due due;
	const char *form, *subject; /* subject: who files */
};

struct calendar {
	struct call *c;
	const struct db_rows *items, *payments;
	struct findings f;
	struct coming *list;
	size_t n;
};

void watchlist_calendar_check(struct call *c)
{
	const struct day from = call_day(c, "from", c->ctx->today);
	const struct day to = call_day(c, "to", (struct day){ .n = from.n + 90 });

	if (day_before(to, from))
		call_note(c, "/input/to", "minimum", "um dia a partir de from", call_text(c, "to"));
	else if (to.n - from.n > SPAN_DAYS)
		call_note(c, "/input/to", "range", "até 1100 dias depois de from",
			  call_text(c, "to"));
}

static const struct db_rows *read_payments(struct calendar *k, struct day from, struct day to)
{
	void *pool = k->c->ctx->pool;
	const struct names *names = &k->f.names;
	const char **codes = pool_array(pool, const char *, names->n);
	const char **issuers = pool_array(pool, const char *, names->n);
	size_t n_codes = 0, n_issuers = 0;

	for (size_t i = 0; i < names->n; i++) {
		if (names->list[i].code)
			codes[n_codes++] = names->list[i].code;
		else if (names->list[i].tax_id)
			issuers[n_issuers++] = names->list[i].tax_id;
	}
	return db_query(k->c->ctx, &payments,
			DB_ARGS(db_texts(codes, n_codes), db_texts(issuers, n_issuers),
				db_day(from), db_day(to), db_int(SHOWN + 1)));
}

/* A paper's statements are its issuer's, who may be on the list, too: who files counts once. */
static void add_filing(struct calendar *k, size_t i, struct day to)
{
	const struct watching w = { .object = db_get_text(k->items, i, 0) };
	struct coming x = { .at = i, .filing = true };
	const struct company_facts *c;

	if (watched_due(&k->f, &w, &x.due) || day_before(to, x.due.due))
		return;
	c = watched_company(&k->f, &w);
	x.subject = c ? pool_printf(k->c->ctx->pool, "company:%s", c->tax_id) : w.object;
	x.form = !c ? "informe mensal" : x.due.annual ? "DFP" : "ITR";
	x.day = x.due.due;
	k->list[k->n++] = x;
}

static int by_day(const void *a, const void *b)
{
	const struct coming *x = a, *y = b;
	int c = wide_order(x->day.n, y->day.n);

	c = c ? c : (int)x->filing - (int)y->filing;
	if (!c && x->filing)
		c = strcmp(x->subject, y->subject);
	return c ? c : wide_order((wide)x->at, (wide)y->at);
}

static void write_payment(struct calendar *k, const struct coming *x)
{
	const struct db_rows *r = k->payments;
	struct json *j = k->c->out;
	const char *tax_id = db_get_text(r, x->at, P_ISSUER);

	json_text(j, "event", db_get_text(r, x->at, P_EVENT));
	json_text(j, "object_id",
		  pool_printf(k->c->ctx->pool, "instrument:%s", db_get_text(r, x->at, P_CODE)));
	json_text(j, "name", db_get_text(r, x->at, P_CODE));
	json_text(j, "issuer_id",
		  tax_id ? pool_printf(k->c->ctx->pool, "company:%s", tax_id) : NULL);
	json_text(j, "issuer_name", db_get_text(r, x->at, P_NAME));
	db_json_day(j, "pays_on", r, x->at, P_PAYS);
	desk_write_number(j, "pct", r, x->at, P_PCT);
	json_null(j, "reference_date");
	json_boolean(j, "late", false);
	json_text(j, "source", db_get_text(r, x->at, P_SOURCE));
	db_json_day(j, "told_on", r, x->at, P_SEEN);
}

static void write_filing(struct calendar *k, const struct coming *x)
{
	const char *id = db_get_text(k->items, x->at, 0);
	const struct named *o = names_find(&k->f.names, id);
	struct json *j = k->c->out;

	json_text(j, "event", x->form);
	json_text(j, "object_id", id);
	json_text(j, "name", o ? o->name : id);
	json_null(j, "issuer_id");
	json_null(j, "issuer_name");
	json_null(j, "pays_on");
	json_null(j, "pct");
	json_day(j, "reference_date", x->due.reference);
	json_boolean(j, "late", day_before(x->day, k->c->ctx->today));
	json_text(j, "source", "CVM");
	json_null(j, "told_on");
}

void watchlist_calendar(struct call *c)
{
	const struct day from = call_day(c, "from", c->ctx->today);
	const struct day to = call_day(c, "to", (struct day){ .n = from.n + 90 });
	struct calendar k = { .c = c };
	struct json *j = c->out;
	size_t shown = 0, i;

	watchlist_reached(c);
	k.items = db_query(
		c->ctx, &items,
		DB_ARGS(desk_workspace(c), db_uuid(c->subject), db_int(WATCHLIST_ITEMS_MAX)));
	k.f.ctx = c->ctx;
	findings_read(&k.f, k.items, 0);
	k.payments = read_payments(&k, from, to);
	k.list = pool_array(c->ctx->pool, struct coming, db_count(k.payments) + db_count(k.items));
	for (i = 0; i < db_count(k.payments); i++)
		k.list[k.n++] = (struct coming){ .day = db_get_day(k.payments, i, P_DAY), .at = i };
	for (i = 0; i < db_count(k.items); i++)
		add_filing(&k, i, to);
	order_sort(k.list, k.n, sizeof(*k.list), by_day);
	json_open(j, c->name);
	json_day(j, "from", from);
	json_day(j, "to", to);
	json_array(j, "coming");
	for (i = 0; i < k.n && shown < SHOWN; i++) {
		const struct coming *x = &k.list[i];

		if (i && x->filing && x[-1].filing && str_eq(x->subject, x[-1].subject))
			continue;
		json_open(j, NULL);
		json_day(j, "date", x->day);
		if (x->filing)
			write_filing(&k, x);
		else
			write_payment(&k, x);
		json_close(j);
		shown++;
	}
	json_array_end(j);
	json_boolean(j, "more", i < k.n);
	json_close(j);
}
