# SPDX-License-Identifier: Apache-2.0
# One library holds every floor; the two programs are its thin ends.
noinst_LIBRARIES += src/liblastro.a
src_liblastro_a_SOURCES =
nodist_src_liblastro_a_SOURCES =

include src/core/local.mk
include src/calc/local.mk
include src/ctx/local.mk
include src/http/local.mk
include src/db/local.mk
include src/access/local.mk
include src/protocol/local.mk
include src/sheet/local.mk
include src/market/local.mk
include src/objects/local.mk
include src/companies/local.mk
include src/offerings/local.mk
include src/pages/local.mk
include src/wallet/local.mk
include src/office/local.mk
include src/advisor/local.mk
include src/desk/local.mk
include src/events/local.mk
include src/agenda/local.mk
include src/news/local.mk
include src/notices/local.mk
include src/load/local.mk
include src/connector/local.mk
include src/console/local.mk
include src/investor/local.mk
include src/mcp/local.mk
include src/admin/local.mk
include src/programs.mk
