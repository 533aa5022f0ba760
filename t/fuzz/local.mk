# fuzz entries
