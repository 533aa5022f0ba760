/* SPDX-License-Identifier: Apache-2.0 */
/* identity_pages.c: the routes of the connector. */
#include "config.h"

#include "identity/pages/identity_pages.h"
