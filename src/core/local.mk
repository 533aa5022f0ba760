# the floor: memory, texts, days, decimals, log; what a request carries, configuration, refusals
src_liblastro_a_SOURCES += \
	%D%/address.c %D%/address.h \
	%D%/attributes.h \
	%D%/backoff.c %D%/backoff.h \
	%D%/buf.c %D%/buf.h \
	%D%/calendar.c %D%/calendar.h \
	%D%/clock.c %D%/clock.h \
	%D%/ctx.c %D%/ctx.h \
	%D%/csv_write.c %D%/csv_write.h \
	%D%/day.c %D%/day.h \
	%D%/decimal.c %D%/decimal.h \
	%D%/encode.c %D%/encode.h \
	%D%/excerpt.c %D%/excerpt.h \
	%D%/json_write.c %D%/json_write.h \
	%D%/log.c %D%/log.h \
	%D%/lru.c %D%/lru.h \
	%D%/number_text.c %D%/number_text.h \
	%D%/order.h \
	%D%/pool.c %D%/pool.h \
	%D%/problem.c %D%/problem.h \
	%D%/problem_kinds.c \
	%D%/settings.c %D%/settings.h \
	%D%/stop.c %D%/stop.h \
	%D%/text.c %D%/text.h \
	%D%/uuid.c %D%/uuid.h
