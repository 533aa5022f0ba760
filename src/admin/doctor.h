/* SPDX-License-Identifier: Apache-2.0 */
/* doctor.h: what the checks of lastro doctor share. */
#ifndef LASTRO_ADMIN_DOCTOR_H
#define LASTRO_ADMIN_DOCTOR_H

#include "admin/jobs.h"
#include "core/json_write.h"

enum finding { FINDING_OK, FINDING_WARNING, FINDING_FAILURE };

struct report {
	struct run *run;
	struct buf out;
	struct json json;
	int count[3];
	struct reach reach; /* the workspaces that are read */
	int lost;	    /* failures that only say that a machine does not answer */
};

/* report_finding() - doctor_report.c; @remedy is shown only with a problem; it may be NULL. */
void report_finding(struct report *rep, enum finding f, const char *check, const char *found,
		    const char *remedy);

/* check_series() - doctor_series.c: gaps in the series that portfolios need. */
void check_series(struct report *rep);

/* check_machines() - doctor_machines.c: the machines of distributed tenant tables. */
void check_machines(struct report *rep);

#endif
