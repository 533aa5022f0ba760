/* SPDX-License-Identifier: Apache-2.0 */
/* connector.c: the statements of the connector. */
#include "config.h"

#include "connector/connector.h"
