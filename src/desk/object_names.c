/* SPDX-License-Identifier: Apache-2.0 */
/* object_names.c: objects of the market by the ids in a desk's rows. */
#include "config.h"

#include "desk/object_names.h"

#include "core/order.h"
#include "core/text.h"

/* A company by the tax id of its anchor; a debenture by its code. */
static DB_STMT(find, "desk.names",
	       "select o.id, o.kind, o.subkind, o.name,"
	       "       case when o.anchor_type = 'cnpj' then o.anchor_value"
	       "            else (select k.normal from object_key k"
	       "                   where k.object_no = o.no and k.type = 'cnpj'"
	       "                   order by k.until desc, k.normal limit 1) end,"
	       "       case when o.subkind = 'debenture' then o.anchor_value end"
	       "  from object o where o.id = any ($1::text[]) order by o.id limit 200000");
enum { C_ID, C_KIND, C_SUBKIND, C_NAME, C_TAX_ID, C_CODE };

/* Of these ids, those that exist; one round trip, none for no ids. */
static struct names names_of(struct ctx *ctx, const char *const *ids, size_t n)
{
	struct names out = { NULL, 0 };
	const struct db_rows *r;
	struct named *list;

	if (!n)
		return out;
	r = db_query(ctx, &find, DB_ARGS(db_texts(ids, n)));
	list = pool_array(ctx->pool, struct named, db_count(r));
	for (size_t i = 0; i < db_count(r); i++)
		list[i] = (struct named){
			.id = db_get_text(r, i, C_ID),
			.kind = db_get_text(r, i, C_KIND),
			.subkind = db_get_text(r, i, C_SUBKIND),
			.name = db_get_text(r, i, C_NAME),
			.tax_id = db_get_text(r, i, C_TAX_ID),
			.code = db_get_text(r, i, C_CODE),
		};
	out.list = list;
	out.n = db_count(r);
	return out;
}

struct names names_of_rows(struct ctx *ctx, const struct db_rows *r, size_t n, int col)
{
	const char **ids = pool_array(ctx->pool, const char *, n);
	size_t used = 0;

	for (size_t i = 0; i < n; i++)
		if (!db_is_null(r, i, col))
			ids[used++] = db_get_text(r, i, col);
	return names_of(ctx, ids, used);
}

const struct named *names_find(const struct names *names, const char *id)
{
	return id ? order_find(&id, names->list, names->n, sizeof(*names->list), order_text) : NULL;
}

static bool is_watched(const struct named *o)
{
	return str_eq(o->kind, "company") || str_eq(o->kind, "securitization") ||
	       (str_eq(o->kind, "fund") && str_eq(o->subkind, "fidc")) ||
	       (str_eq(o->kind, "instrument") && str_eq(o->subkind, "debenture"));
}

const struct named *name_watched(struct call *c, const char *member)
{
	const char *id = call_text(c, member);
	struct names names = names_of(c->ctx, &id, 1);

	if (!names.n)
		call_not_found(c);
	if (!is_watched(names.list))
		call_invalid(c, pool_printf(c->ctx->pool, "/input/%s", member), "kind",
			     "companhia, debênture, fundo de recebíveis ou securitização",
			     names.list->kind);
	return names.list;
}

void name_write(struct json *j, const char *name, const struct names *names, const char *id)
{
	const struct named *o = names_find(names, id);

	json_open(j, name);
	json_text(j, "id", id);
	json_text(j, "kind", o ? o->kind : NULL);
	json_text(j, "subkind", o && *o->subkind ? o->subkind : NULL);
	json_text(j, "name", o ? o->name : NULL);
	json_close(j);
}
