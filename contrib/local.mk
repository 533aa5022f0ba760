# what hosts need around it
EXTRA_DIST += %D%/packages %D%/demo/Market.pm %D%/demo/generate %D%/demo/load %D%/demo/instruments.csv
include contrib/bench/local.mk
