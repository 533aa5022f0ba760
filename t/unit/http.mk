# unit tests of src/http
