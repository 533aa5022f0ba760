/* SPDX-License-Identifier: Apache-2.0 */
/* connector.h: people who log in, and the applications that they let in: sessions, pages, OAuth 2.1. */
#ifndef LASTRO_CONNECTOR_CONNECTOR_H
#define LASTRO_CONNECTOR_CONNECTOR_H

#include "db/db.h"
#include "http/route.h"

extern const struct route session_routes[]; /* /v1/session, /login, /sign-up, /password … */
extern const struct route oauth_routes[];   /* /oauth/…, /.well-known/…, /grants */

extern struct db_stmt *const site_stmts[], *const login_stmts[], *const password_page_stmts[];
extern struct db_stmt *const sign_up_stmts[], *const oauth_client_stmts[];
extern struct db_stmt *const oauth_consent_stmts[], *const oauth_token_stmts[];
extern struct db_stmt *const grants_stmts[];
extern const size_t n_site_stmts, n_login_stmts, n_password_page_stmts, n_sign_up_stmts,
	n_oauth_client_stmts, n_oauth_consent_stmts, n_oauth_token_stmts, n_grants_stmts;

void connector_register(void);

#endif
