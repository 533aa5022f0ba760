/* SPDX-License-Identifier: Apache-2.0 */
/* member_words.c: members and words of the interface for people. */
#include "config.h"

#include "console/form/member_words.h"

#include <stdlib.h>

#include "core/order.h"
#include "core/pool.h"
#include "core/text.h"

/* The three lists are in the order of the words. */
struct said {
	const char *word, *text;
};

static const struct said labels[] = {
	{ "about", "Sobre" },
	{ "accept_difference", "Importar com a diferença da nota" },
	{ "alert_id", "Alerta" },
	{ "amount", "Valor recebido" },
	{ "anniversary_day", "Dia de aniversário" },
	{ "answers", "Respostas" },
	{ "asset_id", "Ativo" },
	{ "asset_type", "Classe" },
	{ "band_pct", "Faixa de aviso, %" },
	{ "body", "Texto" },
	{ "client_id", "Cliente" },
	{ "comment", "Comentário" },
	{ "confidence", "Confiança, de 0 a 1" },
	{ "cost_share_pct", "Parte do custo que passou, em %" },
	{ "create_rule", "Criar a regra" },
	{ "currency", "Moeda" },
	{ "custody", "Onde está guardado" },
	{ "date", "Dia do preço" },
	{ "decision", "Decisão" },
	{ "delivery_id", "Entrega" },
	{ "description", "Descrição" },
	{ "document", "Nome do documento" },
	{ "document_date", "Data do documento" },
	{ "document_id", "Documento arquivado" },
	{ "email", "E-mail" },
	{ "event_kind", "Evento" },
	{ "exclude_from_consolidated", "É simulação, fora da soma" },
	{ "exempt", "Imposto de renda" },
	{ "external_id", "Identificador de fora" },
	{ "family_id", "Família" },
	{ "fees", "Taxas e impostos da operação" },
	{ "force", "Mesmo com linhas mudadas" },
	{ "gross_amount", "Valor bruto" },
	{ "import_id", "Importação" },
	{ "indexer", "Como rende" },
	{ "institution", "Instituição" },
	{ "invitation_id", "Convite" },
	{ "issuer", "Quem emitiu" },
	{ "kind", "Tipo" },
	{ "label", "Nome da regra" },
	{ "maturity", "Vencimento" },
	{ "member_id", "Membro" },
	{ "member_ids", "Membros" },
	{ "meta", "Fatos" },
	{ "name", "Nome" },
	{ "new_secret", "Segredo novo" },
	{ "note", "Nota" },
	{ "note_id", "Nota" },
	{ "notes", "Observações" },
	{ "object_id", "Objeto" },
	{ "option", "Opção exercida" },
	{ "page", "Página no documento" },
	{ "paper", "Espécie do título" },
	{ "password", "Senha do PDF, se ele pedir" },
	{ "pay_date", "Dia do pagamento" },
	{ "pct", "Percentual do índice" },
	{ "phone", "Telefone" },
	{ "portfolio_id", "Carteira" },
	{ "price", "Preço por unidade" },
	{ "quantity", "Quantidade" },
	{ "quote", "Trecho, palavra por palavra" },
	{ "rate", "Taxa ao ano" },
	{ "ratio", "Proporção" },
	{ "role", "Papel" },
	{ "rule_id", "Regra" },
	{ "seated", "Ocupa um assento" },
	{ "secret", "Segredo" },
	{ "sessions", "Pregões" },
	{ "since", "Desde" },
	{ "status", "Situação" },
	{ "symbol", "Ativo" },
	{ "targets", "Metas" },
	{ "tax_id", "CPF ou CNPJ" },
	{ "term", "Cláusula" },
	{ "term_id", "Termo" },
	{ "threshold", "Limite" },
	{ "token", "Segredo" },
	{ "trade_date", "Dia" },
	{ "transaction_id", "Lançamento" },
	{ "transactions", "Vários lançamentos" },
	{ "unit", "Unidade" },
	{ "until", "Até" },
	{ "url", "Endereço" },
	{ "value", "Valor" },
	{ "version", "Versão" },
	{ "watchlist_id", "Lista" },
	{ "website", "Página" },
};

static const struct said hints[] = {
	{ "amount", "O que foi creditado, já sem o imposto retido, como 38,50." },
	{ "anniversary_day",
	  "Do mês, em que o índice de preços muda; vazio: o costume do título." },
	{ "cost_share_pct", "Como 12,3456, do aviso da cisão." },
	{ "custody", "Uma conta no exterior muda o imposto. Vazio: no Brasil." },
	{ "date", "Até hoje. Vazio: hoje." },
	{ "event_kind", "Se o lançamento veio de um evento do ativo." },
	{ "exempt", "Vazio: conforme a espécie; LCI, LCA, CRI e CRA são isentos." },
	{ "fees", "O total do lançamento, como 4,90." },
	{ "gross_amount", "Antes do imposto retido na fonte, se houve." },
	{ "institution", "A corretora ou o banco onde o ativo está; a declaração a nomeia." },
	{ "option", "Só de um exercício: o código da opção." },
	{ "paper", "Como CDB, LCI, LCA, CRI, CRA." },
	{ "password", "Só abre o arquivo: não é guardada." },
	{ "pct", "De CDI ou Selic, como 110 para 110%. Dos outros, vazio." },
	{ "price", "Como 1234,56 ou 1.234,56, na moeda do ativo. Vazio: não se sabe." },
	{ "quantity", "Como 100, 1.000 ou 0,5. Em um ajuste, o sinal diz se entrou ou saiu." },
	{ "rate", "Do prefixado, ou a que se soma ao índice, como 6,5 para 6,5%." },
	{ "ratio",
	  "Só de desdobramento ou grupamento: quantas novas por antiga. 2 dobra, 0,1 junta dez em uma." },
	{ "symbol", "O código de negociação, como PETR4, ou o nome do título." },
};

static const struct said words[] = {
	{ "BRL", "BRL, reais" },
	{ "USD", "USD, dólares" },
	{ "above", "no preço ou acima" },
	{ "accepted", "aceito" },
	{ "acknowledged", "visto" },
	{ "active", "ativo" },
	{ "adjust", "ajuste de quantidade" },
	{ "admin", "administrador" },
	{ "advisor", "consultor" },
	{ "all", "todos" },
	{ "amortization", "amortização" },
	{ "analyst", "analista" },
	{ "approve", "aprovar" },
	{ "approved", "aprovado" },
	{ "asset", "ativo" },
	{ "assistant", "assistente" },
	{ "bdr", "BDR" },
	{ "below", "no preço ou abaixo" },
	{ "better", "melhorou" },
	{ "bonus", "bonificação" },
	{ "br", "no Brasil" },
	{ "breach", "rompido" },
	{ "brl", "em reais" },
	{ "buy", "compra" },
	{ "calm", "longe" },
	{ "cancelled", "cancelado" },
	{ "capital_return", "restituição de capital" },
	{ "cdi", "CDI" },
	{ "class_value_unknown", "cotas sem valor" },
	{ "classes_contradict_net_worth", "as classes contradizem o patrimônio" },
	{ "cleared", "desfeito" },
	{ "company", "empresa" },
	{ "concentration_cap", "limite de concentração" },
	{ "consolidated", "consolidado" },
	{ "correct", "corrigir" },
	{ "corrected", "corrigido" },
	{ "coverage", "período do extrato" },
	{ "coverage_below", "cobertura de juros abaixo" },
	{ "coverage_covenant", "covenant de cobertura" },
	{ "crypto", "criptoativo" },
	{ "days", "dias" },
	{ "debenture", "debênture" },
	{ "debt_not_positive", "não há dívida curta" },
	{ "denied", "negada" },
	{ "dividend", "dividendo" },
	{ "done", "feita" },
	{ "early", "perto" },
	{ "early_amortization_trigger", "gatilho de amortização antecipada" },
	{ "ebitda_not_positive", "o EBITDA não é positivo" },
	{ "email", "por e-mail" },
	{ "equity_security", "ação" },
	{ "etf", "ETF" },
	{ "event", "fato" },
	{ "exempt", "isento" },
	{ "exercise", "exercício de opção" },
	{ "expired", "vencido" },
	{ "failed", "recusada" },
	{ "false", "não" },
	{ "figure_missing", "falta conta nas demonstrações" },
	{ "fii", "FII" },
	{ "fixed", "prefixada" },
	{ "foreign", "no exterior" },
	{ "fraction", "leilão de frações" },
	{ "fund", "fundo" },
	{ "igpm", "IGP-M" },
	{ "income", "provento" },
	{ "income_due", "um provento vai ser pago" },
	{ "incorporation", "incorporação" },
	{ "index", "índice" },
	{ "instrument", "título" },
	{ "interest", "juros" },
	{ "interest_not_positive", "os juros não são positivos" },
	{ "ipca", "IPCA" },
	{ "jcp", "juros sobre capital próprio" },
	{ "key_expiring", "uma chave de acesso vai vencer" },
	{ "late_filing", "entrega atrasada" },
	{ "leverage_above", "alavancagem acima" },
	{ "leverage_covenant", "covenant de alavancagem" },
	{ "manual", "planilha" },
	{ "material_fact", "fato relevante" },
	{ "movimentacao", "Movimentação da B3" },
	{ "negociacao", "Negociação da B3" },
	{ "net_worth_floor", "patrimônio mínimo" },
	{ "new_offering", "oferta nova" },
	{ "no_account", "o plano de contas não tem a linha" },
	{ "no_capex_line", "nenhuma linha de investimento" },
	{ "no_classes", "nenhuma classe com valor" },
	{ "no_filings", "não entrega demonstrações nem informes" },
	{ "no_net_worth", "falta o patrimônio" },
	{ "no_report", "nenhum informe carregado" },
	{ "no_rule", "nenhuma regra o vigia" },
	{ "no_senior_class", "nenhuma classe sênior" },
	{ "no_statement", "falta a demonstração" },
	{ "no_statements", "nenhuma demonstração carregada" },
	{ "not_a_full_year", "não é um ano inteiro" },
	{ "not_computed", "ainda não apurado" },
	{ "offering", "oferta" },
	{ "office_import", "um extrato foi importado no escritório" },
	{ "open", "aberto" },
	{ "option", "opção" },
	{ "other", "outro" },
	{ "out_of_range", "fora da escala" },
	{ "owner", "dono" },
	{ "parent", "individual" },
	{ "pending", "pendente" },
	{ "percent", "por cento" },
	{ "percent_of_index", "percentual do DI" },
	{ "period_incomplete", "falta um período dos doze meses" },
	{ "prefixado", "prefixado" },
	{ "price_move", "movimento de preço" },
	{ "price_stale", "o preço de um ativo ficou antigo" },
	{ "rating_change", "mudança de nota" },
	{ "ratio", "vezes" },
	{ "real", "acima da inflação" },
	{ "refused", "recusada" },
	{ "registration_not_active", "registro não ativo na CVM" },
	{ "regulation_term_changed", "termo mudou" },
	{ "reject", "rejeitar" },
	{ "rejected", "rejeitado" },
	{ "renda_fixa", "renda fixa (CDB, LCI, LCA…)" },
	{ "revoked", "revogado" },
	{ "same", "igual" },
	{ "securitization", "securitização" },
	{ "selic", "Selic" },
	{ "sell", "venda" },
	{ "single_class", "classe única" },
	{ "snoozed", "adiado" },
	{ "split", "desdobramento ou grupamento" },
	{ "spread", "acima do DI" },
	{ "stock", "ação" },
	{ "subordination_floor", "subordinação mínima" },
	{ "subscription", "subscrição" },
	{ "suspended", "suspenso" },
	{ "taxed", "tributado" },
	{ "term_breach", "termo rompido" },
	{ "tesouro", "Tesouro Direto" },
	{ "true", "sim" },
	{ "unexpected_sign", "sinal inesperado" },
	{ "unknown", "não se sabe" },
	{ "unknown_class", "classe desconhecida" },
	{ "us", "exterior, EUA" },
	{ "viewer", "leitor" },
	{ "webhook", "por uma mensagem assinada" },
	{ "worse", "piorou" },
	{ "yield", "rendimento" },
};

static const char *find(const struct said *list, size_t n, const char *word)
{
	const struct said *found = bsearch(&word, list, n, sizeof(*list), order_text);

	return found ? found->text : NULL;
}

const char *member_label(const char *member)
{
	const char *text = find(labels, ARRAY_SIZE(labels), member);

	return text ? text : member;
}

const char *member_hint(const char *member)
{
	return find(hints, ARRAY_SIZE(hints), member);
}

const char *choice_word(const char *word)
{
	const char *text = word ? find(words, ARRAY_SIZE(words), word) : NULL;

	return text ? text : word;
}

const char *choice_label(void *pool, const char *word)
{
	const char *text = word ? find(words, ARRAY_SIZE(words), word) : NULL;
	char *out;

	if (!text)
		return word;
	out = pool_strdup(pool, text);
	if (out[0] >= 'a' && out[0] <= 'z')
		out[0] = (char)(out[0] - 'a' + 'A');
	return out;
}
