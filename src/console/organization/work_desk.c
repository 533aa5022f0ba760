/* SPDX-License-Identifier: Apache-2.0 */
/* work_desk.c: the pages of a credit desk. */
#include "config.h"

#include "console/organization/work_pages.h"

#define OBJECT                                                                                     \
	{ "object.name", "Objeto", WORK_TEXT },                                                    \
	{                                                                                          \
		"object.kind", "O que é", WORK_WORD                                                \
	}
#define MARKET_FIGURES                                                                             \
	{ "price.date", "Preço de", WORK_DAY },                                                    \
		{ "price.unit_price", "Preço unitário", WORK_NUMBER },                             \
		{ "price.change_pct", "Variação", WORK_PCT },                                      \
		{ "par.par_pct", "Do par", WORK_PCT },                                             \
		{ "par.change_points", "Pontos do par", WORK_NUMBER },                             \
		{ "rate.rate_pct", "Taxa", WORK_PCT },                                             \
	{                                                                                          \
		"rate.rate_kind", "Tipo da taxa", WORK_WORD                                        \
	}

/* A fund leads to its report where there is one. */
static const struct work_fork forks[] = { { "object.subkind", "debenture", "/debentures/" },
					  { "fund_report.reference_date", NULL, "/funds/" },
					  { NULL, NULL, NULL } };

/* ---- overview ---- */

static const struct work_member overview_figures[] = {
	{ "watchlists", "Listas", WORK_NUMBER },
	{ "objects", "Objetos", WORK_NUMBER },
	{ "alert_rules", "Regras", WORK_NUMBER },
	{ "terms_to_review", "Termos a rever", WORK_NUMBER },
	{ "notes", "Notas", WORK_NUMBER },
	{ "open_alerts.total", "Alertas abertos", WORK_NUMBER },
	{ "open_alerts.unassigned", "Sem responsável", WORK_NUMBER },
	END,
};
static const struct work_member by_kind[] = {
	{ "kind", "Tipo", WORK_WORD },
	{ "level", "Nível", WORK_WORD },
	{ "count", "Quantos", WORK_NUMBER },
	END,
};
static const struct work_member top[] = {
	OBJECT,
	{ "open_alerts", "Alertas abertos", WORK_NUMBER },
	{ "breaches", "Rompidos", WORK_NUMBER },
	{ "last_raised_at", "O último em", WORK_DAY },
	END,
};

/* What is past a limit, and by how much; who needs the rest goes to the object. */
static const char *const open_breaches[][2] = { { "status", "open" },
						{ "level", "breach" },
						{ NULL, NULL } };
/* A broken clause of a fund is a figure of its report. */
static const struct work_fork of_alert[] = { { "object.subkind", "debenture", "/debentures/" },
					     { "kind", "term_breach", "/funds/" },
					     { NULL, NULL, NULL } };
static const struct work_member breach_columns[] = {
	{ "title", "O que houve", WORK_TEXT },
	{ "evidence.value", "Número", WORK_NUMBER },
	{ "evidence.threshold", "Limite", WORK_NUMBER },
	{ "evidence.headroom_pct", "Folga", WORK_PCT },
	{ "fact_date", "Números de", WORK_DAY },
	{ "previous.value", "Antes", WORK_NUMBER },
	{ "previous.date", "Em", WORK_DAY },
	{ "evidence.since", "Desde", WORK_DAY },
	{ "evidence.source", "Fonte", WORK_TEXT },
	{ "assigned_to.name", "Com", WORK_TEXT },
	END,
};

const struct work_page work_desk_overview = {
	.room = &work_desk,
	.title = "A mesa num relance",
	.here = "",
	.sources = SOURCES(
		{ .function = "credit.alerts.find",
		  .with = open_breaches,
		  .lists = LISTS({ .caption = "Limites rompidos, em aberto",
				   .columns = breach_columns,
				   .to = "/issuers/",
				   .id = "object.id",
				   .forks = of_alert,
				   .there = "object.kind",
				   .acts = ACTS({ "credit.alert.acknowledge", "Dar por visto",
						  "alert_id", "id" }) }) },
		{ .function = "credit.overview.get",
		  .figures = overview_figures,
		  .counts = COUNTS({ "watchlists", "/watchlists" }, { "objects", "/watchlists" },
				   { "alert_rules", "/rules" }, { "terms_to_review", "/terms" },
				   { "notes", "/notes" }),
		  .made_of = "objetos",
		  .lists = LISTS({ .caption = "Alertas abertos, por tipo",
				   .at = "open_alerts.by_kind",
				   .columns = by_kind },
				 { .caption = "Objetos com mais alertas",
				   .at = "top_objects",
				   .anchor = "objetos",
				   .explained = WORK_ROWS,
				   .columns = top,
				   .to = "/issuers/",
				   .id = "object.id",
				   .forks = forks,
				   .there = "object.kind" }) }),
};

/* ---- watchlists ---- */

static const struct work_member watchlist_columns[] = {
	{ "name", "Nome", WORK_TEXT },
	{ "description", "Descrição", WORK_TEXT },
	{ "items", "Objetos", WORK_NUMBER },
	{ "open_alerts", "Alertas abertos", WORK_NUMBER },
	END,
};

const struct work_page work_desk_watchlists = {
	.room = &work_desk,
	.title = "Listas",
	.here = "/watchlists",
	.sources = SOURCES({ .function = "credit.watchlists.list",
			     .lists = LISTS({ .caption = "Listas",
					      .explained = WORK_ROWS,
					      .columns = watchlist_columns,
					      .to = "/watchlists/",
					      .id = "id",
					      .acts = ACTS({ "credit.watchlist.update", "Mudar",
							     "watchlist_id", "id" }) }) }),
	.acts = ACTS({ "credit.watchlist.create", "Nova lista", NULL, NULL }),
};

static const struct work_member board_columns[] = {
	OBJECT,
	MARKET_FIGURES,
	{ "statements.net_debt_to_ebitda", "Dívida líquida / EBITDA", WORK_NUMBER },
	{ "statements.reasons.net_debt_to_ebitda", "Sem alavancagem porque", WORK_WORD },
	{ "statements.interest_coverage", "Cobertura de juros", WORK_NUMBER },
	{ "statements.reasons.interest_coverage", "Sem cobertura porque", WORK_WORD },
	{ "fund_report.subordination_pct", "Subordinação", WORK_PCT },
	{ "fund_report.subordination_reason", "Sem subordinação porque", WORK_WORD },
	{ "register.status", "Registro", WORK_WORD },
	{ "nearest_threshold.level", "Limite mais perto", WORK_WORD },
	{ "nearest_threshold.headroom_pct", "Folga", WORK_PCT },
	{ "nearest_threshold.reference_date", "Números de", WORK_DAY },
	{ "nearest_threshold.trend", "Desde o período anterior", WORK_WORD },
	{ "nearest_threshold.alert.state", "Alerta do limite", WORK_WORD },
	{ "open_alerts", "Alertas abertos", WORK_NUMBER },
	END,
};

const struct work_member work_alert_columns[] = {
	{ "title", "O que houve", WORK_TEXT },
	{ "object.name", "Objeto", WORK_TEXT },
	{ "kind", "Tipo", WORK_WORD },
	{ "level", "Nível", WORK_WORD },
	{ "fact_date", "Em", WORK_DAY },
	{ "status", "Situação", WORK_WORD },
	{ "assigned_to.name", "Com", WORK_TEXT },
	END,
};

static const struct work_member coming_columns[] = {
	{ "date", "Dia", WORK_DAY },
	{ "event", "O que vem", WORK_WORD },
	{ "name", "De quê", WORK_TEXT },
	{ "issuer_name", "De quem", WORK_TEXT },
	{ "pct", "Taxa ou parte", WORK_PCT },
	{ "pays_on", "Paga em", WORK_DAY },
	{ "reference_date", "Data-base", WORK_DAY },
	{ "late", "Atrasada", WORK_WORD },
	{ "source", "Fonte", WORK_TEXT },
	END,
};

const struct work_page work_desk_watchlist = {
	.room = &work_desk,
	.title = "Lista",
	.here = "/watchlists/",
	.sources = SOURCES(
		{ .function = "credit.alerts.list",
		  .lists = LISTS(
			  { .caption = "Alertas",
			    .columns = work_alert_columns,
			    .acts = ACTS({ "credit.alert.acknowledge", "Dar por visto", "alert_id",
					   "id" },
					 { "credit.alert.assign", "Atribuir", "alert_id", "id" },
					 { "credit.alert.snooze", "Adiar", "alert_id", "id" }) }) },
		{ .function = "credit.watchlist.calendar",
		  .lists = LISTS({ .caption = "O que vem em noventa dias",
				   .at = "coming",
				   .columns = coming_columns }) },
		{ .function = "credit.watchlist.board",
		  .lists = LISTS({ .caption = "Quadro",
				   .explained = WORK_ROWS,
				   .columns = board_columns,
				   .to = "/issuers/",
				   .id = "object.id",
				   .forks = forks,
				   .there = "object.kind",
				   .acts = ACTS({ "credit.watchlist_item.remove", "Tirar",
						  "object_id", "object.id" }) }) }),
	.acts = ACTS({ "credit.watchlist_item.add", "Pôr um objeto", "watchlist_id", NULL },
		     { "credit.alert_rule.set", "Nova regra", "watchlist_id", NULL },
		     { "credit.note.create", "Nova nota", "watchlist_id", NULL },
		     { "credit.watchlist.delete", "Apagar a lista", "watchlist_id", NULL }),
};

/* ---- an issuer ---- */

static const struct work_member issuer_figures[] = {
	MARKET_FIGURES,
	{ "fund_report.reference_date", "Informe de", WORK_DAY },
	{ "fund_report.net_worth", "Patrimônio líquido", WORK_MONEY },
	{ "fund_report.subordination_pct", "Subordinação", WORK_PCT },
	{ "fund_report.subordination_reason", "Sem subordinação porque", WORK_WORD },
	{ "fund_report.mezzanine_subordination_pct", "Subordinação do mezanino", WORK_PCT },
	{ "fund_report.holders", "Cotistas", WORK_NUMBER },
	{ "register.sector", "Setor", WORK_TEXT },
	{ "register.tax_id", "CNPJ", WORK_TAX_ID },
	{ "register.status", "Registro", WORK_WORD },
	{ "statements.reference_date", "Demonstrações de", WORK_DAY },
	{ "statements.net_debt", "Dívida líquida", WORK_MONEY },
	{ "statements.ebitda_ttm", "EBITDA em 12 meses", WORK_MONEY },
	{ "statements.reasons.ebitda_ttm", "Sem EBITDA porque", WORK_WORD },
	{ "statements.net_debt_to_ebitda", "Dívida líquida / EBITDA", WORK_NUMBER },
	{ "statements.reasons.net_debt_to_ebitda", "Sem alavancagem porque", WORK_WORD },
	{ "statements.interest_coverage", "Cobertura de juros", WORK_NUMBER },
	{ "statements.reasons.interest_coverage", "Sem cobertura porque", WORK_WORD },
	{ "statements.cash_to_short_term_debt", "Caixa / dívida curta", WORK_NUMBER },
	END,
};
static const struct work_member issuer_part_figures[] = {
	{ "price.source", "Fonte do preço", WORK_TEXT },
	{ "price.previous_date", "Preço anterior de", WORK_DAY },
	{ "par.source", "Fonte do par", WORK_TEXT },
	{ "par.previous_date", "Par anterior de", WORK_DAY },
	{ "rate.source", "Fonte da taxa", WORK_TEXT },
	{ "rate.previous_rate_pct", "Taxa anterior", WORK_PCT },
	{ "fund_report.senior", "Cotas sênior", WORK_MONEY },
	{ "fund_report.mezzanine", "Cotas mezanino", WORK_MONEY },
	{ "fund_report.junior", "Cotas júnior", WORK_MONEY },
	{ "fund_report.subordinate", "Cotas subordinadas", WORK_MONEY },
	{ "fund_report.classes_sum", "Soma das classes", WORK_MONEY },
	{ "fund_report.classes_difference_pct", "Diferença para o patrimônio", WORK_PCT },
	{ "statements.form", "Formulário", WORK_TEXT },
	{ "statements.scope", "Escopo", WORK_WORD },
	{ "statements.version", "Versão", WORK_NUMBER },
	{ "statements.filed_at", "Entregue em", WORK_DAY },
	{ "statements.gross_debt", "Dívida bruta", WORK_MONEY },
	{ "statements.short_term_debt", "Dívida de curto prazo", WORK_MONEY },
	{ "statements.cash", "Caixa", WORK_MONEY },
	{ "statements.revenue_ttm", "Receita em 12 meses", WORK_MONEY },
	{ "statements.ebit_ttm", "EBIT em 12 meses", WORK_MONEY },
	{ "statements.interest_ttm", "Juros em 12 meses", WORK_MONEY },
	{ "statements.net_income_ttm", "Lucro em 12 meses", WORK_MONEY },
	{ "statements.equity", "Patrimônio líquido", WORK_MONEY },
	END,
};
static const struct work_parts issuer_parts = {
	"partes", "De que se fazem",
	"Dívida líquida: dívida bruta menos caixa. Dívida líquida / EBITDA: dela pelo EBITDA de 12 meses. "
	"Cobertura de juros: EBIT pelos juros, ambos de 12 meses. Caixa / dívida curta: caixa pela dívida "
	"de curto prazo. Os valores são das demonstrações que a companhia entregou à CVM. De uma debênture, a "
	"variação vai do preço da data anterior a este, com o que foi pago entre as datas. De um fundo, a subordinação é a "
	"parte das classes abaixo da sênior, como o informe mensal as traz.",
	issuer_part_figures
};
static const struct work_member debentures[] = {
	{ "code", "Código", WORK_TEXT },
	{ "indexer", "Indexador", WORK_TEXT },
	{ "maturity", "Vencimento", WORK_DAY },
	{ "price_date", "Preço de", WORK_DAY },
	{ "rate_kind", "Tipo da taxa", WORK_WORD },
	{ "pct_of_index", "Do índice", WORK_PCT },
	{ "spread_pct", "Acima do índice", WORK_PCT },
	{ "rate_pct", "Taxa", WORK_PCT },
	{ "unit_price", "Preço unitário", WORK_NUMBER },
	END,
};
static const struct work_member limits[] = {
	{ "kind", "Limite", WORK_WORD },
	{ "name", "De onde", WORK_TEXT },
	{ "value", "Número", WORK_NUMBER },
	{ "threshold", "Limite de", WORK_NUMBER },
	{ "headroom_pct", "Folga", WORK_PCT },
	{ "level", "Situação", WORK_WORD },
	{ "reference_date", "Números de", WORK_DAY },
	{ "reason", "Sem número porque", WORK_WORD },
	END,
};
static const struct work_member ratings[] = {
	{ "agency", "Agência", WORK_TEXT },
	{ "rating", "Nota", WORK_TEXT },
	{ "outlook", "Perspectiva", WORK_TEXT },
	{ "rated_on", "De", WORK_DAY },
	END,
};
static const struct work_member documents[] = {
	{ "category", "Documento", WORK_TEXT },
	{ "subject", "Assunto", WORK_TEXT },
	{ "filed_at", "Entregue em", WORK_DAY },
	END,
};

static const struct work_member peer_measures[] = {
	{ "title", "Medida", WORK_TEXT },
	{ "value", "Da companhia", WORK_NUMBER },
	{ "lower_quartile", "Primeiro quartil", WORK_NUMBER },
	{ "median", "Mediana do setor", WORK_NUMBER },
	{ "upper_quartile", "Terceiro quartil", WORK_NUMBER },
	{ "unit", "Unidade", WORK_WORD },
	{ "companies", "Companhias com a medida", WORK_NUMBER },
	{ "companies_below", "Abaixo dela", WORK_NUMBER },
	{ "base_date", "Demonstração de", WORK_DAY },
	END,
};
static const struct work_member peer_companies[] = {
	{ "name", "Companhia", WORK_TEXT },
	{ "revenue_brl", "Receita em 12 meses", WORK_MONEY },
	{ "net_margin", "Margem líquida, %", WORK_NUMBER },
	{ "ebitda_margin", "Margem EBITDA, %", WORK_NUMBER },
	{ "net_debt_to_ebitda", "Dívida líquida / EBITDA", WORK_NUMBER },
	{ "interest_coverage", "Cobertura de juros", WORK_NUMBER },
	{ "debt_to_equity", "Dívida / patrimônio", WORK_NUMBER },
	{ "return_on_equity", "Retorno, %", WORK_NUMBER },
	{ "revenue_growth_12m", "Crescimento, %", WORK_NUMBER },
	{ "base_date", "Demonstração de", WORK_DAY },
	END,
};

static const struct work_member no_figures[] = { END };
static const struct work_parts peer_parts = {
	"setor", "Como se compara",
	"O setor é o do cadastro da CVM. Contam as companhias com registro ativo, cada uma com sua demonstração mais nova "
	"de até 540 dias. Os quartis e a mediana são dos valores de todas elas; as maiores por receita estão abaixo. "
	"Um valor falta quando uma parte não foi entregue ou o denominador não é positivo.",
	no_figures
};

const struct work_page work_desk_issuer = {
	.room = &work_desk,
	.title = "Emissor",
	.here = "/issuers/",
	.name = "object.name",
	.of = "object.id",
	.of_to = "/funds/",
	.of_title = "O informe do fundo",
	.of_when = "fund_report",
	.sources = SOURCES(
		{ .function = "credit.issuer.get",
		  .input = "object_id",
		  .figures = issuer_figures,
		  .of_what_is = true,
		  .parts = &issuer_parts,
		  .made_of = "partes",
		  .lists = LISTS(
			  OPEN_ALERTS,
			  { .caption = "Limites e folgas", .at = "covenants", .columns = limits },
			  { .caption = "Debêntures",
			    .at = "debentures",
			    .explained = WORK_ROWS,
			    .columns = debentures,
			    .to = "/debentures/instrument%3A",
			    .id = "code" },
			  { .caption = "Notas de crédito", .at = "ratings", .columns = ratings },
			  { .caption = "Documentos", .at = "documents", .columns = documents }) },
		{ .function = "credit.issuer.peers",
		  .input = "object_id",
		  .parts = &peer_parts,
		  .lists = LISTS({ .caption = "Ao lado do setor",
				   .at = "measures",
				   .columns = peer_measures },
				 { .caption = "As maiores do setor",
				   .at = "companies",
				   .explained = WORK_ROWS,
				   .columns = peer_companies,
				   .to = "/issuers/",
				   .id = "object_id" }) }),
	.acts = ACTS({ "credit.note.create", "Nova nota", "object_id", NULL },
		     { "credit.alert_rule.set", "Nova regra", "object_id", NULL }),
};

/* ---- a debenture ---- */

static const struct work_member debenture_figures[] = {
	MARKET_FIGURES,
	{ "curve_spread.spread_pct", "Spread sobre a curva", WORK_PCT },
	{ "curve_spread.curve", "Curva", WORK_WORD },
	{ "curve_spread.reason", "Sem spread porque", WORK_WORD },
	{ "terms.index_text", "Índice", WORK_TEXT },
	{ "terms.rate_kind", "Tipo da taxa do contrato", WORK_WORD },
	{ "terms.pct_of_index", "Do índice", WORK_PCT },
	{ "terms.spread_pct", "Acima do índice", WORK_PCT },
	{ "terms.rate_pct", "Taxa do contrato", WORK_PCT },
	{ "terms.reasons.rate", "Sem taxa do contrato porque", WORK_WORD },
	{ "terms.issued", "Emissão", WORK_DAY },
	{ "terms.maturity", "Vencimento", WORK_DAY },
	{ "terms.reasons.maturity", "Sem vencimento porque", WORK_WORD },
	{ "terms.next_event", "Próximo pagamento, repactuação ou vencimento", WORK_DAY },
	{ "terms.guarantee", "Garantia", WORK_TEXT },
	{ "terms.trustee", "Agente fiduciário", WORK_TEXT },
	{ "terms.incentivised", "Incentivada (Lei 12.431)", WORK_FLAG },
	{ "terms.early_redemption", "Resgate antecipado", WORK_FLAG },
	{ "terms.situation", "Situação", WORK_TEXT },
	{ "terms.reasons.characteristics", "Sem características porque", WORK_WORD },
	{ "outstanding.quantity_in_market", "Quantidade no mercado", WORK_NUMBER },
	{ "outstanding.reasons.quantity_in_market", "Sem quantidade porque", WORK_WORD },
	{ "outstanding.nominal_updated", "Valor nominal atual", WORK_NUMBER },
	{ "outstanding.reasons.nominal_updated", "Sem valor nominal porque", WORK_WORD },
	{ "outstanding.nominal_date", "Valor nominal de", WORK_DAY },
	{ "outstanding.value_brl", "Em circulação", WORK_MONEY },
	{ "outstanding.reasons.value_brl", "Sem o total em circulação porque", WORK_WORD },
	{ "schedule.amortisation.rule", "Amortização", WORK_TEXT },
	{ "schedule.next_reason", "Sem próximos pagamentos porque", WORK_WORD },
	{ "holders.funds", "Fundos que a têm", WORK_NUMBER },
	END,
};
static const struct work_member debenture_part_figures[] = {
	{ "curve_spread.curve_rate_pct", "Taxa da curva na duration do papel", WORK_PCT },
	{ "terms.isin", "ISIN", WORK_TEXT },
	{ "terms.series", "Série", WORK_TEXT },
	{ "terms.issue", "Emissão número", WORK_TEXT },
	{ "terms.class", "Classe", WORK_TEXT },
	{ "terms.cvm_registration", "Registro na CVM", WORK_TEXT },
	{ "terms.registered", "Registrada em", WORK_DAY },
	{ "terms.lead", "Coordenador líder", WORK_TEXT },
	{ "terms.placed_from", "Distribuída desde", WORK_DAY },
	{ "terms.yields_from", "Rende desde", WORK_DAY },
	{ "terms.paying_bank", "Banco mandatário", WORK_TEXT },
	{ "terms.registrar", "Instituição depositária", WORK_TEXT },
	{ "terms.next_repricing", "Próxima repactuação", WORK_DAY },
	{ "terms.index_day", "Aniversário do índice, dia", WORK_NUMBER },
	{ "terms.left_reason", "Saiu porque", WORK_TEXT },
	{ "terms.left_on", "Saiu em", WORK_DAY },
	{ "outstanding.quantity_issued", "Quantidade emitida", WORK_NUMBER },
	{ "outstanding.quantity_in_treasury", "Em tesouraria", WORK_NUMBER },
	{ "outstanding.quantity_redeemed", "Resgatadas", WORK_NUMBER },
	{ "outstanding.quantity_cancelled", "Canceladas", WORK_NUMBER },
	{ "outstanding.nominal_at_issue", "Valor nominal na emissão", WORK_NUMBER },
	{ "schedule.amortisation.pct", "Cada amortização", WORK_PCT },
	{ "schedule.amortisation.every", "Amortiza a cada", WORK_NUMBER },
	{ "schedule.amortisation.unit", "Unidade das amortizações", WORK_WORD },
	{ "schedule.amortisation.from", "Amortiza desde", WORK_DAY },
	{ "schedule.interest.every", "Paga juros a cada", WORK_NUMBER },
	{ "schedule.interest.unit", "Unidade dos juros", WORK_WORD },
	{ "schedule.interest.from", "Paga juros desde", WORK_DAY },
	{ "issuer.name", "Quem emitiu", WORK_TEXT },
	{ "issuer.tax_id", "CNPJ", WORK_TAX_ID },
	{ "price.source", "Fonte do preço", WORK_TEXT },
	{ "price.previous_date", "Preço anterior de", WORK_DAY },
	{ "par.source", "Fonte do par", WORK_TEXT },
	{ "par.previous_date", "Par anterior de", WORK_DAY },
	{ "rate.source", "Fonte da taxa", WORK_TEXT },
	{ "rate.previous_rate_pct", "Taxa anterior", WORK_PCT },
	END,
};
static const struct work_parts debenture_parts = {
	"partes", "De que se fazem",
	"Em circulação: quantidade no mercado vezes valor nominal atual, ambos como o registro do papel os traz. "
	"A variação vai do preço da data anterior a este, com o que foi pago entre as datas. Do par: o preço "
	"pelo valor que o contrato acumula, que cupons e amortizações não movem. Taxas de tipos diferentes não "
	"se comparam. Spread: de IPCA e prefixada, a taxa menos a da curva do mesmo dia na duration do papel; de % do DI, o "
	"spread sobre o DI que paga o mesmo; de DI + x, o do contrato. Só se comparam spreads da mesma curva.",
	debenture_part_figures
};
static const struct work_chart debenture_chart = {
	.id = "par",
	.title = "Preço em % do par",
	.how = "Por dia, do preço da ANBIMA e do que foi negociado; os dias com negócios são pontos.",
	.at = "history",
	.day = "date",
	.lines = { { "mark_par_pct", "ANBIMA" }, { "traded_par_pct", "Negócios" } },
	.unit = "%",
	.marked = "Negociada a",
};
static const struct work_member event_columns[] = {
	{ "day", "Dia", WORK_DAY },
	{ "event", "O que paga", WORK_WORD },
	{ "pays_on", "Paga em", WORK_DAY },
	{ "pct", "Taxa ou parte do saldo", WORK_PCT },
	{ "reason", "Sem taxa porque", WORK_WORD },
	{ "told_on", "Agenda de", WORK_DAY },
	END,
};
static const struct work_member day_columns[] = {
	{ "date", "Dia", WORK_DAY },
	{ "mark_par_pct", "Do par, ANBIMA", WORK_PCT },
	{ "traded_par_pct", "Do par, negócios", WORK_PCT },
	{ "unit_price", "Preço unitário", WORK_NUMBER },
	{ "price_source", "Fonte do preço", WORK_TEXT },
	{ "rate_pct", "Taxa indicativa", WORK_PCT },
	{ "rate_kind", "Tipo da taxa", WORK_WORD },
	{ "duration_days", "Duration, dias úteis", WORK_NUMBER },
	{ "curve_spread.spread_pct", "Spread", WORK_PCT },
	{ "curve_spread.curve", "Sobre a curva", WORK_WORD },
	{ "curve_spread.curve_rate_pct", "Taxa da curva", WORK_PCT },
	{ "curve_spread.reason", "Por que não há spread", WORK_WORD },
	END,
};
static const struct work_member covenant_columns[] = {
	{ "term", "Cláusula", WORK_WORD },	     { "object_name", "De quem", WORK_TEXT },
	{ "value", "Valor aprovado", WORK_NUMBER },  { "unit", "Unidade", WORK_WORD },
	{ "quote", "O que o texto diz", WORK_TEXT }, { "document", "Documento", WORK_TEXT },
	{ "page", "Página", WORK_NUMBER },	     END,
};
static const struct work_member holder_columns[] = {
	{ "name", "Fundo", WORK_TEXT },
	{ "tax_id", "CNPJ", WORK_TAX_ID },
	{ "month", "Carteira de", WORK_DAY },
	{ "quantity", "Quantidade", WORK_NUMBER },
	{ "value_brl", "Valor", WORK_MONEY },
	{ "share_of_fund_pct", "Do fundo", WORK_PCT },
	END,
};
static const struct work_member placement_columns[] = {
	{ "registered_on", "Registrada em", WORK_DAY },
	{ "status", "Situação", WORK_WORD },
	{ "leader", "Coordenador líder", WORK_TEXT },
	{ "audience", "Público-alvo", WORK_TEXT },
	{ "placement", "Distribuição", WORK_TEXT },
	{ "sustainable", "Sustentável", WORK_FLAG },
	{ "incentivised", "Incentivada", WORK_FLAG },
	{ "proceeds", "Destinação dos recursos", WORK_TEXT },
	{ "guarantees", "Garantias", WORK_TEXT },
	{ "trustee", "Agente fiduciário", WORK_TEXT },
	{ "rater", "Agência de risco", WORK_TEXT },
	{ "total_brl", "Valor total", WORK_MONEY },
	{ "quantity", "Quantidade", WORK_NUMBER },
	END,
};
static const struct work_member paper_note_columns[] = {
	{ "body", "Nota", WORK_TEXT },
	{ "created_at", "Em", WORK_DAY },
	END,
};
static const struct work_member source_columns[] = {
	{ "what", "O quê", WORK_WORD },
	{ "source", "De quem", WORK_TEXT },
	{ "date", "Dia mais novo", WORK_DAY },
	END,
};

const struct work_page work_desk_debenture = {
	.room = &work_desk,
	.title = "Debênture",
	.here = "/debentures/",
	.name = "code",
	.of = "issuer.object_id",
	.of_to = "/issuers/",
	.of_title = "Quem emitiu",
	.sources = SOURCES(
		{ .function = "credit.debenture.get",
		  .input = "object_id",
		  .figures = debenture_figures,
		  .of_what_is = true,
		  .parts = &debenture_parts,
		  .made_of = "partes",
		  .chart = &debenture_chart,
		  .lists = LISTS(
			  OPEN_ALERTS,
			  { .caption = "Próximos pagamentos",
			    .at = "schedule.next",
			    .columns = event_columns },
			  { .caption = "Preços por dia", .at = "history", .columns = day_columns },
			  { .caption = "Cláusulas aprovadas",
			    .at = "issuer.covenants",
			    .columns = covenant_columns,
			    .to = "/terms/",
			    .id = "id" },
			  { .caption = "Fundos que a têm",
			    .at = "holders.largest",
			    .columns = holder_columns },
			  { .caption = "Ofertas públicas",
			    .at = "offerings",
			    .columns = placement_columns },
			  { .caption = "Notas", .at = "notes", .columns = paper_note_columns },
			  { .caption = "Pagamentos que passaram",
			    .at = "schedule.past",
			    .columns = event_columns },
			  { .caption = "De onde vem cada parte",
			    .at = "sources",
			    .columns = source_columns }) }),
	.acts = ACTS({ "credit.note.create", "Nova nota", "object_id", NULL },
		     { "credit.alert_rule.set", "Nova regra", "object_id", NULL }),
};

/* ---- terms ---- */

static const struct work_member term_columns[] = {
	{ "object.name", "Fundo", WORK_TEXT },	     { "term", "Termo", WORK_WORD },
	{ "quote", "O que o texto diz", WORK_TEXT }, { "document", "Documento", WORK_TEXT },
	{ "value", "Valor lido", WORK_NUMBER },	     { "unit", "Unidade", WORK_WORD },
	{ "confidence", "Confiança", WORK_NUMBER },  END,
};

const struct work_page work_desk_terms = {
	.room = &work_desk,
	.title = "Fila de termos",
	.here = "/terms",
	.sources = SOURCES({ .function = "credit.regulation_terms.queue",
			     .lists = LISTS({ .caption = "A rever",
					      .columns = term_columns,
					      .to = "/terms/",
					      .id = "id",
					      .acts = ACTS({ "credit.regulation_term.review",
							     "Rever", "term_id", "id" }) }) }),
};

static const struct work_member term_figures[] = {
	{ "term", "Termo", WORK_WORD },
	{ "status", "Situação", WORK_WORD },
	{ "quote", "O que o texto diz", WORK_TEXT },
	{ "document", "Documento", WORK_TEXT },
	{ "page", "Página", WORK_NUMBER },
	{ "text_id", "Trecho conferido na página de um texto guardado", WORK_FLAG },
	{ "proposed_by", "Proposto por", WORK_TEXT },
	{ "value", "Valor lido", WORK_NUMBER },
	{ "approved_value", "Valor aprovado", WORK_NUMBER },
	{ "confidence", "Confiança", WORK_NUMBER },
	END,
};
static const struct work_member reviews[] = {
	{ "reviewed_at", "Dia", WORK_DAY }, { "decision", "Decisão", WORK_WORD },
	{ "reviewer", "Quem", WORK_TEXT },  { "comment", "Comentário", WORK_TEXT },
	{ "value", "Valor", WORK_NUMBER },  END,
};

const struct work_page work_desk_term = {
	.room = &work_desk,
	.title = "Termo",
	.here = "/terms/",
	.name = "object.name",
	.sources = SOURCES(
		{ .function = "credit.regulation_term.get",
		  .input = "term_id",
		  .figures = term_figures,
		  .lists = LISTS({ .caption = "Revisões", .at = "reviews", .columns = reviews }) }),
	.acts = ACTS({ "credit.regulation_term.review", "Rever", "term_id", NULL },
		     { "credit.regulation_term.withdraw", "Retirar a proposta", "term_id", NULL }),
};

/* ---- notes, rules, members, trail ---- */

static const struct work_member note_columns[] = {
	{ "body", "Nota", WORK_TEXT },	      { "object.name", "Sobre", WORK_TEXT },
	{ "author", "De", WORK_TEXT },	      { "created_at", "Em", WORK_DAY },
	{ "version", "Versão", WORK_NUMBER }, END,
};

const struct work_page work_desk_notes = {
	.room = &work_desk,
	.title = "Notas",
	.here = "/notes",
	.sources = SOURCES(
		{ .function = "credit.notes.list",
		  .lists = LISTS(
			  { .caption = "Notas",
			    .columns = note_columns,
			    .acts = ACTS({ "credit.note.update", "Mudar", "note_id", "id" },
					 { "credit.note.delete", "Apagar", "note_id", "id" }) }) }),
	.acts = ACTS({ "credit.note.create", "Nova nota", NULL, NULL }),
};

static const struct work_member text_columns[] = {
	{ "name", "Documento", WORK_TEXT },
	{ "object.name", "De quem", WORK_TEXT },
	{ "document_date", "Dia", WORK_DAY },
	{ "pages", "Páginas", WORK_NUMBER },
	{ "added_by", "Posto por", WORK_TEXT },
	{ "added_at", "Em", WORK_DAY },
	END,
};

const struct work_page work_desk_documents = {
	.room = &work_desk,
	.title = "Textos de documentos",
	.here = "/documents",
	.sources = SOURCES({ .function = "credit.documents.list",
			     .lists = LISTS({ .caption = "Textos guardados",
					      .columns = text_columns,
					      .acts = ACTS({ "credit.document.delete", "Apagar",
							     "text_id", "id" }) }) }),
	.acts = ACTS({ "credit.document.add", "Guardar um texto", NULL, NULL }),
};

static const struct work_member rule_columns[] = {
	{ "kind", "Tipo", WORK_WORD },
	{ "watchlist.name", "Lista", WORK_TEXT },
	{ "object.name", "Objeto", WORK_TEXT },
	{ "label", "Nome", WORK_TEXT },
	{ "since", "Desde", WORK_DAY },
	{ "measure", "Medida", WORK_WORD },
	{ "threshold", "Limite", WORK_NUMBER },
	{ "band_pct", "Faixa de aviso", WORK_PCT },
	{ "sessions", "Pregões", WORK_NUMBER },
	{ "not_judged", "O que não avalia", WORK_REASONS },
	END,
};

const struct work_page work_desk_rules = {
	.room = &work_desk,
	.title = "Regras",
	.here = "/rules",
	.sources = SOURCES({ .function = "credit.alert_rules.list",
			     .lists = LISTS({ .caption = "Regras",
					      .columns = rule_columns,
					      .acts = ACTS({ "credit.alert_rule.delete", "Apagar",
							     "rule_id", "id" }) }) }),
	.acts = ACTS({ "credit.alert_rule.set", "Nova regra", NULL, NULL }),
};

static const struct work_member member_columns[] = {
	{ "name", "Nome", WORK_TEXT },	    { "email", "E-mail", WORK_TEXT },
	{ "role", "Papel", WORK_WORD },	    { "status", "Situação", WORK_WORD },
	{ "seated", "Assento", WORK_FLAG }, END,
};

const struct work_page work_desk_members = {
	.room = &work_desk,
	.title = "Membros",
	.here = "/members",
	.sources = SOURCES({ .function = "credit.members.list",
			     .lists = LISTS({ .caption = "Membros", .columns = member_columns }) }),
};

const struct work_page work_desk_audit = {
	.room = &work_desk,
	.title = "Auditoria",
	.here = "/audit",
	.sources = SOURCES({ .function = "credit.audit.list", .lists = work_audit_lists }),
};

const struct work_page work_desk_actions = { .room = &work_desk };
