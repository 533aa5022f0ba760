/* SPDX-License-Identifier: Apache-2.0 */
/* work_fund.c: a desk's page of a receivables fund. */
#include "config.h"

#include "console/organization/work_pages.h"

static const struct work_member fund_figures[] = {
	{ "reference_date", "Informe de", WORK_DAY },
	{ "net_worth.value_brl", "Patrimônio líquido", WORK_MONEY },
	{ "net_worth.reason", "Sem patrimônio porque", WORK_WORD },
	{ "subordination.senior_pct", "Subordinação da sênior", WORK_PCT },
	{ "subordination.mezzanine_pct", "Subordinação do mezanino", WORK_PCT },
	{ "subordination.reason", "Sem subordinação porque", WORK_WORD },
	{ "delinquency.over_90_pct", "Vencido há mais de 90 dias", WORK_PCT },
	{ "delinquency.reason", "Sem inadimplência porque", WORK_WORD },
	{ "delinquency.coverage_pct", "Cobertura das provisões", WORK_PCT },
	{ "delinquency.coverage_reason", "Sem cobertura porque", WORK_WORD },
	{ "repurchases.over_90_with_them_pct", "Com o que voltou aos cedentes", WORK_PCT },
	{ "repurchases.reason", "Sem essa soma porque", WORK_WORD },
	{ "cedents.listed_pct", "Cedentes listados", WORK_PCT },
	{ "cedents.reason", "Sem a soma dos cedentes porque", WORK_WORD },
	{ "debtors.largest_10_pct", "Dez maiores devedores", WORK_PCT },
	{ "debtors.reason", "Sem a parte dos devedores porque", WORK_WORD },
	{ "flows.net_brl", "Captação líquida do mês", WORK_MONEY },
	{ "flows.reason", "Sem captação porque", WORK_WORD },
	{ "holders", "Posições de cotistas", WORK_NUMBER },
	{ "register.administrator", "Administradora", WORK_TEXT },
	{ "register.manager", "Gestora", WORK_TEXT },
	END,
};
static const struct work_member fund_part_figures[] = {
	{ "name", "Nome no informe", WORK_TEXT },
	{ "tax_id", "CNPJ", WORK_TAX_ID },
	{ "file", "Arquivo da CVM", WORK_TEXT },
	{ "funds_reported", "Fundos com informe do mês", WORK_NUMBER },
	{ "register.administrator_tax_id", "CNPJ da administradora", WORK_TAX_ID },
	{ "register.manager_tax_id", "CNPJ da gestora", WORK_TAX_ID },
	{ "register.condominium", "Condomínio", WORK_TEXT },
	{ "net_worth.mean_brl", "Patrimônio médio do mês", WORK_MONEY },
	{ "subordination.classes_sum_brl", "Soma das classes", WORK_MONEY },
	{ "subordination.classes_difference_pct", "Diferença para o patrimônio", WORK_PCT },
	{ "delinquency.receivables_brl", "Recebíveis antes das provisões", WORK_MONEY },
	{ "delinquency.provision_brl", "Provisões", WORK_MONEY },
	{ "delinquency.overdue_brl", "Tudo o que venceu", WORK_MONEY },
	{ "delinquency.over_90_brl", "Vencido há mais de 90 dias", WORK_MONEY },
	{ "repurchases.total_brl", "Voltou aos cedentes em três meses", WORK_MONEY },
	{ "debtors.count", "Devedores listados", WORK_NUMBER },
	{ "debtors.amount_brl", "Devem juntos", WORK_MONEY },
	{ "debtors.share_pct", "Parte dos recebíveis", WORK_PCT },
	{ "debtors.largest_pct", "Maior devedor", WORK_PCT },
	{ "debtors.largest_5_pct", "Cinco maiores devedores", WORK_PCT },
	END,
};
static const struct work_parts fund_parts = {
	"partes", "De que se fazem",
	"Subordinação: o que está abaixo da camada, pela soma das classes (cotas vezes o valor da cota). Inadimplência: as faixas "
	"acima de 90 dias, com e sem aquisição do risco, pelos recebíveis antes das provisões. Cobertura: as provisões pelo que "
	"venceu há mais de 90 dias. Com o que voltou: mais recompras, substituições e vendas a cedentes dos três meses. Cedentes: "
	"a parte informada vezes o bloco, pelos recebíveis líquidos. Captação: o que entrou menos resgates e amortizações. O que "
	"o informe contradiz não é mostrado, e as somas que têm de valer estão no fim da página.",
	fund_part_figures
};
static const struct work_chart fund_chart = {
	.id = "camadas",
	.title = "Subordinação e inadimplência",
	.how = "Por mês: o que está abaixo da sênior, e o que venceu há mais de 90 dias.",
	.at = "history",
	.day = "month",
	.lines = { { "subordination_pct", "Subordinação" },
		   { "over_90_pct", "Vencido há mais de 90 dias" } },
	.unit = "%",
	.marked = "Vencido há mais de 90 dias:",
};
static const struct work_member layer_columns[] = {
	{ "layer", "Camada", WORK_WORD },
	{ "classes", "Classes vivas", WORK_NUMBER },
	{ "value_brl", "Valor", WORK_MONEY },
	{ "share_pct", "Da soma das classes", WORK_PCT },
	END,
};
static const struct work_member class_columns[] = {
	{ "class", "Classe", WORK_TEXT },
	{ "layer", "Camada", WORK_WORD },
	{ "quantity", "Cotas", WORK_NUMBER },
	{ "quota_brl", "Valor da cota", WORK_NUMBER },
	{ "value_brl", "Valor", WORK_MONEY },
	{ "return_pct", "No mês", WORK_PCT },
	{ "return_reason", "Sem rentabilidade porque", WORK_WORD },
	{ "expected_pct", "Esperado", WORK_PCT },
	{ "realised_pct", "Realizado", WORK_PCT },
	{ "holders", "Posições", WORK_NUMBER },
	END,
};
static const struct work_member floor_columns[] = {
	{ "term", "Cláusula", WORK_WORD },
	{ "value", "Valor aprovado", WORK_NUMBER },
	{ "unit", "Unidade", WORK_WORD },
	{ "above_it", "Acima do piso", WORK_NUMBER },
	{ "quote", "O que o texto diz", WORK_TEXT },
	{ "document", "Documento", WORK_TEXT },
	{ "page", "Página", WORK_NUMBER },
	END,
};
static const struct work_member ageing_columns[] = {
	{ "from_days", "De, dias", WORK_NUMBER },
	{ "to_days", "Até, dias", WORK_NUMBER },
	{ "with_risk_brl", "Vencido, com aquisição do risco", WORK_MONEY },
	{ "without_risk_brl", "Vencido, sem ela", WORK_MONEY },
	{ "overdue_pct", "Dos recebíveis", WORK_PCT },
	{ "falling_due_brl", "A vencer neste prazo", WORK_MONEY },
	{ "with_risk_column", "Coluna da tabela V", WORK_TEXT },
	{ "without_risk_column", "Coluna da tabela VI", WORK_TEXT },
	END,
};
static const struct work_member sold_back_columns[] = {
	{ "month", "Mês", WORK_DAY },
	{ "repurchased_brl", "Recompras", WORK_MONEY },
	{ "substituted_brl", "Substituições", WORK_MONEY },
	{ "sold_to_cedents_brl", "Vendas a cedentes", WORK_MONEY },
	END,
};
static const struct work_member cedent_columns[] = {
	{ "kind", "O que é", WORK_WORD },
	{ "name", "Cedente", WORK_TEXT },
	{ "tax_id", "CNPJ", WORK_TAX_ID },
	{ "with_risk_share_pct", "Do bloco com risco", WORK_PCT },
	{ "without_risk_share_pct", "Do bloco sem risco", WORK_PCT },
	{ "share_of_receivables_pct", "Dos recebíveis", WORK_PCT },
	{ "reason", "Sem a parte porque", WORK_WORD },
	END,
};
static const struct work_member debtor_columns[] = {
	{ "place", "Lugar", WORK_NUMBER },
	{ "amount_brl", "Deve", WORK_MONEY },
	{ "share_pct", "Dos recebíveis", WORK_PCT },
	END,
};
static const struct work_member item_columns[] = {
	{ "item", "Item", WORK_WORD },
	{ "with_risk_brl", "Com aquisição do risco", WORK_MONEY },
	{ "without_risk_brl", "Sem ela", WORK_MONEY },
	{ "with_risk_column", "Coluna", WORK_TEXT },
	{ "without_risk_column", "Coluna da outra", WORK_TEXT },
	END,
};
static const struct work_member flow_columns[] = {
	{ "operation", "Operação", WORK_WORD },
	{ "class", "Classe", WORK_TEXT },
	{ "layer", "Camada", WORK_WORD },
	{ "amount_brl", "Valor", WORK_MONEY },
	END,
};
static const struct work_member fund_month_columns[] = {
	{ "month", "Mês", WORK_DAY },
	{ "net_worth_brl", "Patrimônio líquido", WORK_MONEY },
	{ "subordination_pct", "Subordinação", WORK_PCT },
	{ "over_90_pct", "Vencido há mais de 90 dias", WORK_PCT },
	{ "coverage_pct", "Cobertura", WORK_PCT },
	{ "holders", "Posições", WORK_NUMBER },
	END,
};
static const struct work_member check_columns[] = {
	{ "check", "Soma", WORK_WORD },
	{ "holds", "Vale", WORK_FLAG },
	{ "left_brl", "Um lado", WORK_MONEY },
	{ "right_brl", "O outro", WORK_MONEY },
	{ "tolerance_pct", "Diferença aceita", WORK_PCT },
	END,
};

/* Figures of one table, with what they are a share of. */
#define FILED(name, whole)                                                                         \
	static const struct work_member name[] = {                                                 \
		{ "figure", "O que é", WORK_WORD }, { "amount_brl", "Valor", WORK_MONEY },         \
		{ "share_pct", whole, WORK_PCT },   { "table", "Tabela", WORK_TEXT },              \
		{ "column", "Coluna", WORK_TEXT },  END,                                           \
	}
FILED(of_worth_columns, "Do patrimônio");
FILED(of_segment_columns, "Da carteira");
FILED(of_receivables_columns, "Dos recebíveis");

const struct work_page work_desk_fund = {
	.room = &work_desk,
	.title = "Fundo de recebíveis",
	.here = "/funds/",
	.name = "object.name",
	.of = "object.id",
	.of_to = "/issuers/",
	.of_title = "Notas de crédito e documentos",
	.sources = SOURCES(
		{ .function = "credit.fund.get",
		  .input = "object_id",
		  .figures = fund_figures,
		  .of_what_is = true,
		  .parts = &fund_parts,
		  .made_of = "partes",
		  .chart = &fund_chart,
		  .lists = LISTS(
			  OPEN_ALERTS,
			  { .caption = "Camadas", .at = "layers", .columns = layer_columns },
			  { .caption = "Classes", .at = "classes", .columns = class_columns },
			  { .caption = "Cláusulas aprovadas",
			    .at = "terms",
			    .columns = floor_columns,
			    .to = "/terms/",
			    .id = "id" },
			  { .caption = "Faixas de atraso",
			    .at = "ageing",
			    .columns = ageing_columns },
			  { .caption = "Voltou aos cedentes",
			    .at = "repurchases.months",
			    .columns = sold_back_columns },
			  { .caption = "Cedentes",
			    .at = "cedents.list",
			    .columns = cedent_columns },
			  { .caption = "Maiores devedores",
			    .at = "debtors.list",
			    .columns = debtor_columns },
			  { .caption = "Doze meses",
			    .at = "history",
			    .columns = fund_month_columns },
			  { .caption = "Captações e saídas",
			    .at = "flows.list",
			    .columns = flow_columns },
			  { .caption = "Liquidez", .at = "liquidity", .columns = of_worth_columns },
			  { .caption = "Segmentos",
			    .at = "segments",
			    .columns = of_segment_columns },
			  { .caption = "Risco dos devedores no SCR",
			    .at = "risk",
			    .columns = of_receivables_columns },
			  { .caption = "Itens dos recebíveis",
			    .at = "receivables_items",
			    .columns = item_columns },
			  { .caption = "Balanço", .at = "balance", .columns = of_worth_columns },
			  { .caption = "Somas que têm de valer",
			    .at = "checks",
			    .columns = check_columns }) }),
	.acts = ACTS({ "credit.note.create", "Nova nota", "object_id", NULL },
		     { "credit.alert_rule.set", "Nova regra", "object_id", NULL }),
};
