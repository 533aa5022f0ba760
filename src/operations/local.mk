# Functions, Actions, their schemas, the trail, MCP
src_liblastro_a_SOURCES += \
	%D%/ask.c %D%/ask.h \
	%D%/audit.c %D%/audit.h \
	%D%/call.c \
	%D%/call_route.c \
	%D%/catalog.c \
	%D%/changes.c %D%/changes.h \
	%D%/execute.c \
	%D%/format.c %D%/format.h \
	%D%/keyset.c \
	%D%/mcp/mcp.c %D%/mcp/mcp.h \
	%D%/mcp/mcp_message.c %D%/mcp/mcp_message.h \
	%D%/mcp/mcp_tools.c %D%/mcp/mcp_tools.h \
	%D%/operations.c \
	%D%/pattern.c %D%/pattern.h \
	%D%/protocol.h \
	%D%/schema.h \
	%D%/schema_check.c %D%/schema_check.h \
	%D%/schema_check_any.c \
	%D%/schema_check_list.c \
	%D%/schema_check_object.c \
	%D%/schema_check_plain.c \
	%D%/schema_compile.c \
	%D%/schema_node.h \
	%D%/schema_note.c \
	%D%/schema_redact.c \
	%D%/specs.c %D%/specs.h

# the schemas of every module, in the form of build-aux/print-json (t/http/0001-house.t), compiled in
EXTRA_DIST += build-aux/JsonText.pm build-aux/embed-schemas build-aux/print-json
EMBED_SCHEMAS = build-aux/embed-schemas build-aux/JsonText.pm src/serve/openapi.json
