/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_machines.c: where tenant tables are distributed, whether every machine is in order. */
#include "config.h"

#include "admin/doctor.h"
#include "core/pool.h"
#include "db/distribute.h"

static void check_machine(struct report *rep, const struct machine *m)
{
	void *pool = rep->run->ctx->pool;
	const char *title = pool_printf(pool, "máquina %s", m->address);

	if (!m->answers) {
		rep->lost++;
		report_finding(
			rep, FINDING_FAILURE, title, "não responde",
			pool_printf(
				pool,
				"ligue-a, ou promova a réplica dela e rode lastro db promoted %s",
				m->address));
	} else if (m->standby)
		report_finding(rep, FINDING_FAILURE, title, "é réplica e não grava",
			       pool_printf(pool, "pg_ctl promote, depois lastro db promoted %s",
					   m->address));
	else if (m->timeline != m->counted)
		report_finding(rep, FINDING_FAILURE, title, "foi promovida, e isso não foi contado",
			       pool_printf(pool, "lastro db promoted %s", m->address));
	else
		report_finding(rep, FINDING_OK, title, "responde", NULL);
}

void check_machines(struct report *rep)
{
	struct ctx *ctx = rep->run->ctx;
	struct machine *machines;
	size_t n;
	int missing;

	if (!db_is_distributed(ctx))
		return;
	n = db_machines(ctx, &machines);
	for (size_t i = 0; i < n; i++)
		check_machine(rep, &machines[i]);
	missing = db_undistributed(ctx);
	report_finding(rep, missing ? FINDING_FAILURE : FINDING_OK, "tabelas distribuídas",
		       missing ? pool_printf(ctx->pool, "%d fora das máquinas", missing) : "todas",
		       "lastro db distribute");
	if (db_worker_set(ctx))
		report_finding(rep, FINDING_OK, "ajustes do papel dos processos", "feitos", NULL);
	else
		report_finding(rep, FINDING_FAILURE, "ajustes do papel dos processos",
			       "faltam: as gravações são recusadas", "lastro db distribute");
}
