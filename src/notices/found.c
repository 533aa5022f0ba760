/* SPDX-License-Identifier: Apache-2.0 */
/* found.c: queues what was found for a person, once per subscription. */
#include "config.h"

#include "notices/found.h"

#include "core/clock.h"
#include "core/number_text.h"
#include "core/text.h"
#include "db/db.h"

/* The id is derived from a random seed: a volatile function beside a tenant table cannot be distributed. */
static DB_STMT(
	queue, "notices.queue",
	"insert into lastro.notification"
	"       (workspace_id, id, account_id, notice_id, kind, channel, about, title, body, status, queued_at, next_at)"
	" select n.workspace_id, md5(n.id::text || x.seed)::uuid, n.account_id, n.id, n.kind, n.channel, x.about, x.title,"
	"        case when n.amounts then x.whole else x.body end, 'pending', $4::timestamptz, $4::timestamptz"
	"   from lastro.notice n"
	"   join unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::int8[], $10::int8[], $11::int8[], $12::uuid[],"
	"               $13::uuid[]) x (about, title, body, whole, least, most, until, only_one, seed)"
	"     on n.days between x.least and x.most and n.created_at < timestamptz 'epoch' + x.until * interval '1 ms'"
	"    and (x.only_one = n.id or x.only_one = '00000000-0000-0000-0000-000000000000')"
	"  where n.workspace_id = $1 and n.account_id = $2 and n.kind = $3"
	" on conflict do nothing");

struct found_list found_list_new(void *pool, size_t most)
{
	return (struct found_list){ .items = pool_array(pool, struct found, most) };
}

struct found *found_add(struct found_list *list)
{
	struct found *f = &list->items[list->n++];

	*f = (struct found){ .least = 0, .most = DAYS_MAX, .only = uuid_nil() };
	return f;
}

int64_t found_queue(struct ctx *ctx, struct person who, const char *kind,
		    const struct found_list *list)
{
	const size_t n = list->n;
	const char **about = pool_array(ctx->pool, const char *, n),
		   **title = pool_array(ctx->pool, const char *, n),
		   **body = pool_array(ctx->pool, const char *, n),
		   **whole = pool_array(ctx->pool, const char *, n);
	int64_t *least = pool_array(ctx->pool, int64_t, n),
		*most = pool_array(ctx->pool, int64_t, n),
		*until = pool_array(ctx->pool, int64_t, n);
	struct uuid *only = pool_array(ctx->pool, struct uuid, n),
		    *seeds = pool_array(ctx->pool, struct uuid, n);

	if (!n)
		return 0;
	for (size_t i = 0; i < n; i++) {
		const struct found *f = &list->items[i];

		about[i] = f->about;
		title[i] = f->title;
		body[i] = f->body;
		whole[i] = f->whole ? f->whole : f->body;
		least[i] = f->least;
		most[i] = f->most;
		until[i] = clock_day_end(f->known ? *f->known : DAY_FAR_FUTURE);
		only[i] = f->only;
		seeds[i] = uuid_new();
	}
	return db_exec(ctx, &queue,
		       DB_ARGS(db_uuid(who.workspace), db_uuid(who.account), db_text(kind),
			       db_timestamp(ctx->now_ms), db_texts(about, n), db_texts(title, n),
			       db_texts(body, n), db_texts(whole, n), db_ints(least, n),
			       db_ints(most, n), db_ints(until, n), db_uuids(only, n),
			       db_uuids(seeds, n)));
}

/* ---- wording ---- */

const char *found_kind_text(const char *income_kind)
{
	static const char *const words[][2] = {
		{ "dividend", "dividendo" },	   { "jcp", "juros sobre capital próprio" },
		{ "yield", "rendimento" },	   { "interest", "juros" },
		{ "amortization", "amortização" }, { "capital_return", "restituição de capital" },
	};

	return text_paired(words, ARRAY_SIZE(words), income_kind, income_kind);
}

const char *found_net_text(void *pool, bool dollars, struct money net)
{
	if (!dollars)
		return brl_text(pool, net);
	return pool_printf(pool, "US$ %s", decimal_text(pool, net.e8, MONEY_PLACES, 2, false));
}
