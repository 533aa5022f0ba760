# unit tests of src/db and src/identity
check_PROGRAMS += t/unit/identity/key.t t/unit/db/numeric.t
TESTS += t/unit/identity/key.t t/unit/db/numeric.t
t_unit_identity_key_t_SOURCES = t/unit/identity/key.c
t_unit_identity_key_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_identity_key_t_LDADD = $(UNIT_LIBS)
t_unit_db_numeric_t_SOURCES = t/unit/db/numeric.c
t_unit_db_numeric_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_db_numeric_t_LDADD = $(UNIT_LIBS)

# unit tests of src/identity/pages
check_PROGRAMS += t/unit/identity/pages/identity_pages.t
TESTS += t/unit/identity/pages/identity_pages.t
t_unit_identity_pages_identity_pages_t_SOURCES = t/unit/identity/pages/identity_pages.c
t_unit_identity_pages_identity_pages_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_identity_pages_identity_pages_t_LDADD = $(UNIT_LIBS)
check_PROGRAMS += t/unit/identity/pages/client_document.t
TESTS += t/unit/identity/pages/client_document.t
t_unit_identity_pages_client_document_t_SOURCES = t/unit/identity/pages/client_document.c
t_unit_identity_pages_client_document_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_identity_pages_client_document_t_LDADD = $(UNIT_LIBS)
