/* SPDX-License-Identifier: Apache-2.0 */
/* attributes.h: what GCC and Clang both know beyond C11, spelled once. */
#ifndef LASTRO_CORE_ATTRIBUTES_H
#define LASTRO_CORE_ATTRIBUTES_H

#define MUST_CHECK __attribute__((warn_unused_result))
#define NORETURN __attribute__((noreturn))
#define PRINTF_LIKE(fmt, args) __attribute__((format(printf, fmt, args)))
#define UNUSED __attribute__((unused))
#define NEVER_NULL __attribute__((returns_nonnull))

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

#endif
