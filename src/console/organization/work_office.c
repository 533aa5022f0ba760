/* SPDX-License-Identifier: Apache-2.0 */
/* work_office.c: the pages of an advisory office. */
#include "config.h"

#include "console/layout.h"
#include "console/organization/work_pages.h"
#include "core/clock.h"
#include "office/family.h"

#define NAME                                                                                       \
	{                                                                                          \
		"name", "Nome", WORK_TEXT                                                          \
	}

/* ---- overview ---- */

static const struct work_member overview_figures[] = {
	{ "assets_under_advice_brl", "Sob assessoria", WORK_MONEY },
	{ "month_inflow.net_brl", "Captação do mês", WORK_MONEY },
	{ "clients", "Clientes", WORK_NUMBER },
	{ "clients_with_assets", "Com patrimônio", WORK_NUMBER },
	{ "portfolios", "Carteiras", WORK_NUMBER },
	{ "as_of", "Em", WORK_DAY },
	END,
};
static const struct work_member classes[] = {
	{ "class", "Classe", WORK_WORD },
	{ "value_brl", "Valor", WORK_MONEY },
	{ "pct", "Parcela", WORK_PCT },
	END,
};
static const struct work_member issuers[] = {
	{ "name", "Emissor", WORK_TEXT },
	{ "value_brl", "Valor", WORK_MONEY },
	{ "pct", "Parcela", WORK_PCT },
	{ "clients", "Clientes", WORK_NUMBER },
	END,
};
static const struct work_member top[] = {
	NAME,
	{ "portfolios", "Carteiras", WORK_NUMBER },
	{ "patrimonio", "Patrimônio", WORK_MONEY },
	{ "pct", "Parcela", WORK_PCT },
	{ "month_inflow_brl", "Captação do mês", WORK_MONEY },
	{ "flags", "Sinais", WORK_NUMBER },
	END,
};
static const struct work_member flags[] = { NAME,
					    { "times_limit", "Vezes o limite", WORK_NUMBER },
					    { "flags", "Sinais", WORK_TEXT },
					    END };
static const struct work_member names[] = { NAME, END };

const struct work_page work_office_overview = {
	.room = &work_office,
	.title = "O escritório num relance",
	.here = "",
	.sources = SOURCES(
		{ .function = "advisor.overview.get",
		  .figures = overview_figures,
		  .made_of = "maiores",
		  .counts = COUNTS({ "clients", "/clients" }),
		  .lists = LISTS({ .caption = "Por classe", .at = "by_class", .columns = classes },
				 { .caption = "Maiores emissores, sem o Tesouro",
				   .at = "by_issuer.items",
				   .columns = issuers },
				 { .caption = "Maiores clientes",
				   .at = "top_clients",
				   .anchor = "maiores",
				   .explained = WORK_ROWS,
				   .columns = top,
				   .to = "/clients/",
				   .id = "client_id" },
				 { .caption = "Concentração",
				   .at = "concentration.items",
				   .columns = flags,
				   .to = "/clients/",
				   .id = "client_id" },
				 { .caption = "Sem perfil de suitability",
				   .at = "without_suitability.items",
				   .columns = names,
				   .to = "/clients/",
				   .id = "client_id" }) }),
	.acts = ACTS({ "advisor.organization.update", "Mudar os dados do escritório", NULL, NULL }),
};

/* ---- clients and families ---- */

static const struct work_member client_columns[] = {
	NAME,
	{ "tax_id", "CPF ou CNPJ", WORK_TAX_ID },
	{ "family.name", "Família", WORK_TEXT },
	{ "email", "E-mail", WORK_TEXT },
	{ "profile.level", "Perfil", WORK_TEXT },
	END,
};

const struct work_page work_office_clients = {
	.room = &work_office,
	.title = "Clientes",
	.here = "/clients",
	.sources = SOURCES({ .function = "advisor.clients.list",
			     .lists = LISTS({ .caption = "Clientes",
					      .columns = client_columns,
					      .to = "/clients/",
					      .id = "id" }) }),
	.acts = ACTS({ "advisor.client.create", "Novo cliente", NULL, NULL }),
};

static void draw_families(struct html *h, const struct call *c)
{
	const struct families *found = c->shown;

	if (!found->n) {
		html_p(h, "Famílias: nada.");
		return;
	}
	layout_table(h, "Famílias", 2, HEADINGS("Nome", "Desde", "Clientes"));
	for (size_t i = 0; i < found->n; i++) {
		const struct family *f = &found->items[i];

		html_row(h);
		shown_name_cell(h, f->name, NULL);
		html_cell(h, date_text(h->ctx->pool, clock_day_of(f->created_ms)));
		shown_count_cell(h, (size_t)f->clients);
		html_row_end(h);
	}
	html_table_end(h);
}

const struct work_page work_office_families = {
	.room = &work_office,
	.title = "Famílias",
	.here = "/families",
	.sources = SOURCES({ .function = "advisor.families.list", .draw = draw_families }),
	.acts = ACTS({ "advisor.family.create", "Nova família", NULL, NULL }),
};

/* ---- a client ---- */

static const struct work_member client_figures[] = {
	{ "totals.patrimonio", "Patrimônio", WORK_MONEY },
	{ "totals.invested", "Valor investido", WORK_MONEY },
	{ "totals.unrealized_pl", "Lucro não realizado", WORK_MONEY },
	{ "totals.realized_pl", "Lucro realizado", WORK_MONEY },
	{ "totals.income_received", "Proventos", WORK_MONEY },
	{ "totals.day_change_brl", "No dia", WORK_MONEY },
	{ "tax_id", "CPF ou CNPJ", WORK_TAX_ID },
	{ "email", "E-mail", WORK_TEXT },
	{ "phone", "Telefone", WORK_TEXT },
	{ "family.name", "Família", WORK_TEXT },
	{ "profile.level", "Perfil", WORK_TEXT },
	{ "notes", "Observações", WORK_TEXT },
	END,
};
static const struct work_member portfolio_columns[] = {
	NAME,
	{ "kind_mix", "O que tem", WORK_TEXT },
	{ "exclude_from_consolidated", "Simulação", WORK_FLAG },
	{ "open_positions", "Ativos", WORK_NUMBER },
	{ "patrimonio", "Patrimônio", WORK_MONEY },
	{ "unrealized_pl", "Em aberto", WORK_MONEY },
	{ "unrealized_pct", "Sobre o custo", WORK_PCT },
	{ "day_change_brl", "No dia", WORK_MONEY },
	END,
};

const struct work_page work_office_client = {
	.room = &work_office,
	.title = "Cliente",
	.here = "/clients/",
	.name = "name",
	.sources = SOURCES({ .function = "advisor.client.get",
			     .figures = client_figures,
			     .made_of = "carteiras" },
			   { .function = "advisor.client_portfolios.list",
			     .lists = LISTS({ .caption = "Carteiras",
					      .anchor = "carteiras",
					      .explained = WORK_PORTFOLIOS,
					      .columns = portfolio_columns,
					      .to = "/portfolios/",
					      .id = "id" }) }),
	.acts = ACTS({ "advisor.client.update", "Mudar os dados", "client_id", NULL },
		     { "advisor.client_portfolio.create", "Nova carteira", "client_id", NULL },
		     { "advisor.client_profile.update", "Responder o perfil", "client_id", NULL },
		     { "advisor.client_assignment.set", "Atribuir a membros", "client_id", NULL },
		     { "advisor.client.delete", "Apagar o cliente", "client_id", NULL }),
	.more = "/tax",
	.more_title = "Imposto de renda",
};

/* ---- a client's portfolio ---- */

static const struct work_member portfolio_figures[] = {
	{ "patrimonio", "Patrimônio", WORK_MONEY },
	{ "invested", "Valor investido", WORK_MONEY },
	{ "unrealized_pl", "Em aberto", WORK_MONEY },
	{ "realized_pl", "Realizado", WORK_MONEY },
	{ "income_received", "Proventos", WORK_MONEY },
	{ "day_change_brl", "No dia", WORK_MONEY },
	{ "kind_mix", "O que tem", WORK_TEXT },
	END,
};
static const struct work_member holding_columns[] = {
	{ "symbol", "Ativo", WORK_TEXT },
	{ "asset_type", "Tipo", WORK_WORD },
	{ "price_date", "Preço de", WORK_DAY },
	{ "qty", "Quantidade", WORK_NUMBER },
	{ "avg_price", "Preço médio", WORK_MONEY },
	{ "price", "Preço", WORK_MONEY },
	{ "market_value", "Valor", WORK_MONEY },
	{ "weight_pct", "Parcela", WORK_PCT },
	{ "unrealized_pl", "Em aberto", WORK_GAIN },
	{ "valuation_reason", "Sem preço porque", WORK_TEXT },
	END,
};
static const struct work_member ledger_columns[] = {
	{ "trade_date", "Data", WORK_DAY },
	{ "symbol", "Ativo", WORK_TEXT },
	{ "kind", "O que foi", WORK_WORD },
	{ "note", "Nota", WORK_TEXT },
	{ "quantity", "Quantidade", WORK_NUMBER },
	{ "price", "Preço", WORK_NUMBER },
	END,
};

static const struct work_member import_columns[] = {
	{ "created_at", "Dia", WORK_DAY },
	{ "filename", "Arquivo", WORK_TEXT },
	{ "summary.imported", "Linhas", WORK_NUMBER },
	END,
};

const struct work_page work_office_portfolio = {
	.room = &work_office,
	.title = "Carteira",
	.here = "/portfolios/",
	.name = "name",
	.sources = SOURCES(
		{ .function = "advisor.client_portfolio.get",
		  .figures = portfolio_figures,
		  .explained = true,
		  .lists = LISTS({ .caption = "O que há na carteira",
				   .at = "holdings",
				   .explained = WORK_HOLDINGS,
				   .columns = holding_columns }) },
		{ .function = "advisor.client_portfolio.ledger",
		  .lists = LISTS({ .caption = "Lançamentos",
				   .columns = ledger_columns,
				   .acts = ACTS({ "advisor.client_portfolio_transaction.delete",
						  "Apagar", "transaction_id", "id" }) }) },
		{ .function = "advisor.client_portfolio.imports",
		  .lists = LISTS({ .caption = "Importações",
				   .columns = import_columns,
				   .acts = ACTS({ "advisor.client_portfolio_import.undo",
						  "Desfazer", "import_id", "id" }) }) }),
	.acts = ACTS(
		{ "advisor.client_portfolio.import", "Importar um arquivo", "portfolio_id", NULL },
		{ "advisor.client_portfolio_transaction.add", "Novo lançamento", "portfolio_id",
		  NULL },
		{ "advisor.client_portfolio_asset.add", "Acompanhar um ativo", "portfolio_id",
		  NULL },
		{ "advisor.client_portfolio_price.state", "Informar um preço", "portfolio_id",
		  NULL },
		{ "advisor.client_portfolio.delete", "Apagar a carteira", "portfolio_id", NULL }),
	.more = "/plan",
	.more_title = "Plano e metas",
};

/* ---- members, invitations, trail ---- */

static const struct work_member member_columns[] = {
	NAME,
	{ "email", "E-mail", WORK_TEXT },
	{ "role", "Papel", WORK_WORD },
	{ "status", "Situação", WORK_WORD },
	{ "seated", "Assento", WORK_FLAG },
	{ "joined_at", "Desde", WORK_DAY },
	END,
};

const struct work_page work_office_members = {
	.room = &work_office,
	.title = "Membros",
	.here = "/members",
	.sources = SOURCES({ .function = "advisor.members.list",
			     .lists = LISTS({ .caption = "Membros",
					      .columns = member_columns,
					      .acts = ACTS({ "advisor.member.update", "Mudar",
							     "member_id", "id" },
							   { "advisor.seat.assign", "Assento",
							     "member_id", "id" }) }) }),
};

static const struct work_member invitation_columns[] = {
	{ "email", "E-mail", WORK_TEXT },	{ "role", "Papel", WORK_WORD },
	{ "status", "Situação", WORK_WORD },	{ "created_at", "Feito em", WORK_DAY },
	{ "expires_at", "Vale até", WORK_DAY }, END,
};

const struct work_page work_office_invitations = {
	.room = &work_office,
	.title = "Convites",
	.here = "/invitations",
	.sources = SOURCES({ .function = "advisor.invitations.list",
			     .lists = LISTS({ .caption = "Convites",
					      .columns = invitation_columns,
					      .acts = ACTS({ "advisor.invitation.revoke", "Revogar",
							     "invitation_id", "id" }) }) }),
	.acts = ACTS({ "advisor.invitation.create", "Convidar", NULL, NULL }),
};

static const struct work_member work_audit_columns[] = {
	{ "occurred_at", "Dia", WORK_DAY },
	{ "action", "Operação", WORK_TEXT },
	{ "outcome", "Fim", WORK_WORD },
	{ "actor.name", "Quem", WORK_TEXT },
	{ "actor.application", "Por qual aplicativo", WORK_TEXT },
	{ "subject_id", "Em", WORK_TEXT },
	END,
};
const struct work_list work_audit_lists[] = {
	{ .caption = "Auditoria", .columns = work_audit_columns },
	{ .caption = NULL },
};

const struct work_page work_office_audit = {
	.room = &work_office,
	.title = "Auditoria",
	.here = "/audit",
	.sources = SOURCES({ .function = "advisor.audit.list", .lists = work_audit_lists }),
};

const struct work_page work_office_actions = { .room = &work_office };
