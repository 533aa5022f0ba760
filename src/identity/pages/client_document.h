/* SPDX-License-Identifier: Apache-2.0 */
/*
 * client_document.h: an application identified by an address, whose document describes it
 * (draft-ietf-oauth-client-id-metadata-document).
 *
 * Fetched only with LASTRO_CLIENT_METADATA=on, since a client chooses the address: https only, only
 * resolved addresses of the public internet, no redirect, no proxy, a few KiB, a few seconds.
 */
#ifndef LASTRO_IDENTITY_PAGES_CLIENT_DOCUMENT_H
#define LASTRO_IDENTITY_PAGES_CLIENT_DOCUMENT_H

#include <stdbool.h>

#include "core/text.h"
#include "core/ctx.h"

/*
 * client_address_is_good() - whether @text is an address that may identify a client and that this
 * service may fetch.
 */
bool client_address_is_good(const struct ctx *ctx, const char *text);

/* client_document_fetch() - the document at @address; false with *why (pt-BR).  No transaction may be open. */
bool client_document_fetch(struct ctx *ctx, const char *address, struct slice *out,
			   const char **why) MUST_CHECK;

#endif
