/* SPDX-License-Identifier: Apache-2.0 */
/* draft.h: the statements of the draft; only src/news includes this. */
#ifndef LASTRO_NEWS_DRAFT_H
#define LASTRO_NEWS_DRAFT_H

#endif
