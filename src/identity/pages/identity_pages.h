/* SPDX-License-Identifier: Apache-2.0 */
/* identity_pages.h: log-in of people, and access of applications: sessions, pages, OAuth 2.1. */
#ifndef LASTRO_IDENTITY_PAGES_IDENTITY_PAGES_H
#define LASTRO_IDENTITY_PAGES_IDENTITY_PAGES_H

#include "http/route.h"

extern const struct route session_routes[]; /* /v1/session, /login, /sign-up, /password … */
extern const struct route oauth_routes[];   /* /oauth/…, /.well-known/…, /grants */

#endif
