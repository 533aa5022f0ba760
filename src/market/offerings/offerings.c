/* SPDX-License-Identifier: Apache-2.0 */
/*
 * offerings.c: the registry of public offerings.  GET /v1/offerings
 *
 * Two regimes with one vocabulary; the source's own words are shown beside it.  An issuer is given by
 * its tax id, by words of its name, or by the id of its object.
 */
#include "config.h"

#include "market/offerings/offerings.h"

#include "core/pool.h"
#include "core/text.h"
#include "db/db.h"
#include "db/db_json.h"
#include "http/page.h"
#include "http/request.h"

#define ISSUER_MAX 200

/* The issuer's object: its company in the register, else the object with its tax id. */
#define OBJECT_AS(kind) "(select x.id from object x where x.id = '" kind ":' || o.issuer_tax_id)"
#define ISSUER_OBJECT                                                                              \
	"coalesce('company:' || c.tax_id, " OBJECT_AS("company") ", " OBJECT_AS("fund") ")"
#define SELECT                                                                                     \
	"select o.id, o.regime, o.instruction, o.issuer_name, o.issuer_tax_id, " ISSUER_OBJECT     \
	" as issuer_object_id, o.asset_type, o.asset_text, o.series, o.issue, o.leader,"           \
	"       o.total_brl, o.quantity, o.unit_price,"                                            \
	"       o.registration_number, o.process_number, o.registered_on, o.day as date,"          \
	"       o.status, o.status_text, o.closed_on, o.rate_text, o.indexer_text, o.issued_on,"   \
	"       o.matures_on, o.kind_text, o.audience"                                             \
	"  from offering o left join company c on c.tax_id = o.issuer_tax_id"
/*
 * An offering without registration is listed unless a range of registration days is given.  The cursor
 * is the upper end of the days that are read: it begins at $2.
 */
#define WHERE                                                                                      \
	" where o.day >= $1 and coalesce(o.registered_on, '1900-01-01') >= $1"                     \
	"   and coalesce(o.registered_on, '2199-12-31') <= $2"
#define PAGE(day, id, limit)                                                                       \
	" and (o.day, o.id) < (" day ", " id ") order by o.day desc, o.id desc limit " limit
#define COUNT "select count(*) from offering o" WHERE

enum {
	C_ID,
	C_REGIME,
	C_INSTRUCTION,
	C_ISSUER,
	C_TAX_ID,
	C_OBJECT,
	C_ASSET,
	C_ASSET_TEXT,
	C_SERIES,
	C_ISSUE,
	C_LEADER,
	C_TOTAL,
	C_QUANTITY,
	C_UNIT,
	C_NUMBER,
	C_PROCESS,
	C_REGISTERED,
	C_DAY,
	C_STATUS,
	C_STATUS_TEXT,
	C_CLOSED,
	C_RATE,
	C_INDEXER,
	C_ISSUED,
	C_MATURES,
	C_KIND,
	C_AUDIENCE
};

/* An issuer has few offerings: regimes and assets are sets there, absent means all. */
#define BY_REGIME " and o.regime = $3"
#define BY_ASSET " and o.asset_type = $3"
#define BY_BOTH " and o.regime = $3 and o.asset_type = $4"
#define BY_TAX_ID                                                                                  \
	" and o.issuer_tax_id = $3 and o.regime = any($4::text[]) and o.asset_type = any($5::text[])"
#define BY_WORDS                                                                                   \
	" and o.words @@ $3::tsquery and o.regime = any($4::text[]) and o.asset_type = any($5::text[])"

enum set { ALL, REGIME, ASSET, BOTH, TAX_ID, WORDS, SETS };
static struct db_stmt lists[SETS] = {
	[ALL] = DB_STMT_TEXT("offerings.list", SELECT WHERE PAGE("$3", "$4", "$5")),
	[REGIME] = DB_STMT_TEXT("offerings.regime", SELECT WHERE BY_REGIME PAGE("$4", "$5", "$6")),
	[ASSET] = DB_STMT_TEXT("offerings.asset", SELECT WHERE BY_ASSET PAGE("$4", "$5", "$6")),
	[BOTH] =
		DB_STMT_TEXT("offerings.regime_asset", SELECT WHERE BY_BOTH PAGE("$5", "$6", "$7")),
	[TAX_ID] = DB_STMT_TEXT("offerings.tax_id", SELECT WHERE BY_TAX_ID PAGE("$6", "$7", "$8")),
	[WORDS] = DB_STMT_TEXT("offerings.words", SELECT WHERE BY_WORDS PAGE("$6", "$7", "$8")),
};
DB_LISTED(lists, lists, ARRAY_SIZE(lists));
static struct db_stmt counts[SETS] = {
	[ALL] = DB_STMT_TEXT("offerings.count", COUNT),
	[REGIME] = DB_STMT_TEXT("offerings.count_regime", COUNT BY_REGIME),
	[ASSET] = DB_STMT_TEXT("offerings.count_asset", COUNT BY_ASSET),
	[BOTH] = DB_STMT_TEXT("offerings.count_regime_asset", COUNT BY_BOTH),
	[TAX_ID] = DB_STMT_TEXT("offerings.count_tax_id", COUNT BY_TAX_ID),
	[WORDS] = DB_STMT_TEXT("offerings.count_words", COUNT BY_WORDS),
};
DB_LISTED(counts, counts, ARRAY_SIZE(counts));

/* ---- reading parameters ---- */

static const char *const regimes[] = { "previous", "rcvm_160", NULL };
static const char *const assets[] = { "shares",
				      "debentures",
				      "fund_shares",
				      "cri",
				      "cra",
				      "cr",
				      "promissory_notes",
				      "commercial_notes",
				      "depositary_receipts",
				      "warrants",
				      "financial_bills",
				      "other",
				      NULL };

struct asked {
	struct page page;
	enum set set;
	int regime, asset;  /* index, or -1 */
	const char *issuer; /* a tax id, or words as a tsquery */
	struct day from, to;
};

/* 11 or 14 digits with only marks: a tax id, whatever its check digits. */
static bool looks_like_tax_id(const char *s)
{
	size_t digits = 0;

	if (s[strspn(s, "0123456789./- ")])
		return false;
	for (; *s; s++)
		digits += *s >= '0' && *s <= '9';
	return digits == 11 || digits == 14;
}

/* A tax id, formatted or in the id of an object; else words of a name. */
static void take_issuer(struct ctx *ctx, struct asked *a)
{
	static const char *const kinds[] = { "company:", "fund:" };
	const char *said = query_text(ctx, "issuer");
	char tax_id[15];

	if (!said)
		return;
	if (!*said || text_length(said) > ISSUER_MAX)
		fail_parameter(ctx, "issuer", said,
			       "um CNPJ, um nome ou o id de um objeto, até 200 letras");
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		if (text_starts(said, kinds[i])) /* an object without a tax id has no offerings */
			a->issuer = said + strlen(kinds[i]);
	if (!a->issuer && tax_id_normal(said, tax_id))
		a->issuer = pool_strdup(ctx->pool, tax_id);
	if (!a->issuer && looks_like_tax_id(said))
		fail_parameter(ctx, "issuer", said, "um CNPJ com os dígitos verificadores certos");
	a->set = a->issuer ? TAX_ID : WORDS;
	if (!a->issuer)
		a->issuer = db_words(ctx->pool, said);
	if (!a->issuer)
		fail_parameter(ctx, "issuer", said, "um CNPJ, um nome ou o id de um objeto");
}

static struct asked ask(struct ctx *ctx)
{
	struct asked a = { .page = page_take(ctx, 2, true) };

	a.regime = query_choice(ctx, "regime", regimes);
	a.asset = query_choice(ctx, "asset_type", assets);
	page_days(ctx, &a.from, &a.to);
	a.set = a.regime >= 0 ? (a.asset >= 0 ? BOTH : REGIME) : a.asset >= 0 ? ASSET : ALL;
	take_issuer(ctx, &a);
	query_done(ctx);
	return a;
}

/* One of a closed set, or all of it. */
static struct db_arg any_of(const char *const *names, size_t n, int chosen)
{
	return chosen < 0 ? db_texts(names, n) : db_texts(&names[chosen], 1);
}

static size_t filters(const struct asked *a, struct db_arg *args)
{
	size_t n = 0;

	args[n++] = db_day(a->from);
	args[n++] = db_day(a->to);
	if (a->set == REGIME || a->set == BOTH)
		args[n++] = db_text(regimes[a->regime]);
	if (a->set == ASSET || a->set == BOTH)
		args[n++] = db_text(assets[a->asset]);
	if (a->set == TAX_ID || a->set == WORDS) {
		args[n++] = db_text(a->issuer);
		args[n++] = any_of(regimes, ARRAY_SIZE(regimes) - 1, a->regime);
		args[n++] = any_of(assets, ARRAY_SIZE(assets) - 1, a->asset);
	}
	return n;
}

static void send(struct ctx *ctx, const struct asked *a)
{
	struct db_arg args[8];
	size_t n = filters(a, args);

	if (a->page.total)
		db_send(ctx, &counts[a->set], args, n);
	args[n++] = db_day(a->page.follows ? page_day(ctx, a->page.key[0]) : day_plus(a->to, 1));
	args[n++] = db_text(a->page.follows ? a->page.key[1] : "");
	args[n++] = db_int(page_limit(&a->page));
	db_send(ctx, &lists[a->set], args, n);
}

/* ---- answering ---- */

static void render(struct json *j, const struct db_rows *r, size_t row)
{
	json_open(j, NULL);
	db_json_columns(j, r, row, C_ID, C_LEADER);
	db_json_decimal(j, "total_brl", r, row, C_TOTAL, 2, 2, false);
	db_json_decimal(j, "quantity", r, row, C_QUANTITY, 8, 8, true);
	db_json_decimal(j, "unit_price", r, row, C_UNIT, 12, 8, true);
	db_json_columns(j, r, row, C_NUMBER, C_AUDIENCE);
	json_close(j);
}

static void offerings_list(struct ctx *ctx)
{
	struct asked a = ask(ctx);
	struct db_rows *rows[2], *list;
	size_t n = a.page.total ? 2 : 1, shown;
	const char *next[2] = { NULL };
	struct json *j;

	send(ctx, &a);
	db_wait(ctx, rows, n);
	list = rows[n - 1];
	shown = page_shown(&a.page, db_count(list));
	j = page_open(ctx);
	for (size_t i = 0; i < shown; i++)
		render(j, list, i);
	if (db_count(list) > shown) {
		next[0] = day_iso(ctx->pool, db_get_day(list, shown - 1, C_DAY));
		next[1] = db_get_text(list, shown - 1, C_ID);
	}
	page_end(ctx, next[0] ? next : NULL, 2, shown,
		 a.page.total ? db_get_int(rows[0], 0, 0) : -1);
}

const struct route offerings_routes[] = {
	ROUTE_MARKET("/v1/offerings", offerings_list, "listOfferings"),
	{ .run = NULL },
};
