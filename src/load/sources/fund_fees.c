/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fund_fees.c: extrato_fi, the fees and peer group of funds (doc/load.md).
 *
 * Three generations of headers, distinguished by their column names.  Every year's file stays: the
 * newest statement of a fund counts.  An empty fee is unknown, not zero.
 */
#include "config.h"

#include "load/fund.h"

enum { TAX_ID, NAME, DAY, CLASS, FIC, FEE, CUSTODY };

#define KEPT "tax_id, day, name, fee, custody_fee, is_fic, anbima_class"

static const struct fund_table table = {
	.make = "create temp table fee_stage (like fund_fee, line int8) on commit drop",
	.copy = "fee_stage (" KEPT ", line)",
	.analyze = "analyze fee_stage",
	.repeated = "delete from fee_stage a using (select line, row_number() over"
		    "     (partition by tax_id, day order by line desc) as place from fee_stage) p"
		    " where p.line = a.line and p.place > 1",
	.gone = NULL,
	.save = "insert into fund_fee as f (" KEPT ") select " KEPT " from fee_stage"
		" on conflict (tax_id, day) do update"
		" set name = excluded.name, fee = excluded.fee, custody_fee = excluded.custody_fee,"
		"     is_fic = excluded.is_fic, anbima_class = excluded.anbima_class"
		" where (f.name, f.fee, f.custody_fee, f.is_fic, f.anbima_class) is distinct from"
		"       (excluded.name, excluded.fee, excluded.custody_fee, excluded.is_fic, excluded.anbima_class)",
};

static const char passed[] =
	"tp_fundo*|condom|negoc_merc|mercado|tp_prazo|prazo|publico_alvo|reg_anbima|distrib|polit_invest"
	"|aplic_*|result_cart_incorp_pl|fundo_espelho|atualiz_diaria_cota|prazo_atualiz_cota|cota_emissao|cota_pl"
	"|qt_dia_*|tp_dia_pagto_resgate|taxa_saida_*|existe_taxa_*|taxa_perfm|param_taxa_perfm|pr_*|vl_cupom"
	"|calc_taxa_perfm|inf_taxa_perfm|taxa_ingresso_*|oper_*|finalidade_oper_deriv|fator_oper_vl_superior_pl"
	"|contrap_ligado|invest_exterior|ativo_cred_priv";

static void put(struct cvm *c, struct copy *to, int64_t *odd)
{
	char tax_id[15];
	struct day day;

	if (!cvm_tax_id(cvm_cell(c, TAX_ID), tax_id)) {
		cvm_refuse(c, "CNPJ inválido: %.*s", SHOWN(cvm_cell(c, TAX_ID)));
		return;
	}
	if (field_day(cvm_cell(c, DAY), &day) != FIELD_OK) {
		cvm_refuse(c, "data inválida: %.*s", SHOWN(cvm_cell(c, DAY)));
		return;
	}
	load_day(c->l, day);
	copy_row(to, 8);
	copy_text(to, tax_id, 14);
	copy_day(to, day);
	copy_slice(to, cvm_text(c, NAME));
	fund_put_fee(to, c, FEE, odd);
	fund_put_fee(to, c, CUSTODY, odd);
	fund_put_flag(to, c, FIC);
	copy_slice(to, cvm_text(c, CLASS));
	copy_int(to, reader_line_number(c->l->in));
}

void load_fund_fees(struct load *l)
{
	struct csv_column columns[] = {
		[TAX_ID] = { "cnpj_fundo_classe|cnpj_fundo", true, -1 },
		[NAME] = { "denom_social", true, -1 },
		[DAY] = { "dt_comptc", true, -1 },
		[CLASS] = { "classe_anbima", true, -1 },
		[FIC] = { "fundo_cotas", true, -1 },
		[FEE] = { "taxa_adm", true, -1 },
		[CUSTODY] = { "taxa_custodia_max", false, -1 },
	};

	fund_load(l, &table, columns, ARRAY_SIZE(columns), passed, put);
}
