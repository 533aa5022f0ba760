/* SPDX-License-Identifier: Apache-2.0 */
/* fetch_source.c: the table of official files.  A new one is a row. */
#include "config.h"

#include <stdio.h>

#include "core/buf.h"
#include "core/day.h"
#include "core/encode.h"
#include "core/pool.h"
#include "load/fetch.h"

#define MIB (INT64_C(1024) * 1024)
#define B3_LISTED "https://sistemaswebb3-listados.b3.com.br"
#define B3_CALL "/listedCompaniesProxy/CompanyCall/"
#define B3_HISTORY "https://bvmf.bmfbovespa.com.br"
#define BINANCE "https://api.binance.com"
#define CVM "https://dados.cvm.gov.br"
#define CVM_FUNDS "/dados/FI/"
#define CVM_RECEIVABLES "/dados/FIDC/DOC/INF_MENSAL/DADOS/"
#define CVM_COMPANIES "/dados/CIA_ABERTA/"
#define SND "https://www.debentures.com.br"
#define SND_PATH "/exploreosnd/consultaadados/"

const char *const fetch_value_names[] = {
	[FETCH_YEAR] = "year", [FETCH_MONTH] = "month",	  [FETCH_DAY] = "day",
	[FETCH_CODE] = "code", [FETCH_SYMBOL] = "symbol", [FETCH_ISSUER] = "issuer",
	[FETCH_NAME] = "name", [FETCH_VALUES] = NULL
};

/* The file at @where, kept under the name @named. */
#define AT(name, from, where, named, mib)                                                          \
	.source = (name), .base = (from), .path = where, .file = (named), .max = (mib)*MIB
/* The same, where the cache's name is the server's. */
#define NAMED(name, from, folder, named, mib) AT(name, from, folder named, named, mib)
#define ZIP(name, from, folder, named, mib)                                                        \
	{                                                                                          \
		NAMED(name, from, folder, named, mib), .kind = FETCH_ZIP                           \
	}
#define TEXT(name, from, folder, named, first, mib)                                                \
	{                                                                                          \
		NAMED(name, from, folder, named, mib), .kind = FETCH_TEXT, .begins = (first)       \
	}

const struct fetch_source fetch_sources[] = {
	ZIP("cotahist", B3_HISTORY, "/InstDados/SerHist/", "COTAHIST_A{year}.ZIP", 1024),
	ZIP("cotahist", B3_HISTORY, "/InstDados/SerHist/", "COTAHIST_M{month}{year}.ZIP", 256),
	ZIP("cotahist", B3_HISTORY, "/InstDados/SerHist/", "COTAHIST_D{day}{month}{year}.ZIP", 64),
	{ AT("sgs", "https://api.bcb.gov.br", "/dados/serie/bcdata.sgs.{code}/dados?formato=json",
	     "sgs_{code}.json", 32),
	  .kind = FETCH_JSON },
	{ AT("sgs", "https://api.bcb.gov.br",
	     "/dados/serie/bcdata.sgs.{code}/dados?formato=json"
	     "&dataInicial=01/01/{year}&dataFinal=31/12/{year}",
	     "sgs_{code}_{year}.json", 32),
	  .kind = FETCH_JSON }, /* daily series: at most ten years per request */
	{ AT("ptax", "https://olinda.bcb.gov.br",
	     "/olinda/servico/PTAX/versao/v1/odata/CotacaoDolarPeriodo(dataInicial=@dataInicial,"
	     "dataFinalCotacao=@dataFinalCotacao)?@dataInicial=%2701-01-{year}%27"
	     "&@dataFinalCotacao=%2712-31-{year}%27&$top=10000&$format=json",
	     "ptax_{year}.json", 16),
	  .kind = FETCH_JSON },
	{ AT("companies", B3_LISTED, B3_CALL "GetListedSupplementCompany/{base64}",
	     "GetListedSupplementCompany_{issuer}.json", 16),
	  .kind = FETCH_JSON,
	  .params = "{\"issuingCompany\":\"{issuer}\",\"language\":\"pt-br\"}" },
	{ AT("cash-dividends", B3_LISTED, B3_CALL "GetListedCashDividends/{base64}",
	     "page{page}_GetListedCashDividends_{issuer}.json", 16),
	  .kind = FETCH_JSON,
	  .params = "{\"language\":\"pt-br\",\"pageNumber\":{page},\"pageSize\":100,"
		    "\"tradingName\":\"{name}\"}" },
	{ AT("company-details", B3_LISTED, B3_CALL "GetDetailsCompany/{base64}",
	     "GetDetailsCompany_{code}.json", 16),
	  .kind = FETCH_JSON, .params = "{\"codeCVM\":\"{code}\",\"language\":\"pt-br\"}" },
	{ AT("klines", BINANCE, "/api/v3/klines?symbol={symbol}&interval=1d&timeZone=-3&limit=1000",
	     "{symbol}-1d.json", 16),
	  .kind = FETCH_JSON },
	{ AT("klines", BINANCE,
	     "/api/v3/klines?symbol={symbol}&interval=1d&timeZone=-3&limit=1000"
	     "&startTime={from_ms}&endTime={to_ms}",
	     "{symbol}-1d-{year}.json", 16),
	  .kind = FETCH_JSON },
	{ .source = "usdt",
	  .base = BINANCE,
	  .path = "/api/v3/ticker/24hr?symbol=USDTBRL",
	  .file = "usdt",
	  .kind = FETCH_JSON,
	  .max = 65536,
	  .live = true },
	{ AT("ohlc", "https://stooq.com", "/q/d/l/?s={code}&i=d", "{symbol}.csv", 64),
	  .kind = FETCH_TEXT, .begins = "Date,Open" },
	TEXT("tesouro", "https://www.tesourotransparente.gov.br",
	     "/ckan/dataset/df56aa42-484a-4a59-8184-7676580c81e3/resource/"
	     "796d2059-14e9-44e3-80c9-2d9e30b405c1/download/",
	     "precotaxatesourodireto.csv", "Tipo Titulo;", 256),
	TEXT("anbima-debentures", "https://www.anbima.com.br",
	     "/informacoes/merc-sec-debentures/arqs/", "db{yy}{month}{day}.txt", "@Nome@", 32),
	{ AT("debenture-prices", SND,
	     SND_PATH "mercadosecundario/precosdenegociacao_e.asp?op_exc=Nada&emissor=&isin=&ativo="
		      "&dt_ini={year}{month}{day}&dt_fim={year}{month}{day}",
	     "precosdenegociacao_{year}{month}{day}.txt", 64),
	  .kind = FETCH_TEXT, .begins = "ISIN" },
	{ AT("debentures", SND,
	     SND_PATH "emissoesdedebentures/caracteristicas_e.asp?tip_deb=publicas&op_exc=Nada",
	     "caracteristicas.txt", 128),
	  .kind = FETCH_TEXT, .begins = "Empresa" },
	ZIP("funds", CVM, CVM_FUNDS "CAD/DADOS/", "registro_fundo_classe.zip", 512),
	TEXT("funds-old", CVM, CVM_FUNDS "CAD/DADOS/", "cad_fi.csv", "CNPJ_FUNDO;", 256),
	TEXT("fund-fees", CVM, CVM_FUNDS "DOC/EXTRATO/DADOS/", "extrato_fi.csv", "CNPJ_FUNDO", 512),
	TEXT("fund-fees", CVM, CVM_FUNDS "DOC/EXTRATO/DADOS/", "extrato_fi_{year}.csv",
	     "CNPJ_FUNDO", 512),
	ZIP("fund-quotas", CVM, CVM_FUNDS "DOC/INF_DIARIO/DADOS/",
	    "inf_diario_fi_{year}{month}.zip", 512),
	ZIP("fund-quotas", CVM, CVM_FUNDS "DOC/INF_DIARIO/DADOS/HIST/", "inf_diario_fi_{year}.zip",
	    1024), /* old years */
	ZIP("fund-portfolios", CVM, CVM_FUNDS "DOC/CDA/DADOS/", "cda_fi_{year}{month}.zip", 512),
	ZIP("fund-reports", CVM, CVM_RECEIVABLES, "inf_mensal_fidc_{year}{month}.zip", 512),
	ZIP("fund-reports", CVM, CVM_RECEIVABLES "HIST/", "inf_mensal_fidc_{year}.zip",
	    1024), /* old years */
	TEXT("company-register", CVM, CVM_COMPANIES "CAD/DADOS/", "cad_cia_aberta.csv", "CNPJ_CIA;",
	     64),
	ZIP("company-forms", CVM, CVM_COMPANIES "DOC/FCA/DADOS/", "fca_cia_aberta_{year}.zip", 256),
	ZIP("company-documents", CVM, CVM_COMPANIES "DOC/IPE/DADOS/", "ipe_cia_aberta_{year}.zip",
	    256),
	ZIP("dfp", CVM, CVM_COMPANIES "DOC/DFP/DADOS/", "dfp_cia_aberta_{year}.zip", 512),
	ZIP("itr", CVM, CVM_COMPANIES "DOC/ITR/DADOS/", "itr_cia_aberta_{year}.zip", 512),
	ZIP("offerings", CVM, "/dados/OFERTA/DISTRIB/DADOS/", "oferta_distribuicao.zip", 256),
	{ 0 },
};

bool fetch_known(const char *source)
{
	for (const struct fetch_source *s = fetch_sources; s->source; s++)
		if (str_eq(s->source, source))
			return true;
	return false;
}

/* ---- choosing a row ---- */

static bool uses(const struct fetch_source *s, enum fetch_value v)
{
	static const char *const derived[] = { [FETCH_YEAR] = "{yy}", [FETCH_MONTH] = "{month}" };
	const char *patterns[] = { s->path, s->params, s->file };
	char brace[16];
	int n = snprintf(brace, sizeof(brace), "{%s}", fetch_value_names[v]);

	if (n < 0)
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(patterns); i++)
		if (patterns[i] && (strstr(patterns[i], brace) ||
				    (v < ARRAY_SIZE(derived) && strstr(patterns[i], derived[v]))))
			return true;
	return false;
}

static bool fits(const struct fetch_source *s, const struct fetch_options *opt)
{
	for (int v = 0; v < FETCH_VALUES; v++)
		if (uses(s, (enum fetch_value)v) != (opt->values[v] != NULL))
			return false;
	return true;
}

static bool digits(const char *s, size_t n, int least, int most)
{
	int v = 0;

	if (!s)
		return true;
	if (strlen(s) != n || strspn(s, "0123456789") != n)
		return false;
	for (; *s; s++)
		v = 10 * v + (*s - '0');
	return v >= least && v <= most;
}

/* They become part of a URL and of a file's name. */
static const char *wrong_value(const struct fetch_options *opt)
{
	static const char word[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789^=-_.";
	const char *name = opt->values[FETCH_NAME];

	if (!digits(opt->values[FETCH_YEAR], 4, DAY_MIN_YEAR, DAY_MAX_YEAR - 1))
		return "--year é um ano, como 2026";
	if (!digits(opt->values[FETCH_MONTH], 2, 1, 12))
		return "--month é um mês de dois algarismos, como 06";
	if (!digits(opt->values[FETCH_DAY], 2, 1, 31))
		return "--day é um dia de dois algarismos, como 03";
	for (int v = FETCH_CODE; v <= FETCH_ISSUER; v++) {
		const char *s = opt->values[v];

		if (s && (!*s || strlen(s) > 20 || s[strspn(s, word)] || *s == '.'))
			return "--code, --symbol e --issuer levam até 20 letras, algarismos e ^=-_.";
	}
	if (name &&
	    (!*name || strlen(name) > 60 || !text_one_line(name) || strpbrk(name, "\"\\/{}")))
		return "--name é o nome de pregão, sem barras nem aspas";
	return NULL;
}

static const char *forms_of(void *pool, const char *source)
{
	struct buf b;

	buf_init(&b, pool, 256);
	for (const struct fetch_source *s = fetch_sources; s->source; s++) {
		bool any = false;

		if (!str_eq(s->source, source))
			continue;
		buf_str(&b, b.n ? "; ou " : "");
		for (int v = 0; v < FETCH_VALUES; v++) {
			if (!uses(s, (enum fetch_value)v))
				continue;
			buf_printf(&b, "%s--%s", any ? " " : "", fetch_value_names[v]);
			any = true;
		}
		if (!any)
			buf_str(&b, "nada");
	}
	return buf_text(&b);
}

const struct fetch_source *fetch_choose(void *pool, const char *source,
					const struct fetch_options *opt, const char **why)
{
	*why = wrong_value(opt);
	if (*why)
		return NULL;
	for (const struct fetch_source *s = fetch_sources; s->source; s++)
		if (str_eq(s->source, source) && fits(s, opt))
			return s;
	*why = pool_printf(pool, "%s pede: %s", source, forms_of(pool, source));
	return NULL;
}

/* ---- patterns ---- */

static int64_t year_start_ms(const char *year, int more)
{
	int v = more;
	struct day day;

	for (int unit = 1000, i = 0; i < 4; i++, unit /= 10)
		v += (year[i] - '0') * unit;
	if (!day_from_ymd(v, 1, 1, &day))
		day = DAY_FAR_FUTURE;
	return ((int64_t)day.n * 24 + 3) * 3600000; /* 00:00 at -3 */
}

/* NULL: unknown name. */
static const char *value_of(void *pool, struct slice name, const struct fetch_source *s,
			    const struct fetch_options *opt, int page)
{
	const char *year = opt->values[FETCH_YEAR];

	for (int v = 0; v < FETCH_VALUES; v++)
		if (slice_eq(name, fetch_value_names[v]))
			return opt->values[v];
	if (slice_eq(name, "page"))
		return pool_printf(pool, "%d", page);
	if (slice_eq(name, "base64")) {
		const char *params = fetch_expand(pool, s->params, s, opt, page, false);

		return base64_encoded(pool, params, strlen(params));
	}
	if (year && slice_eq(name, "yy"))
		return year + 2;
	if (year && slice_eq(name, "from_ms"))
		return pool_printf(pool, "%lld", (long long)year_start_ms(year, 0));
	if (year && slice_eq(name, "to_ms"))
		return pool_printf(pool, "%lld", (long long)year_start_ms(year, 1) - 1);
	return NULL;
}

const char *fetch_expand(void *pool, const char *pattern, const struct fetch_source *s,
			 const struct fetch_options *opt, int page, bool escape)
{
	struct buf b;

	buf_init(&b, pool, 256);
	while (*pattern) {
		const char *end = *pattern == '{' ? strchr(pattern, '}') : NULL;
		struct slice name = { pattern + 1, end ? (size_t)(end - pattern - 1) : 0 };
		const char *value = end ? value_of(pool, name, s, opt, page) : NULL;

		if (!value) { /* an ordinary brace, of JSON */
			buf_char(&b, *pattern++);
			continue;
		}
		if (escape)
			buf_str(&b, url_encoded_but(pool, value, "="));
		else
			buf_str(&b, value);
		pattern = end + 1;
	}
	return buf_text(&b);
}
