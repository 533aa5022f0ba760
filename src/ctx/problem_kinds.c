/* SPDX-License-Identifier: Apache-2.0 */
/*
 * problem_kinds.c: the catalogue of codes.
 *
 * One entry a code: the usual status, a short title, what it means and what to do.  A code that is
 * not here cannot be sent: fail() turns it into internal_error.
 */
#include <config.h> /* not "config.h": this folder has one of its own */

#include "ctx/problem.h"

static const struct problem_kind kinds[] = {
	/* The request's form. */
	{ "invalid_header", 400, "Cabeçalho inválido",
	  "Um cabeçalho da requisição está repetido, malformado ou traz caracteres que "
	  "não se podem ver.",
	  "Envie cada cabeçalho uma só vez, em ASCII visível, na forma que a "
	  "documentação mostra." },
	{ "invalid_parameter", 400, "Parâmetro inválido",
	  "Um parâmetro da consulta é desconhecido, está repetido ou tem um valor que "
	  "não serve.",
	  "Veja em details o parâmetro, o valor recebido e o que se espera; corrija e "
	  "repita." },
	{ "invalid_cursor", 400, "Cursor inválido",
	  "O cursor foi alterado, ou foi feito por outra consulta ou com outros filtros.",
	  "Recomece pela primeira página, sem cursor, e siga meta.next_cursor sem mudar "
	  "os filtros." },
	{ "invalid_json", 400, "JSON inválido",
	  "O corpo não é um documento JSON (RFC 8259) que o serviço aceite.",
	  "Corrija o documento na posição que details.offset mostra, contada em bytes "
	  "desde o começo." },
	{ "invalid_body", 400, "Corpo inválido",
	  "O corpo é JSON, mas não tem a forma que esta operação pede.",
	  "Corrija cada ponto de details.errors; pointer diz onde está e expected o que "
	  "se espera." },
	{ "invalid_input", 400, "Entrada inválida",
	  "A entrada da Function ou da Action não segue o input_schema publicado, ou não "
	  "cabe no estado atual.",
	  "Leia a especificação e corrija cada ponto de details.errors." },
	{ "bad_request", 400, "Requisição malformada",
	  "A requisição não chegou a ser entendida como HTTP.",
	  "Confira a linha de requisição e os cabeçalhos que o cliente envia." },
	{ "subject_required", 400, "Falta o sujeito",
	  "Esta Function ou Action age sobre um recurso, e subject.entity_id não veio.",
	  "Envie subject com o entity_id do recurso; a especificação diz o tipo." },
	{ "temporal_cut_unsupported", 400, "Corte temporal não aceito",
	  "A Function não aceita o campo at.",
	  "Repita sem at, ou use uma Function cuja especificação declare temporal_cut." },
	{ "method_not_allowed", 405, "Método não aceito",
	  "O caminho existe, mas não com este método.", "Use um dos métodos do cabeçalho Allow." },
	{ "route_not_found", 404, "Caminho desconhecido", "Nenhuma operação atende neste caminho.",
	  "Confira o caminho com a documentação em /v1/openapi.json." },
	{ "payload_too_large", 413, "Corpo grande demais",
	  "O corpo passa do limite desta operação.",
	  "Divida o conteúdo; details.limit diz o limite em bytes." },
	{ "uri_too_long", 414, "Endereço longo demais",
	  "A linha da requisição, com caminho e parâmetros, passa de 8 KiB.",
	  "Encurte os parâmetros, ou divida a consulta em várias." },
	{ "unsupported_media_type", 415, "Tipo de conteúdo não aceito",
	  "O Content-Type do corpo não é o que esta operação lê.",
	  "Envie application/json em UTF-8, ou o tipo que a operação documenta." },
	/* Who is asking. */
	{ "credential_missing", 401, "Falta a credencial",
	  "A operação pede uma credencial e nenhuma veio.",
	  "Envie o cabeçalho Authorization: Bearer com a sua chave." },
	{ "credential_invalid", 401, "Credencial inválida",
	  "A credencial não tem a forma de uma chave ou não é conhecida.",
	  "Confira se a chave foi copiada inteira; se preciso, crie outra." },
	{ "credential_expired", 401, "Credencial vencida", "A validade da credencial terminou.",
	  "Crie outra chave ou renove o token." },
	{ "credential_revoked", 401, "Credencial revogada",
	  "A credencial foi revogada por quem a administra.",
	  "Crie outra chave, ou fale com quem a revogou." },
	{ "scope_missing", 403, "Falta um escopo",
	  "A credencial não tem o escopo, o papel ou o assento que a operação pede.",
	  "Compare details.required com details.granted e use uma credencial que o tenha." },
	{ "user_key_required", 403, "Exige chave de usuário",
	  "Esta operação é da conta de uma pessoa e não aceita a chave de plataforma.",
	  "Use a chave de usuário, ou um token obtido pelo conector." },
	{ "workspace_not_found", 404, "Espaço de trabalho não encontrado",
	  "O valor de x-service-workspace não nomeia uma organização da qual a "
	  "credencial participe.",
	  "Confira o identificador, ou omita o cabeçalho para usar o espaço pessoal." },
	/* The wallet. */
	{ "wallet_not_installed", 404, "Carteira não instalada",
	  "O espaço de trabalho não tem a carteira instalada.",
	  "Peça a instalação a quem administra o espaço de trabalho." },
	{ "wallet_suspended", 403, "Carteira suspensa",
	  "A carteira está suspensa: pode ser lida, mas não alterada.",
	  "Fale com quem administra o espaço de trabalho e repita quando for reativada." },
	{ "wallet_resource_forbidden", 403, "Sem permissão de edição",
	  "A carteira pode ser lida por esta credencial, mas não alterada por ela.",
	  "Peça acesso de edição a quem controla a carteira." },
	{ "plan_limit_reached", 402, "Limite do plano atingido",
	  "O plano da conta não permite mais um destes recursos.",
	  "Apague um que não use, ou mude de plano; details.limit diz o limite." },
	{ "portfolio_not_found", 404, "Carteira não encontrada",
	  "Não há carteira com este identificador que a credencial possa ler.",
	  "Confira o identificador na lista de carteiras e o espaço de trabalho "
	  "escolhido." },
	{ "portfolio_name_taken", 409, "Nome já usado",
	  "A conta já tem uma carteira com este nome.", "Escolha outro nome." },
	{ "asset_not_found", 404, "Ativo não encontrado",
	  "Não há na carteira um ativo com este identificador.",
	  "Confira o identificador na lista de ativos da carteira." },
	{ "figure_not_found", 404, "Número não encontrado",
	  "A carteira não tem este número no mês, no dia ou no item pedido.",
	  "Confira na resposta que mostra o número quais meses, dias e itens ela tem." },
	{ "asset_already_exists", 409, "Ativo já está na carteira", "A carteira já tem este ativo.",
	  "Use o ativo que já existe; a lista de ativos mostra o identificador." },
	{ "transaction_not_found", 404, "Transação não encontrada",
	  "Não há na carteira uma transação com este identificador.",
	  "Confira o identificador na lista de transações da carteira." },
	{ "income_not_found", 404, "Provento não encontrado",
	  "Não há na carteira um provento com este identificador.",
	  "Confira o identificador na lista de proventos da carteira." },
	{ "import_not_found", 404, "Importação não encontrada",
	  "Não há na carteira uma importação com este identificador.",
	  "Confira o identificador na lista de importações da carteira." },
	{ "import_unreadable", 400, "Arquivo ilegível",
	  "O arquivo não pôde ser lido como planilha XLSX ou ODS nem como CSV, ou mistura datas com o dia "
	  "primeiro e com o mês primeiro.",
	  "Exporte o arquivo de novo na origem, ou salve-o como XLSX, ODS ou CSV." },
	{ "import_unrecognized", 400, "Planilha não reconhecida",
	  "As colunas do arquivo não são de nenhum modelo conhecido.",
	  "Envie a planilha de negociação ou de movimentação da B3, ou use o modelo de "
	  "importação." },
	{ "import_without_rows", 400, "Nada para importar",
	  "Nenhuma linha do arquivo pôde ser aproveitada e ao menos uma tem erro; nada foi gravado.",
	  "Corrija as linhas que a resposta mostra e envie o arquivo de novo." },
	{ "import_too_large_unpacked", 400, "Planilha grande demais",
	  "Descompactado, o arquivo passa de 200 MiB.", "Divida o período em mais de um arquivo." },
	{ "ledger_conflict", 409, "Lançamentos mudaram",
	  "Os lançamentos foram alterados desde a versão em que este pedido se baseia.",
	  "Leia a versão atual, confira e repita." },
	{ "ledger_out_of_range", 422, "Valor fora da escala",
	  "Uma soma dos lançamentos passa da maior grandeza que o serviço representa.",
	  "Procure o lançamento com quantidade ou preço fora do comum e corrija-o." },
	{ "key_not_found", 404, "Chave não encontrada",
	  "A conta não tem uma chave com este identificador.",
	  "Confira o identificador na lista de chaves." },
	/* Market, objects, protocol. */
	{ "company_not_found", 404, "Companhia não encontrada",
	  "O código não identifica uma companhia do cadastro.",
	  "Use o ticker, o código CVM ou o CNPJ com 14 posições." },
	{ "event_not_found", 404, "Evento não encontrado", "Não há evento com este número.",
	  "Confira o número na lista de anomalias." },
	{ "thread_not_found", 404, "História não encontrada",
	  "Não há história de eventos com este nome.",
	  "Confira thread_slug no evento de onde partiu." },
	{ "edition_not_found", 404, "Edição não encontrada",
	  "Não há edição publicada para a data pedida.",
	  "Peça outra data, ou omita date para a edição mais recente." },
	{ "series_not_found", 404, "Série não encontrada",
	  "O serviço não conhece uma série com este código.",
	  "Confira o código na lista de séries." },
	{ "object_not_found", 404, "Objeto não encontrado",
	  "Não há objeto com este identificador ou chave exata.",
	  "Resolva o nome em /v1/objects/resolve e use o id que vier." },
	{ "observation_out_of_range", 422, "Valor fora da escala",
	  "A soma ou a diferença das observações de um objeto sai da escala dos números do serviço.",
	  "Encurte a janela, ou use outra redução." },
	{ "function_not_found", 404, "Function desconhecida",
	  "O catálogo não tem uma Function com este id.", "Consulte o catálogo de Functions." },
	{ "action_not_found", 404, "Action desconhecida",
	  "O catálogo não tem uma Action com este id.", "Consulte o catálogo de Actions." },
	{ "subject_not_found", 404, "Sujeito não encontrado",
	  "O recurso citado não existe no alcance desta credencial.",
	  "Confira o entity_id em uma lista lida com a mesma credencial." },
	/* Repetition and the service itself. */
	{ "idempotency_key_reused", 422, "Idempotency-Key reutilizada",
	  "Esta chave de idempotência já foi usada com outra requisição.",
	  "Use uma chave nova para cada requisição diferente." },
	{ "idempotency_in_progress", 409, "Requisição em andamento",
	  "A mesma requisição, com esta chave de idempotência, ainda está em execução.",
	  "Espere um pouco e repita com a mesma chave." },
	{ "rate_limited", 429, "Requisições demais", "O limite de requisições foi atingido.",
	  "Espere os segundos do cabeçalho Retry-After antes de repetir." },
	{ "deadline_exceeded", 504, "Prazo esgotado",
	  "A resposta não ficou pronta dentro do prazo da requisição; nada foi gravado.",
	  "Repita, se possível com um período ou uma página menor." },
	{ "database_unavailable", 503, "Banco de dados indisponível",
	  "O serviço está sem acesso ao banco de dados.",
	  "Repita depois dos segundos do cabeçalho Retry-After." },
	{ "bad_gateway", 502, "Serviço reiniciando",
	  "O processo que atendia a requisição parou antes de responder.",
	  "Repita; em escritas, com a mesma Idempotency-Key." },
	{ "internal_error", 500, "Erro interno", "O serviço falhou por um defeito seu.",
	  "Repita mais tarde; se persistir, informe o request_id a quem opera o serviço." },
};

const struct problem_kind *problem_kinds(size_t *n)
{
	*n = ARRAY_SIZE(kinds);
	return kinds;
}

const struct problem_kind *problem_kind(const char *code)
{
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		if (str_eq(kinds[i].code, code))
			return &kinds[i];
	return NULL;
}
