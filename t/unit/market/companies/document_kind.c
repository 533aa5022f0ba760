/* SPDX-License-Identifier: Apache-2.0 */
/* Categories of the source and their kinds: no known one is mapped to "other" by accident. */
#include "config.h"

#include "market/companies/document_kind.h"

#include "core/pool.h"
#include "core/text.h"
#include "tap.h"

static const struct {
	const char *category, *type;
	enum document_kind kind;
} known[] = {
	{ "Fato Relevante", "", DOCUMENT_MATERIAL_FACT },
	{ "Comunicado ao Mercado", "Outros Comunicados Não Considerados Fatos Relevantes",
	  DOCUMENT_MARKET_COMMUNICATION },
	{ "Comunicação sobre Transação entre Partes Relacionadas", "",
	  DOCUMENT_MARKET_COMMUNICATION },
	{ "Aviso aos Acionistas", "", DOCUMENT_SHAREHOLDER_NOTICE },
	{ "Relatório Proventos", "", DOCUMENT_SHAREHOLDER_NOTICE },
	{ "Calendário de Eventos Corporativos", "", DOCUMENT_SHAREHOLDER_NOTICE },
	{ "Assembleia", "AGO", DOCUMENT_SHAREHOLDER_MEETING },
	{ "Dados Econômico-Financeiros", "Demonstrações Financeiras Anuais Completas",
	  DOCUMENT_FINANCIAL_REPORT },
	{ "Dados Econômico-Financeiros", "Press-release", DOCUMENT_FINANCIAL_REPORT },
	{ "Dados Econômico-Financeiros", "", DOCUMENT_FINANCIAL_REPORT },
	{ "Dados Econômico-Financeiros", "Relatório da Administração", DOCUMENT_MANAGEMENT_REPORT },
	{ "Reunião da Administração", "Conselho de Administração", DOCUMENT_MANAGEMENT_REPORT },
	{ "Aviso aos Debenturistas", "", DOCUMENT_DEBT_INSTRUMENT },
	{ "Escrituras e aditamentos de debêntures", "", DOCUMENT_DEBT_INSTRUMENT },
	{ "Documentos de Oferta de Distribuição Pública", "Aviso de Início",
	  DOCUMENT_DEBT_INSTRUMENT },
	{ "Relatório de Agente Fiduciário", "", DOCUMENT_DEBT_INSTRUMENT },
	{ "Aviso aos Titulares de CRI", "", DOCUMENT_DEBT_INSTRUMENT },
	{ "Aviso aos Titulares de CRA", "", DOCUMENT_DEBT_INSTRUMENT },
	{ "Estatuto Social", "", DOCUMENT_GOVERNING_DOCUMENT },
	{ "Acordo de Acionistas", "", DOCUMENT_GOVERNING_DOCUMENT },
	{ "Política de Negociação das Ações da Companhia", "", DOCUMENT_GOVERNING_DOCUMENT },
	{ "Política de Divulgação de Ato ou Fato Relevante", "", DOCUMENT_GOVERNING_DOCUMENT },
	{ "Código de Conduta", "", DOCUMENT_GOVERNING_DOCUMENT },
	{ "Regimento Interno do Conselho de Administração", "", DOCUMENT_GOVERNING_DOCUMENT },
	{ "Valores Mobiliários negociados e detidos", "Posição Consolidada",
	  DOCUMENT_PERIODIC_REPORT },
	{ "Informe do Código de Governança", "", DOCUMENT_PERIODIC_REPORT },
	{ "Informações de Companhias em Recuperação Judicial ou Extrajudicial", "",
	  DOCUMENT_PERIODIC_REPORT },
	{ "DFP", "", DOCUMENT_PERIODIC_REPORT },
	{ "ITR", "", DOCUMENT_PERIODIC_REPORT },
	{ "FRE", "", DOCUMENT_PERIODIC_REPORT },
	{ "FCA", "", DOCUMENT_PERIODIC_REPORT },
	{ "FATO RELEVANTE", "", DOCUMENT_MATERIAL_FACT },
	{ "Carta Anual de Governança", "", DOCUMENT_OTHER },
	{ "", "", DOCUMENT_OTHER },
};

int main(void)
{
	void *pool = pool_new(NULL, "test");

	for (size_t i = 0; i < ARRAY_SIZE(known); i++) {
		enum document_kind got = document_kind_of(text_fold(pool, known[i].category),
							  text_fold(pool, known[i].type));

		ok(got == known[i].kind, "%s / %s is %s", known[i].category, known[i].type,
		   document_kind_names[known[i].kind]);
	}
	pool_free(pool);
	return tap_done();
}
