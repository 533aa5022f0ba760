# the two programs
