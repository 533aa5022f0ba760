/* SPDX-License-Identifier: Apache-2.0 */
/*
 * document_kind.c: maps the source's categories to the kinds of the contract.
 *
 * Categories are typed by the agency and change their wording: a row has the beginning of one, and the
 * first match decides.  Without a match the kind is "other".
 */
#include "config.h"

#include "market/companies/document_kind.h"

#include "core/text.h"

const char *const document_kind_names[] = {
	[DOCUMENT_MATERIAL_FACT] = "material_fact",
	[DOCUMENT_MARKET_COMMUNICATION] = "market_communication",
	[DOCUMENT_FINANCIAL_REPORT] = "financial_report",
	[DOCUMENT_SHAREHOLDER_NOTICE] = "shareholder_notice",
	[DOCUMENT_SHAREHOLDER_MEETING] = "shareholder_meeting",
	[DOCUMENT_PERIODIC_REPORT] = "periodic_report",
	[DOCUMENT_MANAGEMENT_REPORT] = "management_report",
	[DOCUMENT_DEBT_INSTRUMENT] = "debt_instrument",
	[DOCUMENT_GOVERNING_DOCUMENT] = "governing_document",
	[DOCUMENT_OTHER] = "other",
	NULL,
};

static const struct {
	const char *category; /* its beginning, folded */
	const char *type;     /* the type's beginning; "" any */
	enum document_kind kind;
} table[] = {
	{ "fato relevante", "", DOCUMENT_MATERIAL_FACT },
	{ "comunicado ao mercado", "", DOCUMENT_MARKET_COMMUNICATION },
	{ "comunicacao sobre transac", "", DOCUMENT_MARKET_COMMUNICATION },
	{ "comunicacao sobre demanda", "", DOCUMENT_MARKET_COMMUNICATION },
	{ "aviso aos acionistas", "", DOCUMENT_SHAREHOLDER_NOTICE },
	{ "relatorio proventos", "", DOCUMENT_SHAREHOLDER_NOTICE },
	{ "relatorio de proventos", "", DOCUMENT_SHAREHOLDER_NOTICE },
	{ "calendario de eventos", "", DOCUMENT_SHAREHOLDER_NOTICE },
	{ "assembleia", "", DOCUMENT_SHAREHOLDER_MEETING },
	{ "dados economico-financeiros", "relatorio da administracao", DOCUMENT_MANAGEMENT_REPORT },
	{ "dados economico-financeiros", "", DOCUMENT_FINANCIAL_REPORT },
	{ "reuniao da administracao", "", DOCUMENT_MANAGEMENT_REPORT },
	{ "relatorio da administracao", "", DOCUMENT_MANAGEMENT_REPORT },
	{ "aviso aos debenturistas", "", DOCUMENT_DEBT_INSTRUMENT },
	{ "aviso aos titulares", "", DOCUMENT_DEBT_INSTRUMENT }, /* of CRI and CRA */
	{ "escrituras e aditamentos", "", DOCUMENT_DEBT_INSTRUMENT },
	{ "escritura", "", DOCUMENT_DEBT_INSTRUMENT },
	{ "termo de securitizacao", "", DOCUMENT_DEBT_INSTRUMENT },
	{ "documentos de oferta de distribuicao publica", "", DOCUMENT_DEBT_INSTRUMENT },
	{ "relatorio de agente fiduciario", "", DOCUMENT_DEBT_INSTRUMENT },
	{ "relatorio do agente fiduciario", "", DOCUMENT_DEBT_INSTRUMENT },
	{ "estatuto social", "", DOCUMENT_GOVERNING_DOCUMENT },
	{ "acordo de acionistas", "", DOCUMENT_GOVERNING_DOCUMENT },
	{ "politica", "", DOCUMENT_GOVERNING_DOCUMENT },
	{ "outras politicas", "", DOCUMENT_GOVERNING_DOCUMENT },
	{ "codigo de conduta", "", DOCUMENT_GOVERNING_DOCUMENT },
	{ "regimento interno", "", DOCUMENT_GOVERNING_DOCUMENT },
	{ "valores mobiliarios negociados e detidos", "", DOCUMENT_PERIODIC_REPORT },
	{ "informe do codigo de governanca", "", DOCUMENT_PERIODIC_REPORT },
	{ "informe sobre o codigo brasileiro de governanca", "", DOCUMENT_PERIODIC_REPORT },
	{ "informacoes de companhias em recuperacao", "", DOCUMENT_PERIODIC_REPORT },
	{ "dfp", "", DOCUMENT_PERIODIC_REPORT }, /* index rows of the forms */
	{ "itr", "", DOCUMENT_PERIODIC_REPORT },
	{ "fre", "", DOCUMENT_PERIODIC_REPORT },
	{ "fca", "", DOCUMENT_PERIODIC_REPORT },
};

enum document_kind document_kind_of(const char *category, const char *type)
{
	for (size_t i = 0; i < ARRAY_SIZE(table); i++)
		if (text_starts(category, table[i].category) && text_starts(type, table[i].type))
			return table[i].kind;
	return DOCUMENT_OTHER;
}
