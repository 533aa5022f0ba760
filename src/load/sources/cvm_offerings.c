/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cvm_offerings.c: public offerings of both regimes (doc/load.md).
 *
 * The regime until 2022 has no key: a row is identified by a hash of its content, and the file replaces
 * all of them.  Since RCVM 160 a request has a number.  Each regime has its own vocabulary; a table
 * here maps both to one.  Buyers and persons are not loaded.
 */
#include "config.h"

#include "load/spill.h"
#include "load/cvm.h"

#include <sodium.h>

#include "core/buf.h"

#define AMOUNT_PLACES 2
#define QUANTITY_PLACES 8
#define UNIT_PLACES 12

static const char make_stage[] =
	"create temp table offering_stage (like offering, folded text, line int8) on commit drop";

#define OFFER                                                                                          \
	"id, regime, instruction, issuer_name, issuer_tax_id, asset_type, asset_text, series,"         \
	" leader, leader_tax_id, total_brl, quantity, unit_price, registration_number,"                \
	" process_number, day, registered_on, status, status_text, closed_on, issue, rate_text,"       \
	" indexer_text, issued_on, matures_on, kind_text, audience, placement, proceeds, sustainable," \
	" incentivised, guarantees, trustee, rater"
#define OFFER_COLUMNS 34
#define WHOLE_MAX 4000 /* bytes of a text that goes on and on */

/* Equal rows of the old regime are separate offers: their ids end in a number. */
static const char name_twins[] =
	"update offering_stage s set id = s.id || '-' || t.n"
	"  from (select line, row_number() over (partition by id order by line) as n from offering_stage"
	"         where regime = 'previous') t"
	" where t.line = s.line and t.n > 1 and s.regime = 'previous'";

/* Of a request listed twice, the last row has its state. */
static const char remove_repeated[] =
	"delete from offering_stage s using (select line, row_number() over (partition by id order by line desc)"
	"     as place from offering_stage where regime = 'rcvm_160') p"
	" where p.line = s.line and p.place > 1 and s.regime = 'rcvm_160'";

static const char remove_gone[] =
	"delete from offering o where o.regime = 'previous'"
	"   and not exists (select from offering_stage s where s.id = o.id)";

#define WORDS                                                                                      \
	"array_to_tsvector(array(select w from"                                                    \
	" regexp_split_to_table(coalesce(s.folded, ''), '[^a-z0-9]+') w where w <> ''))"

static const char make_new[] = "create temp table offering_new (like offering) on commit drop";
static const char fill_new[] = "insert into offering_new (" OFFER ", words) select " OFFER
			       ", " WORDS " from offering_stage s";

static const char remove_old[] = "delete from offering o using offering_new n"
				 " where n.id = o.id and row(o.*) is distinct from row(n.*)";
static const char save[] =
	"insert into offering select n.* from offering_new n on conflict do nothing";

enum regime { PREVIOUS, RCVM_160 };

struct offerings {
	struct cvm c;
	struct copy *to;
	bool seen[2];
	int64_t unknown_status, unknown_asset;
	int64_t line; /* over all members */
};

/* ---- words ---- */

struct word {
	const char *contains; /* folded */
	const char *means;
};

/* In this order: a convertible debenture is a debenture. */
static const struct word assets[] = {
	{ "debentur", "debentures" },
	{ "recebiveis imobiliarios", "cri" },
	{ "recebiveis do agronegocio", "cra" },
	{ "certificados de recebiveis", "cr" },
	{ "certificado de recebiveis", "cr" },
	{ "notas promissorias", "promissory_notes" },
	{ "nota promissoria", "promissory_notes" },
	{ "notas comerciais", "commercial_notes" },
	{ "nota comercial", "commercial_notes" },
	{ "letras financeiras", "financial_bills" },
	{ "letra financeira", "financial_bills" },
	{ "bonus de subscricao", "warrants" },
	{ "bdr", "depositary_receipts" },
	{ "depositary", "depositary_receipts" },
	{ "deposito de valores mobiliarios", "depositary_receipts" },
	{ "quotas de", "fund_shares" },
	{ "cotas de", "fund_shares" },
	{ "quota de", "fund_shares" },
	{ "cota de", "fund_shares" },
	{ "fundo", "fund_shares" },
	{ "acoes", "shares" },
	{ "acao", "shares" },
	{ "units", "shares" },
};

static const struct word statuses[] = {
	{ "oferta encerrada", "closed" },	  { "registro concedido", "registered" },
	{ "aguardando bookbuilding", "pending" }, { "requerimento expirado", "expired" },
	{ "oferta revogada", "revoked" },	  { "registro caducado", "lapsed" },
	{ "oferta suspensa", "suspended" },
};

static const char *meaning(const struct word *words, size_t n, const char *folded)
{
	for (size_t i = 0; i < n; i++)
		if (strstr(folded, words[i].contains))
			return words[i].means;
	return NULL;
}

/* ---- cells ---- */

static const char *text(struct offerings *o, size_t column)
{
	struct slice s = cvm_text(&o->c, column);

	if (!s.n)
		return NULL;
	o->c.texts = true;
	return pool_strndup(o->c.row, s.p, s.n);
}

/* The beginning of a text, in whole characters. */
static const char *long_text(struct offerings *o, size_t column)
{
	struct slice s = cvm_text(&o->c, column);

	if (s.n > WHOLE_MAX)
		for (s.n = WHOLE_MAX; s.n && ((unsigned char)s.p[s.n] & 0xc0) == 0x80;)
			s.n--;
	if (!s.n)
		return NULL;
	o->c.texts = true;
	return pool_strndup(o->c.row, s.p, s.n);
}

/* S or N; anything else is not said. */
static void put_flag(struct offerings *o, size_t column)
{
	struct slice s = cvm_cell(&o->c, column);

	if (slice_eq(s, "S") || slice_eq(s, "N"))
		copy_bool(o->to, slice_eq(s, "S"));
	else
		copy_null(o->to);
}

static const char *folded(struct offerings *o, const char *s)
{
	o->c.texts = true;
	return s ? text_fold(o->c.row, s) : "";
}

static bool read_day(struct offerings *o, size_t column, struct day *out)
{
	return field_day(cvm_cell(&o->c, column), out) == FIELD_OK;
}

/* An amount of zero means that it is not known yet. */
static void put_amount(struct offerings *o, size_t column, int places)
{
	wide v, max = (wide)1000000000000000;

	for (int i = 0; i < places; i++)
		max *= 10;
	if (field_decimal(cvm_cell(&o->c, column), places, max, &v) == FIELD_OK && v > 0)
		copy_decimal(o->to, v, places);
	else
		copy_null(o->to);
}

static const char *tax_id_of(struct offerings *o, size_t column, char room[15])
{
	return cvm_tax_id(cvm_cell(&o->c, column), room) ? room : NULL;
}

/*
 * A row with an invalid issuer's tax id is refused: it would not be found, or belong to the wrong
 * issuer.
 */
static bool is_false(struct offerings *o, size_t column)
{
	char room[15];

	if (cvm_no_tax_id(cvm_cell(&o->c, column)) || tax_id_of(o, column, room))
		return false;
	cvm_refuse(&o->c, "CNPJ do emissor inválido: %.*s", SHOWN(cvm_cell(&o->c, column)));
	return true;
}

static const char *asset_of(struct offerings *o, const char *said)
{
	const char *means = meaning(assets, ARRAY_SIZE(assets), folded(o, said));

	o->unknown_asset += !means;
	return means ? means : "other";
}

static void put_names(struct offerings *o, size_t issuer, size_t tax_id, const char *asset,
		      const char *series)
{
	char room[15];

	copy_string(o->to, text(o, issuer));
	copy_string(o->to, tax_id_of(o, tax_id, room));
	copy_string(o->to, asset_of(o, asset));
	copy_string(o->to, asset);
	copy_string(o->to, series);
}

static void put_leader(struct offerings *o, size_t leader, size_t tax_id)
{
	char room[15];

	copy_string(o->to, text(o, leader));
	copy_string(o->to, tax_id_of(o, tax_id, room));
}

/* ---- the regime until 2022 ---- */

enum {
	P_PROCESS,
	P_NUMBER,
	P_KIND,
	P_ASSET,
	P_TAX_ID,
	P_ISSUER,
	P_LEADER_ID,
	P_LEADER,
	P_RITE,
	P_MODE,
	P_REGISTER_MODE,
	P_WAIVER_MODE,
	P_OPENED,
	P_FILED,
	P_WAIVED,
	P_REGISTERED,
	P_BEGUN,
	P_CLOSED,
	P_ISSUE,
	P_SERIES,
	P_ISSUED,
	P_MATURES,
	P_QUANTITY,
	P_UNIT,
	P_TOTAL,
	P_INDEXER,
	P_RATE,
	P_COLUMNS
};

/* The content of a row as sixteen letters: the same row has the same id in every file. */
static const char *name_of(struct offerings *o)
{
	unsigned char hash[crypto_generichash_BYTES_MIN];
	char hex[2 * sizeof(hash) + 1];
	struct buf b;

	o->c.texts = true;
	buf_init(&b, o->c.row, 512);
	for (size_t i = 0; i < P_COLUMNS; i++) {
		struct slice s = cvm_cell(&o->c, i);

		buf_printf(&b, "%zu:", s.n);
		buf_put(&b, s.n ? s.p : "", s.n);
	}
	(void)crypto_generichash(hash, sizeof(hash), (const unsigned char *)b.p, b.n, NULL,
				 0); /* fails for sizes only */
	(void)sodium_bin2hex(hex, sizeof(hex), hash, sizeof(hash));
	return pool_printf(o->c.row, "previous-%.16s", hex);
}

/* The instruction, when a text of the row names it; else unknown. */
static const char *instruction_of(struct offerings *o)
{
	static const size_t columns[] = { P_RITE, P_MODE, P_REGISTER_MODE, P_WAIVER_MODE };

	for (size_t i = 0; i < ARRAY_SIZE(columns); i++) {
		const char *said = folded(o, text(o, columns[i]));

		if (strstr(said, "476") || strstr(said, "esforcos restritos"))
			return "icvm_476";
		if (strstr(said, "400"))
			return "icvm_400";
	}
	return NULL;
}

static bool first_day(struct offerings *o, struct day *out)
{
	static const size_t columns[] = { P_REGISTERED, P_WAIVED, P_BEGUN,
					  P_CLOSED,	P_FILED,  P_OPENED };

	for (size_t i = 0; i < ARRAY_SIZE(columns); i++)
		if (read_day(o, columns[i], out))
			return true;
	return false;
}

static void put_previous(struct offerings *o)
{
	struct copy *to = o->to;
	struct day day, closed, issued, matures;
	bool has_closed = read_day(o, P_CLOSED, &closed),
	     has_issued = read_day(o, P_ISSUED, &issued),
	     has_matures = read_day(o, P_MATURES, &matures);

	if (!first_day(o, &day)) {
		cvm_refuse(&o->c,
			   "nenhuma data: nem de registro, nem de dispensa, nem de protocolo");
		return;
	}
	if (is_false(o, P_TAX_ID))
		return;
	load_day(o->c.l, day);
	copy_row(to, OFFER_COLUMNS + 2);
	copy_string(to, name_of(o));
	copy_string(to, "previous");
	copy_string(to, instruction_of(o));
	put_names(o, P_ISSUER, P_TAX_ID, text(o, P_ASSET), text(o, P_SERIES));
	put_leader(o, P_LEADER, P_LEADER_ID);
	put_amount(o, P_TOTAL, AMOUNT_PLACES);
	put_amount(o, P_QUANTITY, QUANTITY_PLACES);
	put_amount(o, P_UNIT, UNIT_PLACES);
	copy_string(to, text(o, P_NUMBER));
	copy_string(to, text(o, P_PROCESS));
	copy_day(to, day);
	copy_day(to, day);
	copy_string(to, has_closed ? "closed" : "registered");
	copy_null(to);
	copy_day_if(to, has_closed, closed);
	copy_string(to, text(o, P_ISSUE));
	copy_string(to, text(o, P_RATE));
	copy_string(to, text(o, P_INDEXER));
	copy_day_if(to, has_issued, issued);
	copy_day_if(to, has_matures, matures);
	copy_string(to, text(o, P_KIND));
	for (int i = 0; i < 8; i++) /* audience, placement to rater are not in this file */
		copy_null(to);
	copy_string(to, folded(o, text(o, P_ISSUER)));
	copy_int(to, ++o->line);
}

static void read_previous(struct offerings *o)
{
	struct csv_column columns[] = {
		[P_PROCESS] = { "numero_processo", true, -1 },
		[P_NUMBER] = { "numero_registro_oferta", true, -1 },
		[P_KIND] = { "tipo_oferta", true, -1 },
		[P_ASSET] = { "tipo_ativo", true, -1 },
		[P_TAX_ID] = { "cnpj_emissor", true, -1 },
		[P_ISSUER] = { "nome_emissor", true, -1 },
		[P_LEADER_ID] = { "cnpj_lider", false, -1 },
		[P_LEADER] = { "nome_lider", true, -1 },
		[P_RITE] = { "rito_oferta", false, -1 },
		[P_MODE] = { "modalidade_oferta", false, -1 },
		[P_REGISTER_MODE] = { "modalidade_registro|modalidade_registro_oferta", false, -1 },
		[P_WAIVER_MODE] = { "modalidade_dispensa_registro|modalidade_dispensa_oferta",
				    false, -1 },
		[P_OPENED] = { "data_abertura_processo", false, -1 },
		[P_FILED] = { "data_protocolo", false, -1 },
		[P_WAIVED] = { "data_dispensa_oferta", true, -1 },
		[P_REGISTERED] = { "data_registro_oferta", true, -1 },
		[P_BEGUN] = { "data_inicio_oferta", false, -1 },
		[P_CLOSED] = { "data_encerramento_oferta", true, -1 },
		[P_ISSUE] = { "emissao", false, -1 },
		[P_SERIES] = { "serie", true, -1 },
		[P_ISSUED] = { "data_emissao", false, -1 },
		[P_MATURES] = { "data_vencimento", false, -1 },
		[P_QUANTITY] = { "quantidade_total", true, -1 },
		[P_UNIT] = { "preco_unitario", true, -1 },
		[P_TOTAL] = { "valor_total", true, -1 },
		[P_INDEXER] = { "atualizacao_monetaria", false, -1 },
		[P_RATE] = { "juros", false, -1 },
	};

	cvm_map(&o->c, columns, ARRAY_SIZE(columns),
		"tipo_*|nome_*|cnpj_*|classe_*|especie_*|forma_*|quantidade_*|oferta_*|projeto_*"
		"|ultimo_comunicado|data_comunicado|nr_*|qtd_*|qdt_*");
	while (cvm_row(&o->c))
		put_previous(o);
}

/* ---- RCVM 160 ---- */

enum {
	R_REQUEST,
	R_PROCESS,
	R_REQUESTED,
	R_REGISTERED,
	R_CLOSED,
	R_STATUS,
	R_ASSET,
	R_TAX_ID,
	R_ISSUER,
	R_LEADER_ID,
	R_LEADER,
	R_KIND,
	R_ISSUE,
	R_QUANTITY,
	R_TOTAL,
	R_AUDIENCE,
	R_PLACEMENT,
	R_PROCEEDS,
	R_SUSTAINABLE,
	R_INCENTIVISED,
	R_GUARANTEES,
	R_TRUSTEE,
	R_RATER
};

static void put_request(struct offerings *o)
{
	struct copy *to = o->to;
	const char *said = text(o, R_STATUS), *status;
	struct day requested, registered, closed;
	bool has_registered = read_day(o, R_REGISTERED, &registered),
	     has_closed = read_day(o, R_CLOSED, &closed);
	int64_t number;

	if (field_int(cvm_cell(&o->c, R_REQUEST), &number) != FIELD_OK) {
		cvm_refuse(&o->c, "número de requerimento inválido: %.*s",
			   SHOWN(cvm_cell(&o->c, R_REQUEST)));
		return;
	}
	if (!read_day(o, R_REQUESTED, &requested)) {
		cvm_refuse(&o->c, "data do requerimento inválida: %.*s",
			   SHOWN(cvm_cell(&o->c, R_REQUESTED)));
		return;
	}
	if (is_false(o, R_TAX_ID))
		return;
	status = meaning(statuses, ARRAY_SIZE(statuses), folded(o, said));
	o->unknown_status += !status;
	load_day(o->c.l, has_registered ? registered : requested);
	copy_row(to, OFFER_COLUMNS + 2);
	copy_string(to, pool_printf(o->c.row, "rcvm160-%lld", (long long)number));
	copy_string(to, "rcvm_160");
	copy_null(to);
	put_names(o, R_ISSUER, R_TAX_ID, text(o, R_ASSET), NULL);
	put_leader(o, R_LEADER, R_LEADER_ID);
	put_amount(o, R_TOTAL, AMOUNT_PLACES);
	put_amount(o, R_QUANTITY, QUANTITY_PLACES);
	copy_null(to);
	copy_string(to, pool_printf(o->c.row, "%lld", (long long)number));
	copy_string(to, text(o, R_PROCESS));
	copy_day(to, has_registered ? registered : requested);
	copy_day_if(to, has_registered, registered);
	copy_string(to, status);
	copy_string(to, said);
	copy_day_if(to, has_closed, closed);
	copy_string(to, text(o, R_ISSUE));
	for (int i = 0; i < 4; i++) /* rate, indexer, issue and maturity are not in this file */
		copy_null(to);
	copy_string(to, text(o, R_KIND));
	copy_string(to, text(o, R_AUDIENCE));
	copy_string(to, text(o, R_PLACEMENT));
	copy_string(to, long_text(o, R_PROCEEDS));
	put_flag(o, R_SUSTAINABLE);
	put_flag(o, R_INCENTIVISED);
	copy_string(to, long_text(o, R_GUARANTEES));
	copy_string(to, long_text(o, R_TRUSTEE));
	copy_string(to, long_text(o, R_RATER));
	copy_string(to, folded(o, text(o, R_ISSUER)));
	copy_int(to, ++o->line);
}

static void read_requests(struct offerings *o)
{
	struct csv_column columns[] = {
		[R_REQUEST] = { "numero_requerimento", true, -1 },
		[R_PROCESS] = { "numero_processo", true, -1 },
		[R_REQUESTED] = { "data_requerimento", true, -1 },
		[R_REGISTERED] = { "data_registro", true, -1 },
		[R_CLOSED] = { "data_encerramento", true, -1 },
		[R_STATUS] = { "status_requerimento", true, -1 },
		[R_ASSET] = { "valor_mobiliario", true, -1 },
		[R_TAX_ID] = { "cnpj_emissor", true, -1 },
		[R_ISSUER] = { "nome_emissor", true, -1 },
		[R_LEADER_ID] = { "cnpj_lider", false, -1 },
		[R_LEADER] = { "nome_lider", true, -1 },
		[R_KIND] = { "tipo_oferta", false, -1 },
		[R_ISSUE] = { "emissao", false, -1 },
		[R_QUANTITY] = { "qtde_total_registrada", true, -1 },
		[R_TOTAL] = { "valor_total_registrado", true, -1 },
		[R_AUDIENCE] = { "publico_alvo", false, -1 },
		[R_PLACEMENT] = { "regime_distribuicao", false, -1 },
		[R_PROCEEDS] = { "destinacao_recursos", false, -1 },
		[R_SUSTAINABLE] = { "titulo_classificado_como_sustentavel", false, -1 },
		[R_INCENTIVISED] = { "titulo_incentivado", false, -1 },
		[R_GUARANTEES] = { "descricao_garantias", false, -1 },
		[R_TRUSTEE] = { "agente_fiduciario", false, -1 },
		[R_RATER] = { "avaliador_risco", false, -1 },
	};

	cvm_map(&o->c, columns, ARRAY_SIZE(columns),
		"rito_*|tipo_*|bookbuilding|grupo_*|oferta_*|reabertura_*|titulo_*|destinacao_*|data_*"
		"|mercado_*|regime_*|ativos_*|descricao_*|identificacao_*|possibilidade_*|fidc_*"
		"|administrador|gestor|agente_*|escriturador|custodiante|avaliador_*|processo_sei"
		"|endereco_*|num_*|qtde_*|qdte_*");
	while (cvm_row(&o->c))
		put_request(o);
}

/* ---- the file ---- */

static void read_member(struct offerings *o)
{
	enum regime regime = cvm_has(&o->c, "numero_requerimento") ? RCVM_160 : PREVIOUS;

	if (o->seen[regime])
		load_fail(o->c.l, "o zip tem o mesmo arquivo duas vezes.");
	o->seen[regime] = true;
	if (regime == RCVM_160)
		read_requests(o);
	else
		read_previous(o);
}

void load_offerings(struct load *l)
{
	struct offerings o = { .line = 0 };
	int64_t sent, repeated, gone = 0, written;

	cvm_open(&o.c, l);
	(void)load_sql(l, make_stage);
	o.to = copy_to(l, "offering_stage (" OFFER ", folded, line)");
	do
		read_member(&o);
	while (cvm_next(&o.c));
	sent = copy_rows(o.to);
	copy_end(o.to);
	(void)load_sql(l, "analyze offering_stage (id, regime, line)");
	(void)load_sql(l, name_twins);
	repeated = load_sql(l, remove_repeated);
	l->res->ignored += repeated;
	if (o.seen[PREVIOUS])
		gone = load_sql(l, remove_gone);
	(void)load_sql(l, make_new);
	(void)load_sql(l, fill_new);
	(void)load_sql(l, "analyze offering_new (id)");
	(void)load_sql(l, remove_old);
	written = load_sql(l, save);
	if (o.unknown_status)
		load_warn(l, "%lld ofertas têm uma situação que não se conhece.",
			  (long long)o.unknown_status);
	if (o.unknown_asset)
		load_warn(l, "%lld ofertas são de um valor mobiliário que não se conhece.",
			  (long long)o.unknown_asset);
	if (gone)
		load_warn(l, "%lld ofertas que não estão mais no arquivo foram retiradas.",
			  (long long)gone);
	load_counted(l, sent - repeated, written, FAMILY_OFFERINGS);
	if (gone)
		l->touched[FAMILY_OFFERINGS] = true;
}
