# sources of src/load
