# SPDX-License-Identifier: Apache-2.0
# One library holds every floor; the two programs are its thin ends.
noinst_LIBRARIES += src/liblastro.a
src_liblastro_a_SOURCES =
nodist_src_liblastro_a_SOURCES =

include src/core/local.mk
include src/calc/local.mk
include src/http/local.mk
include src/db/local.mk
include src/sheet/local.mk
include src/identity/local.mk
include src/operations/local.mk
include src/market/local.mk
include src/load/local.mk
include src/portfolio/local.mk
include src/office/local.mk
include src/desk/local.mk
include src/notices/local.mk
include src/console/local.mk
include src/admin/local.mk
include src/serve/local.mk
include src/programs.mk
