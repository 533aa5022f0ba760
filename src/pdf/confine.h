/* SPDX-License-Identifier: Apache-2.0 */
/* confine.h: what lastro-pdf gives up before it looks at a stranger's file. */
#ifndef LASTRO_PDF_CONFINE_H
#define LASTRO_PDF_CONFINE_H

#include <stdbool.h>

#define CONFINE_MEMORY (512UL << 20) /* bytes of address space */
#define CONFINE_CPU_S 5		     /* seconds of processor time */
#define CONFINE_WALL_S 10	     /* and by the clock */

/*
 * confine() - from here on the process cannot create or write files, open a socket, start a program or a
 * process, or make memory executable: whoever tries is killed by SIGSYS.  Opening a file to read fails with
 * EACCES.  It reads and writes the descriptors that it has.  Beyond its memory an allocation fails; beyond its
 * time, and when its parent ends, a signal ends it.  A limit that is lower already stays.  False: nothing may be read.
 *
 * By prctl(): the packaged unit's own filter kills who calls seccomp().
 */
bool confine(void) __attribute__((warn_unused_result));

#endif
