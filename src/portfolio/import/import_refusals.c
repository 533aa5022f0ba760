/* SPDX-License-Identifier: Apache-2.0 */
/* import_refusals.c: the refusals of an import, for the operations that take a file. */
#include "config.h"

#include "operations/protocol.h"
#include "portfolio/portfolio.h"

const struct call_refusal *wallet_upload_refusals(void *pool, const char *pointer)
{
	const struct call_refusal list[] = {
		{ "import_unreadable", 400, pointer, "import_unreadable",
		  "um arquivo XLSX ou CSV, ou uma nota em PDF, com a senha que ela pedir" },
		{ "import_unconfirmed", 409, "/input/accept_difference", "import_unconfirmed",
		  "true, depois de conferir a diferença" },
		{ "import_without_rows", 400, pointer, "import_without_rows",
		  "um arquivo com ao menos uma linha que se possa importar" },
		{ "import_unrecognized", 400, pointer, "import_unrecognized",
		  "um extrato da B3 (Negociação ou Movimentação) ou o modelo" },
		{ "import_too_large_unpacked", 400, pointer, "import_too_large_unpacked",
		  "até 200 MiB descompactados" },
		{ "external_id_taken", 409, pointer, "external_id_taken",
		  "ids externos que nenhum outro lançamento da carteira tenha" },
		{ "ledger_out_of_range", 409, pointer, "ledger_out_of_range",
		  "linhas cujas somas caibam na escala" },
		{ .code = NULL },
	};

	return pool_memdup(pool, list, sizeof(list));
}
