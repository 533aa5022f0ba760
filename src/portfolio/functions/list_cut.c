/* SPDX-License-Identifier: Apache-2.0 */
/* list_cut.c: long lists of an answer, cut to a page for an assistant. */
#include "config.h"

#include "portfolio/functions/list_cut.h"

#include <math.h>
#include <stdlib.h>

#include "core/text.h"
#include "http/json_read.h"
#include "http/tree.h"

/* An item, and by what it is ordered. */
struct entry {
	struct json_object *item;
	double by;
	size_t place;
};

static int entry_order(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	if (x->by != y->by)
		return x->by < y->by ? 1 : -1;
	return x->place < y->place ? -1 : 1;
}

static bool is_asked(const struct call *c, struct json_object *item)
{
	static const char *const members[] = { "symbol", "asset_type", "kind", "severity", "code" };

	for (size_t i = 0; i < ARRAY_SIZE(members); i++) {
		const char *asked = call_text(c, members[i]);
		const char *has = tree_text(tree_member(item, members[i]));

		if (asked && (!has || strcasecmp(asked, has) != 0))
			return false;
	}
	return true;
}

/* The items that are asked for, in the order of the page. */
static struct entry *entries(struct call *c, const struct list_cut *cut, struct json_object *list,
			     size_t *n)
{
	size_t all = json_object_array_length(list);
	const char *asked = call_text(c, "order"), *order = asked ? asked : cut->order;
	struct entry *out = pool_array(c->ctx->pool, struct entry, all);

	*n = 0;
	for (size_t i = 0; i < all; i++) {
		struct json_object *item = json_object_array_get_idx(list, i);

		if (!is_asked(c, item))
			continue;
		out[*n] = (struct entry){ item, 0, i };
		if (order) {
			struct json_object *by = tree_member(item, order);

			out[*n].by = by ? json_object_get_double(by) : -HUGE_VAL;
		}
		++*n;
	}
	if (order)
		qsort(out, *n, sizeof(*out), entry_order);
	return out;
}

/* The place of a page is the number of items before it, of nine digits. */
static size_t place_asked(struct call *c)
{
	static const struct page_key by_place = { DB_TEXT, false };
	struct db_arg after[2];

	call_after(c, &by_place, after);
	return (size_t)strtoul(after[0].text, NULL, 10); /* none: 0 */
}

struct window {
	size_t first, most, shown, total;
	bool more;
};

static void write_list(struct call *c, const struct list_cut *cut, const char *name,
		       struct json_object *list, struct window *w)
{
	size_t n;
	struct entry *e = entries(c, cut, list, &n);

	json_array(c->out, name);
	for (size_t i = w->first; i < n && i < w->first + w->most; i++, w->shown++)
		if (cut->item)
			cut->item(c->out, e[i].item);
		else
			tree_write(e[i].item, c->out, NULL);
	json_array_end(c->out);
	w->total += n;
	w->more |= n > w->first + w->most;
}

static bool is_list(const struct list_cut *cut, const char *name)
{
	for (const char *const *l = cut->lists; *l; l++)
		if (str_eq(*l, name))
			return true;
	return false;
}

/* What @write writes, as a tree. */
static struct json_object *written(struct call *c, void (*write)(struct call *c))
{
	struct json *out = c->out, *whole = json_new(c->ctx->pool, 4096);

	c->out = whole;
	write(c);
	c->out = out;
	return json_own(c->ctx, slice_of(json_written(whole)));
}

void list_cut(struct call *c, const struct list_cut *cut, void (*write)(struct call *c))
{
	struct window w = { .first = place_asked(c),
			    .most = (size_t)call_int(c, "limit", (int64_t)cut->most) };
	size_t n;
	struct tree_member *members = tree_members(c->ctx->pool, written(c, write), &n);
	struct json *meta = call_meta(c);
	const char *next = NULL;

	json_open(c->out, c->name);
	for (size_t i = 0; i < n; i++)
		if (is_list(cut, members[i].name))
			write_list(c, cut, members[i].name, members[i].value, &w);
		else
			tree_write(members[i].value, c->out, members[i].name);
	json_close(c->out);
	if (w.more)
		next = call_next_text(c, pool_printf(c->ctx->pool, "%09zu", w.first + w.most));
	json_open(meta, NULL);
	json_int(meta, "count", (int64_t)w.shown);
	json_int(meta, "total", (int64_t)w.total);
	json_text(meta, "next_cursor", next);
	json_close(meta);
}
