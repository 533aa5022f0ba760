/* SPDX-License-Identifier: Apache-2.0 */
/* notice_routes.c: the routes of src/notices. */
#include "config.h"

#include "notices/notices.h"

#include "identity/caller.h"

#define OWN .caller = CALLER_PERSON, .subject = SUBJECT_WALLET

const struct route notices_routes[] = {
	{ GET, "/v1/notifications", "listNotifications", notification_list, OWN,
	  .scope = SCOPE_ACCOUNT_READ },
	{ GET, "/v1/notifications/subscriptions", "listNotificationSubscriptions",
	  subscription_list, OWN, .scope = SCOPE_ACCOUNT_READ },
	{ POST, "/v1/notifications/subscriptions", "createNotificationSubscription",
	  subscription_create, OWN, .scope = SCOPE_ACCOUNT_WRITE, .transaction = TX_WRITE,
	  .once = ONCE, .body = BODY_JSON, .body_max = MAX_JSON },
	{ POST, "/v1/notifications/subscriptions/{id}/arm", "armNotificationSubscription",
	  subscription_arm, OWN, .scope = SCOPE_ACCOUNT_WRITE, .transaction = TX_WRITE },
	{ DELETE, "/v1/notifications/subscriptions/{id}", "deleteNotificationSubscription",
	  subscription_delete, OWN, .scope = SCOPE_ACCOUNT_WRITE, .transaction = TX_WRITE },
	{ .run = NULL },
};
