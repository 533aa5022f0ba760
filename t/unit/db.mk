# unit tests of src/db
