/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cvm_statements.c: DFP and ITR, every member with statements (doc/load.md).
 *
 * The member's name and the row's group together identify a line.  A statement with a refused line is
 * left unchanged: a missing line would make a wrong figure.
 */
#include "config.h"

#include "load/sources/cvm_statements.h"

/* More than any company has, less than the table holds: numbers per share contain typing errors. */
#define VALUE_MAX ((wide)100000000000 * 1000000000 * 10000000000) /* 10^20 */
#define SCALE_MIL 1000
#define ACCOUNT_MAX ((size_t)40)

enum {
	TAX_ID,
	DATE,
	EDITION,
	NAME,
	CODE,
	GROUP,
	CURRENCY,
	SCALE,
	ORDER,
	START,
	END,
	ACCOUNT,
	DESCRIPTION,
	VALUE,
	FIXED,
	COLUMN
};

/* ---- members ---- */

/* DFP or ITR, by the beginning of the name; returns the rest of the name, folded. */
static const char *read_form(struct statement_file *f)
{
	static const char *const forms[] = { "dfp_cia_aberta", "itr_cia_aberta" };
	const char *name = text_fold(f->c.l->pool, f->c.l->name);

	for (int i = 0; i < 2; i++) {
		if (!text_starts(name, forms[i]))
			continue;
		if (f->form_known && f->form != (enum statement_form)i)
			load_fail(f->c.l, "DFP e ITR no mesmo arquivo.");
		f->form = (enum statement_form)i;
		f->form_known = true;
		return name + strlen(forms[i]);
	}
	load_fail(f->c.l, "o nome não diz o formulário: dfp_cia_aberta_… ou itr_cia_aberta_….");
}

/* "_DFC_MI_con_2024.csv": the statement and the scope; false: a member without lines. */
static bool read_statement(struct statement_file *f, const char *rest)
{
	for (int i = 0; statement_kind_names[i]; i++) {
		const char *kind = text_fold(f->c.l->pool, statement_kind_names[i]);
		size_t n = strlen(kind);

		if (rest[0] != '_' || !text_starts(rest + 1, kind) || rest[1 + n] != '_')
			continue;
		rest += n + 2;
		f->statement = (enum statement_kind)i;
		f->consolidated = text_starts(rest, "con");
		return f->consolidated || text_starts(rest, "ind");
	}
	return false;
}

/* ---- lines ---- */

/* The scale as a factor; 0: unknown. */
static int scale_of(struct slice s)
{
	if (slice_eq(s, "MIL"))
		return SCALE_MIL;
	return slice_eq(s, "UNIDADE") ? 1 : 0;
}

/* 1: ÚLTIMO; 0: PENÚLTIMO; -1: neither. */
static int order_of(struct slice s)
{
	if (slice_eq(s, "\xdaLTIMO"))
		return 1;
	return slice_eq(s, "PEN\xdaLTIMO") ? 0 : -1;
}

/* Per-share accounts are never scaled, whatever the row says. */
static bool read_value(struct statement_file *f, struct slice account, int scale, wide *out)
{
	if (field_decimal(cvm_cell(&f->c, VALUE), LINE_PLACES, VALUE_MAX / scale, out) != FIELD_OK)
		return false;
	if (account.n < 4 || memcmp(account.p, "3.99", 4) != 0)
		*out *= scale;
	return true;
}

/* The statement of the row; NULL: refused. */
static struct staged_part *read_part(struct statement_file *f)
{
	struct cvm *c = &f->c;
	struct staged_part key = { .statement = f->statement, .consolidated = f->consolidated };
	struct staged_part *part;
	char tax_id[15];

	if (!companies_code(cvm_cell(c, CODE), &key.cvm_code))
		cvm_refuse(c, "código CVM inválido: %.*s", SHOWN(cvm_cell(c, CODE)));
	else if (field_day(cvm_cell(c, DATE), &key.date) != FIELD_OK)
		cvm_refuse(c, "data de referência inválida: %.*s", SHOWN(cvm_cell(c, DATE)));
	else if (field_int(cvm_cell(c, EDITION), &key.version) != FIELD_OK || key.version < 1)
		cvm_refuse(c, "versão inválida: %.*s", SHOWN(cvm_cell(c, EDITION)));
	else if (!cvm_cell(c, NAME).n)
		cvm_refuse(c, "falta o nome da companhia");
	else {
		part = staged_part_of(f, &key);
		if (!part->name) {
			part->name = pool_strdup(c->l->pool, companies_text(c, NAME));
			if (cvm_tax_id(cvm_cell(c, TAX_ID), tax_id))
				part->tax_id = pool_strdup(c->l->pool, tax_id);
		}
		return part;
	}
	return NULL;
}

/* Whether the row's group agrees with its member. */
static bool fits_scope(const struct statement_file *f)
{
	struct slice group = cvm_cell(&f->c, GROUP);
	const char *begins = f->consolidated ? "DF Consolidado" : "DF Individual";

	return group.n >= strlen(begins) && memcmp(group.p, begins, strlen(begins)) == 0;
}

/* Everything but the key; false: refuses the row, and its statement. */
static bool read_line(struct statement_file *f, struct staged_line *out)
{
	struct cvm *c = &f->c;
	int scale = scale_of(cvm_cell(c, SCALE)), order = order_of(cvm_cell(c, ORDER));
	enum field start = field_day(cvm_cell(c, START), &out->start);

	out->account = cvm_cell(c, ACCOUNT);
	out->flow = start == FIELD_OK;
	out->last = order == 1;
	out->fixed = slice_eq(cvm_cell(c, FIXED), "S");
	if (!fits_scope(f))
		cvm_refuse(c, "o grupo não é do membro em que está: %.*s",
			   SHOWN(cvm_cell(c, GROUP)));
	else if (!slice_eq(cvm_cell(c, CURRENCY), "REAL"))
		cvm_refuse(c, "moeda que não é o real: %.*s", SHOWN(cvm_cell(c, CURRENCY)));
	else if (!scale)
		cvm_refuse(c, "escala desconhecida: %.*s", SHOWN(cvm_cell(c, SCALE)));
	else if (order < 0)
		cvm_refuse(c, "nem ÚLTIMO nem PENÚLTIMO: %.*s", SHOWN(cvm_cell(c, ORDER)));
	else if (!out->account.n || out->account.n > ACCOUNT_MAX)
		cvm_refuse(c, "código de conta inválido: %.*s", SHOWN(out->account));
	else if (start == FIELD_BAD || field_day(cvm_cell(c, END), &out->end) != FIELD_OK ||
		 (out->flow && day_before(out->end, out->start)))
		cvm_refuse(c, "período inválido: %.*s a %.*s", SHOWN(cvm_cell(c, START)),
			   SHOWN(cvm_cell(c, END)));
	else if (!read_value(f, out->account, scale, &out->value))
		cvm_refuse(c, "valor inválido: %.*s", SHOWN(cvm_cell(c, VALUE)));
	else
		return true;
	return false;
}

static void map_lines(struct statement_file *f, struct csv_column *columns)
{
	const struct csv_column known[] = {
		[TAX_ID] = { "cnpj_cia", true, -1 },
		[DATE] = { "dt_refer", true, -1 },
		[EDITION] = { "versao", true, -1 },
		[NAME] = { "denom_cia", true, -1 },
		[CODE] = { "cd_cvm", true, -1 },
		[GROUP] = { "grupo_dfp", true, -1 },
		[CURRENCY] = { "moeda", true, -1 },
		[SCALE] = { "escala_moeda", true, -1 },
		[ORDER] = { "ordem_exerc", true, -1 },
		[START] = { "dt_ini_exerc", f->statement != BPA && f->statement != BPP, -1 },
		[END] = { "dt_fim_exerc", true, -1 },
		[ACCOUNT] = { "cd_conta", true, -1 },
		[DESCRIPTION] = { "ds_conta", true, -1 },
		[VALUE] = { "vl_conta", true, -1 },
		[FIXED] = { "st_conta_fixa", false, -1 },
		[COLUMN] = { "coluna_df", f->statement == DMPL, -1 },
	};

	memcpy(columns, known, sizeof(known));
	cvm_map(&f->c, columns, ARRAY_SIZE(known), "");
}

static void read_lines(struct statement_file *f)
{
	struct csv_column columns[COLUMN + 1];
	const struct load_result *res = f->c.l->res;
	struct staged_part *before = NULL;
	int64_t refused = res->refused;

	map_lines(f, columns);
	f->to = staged_lines(f);
	while (cvm_row(&f->c)) {
		bool gap = res->refused > refused; /* a line here could not be split */
		struct staged_part *part = read_part(f);
		struct staged_line line = { .flow = false };

		if (before && (gap || !part))
			before->broken = true;
		if (part && read_line(f, &line)) {
			load_day(f->c.l, part->date);
			line.description = cvm_text(&f->c, DESCRIPTION);
			line.column = cvm_text(&f->c, COLUMN);
			staged_put(f, part, &line);
			part->broken = part->broken || gap;
		} else if (part) {
			part->broken = true;
		}
		before = part;
		refused = res->refused;
	}
	if (before && res->refused > refused)
		before->broken = true; /* the last line was cut */
	copy_end(f->to);
	f->has_lines = true;
}

/* ---- share capital ---- */

enum { SHARES = 3, SHARES_END = SHARES + 6 };

static void put_capital(struct statement_file *f)
{
	struct cvm *c = &f->c;
	int64_t version, shares[SHARES_END - SHARES];
	char tax_id[15];
	struct day date;

	if (!cvm_tax_id(cvm_cell(c, 0), tax_id) || field_day(cvm_cell(c, 1), &date) != FIELD_OK ||
	    field_int(cvm_cell(c, 2), &version) != FIELD_OK || version < 1) {
		cvm_refuse(c, "CNPJ, data de referência ou versão inválida");
		return;
	}
	for (size_t i = SHARES; i < SHARES_END; i++) {
		wide v;

		if (field_decimal(cvm_cell(c, i), 0, (wide)INT64_MAX, &v) != FIELD_OK || v < 0) {
			cvm_refuse(c, "quantidade de ações inválida: %.*s", SHOWN(cvm_cell(c, i)));
			return;
		}
		shares[i - SHARES] = (int64_t)v;
	}
	copy_row(f->to, 9);
	copy_text(f->to, tax_id, 14);
	copy_day(f->to, date);
	copy_int(f->to, version);
	for (size_t i = 0; i < ARRAY_SIZE(shares); i++)
		copy_int(f->to, shares[i]);
}

static void read_capital(struct statement_file *f)
{
	struct csv_column columns[] = {
		{ "cnpj_cia", true, -1 },
		{ "dt_refer", true, -1 },
		{ "versao", true, -1 },
		{ "qt_acao_ordin_cap_integr", true, -1 },
		{ "qt_acao_pref_cap_integr", true, -1 },
		{ "qt_acao_total_cap_integr", true, -1 },
		{ "qt_acao_ordin_tesouro", true, -1 },
		{ "qt_acao_pref_tesouro", true, -1 },
		{ "qt_acao_total_tesouro", true, -1 },
	};

	cvm_map(&f->c, columns, ARRAY_SIZE(columns), "denom_cia");
	f->to = staged_capital(f);
	while (cvm_row(&f->c))
		put_capital(f);
	copy_end(f->to);
	f->has_capital = true;
}

void load_statements(struct load *l)
{
	struct statement_file f = { .has_index = false };

	cvm_open(&f.c, l);
	staged_open(&f);
	do {
		const char *rest = read_form(&f);

		if (cvm_has(&f.c, "link_doc")) {
			companies_index(&f.c);
			f.has_index = true;
		} else if (cvm_has(&f.c, "qt_acao_total_cap_integr")) {
			read_capital(&f);
		} else if (read_statement(&f, rest)) {
			read_lines(&f);
		} else if (!text_starts(rest, "_parecer")) {
			load_warn(l, "Membro que não se conhece, ignorado: %s", l->name);
		}
	} while (cvm_next(&f.c));
	staged_save(&f);
}
