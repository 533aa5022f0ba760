/* SPDX-License-Identifier: Apache-2.0 */
/* issues_dismiss.c: an issue that a person has dismissed. */
#include "config.h"

#include "portfolio/show/issues_dismiss.h"

#include <inttypes.h>
#include <sodium.h>

#include "calc/tax/tax.h"
#include "core/pool.h"
#include "http/json_read.h"
#include "portfolio/store/asset_meta.h"

#define MEMBER "dismissed_issues"
#define REASONS "dismissed_reasons"
#define DIGEST 16 /* bytes: only keys of one asset need to differ */

static bool can_be(const struct issue *i)
{
	static const enum issue_code codes[] = { ISSUE_PRICE_OFF_QUOTE, ISSUE_TRANSFER_MAYBE,
						 ISSUE_CORPORATE_EVENT_APPLIED,
						 ISSUE_DUPLICATE_ROWS };

	for (size_t k = 0; k < ARRAY_SIZE(codes); k++)
		if (i->code == codes[k])
			return i->asset != NULL;
	return false;
}

/* The content of the issue as whole numbers. */
static void put_facts(struct buf *b, const struct issue *i)
{
	for (size_t k = 0; k < i->n_rows; k++) {
		const struct ledger_row *r = i->rows[k].row;

		buf_printf(b, "%" PRId32 " %d %d %" PRId64 " ", r->day.n, (int)r->kind,
			   (int)r->event, r->qty.e8);
		buf_printf(b, "%d %" PRId64 " %" PRId64 " %" PRId64 "\n", r->price_known,
			   r->price_known ? (int64_t)r->price.e12 : 0, (int64_t)r->fees.e8,
			   (int64_t)r->ratio_e12);
	}
	if (i->event)
		buf_printf(b, "%" PRId32 " %d %" PRId64 " %" PRId64, i->event->ex_day.n,
			   (int)i->event->kind, (int64_t)i->event->ratio.n,
			   (int64_t)i->event->ratio.d);
}

static const char *key_of(void *pool, const struct issue *i)
{
	char hex[2 * DIGEST + 1];
	uint8_t digest[DIGEST];
	struct buf facts;

	buf_init(&facts, pool, 256);
	put_facts(&facts, i);
	crypto_generichash(digest, sizeof(digest), (const uint8_t *)facts.p, facts.n, NULL, 0);
	sodium_bin2hex(hex, sizeof(hex), digest, sizeof(digest));
	return pool_printf(pool, "%s:%s", issue_code_names[i->code], hex);
}

/* A member of the metadata of the asset, or NULL. */
static struct json_object *member_of(void *pool, const struct ledger_asset *a, const char *name,
				     enum json_type type)
{
	struct json_object *meta, *found = NULL;

	if (!a->meta || !strstr(a->meta, name))
		return NULL;
	meta = json_read(pool, slice_of(a->meta));
	(void)json_object_object_get_ex(meta, name, &found); /* absent leaves NULL */
	return json_object_is_type(found, type) ? found : NULL;
}

/* The dismissed keys of the asset; NULL when it has none. */
static struct json_object *keys_of(void *pool, const struct ledger_asset *a)
{
	return member_of(pool, a, MEMBER, json_type_array);
}

static bool is_key(struct json_object *keys, size_t at, const char *key)
{
	struct json_object *one = json_object_array_get_idx(keys, at);

	return json_object_is_type(one, json_type_string) &&
	       str_eq(json_object_get_string(one), key);
}

static bool has_key(struct json_object *keys, const char *key)
{
	for (size_t k = 0; keys && k < json_object_array_length(keys); k++)
		if (is_key(keys, k, key))
			return true;
	return false;
}

bool issue_is_dismissed(void *pool, const struct issue *i)
{
	struct json_object *keys = can_be(i) ? keys_of(pool, i->asset) : NULL;

	return keys && has_key(keys, key_of(pool, i));
}

static bool outcome_is(void *pool, const struct issue *i, enum tax_outcome asked)
{
	struct json_object *option = i->code == ISSUE_OPTION_EXPIRED
					     ? member_of(pool, i->asset, "option", json_type_object)
					     : NULL;
	struct json_object *outcome = NULL;

	(void)json_object_object_get_ex(option, "outcome", &outcome); /* absent leaves NULL */
	return json_object_is_type(outcome, json_type_string) &&
	       str_eq(json_object_get_string(outcome), tax_outcome_names[asked]);
}

bool issue_is_answered(void *pool, const struct issue *i)
{
	return outcome_is(pool, i, OUTCOME_EXPIRED);
}

bool issue_was_exercised(void *pool, const struct issue *i)
{
	return outcome_is(pool, i, OUTCOME_EXERCISED);
}

/* What was said of each dismissal, without that of @key; with it, when it is dismissed now. */
static struct json_object *reasons_after(void *pool, const struct issue *i, const char *key,
					 bool dismisses, struct day today)
{
	struct json_object *before = member_of(pool, i->asset, REASONS, json_type_object);
	struct json_object *after = json_object_new_object(), *said;

	if (before) {
		json_object_object_foreach(before, name, value)
		{
			json_object_object_add(after, name, json_object_get(value));
		}
	}
	json_object_object_del(after, key);
	if (dismisses) {
		said = json_object_new_object();
		json_object_object_add(said, "reason", NULL);
		json_object_object_add(said, "date", json_object_new_string(day_iso(pool, today)));
		json_object_object_add(after, key, said);
	}
	return after;
}

/* The metadata with the key added, or removed when it is there; NULL when they would be too long. */
static const char *toggled(void *pool, const struct issue *i, const char *key, bool dismisses,
			   struct day today)
{
	struct json_object *before = keys_of(pool, i->asset), *after = json_object_new_array();
	struct json_object *reasons = reasons_after(pool, i, key, dismisses, today);
	const char *text;

	for (size_t k = 0; before && k < json_object_array_length(before); k++)
		if (!is_key(before, k, key))
			json_object_array_add(
				after, json_object_get(json_object_array_get_idx(before, k)));
	if (dismisses)
		json_object_array_add(after, json_object_new_string(key));
	text = asset_meta_with(pool, i->asset->meta, MEMBER,
			       json_object_array_length(after) ? after : NULL);
	if (text)
		text = asset_meta_with(pool, text, REASONS,
				       json_object_object_length(reasons) ? reasons : NULL);
	json_object_put(after);
	json_object_put(reasons);
	return text;
}

struct issue_dismissal issue_dismissal_of(void *pool, const struct issue *i)
{
	struct json_object *all =
		can_be(i) ? member_of(pool, i->asset, REASONS, json_type_object) : NULL;
	struct json_object *said = NULL, *reason = NULL, *date = NULL;
	struct issue_dismissal out = { .reason = NULL };

	if (!all || !json_object_object_get_ex(all, key_of(pool, i), &said))
		return out;
	if (json_object_object_get_ex(said, "reason", &reason) && reason)
		out.reason = pool_strdup(pool, json_object_get_string(reason));
	if (json_object_object_get_ex(said, "date", &date) && date)
		out.dated = day_parse(slice_of(json_object_get_string(date)), &out.day);
	return out;
}

static void render_dismissal(void *pool, struct json *j, const struct issue *i)
{
	const struct issue_dismissal d = issue_dismissal_of(pool, i);

	json_open(j, "dismissal");
	json_text(j, "reason", d.reason);
	json_day_or_null(j, "date", d.dated, d.day);
	json_close(j);
}

void issue_dismiss_render(void *pool, struct json *j, const struct loaded *in,
			  const struct issue *i)
{
	const char *key = can_be(i) ? key_of(pool, i) : NULL, *meta = NULL;
	bool dismissed = issue_is_dismissed(pool, i);

	if (key)
		meta = toggled(pool, i, key, !dismissed, in->derived.as_of);
	json_boolean(j, "dismissed", dismissed);
	if (dismissed)
		render_dismissal(pool, j, i);
	else
		json_null(j, "dismissal");
	if (!json_open_if(j, "dismiss", meta))
		return;
	json_text(j, "method", "PATCH");
	json_text(j, "path",
		  pool_printf(pool, "/v1/portfolios/%s/assets/%s", uuid_text(pool, in->id),
			      uuid_text(pool, i->asset->id)));
	json_open(j, "body");
	json_raw(j, "meta", meta);
	json_close(j);
	json_array(j, "fill");
	if (!dismissed) /* it may stay null */
		json_text(j, NULL, pool_printf(pool, "/meta/" REASONS "/%s/reason", key));
	json_array_end(j);
	json_close(j);
}
