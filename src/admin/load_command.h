/* SPDX-License-Identifier: Apache-2.0 */
/* load_command.h: the subcommands about market data; src/program/lastro.c lists them. */
#ifndef LASTRO_ADMIN_LOAD_COMMAND_H
#define LASTRO_ADMIN_LOAD_COMMAND_H

#include "admin/command.h"

extern const struct flag load_flags[], fetch_flags[], compute_prices_flags[],
	compute_anomalies_flags[], compute_statements_flags[];
enum exit_status load_command(struct run *r);
const char *load_help(void *pool);
enum exit_status fetch_command(struct run *r);
/* fetch_all() - fetches every source; the flags that name one file are refused. */
struct fetch_options;
struct load_options;
enum exit_status fetch_all(struct run *r, const struct fetch_options *opt,
			   const struct load_options *load);
/* load_tell() - reports the outcome of one file. */
struct load_result;
void load_tell(struct run *r, const char *source, const char *file, const struct load_result *res);
const char *fetch_help(void *pool);
enum exit_status compute_prices(struct run *r);
enum exit_status compute_anomalies(struct run *r);
enum exit_status compute_agenda(struct run *r);
enum exit_status compute_alerts(struct run *r);
enum exit_status compute_statements(struct run *r);

#endif
