/* SPDX-License-Identifier: Apache-2.0 */
/*
 * objects_command.c: lastro compute objects, and lastro objects doubtful.
 *
 * Identity is by exact keys; pairs with equal names in any order, and without a key that distinguishes
 * them, are listed for a person to check.
 */
#include "config.h"

#include "admin/admin.h"

#include "load/objects_compute.h"

static DB_STMT(
	doubtful, "admin.doubtful_objects",
	"select a.kind, a.words, x.id, y.id"
	"  from object_name a join object_name b on b.words = a.words and b.kind = a.kind and b.object_no > a.object_no"
	"  join object x on x.no = a.object_no join object y on y.no = b.object_no"
	" where a.words <> '' and (x.id, y.id) > ($1, $2)"
	"   and not exists (select from object_key k join object_key j on j.type = k.type and j.object_no = y.no"
	"                    where k.object_no = x.no and k.type in ('cnpj', 'cpf', 'cvm_code') and j.normal <> k.normal)"
	"   and not exists (select from object_relation r where r.verb = 'succeeded_by'"
	"                    and (r.subject_no, r.object_no) in ((x.no, y.no), (y.no, x.no)))"
	" group by a.kind, a.words, x.id, y.id"
	" order by x.id, y.id, a.words limit $3");

static const struct flag compute_objects_flags[] = {
	{ "rebuild", NULL, "relê todos os nomes e todas as cargas", false },
	{ .name = NULL },
};

static enum exit_status compute_objects(struct run *r)
{
	static const struct column columns[] = {
		{ "objects", "objetos", CELL_INT },
		{ "keys", "chaves", CELL_INT },
		{ "names", "nomes", CELL_INT },
		{ "relations", "relações", CELL_INT },
		{ "observations", "observações", CELL_INT },
	};
	struct object_changes c;

	objects_compute(r->ctx, run_flag(r, "rebuild") != NULL, &c);
	print_one(r, columns, ARRAY_SIZE(columns),
		  (const struct cell[]){ cell_int(c.objects), cell_int(c.keys), cell_int(c.names),
					 cell_int(c.relations), cell_int(c.observations) });
	return EXIT_DONE;
}

static const struct flag objects_doubtful_flags[] = {
	{ "after", "ID", "continua depois do par que começa por este", false },
	{ .name = NULL },
};

static enum exit_status objects_doubtful(struct run *r)
{
	static const struct column columns[] = {
		{ "kind", "tipo", CELL_TEXT },
		{ "words", "nome", CELL_TEXT },
		{ "id", "um", CELL_TEXT },
		{ "other_id", "outro", CELL_TEXT },
	};
	const char *after = run_flag(r, "after");

	db_begin_read(r->ctx);
	print_rows(r, columns, ARRAY_SIZE(columns),
		   db_query(r->ctx, &doubtful,
			    DB_ARGS(db_text(after ? after : ""), db_text(after ? "\x7f" : ""),
				    db_int(1000))));
	return EXIT_DONE;
}

const struct command objects_commands[] = {
	{ "compute objects", "",
	  "refaz os objetos, suas chaves, relações e medidas do que foi carregado", 0, 0,
	  compute_objects_flags, compute_objects, NULL },
	{ "objects doubtful", "",
	  "lista pares de objetos que parecem o mesmo e não se juntam sozinhos", 0, 0,
	  objects_doubtful_flags, objects_doubtful, NULL },
	{ .name = NULL },
};
