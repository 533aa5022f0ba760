/* SPDX-License-Identifier: Apache-2.0 */
/* draft.h: the statements of the draft; only src/market/news includes this. */
#ifndef LASTRO_MARKET_NEWS_DRAFT_H
#define LASTRO_MARKET_NEWS_DRAFT_H

#endif
