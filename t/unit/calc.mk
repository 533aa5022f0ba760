# unit tests of src/calc
