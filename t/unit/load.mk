# unit tests of src/load
