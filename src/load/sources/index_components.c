/* SPDX-License-Identifier: Apache-2.0 */
/*
 * index_components.c: B3's list of papers and their indices (GetStockIndex).
 *
 * A file is the list of a day, of all indices at once: it replaces the data of that day.  "compute
 * objects" derives periods from the lists.
 */
#include "config.h"

#include "load/run.h"

#include <json-c/json.h>

#include "load/spill.h"
#include "load/field.h"

static const char make_stage[] =
	"create temp table member_stage (code text collate \"C\", day date, symbol text collate \"C\") on commit drop";
static const char remove_gone[] =
	"delete from index_member m where m.day in (select day from member_stage)"
	"   and not exists (select from member_stage s where (s.code, s.day, s.symbol) = (m.code, m.day, m.symbol))";
static const char save_new[] =
	"insert into index_member (code, day, symbol) select distinct code, day, symbol from member_stage"
	" on conflict do nothing";

static bool is_code(struct slice s, size_t least)
{
	if (s.n < least || s.n > 12)
		return false;
	for (size_t i = 0; i < s.n; i++)
		if (!(s.p[i] >= 'A' && s.p[i] <= 'Z') && !(s.p[i] >= '0' && s.p[i] <= '9'))
			return false;
	return true;
}

/* A paper and "IBOV,IBRA,SMLL": one row per index. */
static void put_paper(struct load *l, struct copy *to, int64_t line, struct json_object *item,
		      struct day day)
{
	bool object = json_object_is_type(item, json_type_object), more = true;
	struct slice symbol = object ? field_json(item, "code") : SLICE("");
	struct slice rest = object ? field_json(item, "indexes") : SLICE(""), code;

	l->res->read++;
	symbol = slice_trim(symbol);
	if (!is_code(symbol, 4)) {
		load_refuse(l, line, "código inválido: %.*s", SHOWN(symbol));
		return;
	}
	if (!slice_trim(rest).n) {
		load_refuse(l, line, "%.*s: falta indexes", SHOWN(symbol));
		return;
	}
	for (struct slice left = rest; more;) {
		more = slice_cut(left, ',', &code, &left);
		if (!is_code(slice_trim(code), 2)) {
			load_refuse(l, line, "%.*s: índice inválido: %.*s", SHOWN(symbol),
				    SHOWN(code));
			return;
		}
	}
	for (more = true; more;) {
		more = slice_cut(rest, ',', &code, &rest);
		code = slice_trim(code);
		copy_row(to, 3);
		copy_text(to, code.p, code.n);
		copy_day(to, day);
		copy_text(to, symbol.p, symbol.n);
	}
}

void load_index_components(struct load *l)
{
	struct json_object *top = load_json(l), *head = NULL, *page = NULL, *list = NULL;
	struct day day;
	struct copy *to;
	int64_t good, gone, written;
	wide total, pages;

	if (!json_object_is_type(top, json_type_object) ||
	    !json_object_object_get_ex(top, "header", &head) ||
	    !json_object_object_get_ex(top, "results", &list) ||
	    !json_object_is_type(head, json_type_object) ||
	    !json_object_is_type(list, json_type_array))
		load_fail(l, "não é a lista de papéis e índices da B3 (GetStockIndex).");
	if (!day_parse(field_json(head, "update"), &day))
		load_fail(l, "header.update não é uma data AAAA-MM-DD.");
	if (json_object_object_get_ex(top, "page", &page) &&
	    dec_parse(field_json(page, "totalRecords"), 0, 1000000, &total) == DEC_OK &&
	    dec_parse(field_json(page, "totalPages"), 0, 1000000, &pages) == DEC_OK &&
	    (pages > 1 || total != (wide)json_object_array_length(list)))
		load_fail(l, "a lista não está inteira: %lld de %lld papéis em %lld páginas.",
			  (long long)json_object_array_length(list), (long long)total,
			  (long long)pages);
	load_day(l, day);
	(void)load_sql(l, make_stage);
	to = copy_to(l, "member_stage (code, day, symbol)");
	for (size_t i = 0; i < json_object_array_length(list); i++)
		put_paper(l, to, (int64_t)i + 1, json_object_array_get_idx(list, i), day);
	copy_end(to);
	gone = load_sql(l, remove_gone);
	written = load_sql(l, save_new);
	if (gone)
		load_warn(l, "%lld linhas que não estão mais na lista do dia foram retiradas.",
			  (long long)gone);
	good = l->res->read - l->res->refused;
	if (gone || written)
		l->res->written = good;
	else
		l->res->unchanged = good;
}
