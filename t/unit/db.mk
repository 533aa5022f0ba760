# unit tests of src/db and src/access
check_PROGRAMS += t/unit/access/key.t t/unit/db/numeric.t
TESTS += t/unit/access/key.t t/unit/db/numeric.t
t_unit_access_key_t_SOURCES = t/unit/access/key.c
t_unit_access_key_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_access_key_t_LDADD = $(UNIT_LIBS)
t_unit_db_numeric_t_SOURCES = t/unit/db/numeric.c
t_unit_db_numeric_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_db_numeric_t_LDADD = $(UNIT_LIBS)

# unit tests of src/connector
check_PROGRAMS += t/unit/connector/connector.t
TESTS += t/unit/connector/connector.t
t_unit_connector_connector_t_SOURCES = t/unit/connector/connector.c
t_unit_connector_connector_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_connector_connector_t_LDADD = $(UNIT_LIBS)
check_PROGRAMS += t/unit/connector/client_document.t
TESTS += t/unit/connector/client_document.t
t_unit_connector_client_document_t_SOURCES = t/unit/connector/client_document.c
t_unit_connector_client_document_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_connector_client_document_t_LDADD = $(UNIT_LIBS)
