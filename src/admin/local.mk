# sources of src/admin
