/* SPDX-License-Identifier: Apache-2.0 */
/* connector.c: the statements of the connector. */
#include "config.h"

#include "connector/connector.h"

void connector_register(void)
{
	db_register(site_stmts, n_site_stmts);
	db_register(login_stmts, n_login_stmts);
	db_register(password_page_stmts, n_password_page_stmts);
	db_register(sign_up_stmts, n_sign_up_stmts);
	db_register(oauth_client_stmts, n_oauth_client_stmts);
	db_register(oauth_consent_stmts, n_oauth_consent_stmts);
	db_register(oauth_token_stmts, n_oauth_token_stmts);
	db_register(grants_stmts, n_grants_stmts);
}
