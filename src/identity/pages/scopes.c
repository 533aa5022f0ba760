/* SPDX-License-Identifier: Apache-2.0 */
/* scopes.c: scopes in OAuth's spelling, and as sentences for people. */
#include "config.h"

#include "identity/caller.h"
#include "identity/pages/oauth.h"
#include "core/text.h"

/* The scopes of a text; returns whether all names were known. */
static bool read_scopes(void *pool, const char *text, unsigned *out)
{
	struct slice rest = slice_of(text);
	bool more = true;
	bool all = true;

	*out = 0;
	while (more) {
		struct slice word;
		const char *name;
		unsigned one = 0;

		more = slice_cut(rest, ' ', &word, &rest);
		if (!word.n)
			continue;
		name = slice_text(pool, word);
		all &= scopes_parse(&name, 1, &one);
		*out |= one;
	}
	return all;
}

bool scopes_read(void *pool, const char *text, unsigned *out)
{
	return read_scopes(pool, text, out);
}

unsigned scopes_known(void *pool, const char *text)
{
	unsigned scopes;

	(void)read_scopes(pool, text, &scopes); /* ignores unknown ones */
	return scopes;
}

const char *scope_sentence(enum scope s)
{
	switch (s) {
	case SCOPE_ACCOUNT_READ:
		return "Ver as suas carteiras: posições, lançamentos e resultados";
	case SCOPE_ACCOUNT_WRITE:
		return "Alterar as suas carteiras: lançar, importar, apagar";
	case SCOPE_MARKET_READ:
		return "Ver dados de mercado: cotações, companhias, eventos";
	case SCOPE_ADVISOR_READ:
		return "Ver o escritório: clientes, carteiras de clientes, membros";
	case SCOPE_ADVISOR_WRITE:
		return "Agir no escritório: clientes, carteiras de clientes, convites";
	case SCOPE_DESK_READ:
		return "Ver a mesa de crédito: listas, alertas, documentos";
	case SCOPE_DESK_WRITE:
		return "Agir na mesa de crédito: listas, alertas, revisões";
	case SCOPE_METRICS_READ:
		return "Ler as medidas do serviço";
	case SCOPE_NONE:
		break;
	}
	return "";
}
