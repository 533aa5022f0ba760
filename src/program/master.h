/* SPDX-License-Identifier: Apache-2.0 */
/* program/master.h: the pool's master: binds the socket once and keeps the workers running. */
#ifndef LASTRO_PROGRAM_MASTER_H
#define LASTRO_PROGRAM_MASTER_H

#include <sys/types.h>

struct master_options {
	const char *program;  /* its path: SIGHUP starts a new binary found there */
	const char *path;     /* of the listening socket */
	int workers;	      /* 1-64 */
	mode_t mode;	      /* of the socket */
	const char *pid_file; /* or NULL */
};

/* master_run() - runs until SIGTERM or SIGINT; returns the exit status. */
int master_run(const struct master_options *o);

#endif
