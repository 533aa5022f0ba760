/* SPDX-License-Identifier: Apache-2.0 */
/* work_words.c: members and words of the contracts for people. */
#include "config.h"

#include "console/organization/work.h"

#include "core/text.h"

struct said {
	const char *word, *text;
};

static const struct said labels[] = {
	{ "about", "Sobre" },
	{ "alert_id", "Alerta" },
	{ "answers", "Respostas" },
	{ "asset_id", "Ativo" },
	{ "asset_type", "Tipo do ativo" },
	{ "band_pct", "Faixa de aviso, %" },
	{ "body", "Texto" },
	{ "client_id", "Cliente" },
	{ "comment", "Comentário" },
	{ "create_rule", "Criar a regra" },
	{ "currency", "Moeda" },
	{ "decision", "Decisão" },
	{ "description", "Descrição" },
	{ "email", "E-mail" },
	{ "event_kind", "Evento" },
	{ "exclude_from_consolidated", "É simulação, fora da soma" },
	{ "external_id", "Identificador de fora" },
	{ "family_id", "Família" },
	{ "fees", "Custos" },
	{ "institution", "Instituição" },
	{ "kind", "Tipo" },
	{ "member_id", "Membro" },
	{ "member_ids", "Membros" },
	{ "meta", "Fatos" },
	{ "name", "Nome" },
	{ "new_secret", "Segredo novo" },
	{ "note", "Nota" },
	{ "note_id", "Nota" },
	{ "notes", "Observações" },
	{ "object_id", "Objeto" },
	{ "option", "Opção" },
	{ "phone", "Telefone" },
	{ "portfolio_id", "Carteira" },
	{ "price", "Preço" },
	{ "quantity", "Quantidade" },
	{ "ratio", "Proporção" },
	{ "role", "Papel" },
	{ "rule_id", "Regra" },
	{ "seated", "Ocupa um assento" },
	{ "secret", "Segredo" },
	{ "sessions", "Pregões" },
	{ "since", "Desde" },
	{ "status", "Situação" },
	{ "symbol", "Símbolo" },
	{ "tax_id", "CPF ou CNPJ" },
	{ "term_id", "Termo" },
	{ "threshold", "Limite" },
	{ "token", "Segredo" },
	{ "trade_date", "Data" },
	{ "transactions", "Vários lançamentos" },
	{ "until", "Até" },
	{ "url", "Endereço" },
	{ "value", "Valor" },
	{ "version", "Versão" },
	{ "watchlist_id", "Lista" },
	{ "website", "Página" },
};

static const struct said words[] = {
	{ "accepted", "aceito" },
	{ "acknowledged", "visto" },
	{ "active", "ativo" },
	{ "admin", "administrador" },
	{ "advisor", "consultor" },
	{ "all", "todos" },
	{ "analyst", "analista" },
	{ "approve", "aprovar" },
	{ "approved", "aprovado" },
	{ "assistant", "assistente" },
	{ "breach", "rompido" },
	{ "buy", "compra" },
	{ "calm", "longe" },
	{ "cancelled", "cancelado" },
	{ "class_value_unknown", "cotas sem valor" },
	{ "classes_contradict_net_worth", "as classes contradizem o patrimônio" },
	{ "cleared", "desfeito" },
	{ "company", "empresa" },
	{ "concentration_cap", "limite de concentração" },
	{ "consolidated", "consolidado" },
	{ "correct", "corrigir" },
	{ "corrected", "corrigido" },
	{ "coverage_below", "cobertura de juros abaixo" },
	{ "coverage_covenant", "covenant de cobertura" },
	{ "debt_not_positive", "não há dívida curta" },
	{ "denied", "negada" },
	{ "done", "feita" },
	{ "early", "perto" },
	{ "early_amortization_trigger", "gatilho de amortização antecipada" },
	{ "ebitda_not_positive", "o EBITDA não é positivo" },
	{ "equity_security", "ação" },
	{ "event", "fato" },
	{ "expired", "vencido" },
	{ "failed", "recusada" },
	{ "false", "não" },
	{ "figure_missing", "falta conta nas demonstrações" },
	{ "fixed", "prefixada" },
	{ "fund", "fundo" },
	{ "instrument", "título" },
	{ "interest_not_positive", "os juros não são positivos" },
	{ "late_filing", "entrega atrasada" },
	{ "leverage_above", "alavancagem acima" },
	{ "leverage_covenant", "covenant de alavancagem" },
	{ "material_fact", "fato relevante" },
	{ "net_worth_floor", "patrimônio mínimo" },
	{ "new_offering", "oferta nova" },
	{ "no_account", "o plano de contas não tem a linha" },
	{ "no_capex_line", "nenhuma linha de investimento" },
	{ "no_classes", "nenhuma classe com valor" },
	{ "no_filings", "não entrega demonstrações nem informes" },
	{ "no_net_worth", "falta o patrimônio" },
	{ "no_report", "nenhum informe carregado" },
	{ "no_senior_class", "nenhuma classe sênior" },
	{ "no_statement", "falta a demonstração" },
	{ "no_statements", "nenhuma demonstração carregada" },
	{ "offering", "oferta" },
	{ "open", "aberto" },
	{ "other", "outro" },
	{ "owner", "dono" },
	{ "not_a_full_year", "não é um ano inteiro" },
	{ "out_of_range", "fora da escala" },
	{ "parent", "individual" },
	{ "pending", "pendente" },
	{ "percent_of_index", "percentual do DI" },
	{ "period_incomplete", "falta um período dos doze meses" },
	{ "price_move", "movimento de preço" },
	{ "rating_change", "mudança de nota" },
	{ "real", "acima da inflação" },
	{ "refused", "recusada" },
	{ "registration_not_active", "registro não ativo na CVM" },
	{ "regulation_term_changed", "termo mudou" },
	{ "reject", "rejeitar" },
	{ "rejected", "rejeitado" },
	{ "revoked", "revogado" },
	{ "securitization", "securitização" },
	{ "sell", "venda" },
	{ "single_class", "classe única" },
	{ "snoozed", "adiado" },
	{ "spread", "acima do DI" },
	{ "stock", "ação" },
	{ "subordination_floor", "subordinação mínima" },
	{ "suspended", "suspenso" },
	{ "term_breach", "termo rompido" },
	{ "true", "sim" },
	{ "unexpected_sign", "sinal inesperado" },
	{ "unknown_class", "classe desconhecida" },
	{ "viewer", "leitor" },
};

static const char *find(const struct said *list, size_t n, const char *word)
{
	for (size_t i = 0; i < n; i++)
		if (str_eq(list[i].word, word))
			return list[i].text;
	return word;
}

const char *work_word(const char *word)
{
	return find(words, ARRAY_SIZE(words), word);
}

const char *work_label(const char *member)
{
	return find(labels, ARRAY_SIZE(labels), member);
}
