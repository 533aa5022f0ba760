/* SPDX-License-Identifier: Apache-2.0 */
/*
 * debenture_term.c: reads and writes the characteristics of debentures that are not their rate.
 *
 * Columns of the page hold odd values now and then (a day in the column of a percentage), and a contract
 * is worth more than its odd cell: such a cell is unknown, and the file says how many there were.
 */
#include "config.h"

#include "load/debenture_term.h"

#include "core/text.h"
#include "load/field.h"
#include "load/snd_page.h"

#define PLACES 8
#define MOST (1000000000000 * E8)
#define BATCH ((size_t)5000)
#define TEXT_MAX 300

const char *const term_column_names[TERM_COLUMNS] = {
	[TERM_ISSUE] = "emissao",
	[TERM_SITUATION] = "situacao",
	[TERM_REGISTRATION] = "registro cvm da emissao",
	[TERM_GUARANTEE] = "garantia/especie",
	[TERM_CLASS] = "classe",
	[TERM_TRUSTEE] = "agente fiduciario",
	[TERM_PAYING_BANK] = "banco mandatario",
	[TERM_REGISTRAR] = "instituicao depositaria",
	[TERM_LEAD] = "coordenador lider",
	[TERM_LEFT_REASON] = "motivo de saida",
	[TERM_ISSUED_IN] = "unidade monetaria",
	[TERM_CURRENT_IN] = "unidade monetaria 2|unidade monetaria",
	[TERM_AMORTISATION_UNIT] = "amortizacao - unidade",
	[TERM_AMORTISATION_TYPE] = "tipo de amortizacao",
	[TERM_INTEREST_BASE] = "juros criterio novo - prazo",
	[TERM_INTEREST_UNIT] = "juros criterio novo - unidade",
	[TERM_QUANTITY_ISSUED] = "quantidade emitida",
	[TERM_QUANTITY_MARKET] = "quantidade em mercado",
	[TERM_QUANTITY_TREASURY] = "quantidade em tesouraria",
	[TERM_QUANTITY_REDEEMED] = "quantidade resgatada",
	[TERM_QUANTITY_CANCELLED] = "quantidade cancelada",
	[TERM_NOMINAL_ISSUED] = "valor nominal na emissao",
	[TERM_NOMINAL_CURRENT] = "valor nominal atual",
	[TERM_AMORTISATION_PCT] = "amortizacao - taxa",
	[TERM_AMORTISATION_EVERY] = "amortizacao - cada",
	[TERM_INTEREST_EVERY] = "juros criterio novo - cada",
	[TERM_REGISTERED] = "data de registro cvm da emissao",
	[TERM_PLACED_FROM] = "data do inicio da distribuicao",
	[TERM_YIELDS_FROM] = "data do inicio da rentabilidade",
	[TERM_NEXT_REPRICING] = "data da proxima repactuacao",
	[TERM_LEFT_ON] = "data de saida / novo vencimento",
	[TERM_NOMINAL_DAY] = "data ult. vna",
	[TERM_AMORTISATION_FROM] = "amortizacao - carencia",
	[TERM_INTEREST_FROM] = "juros criterio novo - carencia",
	[TERM_EARLY_REDEMPTION] = "resgate antecipado",
};

/* In the order of enum term_column. */
#define TERMS(X)                                                                                   \
	X(issue)                                                                                   \
	X(situation)                                                                               \
	X(cvm_registration)                                                                        \
	X(guarantee)                                                                               \
	X(class)                                                                                   \
	X(trustee)                                                                                 \
	X(paying_bank)                                                                             \
	X(registrar)                                                                               \
	X(lead)                                                                                    \
	X(left_reason)                                                                             \
	X(nominal_currency)                                                                        \
	X(current_currency)                                                                        \
	X(amortisation_unit)                                                                       \
	X(amortisation_type)                                                                       \
	X(interest_base)                                                                           \
	X(interest_unit)                                                                           \
	X(quantity_issued)                                                                         \
	X(quantity_market)                                                                         \
	X(quantity_treasury)                                                                       \
	X(quantity_redeemed)                                                                       \
	X(quantity_cancelled)                                                                      \
	X(nominal_issued)                                                                          \
	X(nominal_current)                                                                         \
	X(amortisation_pct)                                                                        \
	X(amortisation_every)                                                                      \
	X(interest_every)                                                                          \
	X(registered)                                                                              \
	X(placed_from)                                                                             \
	X(yields_from)                                                                             \
	X(next_repricing)                                                                          \
	X(left_on)                                                                                 \
	X(nominal_day)                                                                             \
	X(amortisation_from)                                                                       \
	X(interest_from)                                                                           \
	X(early_redemption)
#define NAME(column) ", " #column
#define READ(column) ", u." #column
#define SET(column) ", " #column " = excluded." #column

static DB_STMT(
	save, "debenture.save_terms",
	"insert into debenture_term as d (code" TERMS(
		NAME) ")"
		      " select distinct on (u.code) u.code" TERMS(
			      READ) "   from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],"
				    "               $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[],"
				    "               $15::text[], $16::text[], $17::text[], $18::numeric[], $19::numeric[], $20::numeric[],"
				    "               $21::numeric[], $22::numeric[], $23::numeric[], $24::numeric[], $25::numeric[],"
				    "               $26::numeric[], $27::numeric[], $28::date[], $29::date[], $30::date[], $31::date[],"
				    "               $32::date[], $33::date[], $34::date[], $35::date[], $36::bool[])"
				    "        with ordinality u(code" TERMS(
					    NAME) ", n)"
						  "  order by u.code, u.n desc"
						  " on conflict (code) do update set code = excluded.code" TERMS(
							  SET) " where d.* is distinct from excluded.*"
							       " returning code");

struct term_rows {
	struct load *l;
	int first;
	const char *codes[BATCH];
	const char *texts[TERM_TEXTS][BATCH];
	wide numbers[TERM_NUMBERS_END - TERM_TEXTS][BATCH];
	struct day days[TERM_DAYS_END - TERM_NUMBERS_END][BATCH];
	bool flags[BATCH];
	bool none[TERM_COLUMNS][BATCH]; /* not of texts */
	size_t n;
	int64_t touched, unread;
};

struct term_rows *term_rows_open(struct load *l, int first)
{
	struct term_rows *rows = pool_zero(l->pool, struct term_rows);

	rows->l = l;
	rows->first = first;
	return rows;
}

static void flush(struct term_rows *rows)
{
	struct db_arg args[1 + TERM_COLUMNS] = { db_texts(rows->codes, rows->n) };
	const struct db_rows *r;

	if (!rows->n)
		return;
	for (int i = 0; i < TERM_TEXTS; i++)
		args[1 + i] = db_texts(rows->texts[i], rows->n);
	for (int i = TERM_TEXTS; i < TERM_NUMBERS_END; i++)
		args[1 + i] = db_array(DB_DECIMAL_ARRAY, rows->numbers[i - TERM_TEXTS],
				       rows->none[i], rows->n, PLACES);
	for (int i = TERM_NUMBERS_END; i < TERM_DAYS_END; i++)
		args[1 + i] = db_array(DB_DAY_ARRAY, rows->days[i - TERM_NUMBERS_END],
				       rows->none[i], rows->n, 0);
	args[1 + TERM_EARLY_REDEMPTION] =
		db_array(DB_BOOL_ARRAY, rows->flags, rows->none[TERM_EARLY_REDEMPTION], rows->n, 0);
	r = db_query(rows->l->ctx, &save, args, 1 + TERM_COLUMNS);
	rows->touched += (int64_t)db_count(r);
	rows->n = 0;
}

static const char *read_text(const struct csv *c, size_t at)
{
	struct slice s = csv_cell(c, at);

	return field_absent(s) || s.n > TEXT_MAX ? NULL : csv_text(c, at);
}

static enum field read_number(const struct csv *c, size_t at, int column, wide *out)
{
	enum field got;

	/* A percentage has no thousands mark: 4.1666 is one, of a page as of a copy. */
	if (column == TERM_AMORTISATION_PCT)
		got = field_decimal(csv_cell(c, at), PLACES, 100 * E8, out);
	else
		got = snd_number(c, at, PLACES, MOST, out);
	if (got == FIELD_OK && *out < 0)
		got = FIELD_BAD;
	if (got == FIELD_OK &&
	    (column == TERM_AMORTISATION_EVERY || column == TERM_INTEREST_EVERY) && *out == 0)
		got = FIELD_ABSENT;
	return got;
}

void term_rows_add(struct term_rows *rows, const char *code, const struct csv *c)
{
	struct slice called = csv_cell(c, (size_t)(rows->first + TERM_EARLY_REDEMPTION));
	size_t n = rows->n;
	enum field got;

	rows->codes[n] = code;
	for (int i = 0; i < TERM_DAYS_END; i++) {
		size_t at = (size_t)(rows->first + i);

		if (i < TERM_TEXTS) {
			rows->texts[i][n] = read_text(c, at);
			continue;
		}
		got = i < TERM_NUMBERS_END
			      ? read_number(c, at, i, &rows->numbers[i - TERM_TEXTS][n])
			      : snd_day(rows->l, csv_cell(c, at),
					&rows->days[i - TERM_NUMBERS_END][n]);
		rows->none[i][n] = got != FIELD_OK;
		rows->unread += got == FIELD_BAD;
	}
	/* The column has the new maturity when there is no reason for leaving. */
	if (!rows->texts[TERM_LEFT_REASON][n])
		rows->none[TERM_LEFT_ON][n] = true;
	rows->flags[n] = slice_eq(called, "S");
	rows->none[TERM_EARLY_REDEMPTION][n] = !slice_eq(called, "S") && !slice_eq(called, "N");
	if (++rows->n == BATCH)
		flush(rows);
}

int64_t term_rows_save(struct term_rows *rows)
{
	flush(rows);
	if (rows->unread)
		load_warn(rows->l,
			  "%lld células ilegíveis das características, que ficam desconhecidas.",
			  (long long)rows->unread);
	return rows->touched;
}
