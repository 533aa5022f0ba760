# unit tests of src/wallet
