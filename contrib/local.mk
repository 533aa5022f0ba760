# what hosts need around it
EXTRA_DIST += %D%/packages
include contrib/bench/local.mk
