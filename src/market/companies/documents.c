/* SPDX-License-Identifier: Apache-2.0 */
/*
 * documents.c: a company's filings.  GET /v1/companies/{company}/documents
 *
 * A version is a record of its own.  filed_at is the day of the document's first filing, as the
 * contract says, and orders the pages; version_filed_at is the version's own, first_filing and
 * present_version lead to the others, whose columns the loader copied into the row.
 */
#include "config.h"

#include "market/companies/company.h"

#include "market/companies/document_kind.h"
#include "http/page.h"
#include "http/request.h"
#include "db/db_json.h"

#define SELECT                                                                                      \
	"select d.id, d.cvm_code, d.kind, d.category, d.type, d.species, d.subject,"                \
	" d.reference_date, d.filed_at, d.protocol, d.download_url, d.version, d.version_filed_at," \
	" d.first_version, d.first_protocol, d.filed_at, d.first_url,"                              \
	" d.present_version, d.present_protocol, d.present_filed_at, d.present_url"                 \
	" from company_document d"
/* A document without a reference date has no period: it is listed unless an end of the period is given. */
#define WHERE                                                                                      \
	" where d.company_id = " COMPANY " and coalesce(d.reference_date, '1900-01-01') >= $4"     \
	"   and coalesce(d.reference_date, '2199-12-31') <= $5"
#define AFTER(day, id) " and (d.filed_at, d.id) < (" day ", " id ")"
#define ORDER " order by d.filed_at desc, d.id desc limit "
#define COUNT "select count(*) from company_document d" WHERE

enum {
	C_ID,
	C_CODE,
	C_KIND,
	C_CATEGORY,
	C_TYPE,
	C_SPECIES,
	C_SUBJECT,
	C_REFERENCE,
	C_FILED,
	C_PROTOCOL,
	C_URL,
	C_VERSION,
	C_VERSION_FILED,
	C_FIRST,
	C_PRESENT = C_FIRST + 4
};

enum { BY_KIND = 1, BY_CATEGORY = 2 };
static struct db_stmt lists[] = {
	[0] = DB_STMT_TEXT("documents.list", SELECT WHERE AFTER("$6", "$7") ORDER "$8"),
	[BY_KIND] = DB_STMT_TEXT("documents.kind",
				 SELECT WHERE " and d.kind = $6" AFTER("$7", "$8") ORDER "$9"),
	[BY_CATEGORY] = DB_STMT_TEXT("documents.category", SELECT WHERE
				     " and d.category = $6" AFTER("$7", "$8") ORDER "$9"),
	[BY_KIND | BY_CATEGORY] =
		DB_STMT_TEXT("documents.kind_category", SELECT WHERE
			     " and d.kind = $6 and d.category = $7" AFTER("$8", "$9") ORDER "$10"),
};
DB_LISTED(lists, lists, ARRAY_SIZE(lists));
static struct db_stmt counts[] = {
	[0] = DB_STMT_TEXT("documents.count", COUNT),
	[BY_KIND] = DB_STMT_TEXT("documents.count_kind", COUNT " and d.kind = $6"),
	[BY_CATEGORY] = DB_STMT_TEXT("documents.count_category", COUNT " and d.category = $6"),
	[BY_KIND | BY_CATEGORY] = DB_STMT_TEXT("documents.count_kind_category",
					       COUNT " and d.kind = $6 and d.category = $7"),
};
DB_LISTED(counts, counts, ARRAY_SIZE(counts));

/* ---- reading parameters ---- */

struct asked {
	struct page page;
	struct company_name company;
	const char *kind, *category;
	struct day from, to;
};

static struct asked ask(struct ctx *ctx)
{
	struct asked a = { .page = page_take(ctx, 2, true) };
	int kind = query_choice(ctx, "kind", document_kind_names);

	a.category = query_text(ctx, "category");
	page_days(ctx, &a.from, &a.to);
	query_done(ctx);
	a.kind = kind < 0 ? NULL : document_kind_names[kind];
	a.company = company_named(ctx);
	return a;
}

static size_t filters(const struct asked *a, struct db_arg *args)
{
	size_t n = COMPANY_ARGS;

	company_args(&a->company, args);
	args[n++] = db_day(a->from);
	args[n++] = db_day(a->to);
	if (a->kind)
		args[n++] = db_text(a->kind);
	if (a->category)
		args[n++] = db_text(a->category);
	return n;
}

static void send(struct ctx *ctx, const struct asked *a)
{
	int set = (a->kind ? BY_KIND : 0) | (a->category ? BY_CATEGORY : 0);
	struct db_arg args[10];
	size_t n = filters(a, args);

	if (a->page.total)
		db_send(ctx, &counts[set], args, n);
	args[n++] = db_day(a->page.follows ? page_day(ctx, a->page.key[0]) : DAY_FAR_FUTURE);
	args[n++] = db_int(a->page.follows ? page_int(ctx, a->page.key[1]) : INT64_MAX);
	args[n++] = db_int(page_limit(&a->page));
	db_send(ctx, &lists[set], args, n);
}

/* ---- answering ---- */

/* Another version of the document, whose four columns begin at @col; null: this one is it. */
static void render_version(struct json *j, const char *name, const struct db_rows *r, size_t row,
			   int col)
{
	if (!json_open_if(j, name, !db_is_null(r, row, col)))
		return;
	json_int(j, "version", db_get_int(r, row, col));
	json_text(j, "protocol", db_get_text(r, row, col + 1));
	json_day(j, "filed_at", db_get_day(r, row, col + 2));
	json_text(j, "download_url", db_get_text(r, row, col + 3));
	json_close(j);
}

static void render(struct json *j, const struct db_rows *r, size_t row)
{
	json_open(j, NULL);
	db_json_columns(j, r, row, C_CODE, C_VERSION_FILED);
	render_version(j, "first_filing", r, row, C_FIRST);
	render_version(j, "present_version", r, row, C_PRESENT);
	json_close(j);
}

void company_documents(struct ctx *ctx)
{
	struct asked a = ask(ctx);
	struct db_rows *rows[3], *list;
	const char *next[2] = { NULL };
	struct company company;
	size_t n = a.page.total ? 3 : 2, shown;
	struct json *j;

	company_send(ctx, &a.company);
	send(ctx, &a);
	db_wait(ctx, rows, n);
	company = company_take(ctx, rows[0]);
	list = rows[n - 1];
	shown = page_shown(&a.page, db_count(list));
	j = page_open(ctx);
	for (size_t i = 0; i < shown; i++)
		render(j, list, i);
	if (db_count(list) > shown) {
		next[0] = day_iso(ctx->pool, db_get_day(list, shown - 1, C_FILED));
		next[1] = page_int_text(ctx->pool, db_get_int(list, shown - 1, C_ID));
	}
	company_subject(page_meta(ctx), &company);
	page_close(ctx, page_cursor(ctx, next[0] ? next : NULL, 2), shown,
		   a.page.total ? db_get_int(rows[1], 0, 0) : -1);
}
