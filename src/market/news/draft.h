/* SPDX-License-Identifier: Apache-2.0 */
/* draft.h: the statements of the draft; used only in src/market/news. */
#ifndef LASTRO_MARKET_NEWS_DRAFT_H
#define LASTRO_MARKET_NEWS_DRAFT_H

#endif
