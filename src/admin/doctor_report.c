/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_report.c: a finding of lastro doctor, as a line and as JSON. */
#include "config.h"

#include "admin/doctor.h"

void report_finding(struct report *rep, enum finding f, const char *check, const char *found,
		    const char *remedy)
{
	static const char *const words[] = { "ok", "aviso", "falha" };
	static const char *const names[] = { "ok", "warning", "failure" };

	rep->count[f]++;
	json_open(&rep->json, NULL);
	json_text(&rep->json, "check", check);
	json_text(&rep->json, "finding", names[f]);
	json_text(&rep->json, "found", found);
	json_text(&rep->json, "mend", f == FINDING_OK ? NULL : remedy);
	json_close(&rep->json);
	print_line(rep->run, "%-6s %s: %s", words[f], check, found);
	if (f != FINDING_OK && remedy)
		print_line(rep->run, "       conserto: %s", remedy);
}
