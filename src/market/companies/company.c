/* SPDX-License-Identifier: Apache-2.0 */
/*
 * company.c: identifies a company, and lists the register.  GET /v1/companies
 *
 * A code has up to six digits, a tax id fourteen characters, and everything else is a ticker.  Former
 * names and tickers are words of a company too, so that it is found by them.
 */
#include "config.h"

#include "market/companies/company.h"

#include "core/pool.h"
#include "core/text.h"
#include "http/page.h"
#include "http/request.h"
#include "db/db_json.h"

#define NAME_MAX_LENGTH 32
#define WORDS_MAX_LENGTH 200

static DB_STMT(who, "companies.who",
	       "select c.id, c.cvm_code, c.tax_id, c.name from company c where c.id = " COMPANY);

/* status and listed are closed sets: absent means all words. */
#define LIST                                                                                       \
	"select c.id, c.cvm_code, c.tax_id, c.name, c.trading_name, c.sector, c.status,"           \
	"       c.trades as listed, c.registered_on, c.cancelled_on, c.category, c.issuer_state,"  \
	"       c.control,"                                                                        \
	"       array(select t.ticker from company_ticker t"                                       \
	"              where t.company_id = c.id and t.until is null order by t.ticker)::text"     \
	"  from company c"
#define WHERE                                                                                      \
	" where (c.name collate portuguese, c.id) > ($1, $2) and c.status = any($3::text[])"       \
	"   and c.trades = any($4::bool[])"
#define ORDER " order by c.name collate portuguese, c.id limit "
enum {
	C_ID,
	C_CODE,
	C_TAX_ID,
	C_NAME,
	C_TRADING,
	C_SECTOR,
	C_STATUS,
	C_LISTED,
	C_REGISTERED,
	C_CANCELLED,
	C_CATEGORY,
	C_STATE,
	C_CONTROL,
	C_TICKERS
};

#define COUNT                                                                                      \
	"select count(*) from company c where c.status = any($1::text[]) and c.trades = any($2::bool[])"

enum { BY_SECTOR = 1, BY_WORDS = 2 };
static struct db_stmt lists[] = {
	[0] = DB_STMT_TEXT("companies.list", LIST WHERE ORDER "$5"),
	[BY_SECTOR] =
		DB_STMT_TEXT("companies.sector", LIST WHERE " and c.sector_key = $5" ORDER "$6"),
	[BY_WORDS] = DB_STMT_TEXT("companies.words",
				  LIST WHERE " and c.words @@ $5::tsquery" ORDER "$6"),
	[BY_SECTOR | BY_WORDS] =
		DB_STMT_TEXT("companies.sector_words", LIST WHERE
			     " and c.sector_key = $5 and c.words @@ $6::tsquery" ORDER "$7"),
};
DB_LISTED(lists, lists, ARRAY_SIZE(lists));
static struct db_stmt counts[] = {
	[0] = DB_STMT_TEXT("companies.count", COUNT),
	[BY_SECTOR] = DB_STMT_TEXT("companies.count_sector", COUNT " and c.sector_key = $3"),
	[BY_WORDS] = DB_STMT_TEXT("companies.count_words", COUNT " and c.words @@ $3::tsquery"),
	[BY_SECTOR | BY_WORDS] = DB_STMT_TEXT("companies.count_sector_words", COUNT
					      " and c.sector_key = $3 and c.words @@ $4::tsquery"),
};
DB_LISTED(counts, counts, ARRAY_SIZE(counts));

/* ---- which ---- */

static bool all_digits(const char *s)
{
	return *s && s[strspn(s, "0123456789")] == '\0';
}

struct company_name company_named(struct ctx *ctx)
{
	const char *said = text_upper_ascii(ctx->pool, ctx->path[0]);
	struct company_name name = { .has_code = false };
	char tax_id[15];

	if (text_length(said) > NAME_MAX_LENGTH)
		fail_parameter(ctx, "company", ctx->path[0], "de 1 a 32 caracteres");
	if (all_digits(said) && strlen(said) <= 6) {
		name.has_code = true;
		for (const char *p = said; *p; p++)
			name.code = 10 * name.code + (*p - '0');
	} else if (tax_id_normal(said, tax_id) && strlen(tax_id) == 14) {
		name.tax_id = pool_strdup(ctx->pool, tax_id);
	} else {
		name.ticker = said;
	}
	return name;
}

void company_args(const struct company_name *name, struct db_arg args[COMPANY_ARGS])
{
	args[0] = name->has_code ? db_int(name->code) : db_null();
	args[1] = db_text(name->tax_id);
	args[2] = db_text(name->ticker);
}

void company_send(struct ctx *ctx, const struct company_name *name)
{
	struct db_arg args[COMPANY_ARGS];

	company_args(name, args);
	db_send(ctx, &who, args, COMPANY_ARGS);
}

struct company company_take(struct ctx *ctx, const struct db_rows *rows)
{
	if (!db_count(rows))
		fail(ctx, 404, "company_not_found",
		     "Não há companhia com o código, o CNPJ ou o código de negociação %s.",
		     ctx->path[0]);
	return (struct company){ .id = db_get_int(rows, 0, 0),
				 .cvm_code = db_get_int(rows, 0, 1),
				 .tax_id = db_get_text(rows, 0, 2),
				 .name = db_get_text(rows, 0, 3) };
}

void company_subject(struct json *j, const struct company *c)
{
	char code[DEC_TEXT_SIZE];

	(void)dec_format(code, c->cvm_code, 0, 0, false); /* its length */
	json_open(j, "subject");
	json_text(j, "cvm_code", code);
	json_text(j, "tax_id", c->tax_id);
	json_text(j, "name", c->name);
	json_close(j);
}

/* ---- the register ---- */

static const char *const statuses[] = { "active", "suspended", "cancelled", "unknown", NULL };
static const char *const status_choices[] = { "active", "suspended", "cancelled", NULL };

struct asked {
	const char *sector, *words;
	struct db_arg status, listed;
};

static struct asked ask(struct ctx *ctx)
{
	static const bool both[] = { false, true };
	const char *q = query_text(ctx, "q"), *sector = query_text(ctx, "sector");
	int status = query_choice(ctx, "status", status_choices);
	bool listed = query_bool(ctx, "listed", true),
	     not_listed = !query_bool(ctx, "listed", false);
	struct asked a = { .sector = sector ? text_fold(ctx->pool, sector) : NULL };

	if (q) {
		char tax_id[15]; /* a tax id with its marks is still one word */
		const char *said = tax_id_normal(q, tax_id) ? tax_id : q;

		a.words = text_length(q) > WORDS_MAX_LENGTH ? NULL : db_words(ctx->pool, said);
		if (!a.words)
			fail_parameter(ctx, "q", q,
				       "palavras do nome, um código ou um CNPJ, até 200 letras");
	}
	if (sector && !*a.sector)
		fail_parameter(ctx, "sector", sector, "um setor de atividade");
	a.status = status < 0 ? db_texts(statuses, 4) : db_texts(&statuses[status], 1);
	a.listed = listed && not_listed ? db_array(DB_BOOL_ARRAY, both, NULL, 2, 0)
					: db_array(DB_BOOL_ARRAY, &both[listed], NULL, 1, 0);
	return a;
}

static size_t add_filters(const struct asked *a, struct db_arg *args, size_t n)
{
	if (a->sector)
		args[n++] = db_text(a->sector);
	if (a->words)
		args[n++] = db_text(a->words);
	return n;
}

static void send_list(struct ctx *ctx, const struct page *page, const struct asked *a)
{
	int set = (a->sector ? BY_SECTOR : 0) | (a->words ? BY_WORDS : 0);
	struct db_arg args[7] = { db_text(page->follows ? page->key[0] : ""),
				  db_int(page->follows ? page_int(ctx, page->key[1]) : 0),
				  a->status, a->listed };
	size_t n = add_filters(a, args, 4);

	args[n++] = db_int(page_limit(page));
	db_send(ctx, &lists[set], args, n);
	if (page->total) {
		struct db_arg counted[4] = { a->status, a->listed };

		db_send(ctx, &counts[set], counted, add_filters(a, counted, 2));
	}
}

/* "{ABCD3,ABCD4}", which is what tickers look like: no quotes, no blanks. */
static void render_tickers(struct json *j, const char *list)
{
	struct slice rest = slice_of(list), head;
	bool more = true;

	json_array(j, "tickers");
	rest.p++;
	rest.n -= 2;
	while (rest.n && more) {
		char ticker[16];

		more = slice_cut(rest, ',', &head, &rest);
		if (head.n < sizeof(ticker)) {
			memcpy(ticker, head.p, head.n);
			ticker[head.n] = '\0';
			json_text(j, NULL, ticker);
		}
	}
	json_array_end(j);
}

static void render_company(struct json *j, const struct db_rows *r, size_t row)
{
	json_open(j, NULL);
	db_json_columns(j, r, row, C_CODE, C_LISTED);
	render_tickers(j, db_get_text(r, row, C_TICKERS));
	db_json_columns(j, r, row, C_REGISTERED, C_CONTROL);
	json_close(j);
}

void companies_list(struct ctx *ctx)
{
	struct page page = page_take(ctx, 2, true);
	struct asked a = ask(ctx);
	struct db_rows *rows[2];
	const char *next[2];
	struct json *j;
	size_t shown;

	query_done(ctx);
	send_list(ctx, &page, &a);
	db_wait(ctx, rows, page.total ? 2 : 1);
	shown = page_shown(&page, db_count(rows[0]));
	j = page_open(ctx);
	for (size_t i = 0; i < shown; i++)
		render_company(j, rows[0], i);
	if (shown) {
		next[0] = db_get_text(rows[0], shown - 1, C_NAME);
		next[1] = page_int_text(ctx->pool, db_get_int(rows[0], shown - 1, C_ID));
	}
	page_end(ctx, db_count(rows[0]) > shown ? next : NULL, 2, shown,
		 page.total ? db_get_int(rows[1], 0, 0) : -1);
}
