/* SPDX-License-Identifier: Apache-2.0 */
/* statements.h: the SQL of each room, for db_register(). */
#ifndef LASTRO_WALLET_STATEMENTS_H
#define LASTRO_WALLET_STATEMENTS_H

#include "db/db.h"

extern struct db_stmt *const asset_stmts[];
extern const size_t n_asset_stmts;
extern struct db_stmt *const asset_ref_stmts[];
extern const size_t n_asset_ref_stmts;
extern struct db_stmt *const audience_stmts[];
extern const size_t n_audience_stmts;
extern struct db_stmt *const of_client_stmts[];
extern const size_t n_of_client_stmts;
extern struct db_stmt *const book_stmts[];
extern const size_t n_book_stmts;
extern struct db_stmt *const external_id_stmts[];
extern const size_t n_external_id_stmts;
extern struct db_stmt *const export_stmts[];
extern const size_t n_export_stmts;
extern struct db_stmt *const first_day_stmts[];
extern const size_t n_first_day_stmts;
extern struct db_stmt *const guessed_stmts[];
extern const size_t n_guessed_stmts;
extern struct db_stmt *const holdings_stmts[];
extern const size_t n_holdings_stmts;
extern struct db_stmt *const income_stmts[];
extern const size_t n_income_stmts;
extern struct db_stmt *const issues_stmts[];
extern const size_t n_issues_stmts;
extern struct db_stmt *const ledgers_stmts[];
extern const size_t n_ledgers_stmts;
extern struct db_stmt *const cached_rows_stmts[];
extern const size_t n_cached_rows_stmts;
extern struct db_stmt *const cached_rows_check_stmts[];
extern const size_t n_cached_rows_check_stmts;
extern struct db_stmt *const load_stmts[];
extern const size_t n_load_stmts;
extern struct db_stmt *const prefix_stmts[];
extern const size_t n_prefix_stmts;
extern struct db_stmt *const portfolio_stmts[];
extern const size_t n_portfolio_stmts;
extern struct db_stmt *const state_many_stmts[];
extern const size_t n_state_many_stmts;
extern struct db_stmt *const state_stmts[];
extern const size_t n_state_stmts;
extern struct db_stmt *const suitability_stmts[];
extern const size_t n_suitability_stmts;
extern struct db_stmt *const state_write_stmts[];
extern const size_t n_state_write_stmts;
extern struct db_stmt *const succession_stmts[];
extern const size_t n_succession_stmts;
extern struct db_stmt *const consolidation_stmts[];
extern const size_t n_consolidation_stmts;
extern struct db_stmt *const tax_inputs_stmts[];
extern const size_t n_tax_inputs_stmts;
extern struct db_stmt *const tax_load_stmts[];
extern const size_t n_tax_load_stmts;
extern struct db_stmt *const transaction_members_stmts[];
extern const size_t n_transaction_members_stmts;
extern struct db_stmt *const transaction_stmts[];
extern const size_t n_transaction_stmts;
extern struct db_stmt *const transaction_list_stmts[];
extern const size_t n_transaction_list_stmts;
extern struct db_stmt *const write_stmts[];
extern const size_t n_write_stmts;

#endif
