/* SPDX-License-Identifier: Apache-2.0 */
/* work_desk.c: the pages of a credit desk. */
#include "config.h"

#include "console/organization/work_pages.h"

#define END                                                                                        \
	{                                                                                          \
		NULL, NULL, 0                                                                      \
	}
#define END_ACT                                                                                    \
	{                                                                                          \
		NULL, NULL, NULL, NULL                                                             \
	}
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
static const struct work_list overview_lists[] = {
	{ .caption = "Alertas abertos, por tipo", .at = "open_alerts.by_kind", .columns = by_kind },
	{ .caption = "Objetos com mais alertas",
	  .at = "top_objects",
	  .anchor = "objetos",
	  .explained = WORK_ROWS,
	  .columns = top,
	  .to = "/issuers/",
	  .id = "object.id",
	  .there = "object.kind" },
	{ .caption = NULL },
};
static const struct work_count overview_counts[] = {
	{ "watchlists", "/watchlists" }, { "objects", "/watchlists" }, { "alert_rules", "/rules" },
	{ "terms_to_review", "/terms" }, { "notes", "/notes" },	       { NULL, NULL },
};
static const struct work_source overview_sources[] = {
	{ .function = "credit.overview.get",
	  .figures = overview_figures,
	  .counts = overview_counts,
	  .made_of = "objetos",
	  .lists = overview_lists },
	{ .function = NULL },
};
static const struct work_page overview = {
	"A mesa num relance", "", NULL, overview_sources, NULL, NULL, NULL
};

/* ---- watchlists ---- */

static const struct work_member watchlist_columns[] = {
	{ "name", "Nome", WORK_TEXT },
	{ "description", "Descrição", WORK_TEXT },
	{ "items", "Objetos", WORK_NUMBER },
	{ "open_alerts", "Alertas abertos", WORK_NUMBER },
	END,
};
static const struct work_act watchlist_row_acts[] = {
	{ "credit.watchlist.update", "Mudar", "watchlist_id", "id" },
	END_ACT,
};
static const struct work_list watchlist_lists[] = {
	{ .caption = "Listas",
	  .explained = WORK_ROWS,
	  .columns = watchlist_columns,
	  .to = "/watchlists/",
	  .id = "id",
	  .acts = watchlist_row_acts },
	{ .caption = NULL },
};
static const struct work_source watchlists_sources[] = {
	{ .function = "credit.watchlists.list", .lists = watchlist_lists },
	{ .function = NULL },
};
static const struct work_act watchlists_acts[] = {
	{ "credit.watchlist.create", "Nova lista", NULL, NULL },
	END_ACT,
};
static const struct work_page watchlists = {
	"Listas", "/watchlists", NULL, watchlists_sources, watchlists_acts, NULL, NULL
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
	{ "nearest_threshold.level", "Limite mais perto", WORK_WORD },
	{ "nearest_threshold.headroom_pct", "Folga", WORK_PCT },
	{ "open_alerts", "Alertas abertos", WORK_NUMBER },
	END,
};
static const struct work_act board_acts[] = {
	{ "credit.watchlist_item.remove", "Tirar", "object_id", "object.id" },
	END_ACT,
};
static const struct work_list board_lists[] = {
	{ .caption = "Quadro",
	  .explained = WORK_ROWS,
	  .columns = board_columns,
	  .to = "/issuers/",
	  .id = "object.id",
	  .there = "object.kind",
	  .acts = board_acts },
	{ .caption = NULL },
};
static const struct work_member alert_columns[] = {
	{ "title", "O que houve", WORK_TEXT },
	{ "object.name", "Objeto", WORK_TEXT },
	{ "kind", "Tipo", WORK_WORD },
	{ "level", "Nível", WORK_WORD },
	{ "fact_date", "Em", WORK_DAY },
	{ "status", "Situação", WORK_WORD },
	{ "assigned_to.name", "Com", WORK_TEXT },
	END,
};
static const struct work_act alert_acts[] = {
	{ "credit.alert.acknowledge", "Dar por visto", "alert_id", "id" },
	{ "credit.alert.assign", "Atribuir", "alert_id", "id" },
	{ "credit.alert.snooze", "Adiar", "alert_id", "id" },
	END_ACT,
};
static const struct work_list alert_lists[] = {
	{ .caption = "Alertas", .columns = alert_columns, .acts = alert_acts },
	{ .caption = NULL },
};
static const struct work_source watchlist_sources[] = {
	{ .function = "credit.alerts.list", .lists = alert_lists },
	{ .function = "credit.watchlist.board", .lists = board_lists },
	{ .function = NULL },
};
static const struct work_act watchlist_acts[] = {
	{ "credit.watchlist_item.add", "Pôr um objeto", "watchlist_id", NULL },
	{ "credit.alert_rule.set", "Nova regra", "watchlist_id", NULL },
	{ "credit.note.create", "Nova nota", "watchlist_id", NULL },
	{ "credit.watchlist.delete", "Apagar a lista", "watchlist_id", NULL },
	END_ACT,
};
static const struct work_page watchlist = { "Lista",	    "/watchlists/", NULL, watchlist_sources,
					    watchlist_acts, NULL,	    NULL };

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
	{ "register.tax_id", "CNPJ", WORK_TEXT },
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
static const struct work_list issuer_lists[] = {
	{ .caption = "Alertas abertos",
	  .at = "open_alerts",
	  .columns = alert_columns,
	  .acts = alert_acts },
	{ .caption = "Debêntures", .at = "debentures", .columns = debentures },
	{ .caption = "Notas de crédito", .at = "ratings", .columns = ratings },
	{ .caption = "Documentos", .at = "documents", .columns = documents },
	{ .caption = NULL },
};
static const struct work_source issuer_sources[] = {
	{ .function = "credit.issuer.get",
	  .input = "object_id",
	  .figures = issuer_figures,
	  .of_what_is = true,
	  .parts = &issuer_parts,
	  .made_of = "partes",
	  .lists = issuer_lists },
	{ .function = NULL },
};
static const struct work_act issuer_acts[] = {
	{ "credit.note.create", "Nova nota", "object_id", NULL },
	{ "credit.alert_rule.set", "Nova regra", "object_id", NULL },
	END_ACT,
};
static const struct work_page issuer = { "Emissor",   "/issuers/", "object.name", issuer_sources,
					 issuer_acts, NULL,	   NULL };

/* ---- terms ---- */

static const struct work_member term_columns[] = {
	{ "object.name", "Fundo", WORK_TEXT },	     { "term", "Termo", WORK_WORD },
	{ "quote", "O que o texto diz", WORK_TEXT }, { "document", "Documento", WORK_TEXT },
	{ "value", "Valor lido", WORK_NUMBER },	     { "unit", "Unidade", WORK_WORD },
	{ "confidence", "Confiança", WORK_NUMBER },  END,
};
static const struct work_act term_acts[] = {
	{ "credit.regulation_term.review", "Rever", "term_id", "id" },
	END_ACT,
};
static const struct work_list term_lists[] = {
	{ .caption = "A rever",
	  .columns = term_columns,
	  .to = "/terms/",
	  .id = "id",
	  .acts = term_acts },
	{ .caption = NULL },
};
static const struct work_source terms_sources[] = {
	{ .function = "credit.regulation_terms.queue", .lists = term_lists },
	{ .function = NULL },
};
static const struct work_page terms = {
	"Fila de termos", "/terms", NULL, terms_sources, NULL, NULL, NULL
};

static const struct work_member term_figures[] = {
	{ "term", "Termo", WORK_WORD },
	{ "status", "Situação", WORK_WORD },
	{ "quote", "O que o texto diz", WORK_TEXT },
	{ "document", "Documento", WORK_TEXT },
	{ "page", "Página", WORK_NUMBER },
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
static const struct work_list term_one_lists[] = {
	{ .caption = "Revisões", .at = "reviews", .columns = reviews },
	{ .caption = NULL },
};
static const struct work_source term_sources[] = {
	{ .function = "credit.regulation_term.get",
	  .input = "term_id",
	  .figures = term_figures,
	  .lists = term_one_lists },
	{ .function = NULL },
};
static const struct work_act term_page_acts[] = {
	{ "credit.regulation_term.review", "Rever", "term_id", NULL },
	END_ACT,
};
static const struct work_page term = { "Termo",	       "/terms/", "object.name", term_sources,
				       term_page_acts, NULL,	  NULL };

/* ---- notes, rules, members, trail ---- */

static const struct work_member note_columns[] = {
	{ "body", "Nota", WORK_TEXT },	      { "object.name", "Sobre", WORK_TEXT },
	{ "author", "De", WORK_TEXT },	      { "created_at", "Em", WORK_DAY },
	{ "version", "Versão", WORK_NUMBER }, END,
};
static const struct work_act note_acts[] = {
	{ "credit.note.update", "Mudar", "note_id", "id" },
	{ "credit.note.delete", "Apagar", "note_id", "id" },
	END_ACT,
};
static const struct work_list note_lists[] = {
	{ .caption = "Notas", .columns = note_columns, .acts = note_acts },
	{ .caption = NULL },
};
static const struct work_source notes_sources[] = {
	{ .function = "credit.notes.list", .lists = note_lists },
	{ .function = NULL },
};
static const struct work_act notes_acts[] = {
	{ "credit.note.create", "Nova nota", NULL, NULL },
	END_ACT,
};
static const struct work_page notes = { "Notas",    "/notes", NULL, notes_sources,
					notes_acts, NULL,     NULL };

static const struct work_member rule_columns[] = {
	{ "kind", "Tipo", WORK_WORD },
	{ "watchlist.name", "Lista", WORK_TEXT },
	{ "object.name", "Objeto", WORK_TEXT },
	{ "label", "Nome", WORK_TEXT },
	{ "since", "Desde", WORK_DAY },
	{ "threshold", "Limite", WORK_NUMBER },
	{ "band_pct", "Faixa de aviso", WORK_PCT },
	{ "sessions", "Pregões", WORK_NUMBER },
	{ "not_judged", "O que não avalia", WORK_REASONS },
	END,
};
static const struct work_act rule_acts[] = {
	{ "credit.alert_rule.delete", "Apagar", "rule_id", "id" },
	END_ACT,
};
static const struct work_list rule_lists[] = {
	{ .caption = "Regras", .columns = rule_columns, .acts = rule_acts },
	{ .caption = NULL },
};
static const struct work_source rules_sources[] = {
	{ .function = "credit.alert_rules.list", .lists = rule_lists },
	{ .function = NULL },
};
static const struct work_act rules_acts[] = {
	{ "credit.alert_rule.set", "Nova regra", NULL, NULL },
	END_ACT,
};
static const struct work_page rules = { "Regras",   "/rules", NULL, rules_sources,
					rules_acts, NULL,     NULL };

static const struct work_member member_columns[] = {
	{ "name", "Nome", WORK_TEXT },	    { "email", "E-mail", WORK_TEXT },
	{ "role", "Papel", WORK_WORD },	    { "status", "Situação", WORK_WORD },
	{ "seated", "Assento", WORK_FLAG }, END,
};
static const struct work_list member_lists[] = {
	{ .caption = "Membros", .columns = member_columns },
	{ .caption = NULL },
};
static const struct work_source members_sources[] = {
	{ .function = "credit.members.list", .lists = member_lists },
	{ .function = NULL },
};
static const struct work_page members = { "Membros", "/members", NULL, members_sources,
					  NULL,	     NULL,	 NULL };

static const struct work_source audit_sources[] = {
	{ .function = "credit.audit.list", .lists = work_audit_lists },
	{ .function = NULL },
};
static const struct work_page audit = {
	"Auditoria", "/audit", NULL, audit_sources, NULL, NULL, NULL
};

const struct work_place work_desk_overview = { &work_desk, &overview };
const struct work_place work_desk_watchlists = { &work_desk, &watchlists };
const struct work_place work_desk_watchlist = { &work_desk, &watchlist };
const struct work_place work_desk_issuer = { &work_desk, &issuer };
const struct work_place work_desk_terms = { &work_desk, &terms };
const struct work_place work_desk_term = { &work_desk, &term };
const struct work_place work_desk_notes = { &work_desk, &notes };
const struct work_place work_desk_rules = { &work_desk, &rules };
const struct work_place work_desk_members = { &work_desk, &members };
const struct work_place work_desk_audit = { &work_desk, &audit };
const struct work_place work_desk_actions = { &work_desk, NULL };
