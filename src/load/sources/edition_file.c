/* SPDX-License-Identifier: Apache-2.0 */
/*
 * edition_file.c: an edition of the news, one JSON file, validated by its published schema and
 * published.
 */
#include "config.h"

#include "load/run.h"

#include "load/shape.h"
#include "market/news/news.h"
#include "http/tree.h"

void load_edition(struct load *l)
{
	struct json_object *edition = load_json(l);
	const char *wrong;
	struct day day;

	l->res->read = 1;
	wrong = shape_wrong(l, shape_compile(l, "news-edition"), edition);
	if (wrong)
		load_fail(l, "%s", wrong);
	if (day_parse(slice_of(tree_text(tree_member(edition, "date"))), &day))
		load_day(l, day);
	load_counted(l, 1, news_publish(l->ctx, edition), FAMILY_NEWS);
}
