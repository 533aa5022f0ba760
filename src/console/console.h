/* SPDX-License-Identifier: Apache-2.0 */
/* console.h: portfolios as pages for people, with the figures of the JSON. */
#ifndef LASTRO_CONSOLE_CONSOLE_H
#define LASTRO_CONSOLE_CONSOLE_H

#include "http/route.h"
#include "operations/protocol.h"

extern const struct route console_routes[], work_routes[];

/* Keeps what keys and applications write by the Actions of a person, and how it is taken back. */
extern const struct keeper application_keeper;

#endif
