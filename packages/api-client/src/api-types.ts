// Made of docs/openapi.json by `npm run openapi`; not to be edited.

export interface paths {
    "/api/admin/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List who changed what, newest first */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/audit/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export who changed what, oldest first */
        get: operations["exportAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List devices to configure
         * @description Ordered by ID.
         */
        get: operations["adminListDevices"];
        put?: never;
        /**
         * Add a device
         * @description Returns its token, which is shown only this once.
         */
        post: operations["createDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/devices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a device to configure */
        get: operations["adminGetDevice"];
        put?: never;
        post?: never;
        /**
         * Delete a device
         * @description Its token is rejected immediately, its open alerts and incidents are resolved, and its history is erased soon after. Alerts and incidents are kept. To keep the history, disable the device instead.
         */
        delete: operations["deleteDevice"];
        options?: never;
        head?: never;
        /**
         * Change a device
         * @description Changes only the fields in the body; null clears a number of seconds. You can send back what you read.
         */
        patch: operations["updateDevice"];
        trace?: never;
    };
    "/api/admin/devices/{id}/attributes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the attributes of a device */
        get: operations["getDeviceAttributes"];
        /** Set the attributes of a device */
        put: operations["setDeviceAttributes"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/devices/{id}/handover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hand a device over to people of another site
         * @description Makes a new device there with the same settings and token. The former one stays with its past, disabled.
         */
        post: operations["handOverDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/devices/{id}/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a device to another site
         * @description Its history, alerts and incidents go along: people of the former site no longer see them.
         */
        post: operations["moveDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/devices/{id}/refusals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List rejected requests of a device
         * @description Of the last day, newest first; repetitions are counted. The newest twenty are kept.
         */
        get: operations["listDeviceRefusals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/devices/{id}/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the token of a device
         * @description The new token works immediately; the old one expires now, or after the given seconds.
         */
        post: operations["rotateDeviceToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/escalation-policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List escalation policies in the order in which they are tried */
        get: operations["listEscalationPolicies"];
        put?: never;
        /** Create an escalation policy */
        post: operations["createEscalationPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/escalation-policies/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an escalation policy */
        get: operations["getEscalationPolicy"];
        put?: never;
        post?: never;
        /** Delete an escalation policy */
        delete: operations["deleteEscalationPolicy"];
        options?: never;
        head?: never;
        /** Change an escalation policy; runs under way keep the former one */
        patch: operations["updateEscalationPolicy"];
        trace?: never;
    };
    "/api/admin/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export the configuration */
        get: operations["exportConfiguration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/geofences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List geofences */
        get: operations["listGeofences"];
        put?: never;
        /** Add a geofence */
        post: operations["createGeofence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/geofences/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a geofence */
        get: operations["getGeofence"];
        put?: never;
        post?: never;
        /** Delete a geofence that no rule uses */
        delete: operations["deleteGeofence"];
        options?: never;
        head?: never;
        /**
         * Change a geofence
         * @description Each rule that uses it gets a new version, with the new shape.
         */
        patch: operations["updateGeofence"];
        trace?: never;
    };
    "/api/admin/noise": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the noisiest rules */
        get: operations["getNoiseReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List rules */
        get: operations["listRules"];
        put?: never;
        /** Add a rule */
        post: operations["createRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/rules/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a rule */
        get: operations["getRule"];
        /** Add a rule or a new version of it */
        put: operations["saveRule"];
        post?: never;
        /** Delete a rule, or restore a built-in one */
        delete: operations["deleteRule"];
        options?: never;
        head?: never;
        /**
         * Change a rule, or turn it on or off
         * @description Changes only the fields in the body. `enabled` alone creates no new version.
         */
        patch: operations["updateRule"];
        trace?: never;
    };
    "/api/admin/rules/{key}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Explain why a rule fires, or does not fire, for a device */
        get: operations["explainRule"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/rules/{key}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the versions of a rule */
        get: operations["listRuleVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/rules/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Preview a rule on the stored readings */
        post: operations["previewRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List schedules */
        get: operations["listSchedules"];
        put?: never;
        /** Create a schedule */
        post: operations["createSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/schedules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a schedule */
        get: operations["getSchedule"];
        put?: never;
        post?: never;
        /** Delete a schedule that nothing uses */
        delete: operations["deleteSchedule"];
        options?: never;
        head?: never;
        /** Change a schedule from now on, or from valid_from */
        patch: operations["updateSchedule"];
        trace?: never;
    };
    "/api/admin/schedules/{id}/final": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who is on call in a time of up to 100 days
         * @description Without a break: an entry without `user` is a gap. Default: the next four weeks.
         */
        get: operations["getFinalSchedule"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/schedules/{id}/overrides": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the overrides of a schedule that have not ended */
        get: operations["listOverrides"];
        put?: never;
        /**
         * Have somebody take over for a while
         * @description Operators take over themselves; administrators may name anybody, and have two people swap.
         */
        post: operations["createOverride"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/schedules/{id}/overrides/{override_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End an override from now on, or delete one that has not begun
         * @description Of a swap, both overrides end.
         */
        delete: operations["deleteOverride"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the settings of the installation
         * @description With where each comes from, in `origins`. Secrets are never answered: of a token and of the URL of the heartbeat there is a hint, of a mail server whether it has a password.
         */
        get: operations["getSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change settings of the installation
         * @description On every node at once. `null` resets a setting. What the environment sets cannot be changed, except map and retention. A password or token that is left out stays as it is, for the same server and user. Needs a login of the last 15 minutes.
         */
        patch: operations["changeSettings"];
        trace?: never;
    };
    "/api/admin/settings/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a setting of the installation
         * @description Sends a real mail, message, request or heartbeat, by what is stored, or instead by what is in `settings`, which is not stored. Ten a minute. Needs a login of the last 15 minutes.
         */
        post: operations["testSettings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/silences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List silences, including expired ones */
        get: operations["listSilences"];
        put?: never;
        /** Create a silence */
        post: operations["createSilence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/silences/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a silence */
        get: operations["getSilence"];
        put?: never;
        post?: never;
        /** Delete a silence that is not active */
        delete: operations["deleteSilence"];
        options?: never;
        head?: never;
        /** Change a silence that has not ended */
        patch: operations["updateSilence"];
        trace?: never;
    };
    "/api/admin/silences/{id}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End a silence now */
        post: operations["endSilence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/silences/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Preview what a silence would cover now, and when it would be active */
        post: operations["previewSilence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/sites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the sites in reach */
        get: operations["listSites"];
        put?: never;
        /** Add a site */
        post: operations["createSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/sites/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a site, for its administrators with its members */
        get: operations["getSite"];
        put?: never;
        post?: never;
        /**
         * Delete a site that is empty
         * @description Refused while it has devices, or rules, silences, webhooks, schedules or policies of its own.
         */
        delete: operations["deleteSite"];
        options?: never;
        head?: never;
        /** Change a site */
        patch: operations["updateSite"];
        trace?: never;
    };
    "/api/admin/sites/{id}/members/{user}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Give a user a role in a site
         * @description Adds to what the user may do already: of two roles, the higher one counts.
         */
        put: operations["putSiteMember"];
        post?: never;
        /**
         * Take a user out of a site
         * @description Ends their live events of the site at once, and their assignments there.
         */
        delete: operations["deleteSiteMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/sites/{id}/status-page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the status page of a site */
        get: operations["getStatusPage"];
        /**
         * Create or replace the status page of a site
         * @description Anybody with its address sees the state of these devices, without logging in.
         */
        put: operations["putStatusPage"];
        post?: never;
        /**
         * Delete the status page of a site
         * @description Its address is unknown from then on.
         */
        delete: operations["deleteStatusPage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/sites/{id}/status-page/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give the status page of a site a new address
         * @description The former address is unknown from then on.
         */
        post: operations["renewStatusPageSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all tokens */
        get: operations["listTokens"];
        put?: never;
        /** Create a token for a user */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke any token */
        delete: operations["revokeToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List users */
        get: operations["listUsers"];
        put?: never;
        /**
         * Add or invite a user
         * @description With `invite`, returns a link to choose a password, which is shown only this once, and not at all if it was mailed.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a user */
        get: operations["getUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the name or the access of a user
         * @description A user who loses permissions is logged out everywhere. The last administrator cannot be changed.
         */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/api/admin/users/{id}/password-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a password link for a user */
        post: operations["createPasswordLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Reset the second factor of a user
         * @description For somebody who has lost it. Logs the user out everywhere; the next login needs the password alone.
         */
        delete: operations["resetSecondFactor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Log a user out everywhere */
        delete: operations["logOutUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List webhooks */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Add a webhook
         * @description Returns its secret, which is shown only this once.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a webhook */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /** Delete a webhook and its log */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change, enable or disable a webhook
         * @description Changes only the fields in the body. A value sets a header and null removes it; a list of names keeps those headers, as they were read. Disabling a webhook cancels its pending deliveries.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/api/admin/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the deliveries of a webhook */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/webhooks/{id}/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery
         * @description With its body, its attempts, and the beginning of each response.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/webhooks/{id}/deliveries/{delivery_id}/redelivery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend a delivery
         * @description The same bytes with the same ID, with new attempts.
         */
        post: operations["redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/webhooks/{id}/recovery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend failed deliveries
         * @description All failed deliveries queued in this time range, oldest first, 50 per second.
         */
        post: operations["recoverDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/webhooks/{id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a webhook
         * @description Returns the new secret, only this once. The old one also signs for a day, or for the given time.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a webhook
         * @description Sends webhook.test once, like any delivery, and returns the outcome.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List alerts
         * @description Newest first. from and to refer to triggered_at.
         */
        get: operations["listAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/alerts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an alert */
        get: operations["getAlert"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/alerts/{id}/acknowledgement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Acknowledge an alert
         * @description A second time changes nothing and returns who was first. With until, also where it is acknowledged already: it is snoozed until then.
         */
        post: operations["acknowledgeAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/alerts/{id}/assignment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Assign an alert */
        post: operations["assignAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/alerts/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add a note to an alert */
        post: operations["addAlertNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/alerts/{id}/resolution": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resolve an alert
         * @description A second time changes nothing and returns who was first.
         */
        post: operations["resolveAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List devices
         * @description Ordered by ID.
         */
        get: operations["listDevices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/devices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a device */
        get: operations["getDevice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/devices/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the module events of a device
         * @description Newest first, by event time.
         */
        get: operations["listModuleEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/devices/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the notes on a device
         * @description Newest first, all of the range: a device has at most 1000.
         */
        get: operations["listDeviceNotes"];
        put?: never;
        /**
         * Add a note to a device
         * @description Charts and events of the device show it at its time.
         */
        post: operations["addDeviceNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/devices/{id}/notes/{note_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a note on a device */
        delete: operations["deleteDeviceNote"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/devices/{id}/readings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the readings of a device
         * @description Newest first, by event time.
         */
        get: operations["listReadings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/devices/{id}/readings/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export the readings of a device */
        get: operations["exportReadings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/devices/{id}/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one metric over time */
        get: operations["getSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/devices/{id}/track": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the track of a device
         * @description Page by page, newest first; or with points, a whole range as a line of at most that many locations.
         */
        get: operations["getTrack"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/devices/{id}/track/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export the track of a device */
        get: operations["exportTrack"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/devices/{id}/trips": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the trips of a device
         * @description Trips and stops, oldest first, in a range of up to 31 days. By default the last day.
         */
        get: operations["getTrips"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/incidents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List incidents
         * @description Newest first. from and to refer to created_at.
         */
        get: operations["listIncidents"];
        put?: never;
        /** Declare an incident */
        post: operations["openIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/incidents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an incident with its timeline */
        get: operations["getIncident"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/incidents/{id}/acknowledgement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Acknowledge an incident
         * @description With its open alerts. A second time changes nothing and returns who was first. With until, also where it is acknowledged already: it is snoozed until then.
         */
        post: operations["acknowledgeIncident"];
        /** Unacknowledge an incident */
        delete: operations["unacknowledgeIncident"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/incidents/{id}/assignment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Assign an incident to a person, by ID or email, or unassign it */
        post: operations["assignIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/incidents/{id}/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Call somebody for help with an active incident
         * @description Notifies like a step of an escalation, also after an acknowledgement, which stays. Whom, and with what outcome, is in the timeline. The same call within ten seconds is one call; ten within ten minutes for an incident, and twenty by a person, are the most.
         */
        post: operations["callForHelp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/incidents/{id}/escalation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take the next step of its escalation now */
        post: operations["escalateIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/incidents/{id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Merge other incidents into this one */
        post: operations["mergeIncidents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/incidents/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add a note to an incident */
        post: operations["addIncidentNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/incidents/{id}/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who was notified of an incident, by what, with what outcome
         * @description Kept for 90 days; the timeline of the incident stays.
         */
        get: operations["listNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/incidents/{id}/reopening": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reopen an incident up to 15 minutes after its resolution */
        post: operations["reopenIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/incidents/{id}/resolution": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resolve an incident
         * @description With its open alerts. A second time changes nothing and returns who was first.
         */
        post: operations["resolveIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/incidents/{id}/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an incident with its alerts and the readings around them */
        get: operations["reviewIncident"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/incidents/{id}/severity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change the severity of an incident */
        post: operations["changeIncidentSeverity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/incidents/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get incident statistics: counts, MTTA, MTTR */
        get: operations["getIncidentStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in
         * @description If a second factor is needed, the answer to a login without it is 401 with an error of the field `/code`.
         */
        post: operations["logIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Log out */
        post: operations["logOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the current user */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change your name */
        patch: operations["updateMe"];
        trace?: never;
    };
    "/api/mobile/me/calendar-feeds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your calendars */
        get: operations["listMyCalendarFeeds"];
        put?: never;
        /** Create a calendar of a schedule, or of your own shifts */
        post: operations["createMyCalendarFeed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/me/calendar-feeds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete one of your calendars */
        delete: operations["deleteMyCalendarFeed"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/me/contact-methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your contact methods */
        get: operations["listMyContactMethods"];
        put?: never;
        /**
         * Add a contact method
         * @description email and webhook: a code is sent to it. push: verified by the first message that its service accepts. A browser that is known already only confirms its subscription. ntfy: subscribe to what the response shows, then request a code. telegram: open `link`.
         */
        post: operations["addMyContactMethod"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/me/contact-methods/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a contact method */
        delete: operations["deleteMyContactMethod"];
        options?: never;
        head?: never;
        /** Change the label or the details of a contact method */
        patch: operations["updateMyContactMethod"];
        trace?: never;
    };
    "/api/mobile/me/contact-methods/{id}/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a new code to a contact method
         * @description Six digits, valid for 15 minutes and five tries. At most five codes an hour for one address, and 20 in all.
         */
        post: operations["sendMyContactCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/me/contact-methods/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a test message, at most once a minute */
        post: operations["testMyContactMethod"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/me/contact-methods/{id}/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Verify a contact method by the code that was sent to it */
        post: operations["verifyMyContactMethod"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/me/notification-preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get your notification preferences */
        get: operations["getMyNotificationPreferences"];
        /** Replace your notification preferences */
        put: operations["setMyNotificationPreferences"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/me/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change your password
         * @description Ends all your sessions and tokens, including this one, and returns a new token.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your browser sessions */
        get: operations["listMySessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/me/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End one of your sessions */
        delete: operations["endMySession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/me/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your tokens */
        get: operations["listMyTokens"];
        put?: never;
        /** Create a token for a program */
        post: operations["createMyToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/me/tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke one of your tokens */
        delete: operations["revokeMyToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/on-call": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List who is on call now and next, by schedule */
        get: operations["getOnCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/readiness": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show who would be notified of an incident, and what stands in the way */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mobile/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a summary in numbers */
        get: operations["getSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/telemetry/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a batch of readings
         * @description Up to 1,000 readings, each checked separately.
         */
        post: operations["ingestBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/telemetry/ingest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a reading
         * @description When the response is sent, the reading and all its consequences are on disk. Sent again, it is stored once.
         */
        post: operations["ingestReading"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/telemetry/osmand": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Send a location in the query (OsmAnd)
         * @description As above, with everything in the query.
         */
        get: operations["ingestOsmAndQuery"];
        put?: never;
        /**
         * Send a location with the OsmAnd protocol
         * @description Traccar Client, OsmAnd and many trackers. The token is the id (device_id in JSON), or the password of
         *     basic authentication. As part of the address it is taken only where DEVICE_TOKEN_IN_ADDRESS allows it.
         */
        post: operations["ingestOsmAnd"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/telemetry/owntracks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a location with OwnTracks
         * @description In its HTTP mode. The token is the password of basic authentication, with any user name.
         */
        post: operations["ingestOwnTracks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream live events
         * @description Server-sent events that say what has changed, without the new content. A client that reconnects with the header `Last-Event-ID` gets what it missed.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check that the process is running */
        get: operations["isAlive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the metrics of this node
         * @description In the text format of Prometheus. Available only to this machine, or, with METRICS_TOKEN set, to requests that send it as bearer token.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get this reference as an OpenAPI document */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/own-address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prove that an address belongs to this service
         * @description Only this service can answer the challenge, so administrators can test its URL.
         */
        post: operations["proveAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/push/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the key that browsers subscribe with */
        get: operations["getPushKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/push/subscription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm or replace the subscription of a browser
         * @description Without a login: the keys of the previous subscription, which may be the same, are the proof.
         */
        post: operations["renewPushSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/push/subscription/removal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove the contact method of a browser
         * @description Without a login: the keys of the subscription are the proof.
         */
        post: operations["removePushSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the service is ready
         * @description 503 names the reason: stopping, database, schema or storage.
         */
        get: operations["isReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "alert.acknowledged": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * alert.acknowledged
         * @description A person acknowledged an alert.
         */
        post: operations["onAlertAcknowledged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "alert.escalated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * alert.escalated
         * @description An open alert became more severe than it has ever been. One that becomes milder sends nothing.
         */
        post: operations["onAlertEscalated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "alert.resolved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * alert.resolved
         * @description An alert was resolved.
         */
        post: operations["onAlertResolved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "alert.triggered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * alert.triggered
         * @description A rule raised a new alert. Sent once per alert.
         */
        post: operations["onAlertTriggered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "device.offline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * device.offline
         * @description No data has arrived from a device for as long as its threshold.
         */
        post: operations["onDeviceOffline"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "device.online": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * device.online
         * @description An offline device is back online.
         */
        post: operations["onDeviceOnline"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "incident.acknowledged": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * incident.acknowledged
         * @description A person acknowledged an incident.
         */
        post: operations["onIncidentAcknowledged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "incident.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * incident.created
         * @description An alert, a person, or many devices that went offline at once opened an incident.
         */
        post: operations["onIncidentCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "incident.nobody_told": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * incident.nobody_told
         * @description No notification of a round of its escalation was accepted: nobody knows of the incident.
         */
        post: operations["onIncidentNobodyTold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "incident.reopened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * incident.reopened
         * @description An incident is open again: an alert fired again soon after its resolution, its acknowledgement expired, its snooze ended, or a person reopened it.
         */
        post: operations["onIncidentReopened"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "incident.resolved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * incident.resolved
         * @description An incident was resolved, by a person or automatically.
         */
        post: operations["onIncidentResolved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * webhook.test
         * @description A person tests the webhook. Sent once, whatever its events.
         */
        post: operations["onWebhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AccessToken: {
            /** Format: date-time */
            created_at: string;
            expires_at: null | string;
            id: number;
            /** @enum {unknown} */
            kind: "api" | "mobile";
            last_used_address: string | null;
            last_used_at: null | string;
            /** @example Grafana */
            name: string;
            /** @description The highest role that it has anywhere */
            role: string | null;
            /**
             * @description The sites that it is limited to; null: all that its owner reaches
             * @example null
             */
            site_ids: number[] | null;
            /** @example 595c */
            token_hint: string;
            /** @example you@example.org */
            user_email: string;
            user_id: number;
        };
        /**
         * @description A person, or the service itself; null if it has not happened yet
         * @example {
         *       "type": "user",
         *       "id": 2,
         *       "email": "op@example.org",
         *       "name": "Ana"
         *     }
         */
        Actor: {
            email: string | null;
            id: number | null;
            name: string | null;
            /** @enum {string} */
            type: "user" | "system";
        } | null;
        /**
         * @example {
         *       "alert_id": 1,
         *       "device_id": 1,
         *       "device_name": "Bedside monitor",
         *       "site": {
         *         "id": 1,
         *         "name": "Home"
         *       },
         *       "module": "health",
         *       "rule_key": "health.systolic.high",
         *       "rule_version": 1,
         *       "severity": "critical",
         *       "current_severity": null,
         *       "status": "resolved",
         *       "title": "Systolic blood pressure above 180 mmHg",
         *       "field": "metrics.systolic",
         *       "threshold": 180,
         *       "triggered_value": 185,
         *       "last_value": 118,
         *       "peak_value": 185,
         *       "occurrences": 1,
         *       "triggered_at": "2026-11-21T12:20:22.000Z",
         *       "acknowledged_at": "2026-11-21T12:20:52.146Z",
         *       "acknowledged_by": {
         *         "type": "user",
         *         "id": 2,
         *         "email": "op@example.org",
         *         "name": "Ana"
         *       },
         *       "acknowledged_until": null,
         *       "snoozed_until": null,
         *       "resolved_at": "2026-11-21T12:21:23.268Z",
         *       "resolved_by": {
         *         "type": "system",
         *         "id": null,
         *         "email": null,
         *         "name": null
         *       },
         *       "resolve_reason": "cleared",
         *       "late": false,
         *       "recovering": false,
         *       "flapping": false,
         *       "clear_since": null,
         *       "assigned_to": {
         *         "type": "user",
         *         "id": 2,
         *         "email": "op@example.org",
         *         "name": "Ana"
         *       },
         *       "incident_id": 1,
         *       "silenced_by": null
         *     }
         */
        Alert: {
            acknowledged_at: null | string;
            acknowledged_by: components["schemas"]["Actor"];
            /** @description When it is open again unless it is resolved: snoozed_until, or when the acknowledgement expires */
            acknowledged_until: null | string;
            alert_id: number;
            assigned_to: components["schemas"]["Actor"];
            /** @description Since when its condition is clear, while it is open: until a person resolves it, or for long enough */
            clear_since: null | string;
            /**
             * @description The present severity, where `severity` is the worst that it has reached; null once it is over
             * @enum {string|null}
             */
            current_severity: "info" | "warning" | "critical" | null;
            device_id: number;
            device_name: string;
            field: string;
            /** @description Keeps firing and clearing; stays open until it settles */
            flapping: boolean;
            incident_id: number | null;
            last_value: number;
            late: boolean;
            module: components["schemas"]["Module"];
            occurrences: number;
            peak_value: number;
            /** @description Clear, but not for long enough yet */
            recovering: boolean;
            resolve_reason: string | null;
            resolved_at: null | string;
            resolved_by: components["schemas"]["Actor"];
            rule_key: string;
            rule_version: number;
            severity: components["schemas"]["Severity"];
            silenced_by: number | null;
            site: components["schemas"]["SiteName"];
            /** @description The time that a person chose */
            snoozed_until: null | string;
            /** @enum {string} */
            status: "firing" | "acknowledged" | "resolved";
            /** @description The limit of its severity */
            threshold: number | null;
            title: string;
            /** Format: date-time */
            triggered_at: string;
            /** @description The value with which it began */
            triggered_value: number;
        };
        /** @description A person acknowledged an alert. */
        AlertAcknowledged: {
            /**
             * Format: date-time
             * @example 2026-11-21T12:20:22.128Z
             */
            acknowledged_at: string;
            acknowledged_by: {
                email: string | null;
                id: number | null;
                /** @enum {string} */
                type: "user" | "system";
            };
            alert_id: number;
            device_id: number;
            /** @example Bedside monitor */
            device_name: string;
            incident_id: number | null;
            module: components["schemas"]["Module"];
            /** @example health.systolic.high */
            rule_key: string;
            severity: components["schemas"]["Severity"];
            site: components["schemas"]["SiteName"];
            snoozed_until: null | string;
            /** @example Systolic blood pressure above 180 mmHg */
            title: string;
        };
        /** @description An open alert became more severe than it has ever been. One that becomes milder sends nothing. */
        AlertEscalated: {
            alert_id: number;
            device_id: number;
            /** @example Bedside monitor */
            device_name: string;
            /**
             * Format: date-time
             * @example 2026-11-21T12:20:22.128Z
             */
            escalated_at: string;
            incident_id: number | null;
            /** @example 190 */
            last_value: number;
            module: components["schemas"]["Module"];
            /** @example health.systolic.high */
            rule_key: string;
            severity: components["schemas"]["Severity"];
            site: components["schemas"]["SiteName"];
            /**
             * @description The limit of this severity; null for a flag
             * @example 180
             */
            threshold: number | null;
            /** @example Systolic blood pressure above 180 mmHg */
            title: string;
        };
        /** @description An alert was resolved. */
        AlertResolved: {
            alert_id: number;
            device_id: number;
            /** @example Bedside monitor */
            device_name: string;
            incident_id: number | null;
            module: components["schemas"]["Module"];
            /** @example cleared */
            resolve_reason: string;
            /**
             * Format: date-time
             * @example 2026-11-21T12:20:22.128Z
             */
            resolved_at: string;
            resolved_by: {
                email: string | null;
                id: number | null;
                /** @enum {string} */
                type: "user" | "system";
            };
            /** @example health.systolic.high */
            rule_key: string;
            severity: components["schemas"]["Severity"];
            site: components["schemas"]["SiteName"];
            /** @example Systolic blood pressure above 180 mmHg */
            title: string;
        };
        /** @description A rule raised a new alert. Sent once per alert. */
        AlertTriggered: {
            alert_id: number;
            device_id: number;
            /** @example Bedside monitor */
            device_name: string;
            /** @example metrics.systolic */
            field: string;
            incident_id: number | null;
            /**
             * @description Whether the reading arrived late
             * @example false
             */
            late: boolean;
            module: components["schemas"]["Module"];
            /** @example health.systolic.high */
            rule_key: string;
            severity: components["schemas"]["Severity"];
            site: components["schemas"]["SiteName"];
            /**
             * @description The limit that was crossed; null for a flag
             * @example 180
             */
            threshold: number | null;
            /** @example Systolic blood pressure above 180 mmHg */
            title: string;
            /**
             * Format: date-time
             * @description Event time of the reading
             * @example 2026-11-21T12:20:22.128Z
             */
            triggered_at: string;
            /**
             * @description What was compared; 1 for a flag
             * @example 185
             */
            triggered_value: number;
        };
        /**
         * @example {
         *       "alert_id": 1,
         *       "device_id": 1,
         *       "device_name": "Bedside monitor",
         *       "site": {
         *         "id": 1,
         *         "name": "Home"
         *       },
         *       "module": "health",
         *       "rule_key": "health.systolic.high",
         *       "rule_version": 1,
         *       "severity": "critical",
         *       "current_severity": null,
         *       "status": "resolved",
         *       "title": "Systolic blood pressure above 180 mmHg",
         *       "field": "metrics.systolic",
         *       "threshold": 180,
         *       "triggered_value": 185,
         *       "last_value": 118,
         *       "peak_value": 185,
         *       "occurrences": 1,
         *       "triggered_at": "2026-11-21T12:20:22.000Z",
         *       "acknowledged_at": "2026-11-21T12:20:52.146Z",
         *       "acknowledged_by": {
         *         "type": "user",
         *         "id": 2,
         *         "email": "op@example.org",
         *         "name": "Ana"
         *       },
         *       "acknowledged_until": null,
         *       "snoozed_until": null,
         *       "resolved_at": "2026-11-21T12:21:23.268Z",
         *       "resolved_by": {
         *         "type": "system",
         *         "id": null,
         *         "email": null,
         *         "name": null
         *       },
         *       "resolve_reason": "cleared",
         *       "late": false,
         *       "recovering": false,
         *       "flapping": false,
         *       "clear_since": null,
         *       "assigned_to": {
         *         "type": "user",
         *         "id": 2,
         *         "email": "op@example.org",
         *         "name": "Ana"
         *       },
         *       "incident_id": 1,
         *       "silenced_by": null,
         *       "notes": []
         *     }
         */
        AlertWithNotes: {
            acknowledged_at: null | string;
            acknowledged_by: components["schemas"]["Actor"];
            /** @description When it is open again unless it is resolved: snoozed_until, or when the acknowledgement expires */
            acknowledged_until: null | string;
            alert_id: number;
            assigned_to: components["schemas"]["Actor"];
            /** @description Since when its condition is clear, while it is open: until a person resolves it, or for long enough */
            clear_since: null | string;
            /**
             * @description The present severity, where `severity` is the worst that it has reached; null once it is over
             * @enum {string|null}
             */
            current_severity: "info" | "warning" | "critical" | null;
            device_id: number;
            device_name: string;
            field: string;
            /** @description Keeps firing and clearing; stays open until it settles */
            flapping: boolean;
            incident_id: number | null;
            last_value: number;
            late: boolean;
            module: components["schemas"]["Module"];
            notes: {
                /** Format: date-time */
                at: string;
                by: components["schemas"]["Actor"];
                text: string;
            }[];
            occurrences: number;
            peak_value: number;
            /** @description Clear, but not for long enough yet */
            recovering: boolean;
            resolve_reason: string | null;
            resolved_at: null | string;
            resolved_by: components["schemas"]["Actor"];
            rule_key: string;
            rule_version: number;
            severity: components["schemas"]["Severity"];
            silenced_by: number | null;
            site: components["schemas"]["SiteName"];
            /** @description The time that a person chose */
            snoozed_until: null | string;
            /** @enum {string} */
            status: "firing" | "acknowledged" | "resolved";
            /** @description The limit of its severity */
            threshold: number | null;
            title: string;
            /** Format: date-time */
            triggered_at: string;
            /** @description The value with which it began */
            triggered_value: number;
        };
        CalendarFeed: {
            /** Format: date-time */
            created_at: string;
            id: number;
            last_read_at: null | string;
            /** @description Null: your own shifts in all schedules */
            schedule: {
                id: number;
                name: string;
            } | null;
        };
        /** @description docs/rules.md describes each kind, docs/rules.schema.json has their schema */
        Condition: {
            type: string;
        } & {
            [key: string]: unknown;
        };
        /** @description The whole configuration, without secrets. */
        Configuration: {
            devices: {
                attributes: components["schemas"]["DeviceAttributes"];
                /** @description The token of a disabled device is rejected */
                enabled: boolean;
                /** @description Expected interval of its readings */
                expected_interval_s: number | null;
                /**
                 * @description Its icon, by the names of Lucide; null: that of its module
                 * @example leaf
                 * @enum {string|null}
                 */
                icon: "thermometer" | "droplets" | "wind" | "sun" | "snowflake" | "flame" | "leaf" | "waves" | "gauge" | "activity" | "zap" | "plug" | "lightbulb" | "battery" | "fuel" | "radio" | "cpu" | "server" | "camera" | "watch" | "door-open" | "bed" | "house" | "building-2" | "factory" | "warehouse" | "package" | "container" | "truck" | "bus" | "bike" | "tractor" | "ship" | "plane" | "paw-print" | "flask-conical" | null;
                metrics: components["schemas"]["OwnMetrics"];
                module: components["schemas"]["Module"];
                name: string;
                notes: string;
                /** @description Time without data after which it counts as offline */
                offline_after_s: number | null;
                site: string | null;
                tags: string[];
            }[];
            /** Format: date-time */
            exported_at: string;
            /** @constant */
            format: "tocsin-configuration-1";
            geofences: {
                fence: {
                    [key: string]: unknown;
                };
                name: string;
                site: string | null;
            }[];
            policies: {
                is_last?: boolean;
                name: string;
                /** @description How often its steps are taken */
                rounds?: number;
                /** @description Incidents it applies to; a field left out is no limit */
                scope?: {
                    min_severity?: components["schemas"]["Severity"];
                    modules?: ("health" | "vehicle" | "factory" | "home_infra" | "worker" | "fleet")[];
                    rule_keys?: string[];
                    tags?: string[];
                };
                site?: string | null;
                steps: {
                    targets: ("on_call" | {
                        schedule: string;
                    } | {
                        user: string;
                    } | {
                        /** @enum {unknown} */
                        role: "admin" | "operator" | "viewer";
                    })[];
                    /** @description Since the step before; of the first, since the incident was opened or the round began */
                    wait_s: number;
                }[];
                /** @description The same for warnings; 0: never */
                warning_rounds?: number;
            }[];
            rules: {
                definition: {
                    [key: string]: unknown;
                };
                enabled: boolean;
                key: string;
                origin: string;
                site: string | null;
            }[];
            schedules: {
                layers: {
                    /**
                     * @description Local time at which the next turn begins; turns of hours are counted from it
                     * @example 09:00
                     */
                    handover: string;
                    /** @description Duty only in these hours; days without any consume no turn */
                    hours?: components["schemas"]["DutyHours"][];
                    /** @description Hours (up to 168), days or weeks (up to 52) per turn */
                    length: number;
                    people: string[];
                    /**
                     * @description The first turn begins on this day, at the hand-over
                     * @example 2026-11-23
                     */
                    start_date: string;
                    /** @enum {string} */
                    unit: "hour" | "day" | "week";
                    /** @description Duty only on these days; the others consume no turn */
                    weekdays?: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                }[];
                name: string;
                site?: string | null;
                time_zone: string;
            }[];
            sites: {
                /**
                 * @description Readings that each device of the site may send a minute; null: as many as the installation says, 0: no limit. Only for administrators of the installation
                 * @example null
                 */
                device_readings_per_minute?: number | null;
                name: string;
                notes: string;
                /**
                 * @description Days for which its readings are kept, at least; null: as many as the installation says. A shorter time deletes older readings for good within minutes. Only for administrators of the installation
                 * @example null
                 */
                retention_days?: number | null;
                /**
                 * @description Readings that all devices of the site together may send a minute; null: as many as the installation says, 0: no limit. Only for administrators of the installation
                 * @example null
                 */
                site_readings_per_minute?: number | null;
            }[];
            status_pages: {
                devices: {
                    device: string;
                    group_name: string;
                    label: string;
                    nth?: number;
                }[];
                site: string | null;
                title: string;
            }[];
            users: {
                email: string;
                enabled: boolean;
                role: string;
            }[];
            webhooks: {
                enabled: boolean;
                events: string[];
                format: string;
                min_severity: components["schemas"]["Severity"];
                modules: components["schemas"]["Module"][];
                name: string;
                site: string | null;
                tags: string[];
                url: string;
            }[];
        };
        /**
         * @example {
         *       "id": 4,
         *       "kind": "push",
         *       "label": "Phone",
         *       "state": "verified",
         *       "address_hint": "fcm.googleapis.com",
         *       "details": "full",
         *       "reason": null,
         *       "created_at": "2026-11-21T11:58:03.114Z",
         *       "verified_at": "2026-11-21T11:58:04.020Z",
         *       "last_ok_at": "2026-11-22T03:12:44.700Z"
         *     }
         */
        ContactMethod: {
            /** @description By what you recognize the address; never the whole of it */
            address_hint: string;
            /** Format: date-time */
            created_at: string;
            /**
             * @description minimal: severity and a link, no names or values
             * @enum {string}
             */
            details: "full" | "minimal";
            id: number;
            /** @enum {string} */
            kind: "push" | "email" | "ntfy" | "telegram" | "webhook";
            label: string;
            /** @description When its service last accepted a message */
            last_ok_at: null | string;
            /** @description Why it is broken or disabled */
            reason: string | null;
            /**
             * @description broken: its service refuses it. Only a verified method is used
             * @enum {string}
             */
            state: "pending" | "verified" | "broken" | "disabled";
            verified_at: null | string;
        };
        Delivery: {
            attempts: {
                /** @description The IP address of the receiver */
                address: string | null;
                at: string;
                /** @description The outcome in words */
                detail: string;
                duration_ms: number;
                /** @description Starting at 1 */
                n: number;
                /** @enum {string} */
                outcome: "delivered" | "http_status" | "redirect" | "timeout" | "connect" | "dns" | "tls" | "blocked_address" | "bad_response";
                /** @description Status of the response, if there was one */
                status: number | null;
            }[];
            /** Format: date-time */
            created_at: string;
            event: components["schemas"]["WebhookEvent"];
            id: number;
            /** @description The webhook-id of the requests */
            message_id: string;
            next_attempt_at: null | string;
            /** @enum {string} */
            status: "pending" | "retrying" | "held" | "delivered" | "dead" | "cancelled";
        };
        DeliveryAttempt: {
            /** @description The IP address of the receiver */
            address: string | null;
            at: string;
            /** @description The outcome in words */
            detail: string;
            duration_ms: number;
            /** @description Starting at 1 */
            n: number;
            /** @enum {string} */
            outcome: "delivered" | "http_status" | "redirect" | "timeout" | "connect" | "dns" | "tls" | "blocked_address" | "bad_response";
            /** @description The first 4 KiB of the response; untrusted text */
            response_body: string | null;
            /** @description Status of the response, if there was one */
            status: number | null;
        };
        /**
         * @example {
         *       "id": 1,
         *       "name": "Bedside monitor",
         *       "module": "health",
         *       "enabled": true,
         *       "tags": [
         *         "ward 3"
         *       ],
         *       "notes": "",
         *       "expected_interval_s": 60,
         *       "offline_after_s": null,
         *       "metrics": {},
         *       "icon": null,
         *       "site": {
         *         "id": 1,
         *         "name": "Home"
         *       },
         *       "status": "online",
         *       "usual_interval_s": 200,
         *       "last_seen": "2026-11-21T12:20:23.640Z",
         *       "battery": 82,
         *       "signal": -67,
         *       "lat": 52.379189,
         *       "lng": 4.899431,
         *       "location_at": "2026-11-21T12:20:23.000Z",
         *       "latest": {
         *         "module": "health",
         *         "ts": 1795263623,
         *         "at": "2026-11-21T12:20:23.000Z",
         *         "metrics": {
         *           "spo2": 98,
         *           "systolic": 118
         *         },
         *         "flags": {
         *           "fall_detected": false
         *         }
         *       },
         *       "open_alerts": {
         *         "info": 0,
         *         "warning": 0,
         *         "critical": 1
         *       },
         *       "token_hint": "725e",
         *       "created_at": "2026-11-21T12:19:35.245Z"
         *     }
         */
        Device: {
            battery: number | null;
            /** Format: date-time */
            created_at: string;
            /** @description The token of a disabled device is rejected */
            enabled: boolean;
            /** @description Expected interval of its readings */
            expected_interval_s: number | null;
            /**
             * @description Its icon, by the names of Lucide; null: that of its module
             * @example leaf
             * @enum {string|null}
             */
            icon: "thermometer" | "droplets" | "wind" | "sun" | "snowflake" | "flame" | "leaf" | "waves" | "gauge" | "activity" | "zap" | "plug" | "lightbulb" | "battery" | "fuel" | "radio" | "cpu" | "server" | "camera" | "watch" | "door-open" | "bed" | "house" | "building-2" | "factory" | "warehouse" | "package" | "container" | "truck" | "bus" | "bike" | "tractor" | "ship" | "plane" | "paw-print" | "flask-conical" | null;
            id: number;
            /** @description When data was last received, by the clock of the service */
            last_seen: null | string;
            lat: number | null;
            latest: null | {
                /**
                 * Format: date-time
                 * @description Event time of the newest reading
                 */
                at: string;
                flags: {
                    [key: string]: unknown;
                };
                metrics: {
                    [key: string]: unknown;
                };
                module: components["schemas"]["Module"];
                /** @description As the device sent it */
                ts: number;
            };
            lng: number | null;
            /** @description Time of the location */
            location_at: null | string;
            metrics: components["schemas"]["OwnMetrics"];
            module: components["schemas"]["Module"];
            name: string;
            notes: string;
            /** @description Time without data after which it counts as offline */
            offline_after_s: number | null;
            open_alerts: {
                critical: number;
                info: number;
                warning: number;
            };
            signal: number | null;
            site: components["schemas"]["SiteName"];
            /** @enum {string} */
            status: "never_seen" | "online" | "offline";
            tags: string[];
            /** @description The end of the token */
            token_hint: string | null;
            /** @description How often it usually sends, learnt from its readings, at least a third of OFFLINE_AFTER_S; null until it is known */
            usual_interval_s: number | null;
        };
        /**
         * @description Values of the device that rules can use as limits
         * @example {
         *       "max_systolic": 165
         *     }
         */
        DeviceAttributes: {
            [key: string]: number | string | boolean;
        };
        /**
         * @example {
         *       "note_id": 1,
         *       "at": "2026-11-21T14:05:00.000Z",
         *       "text": "Filter changed",
         *       "by": {
         *         "type": "user",
         *         "id": 2,
         *         "email": "op@example.org",
         *         "name": "Ana"
         *       }
         *     }
         */
        DeviceNote: {
            /** Format: date-time */
            at: string;
            by: components["schemas"]["Actor"];
            note_id: number;
            text: string;
        };
        /** @description No data has arrived from a device for as long as its threshold. */
        DeviceOffline: {
            battery: number | null;
            device_id: number;
            /** @example Bedside monitor */
            device_name: string;
            /**
             * Format: date-time
             * @example 2026-11-21T12:20:22.128Z
             */
            last_seen: string;
            lat: number | null;
            lng: number | null;
            module: components["schemas"]["Module"];
            /**
             * Format: date-time
             * @example 2026-11-21T12:20:22.128Z
             */
            offline_since: string;
            signal: number | null;
            site: components["schemas"]["SiteName"];
            /** @example 600 */
            threshold_s: number;
        };
        /** @description An offline device is back online. */
        DeviceOnline: {
            battery: number | null;
            device_id: number;
            /** @example Bedside monitor */
            device_name: string;
            lat: number | null;
            lng: number | null;
            module: components["schemas"]["Module"];
            /**
             * Format: date-time
             * @example 2026-11-21T12:20:22.128Z
             */
            online_at: string;
            signal: number | null;
            site: components["schemas"]["SiteName"];
        };
        /**
         * @example {
         *       "id": 1,
         *       "name": "Bedside monitor",
         *       "module": "health",
         *       "enabled": true,
         *       "tags": [
         *         "ward 3"
         *       ],
         *       "notes": "",
         *       "expected_interval_s": 60,
         *       "offline_after_s": null,
         *       "metrics": {},
         *       "icon": null,
         *       "site": {
         *         "id": 1,
         *         "name": "Home"
         *       },
         *       "status": "online",
         *       "usual_interval_s": 200,
         *       "last_seen": "2026-11-21T12:20:23.640Z",
         *       "battery": 82,
         *       "signal": -67,
         *       "lat": 52.379189,
         *       "lng": 4.899431,
         *       "location_at": "2026-11-21T12:20:23.000Z",
         *       "latest": {
         *         "module": "health",
         *         "ts": 1795263623,
         *         "at": "2026-11-21T12:20:23.000Z",
         *         "metrics": {
         *           "spo2": 98,
         *           "systolic": 118
         *         },
         *         "flags": {
         *           "fall_detected": false
         *         }
         *       },
         *       "open_alerts": {
         *         "info": 0,
         *         "warning": 0,
         *         "critical": 1
         *       },
         *       "token_hint": "725e",
         *       "created_at": "2026-11-21T12:19:35.245Z",
         *       "token": "89b80fd6f82ae688a1c27b5d3e4f60718293a4b5c6d7e8f90a1b2c3d4e5f725e"
         *     }
         */
        DeviceWithToken: {
            battery: number | null;
            /** Format: date-time */
            created_at: string;
            /** @description The token of a disabled device is rejected */
            enabled: boolean;
            /** @description Expected interval of its readings */
            expected_interval_s: number | null;
            /**
             * @description Its icon, by the names of Lucide; null: that of its module
             * @example leaf
             * @enum {string|null}
             */
            icon: "thermometer" | "droplets" | "wind" | "sun" | "snowflake" | "flame" | "leaf" | "waves" | "gauge" | "activity" | "zap" | "plug" | "lightbulb" | "battery" | "fuel" | "radio" | "cpu" | "server" | "camera" | "watch" | "door-open" | "bed" | "house" | "building-2" | "factory" | "warehouse" | "package" | "container" | "truck" | "bus" | "bike" | "tractor" | "ship" | "plane" | "paw-print" | "flask-conical" | null;
            id: number;
            /** @description When data was last received, by the clock of the service */
            last_seen: null | string;
            lat: number | null;
            latest: null | {
                /**
                 * Format: date-time
                 * @description Event time of the newest reading
                 */
                at: string;
                flags: {
                    [key: string]: unknown;
                };
                metrics: {
                    [key: string]: unknown;
                };
                module: components["schemas"]["Module"];
                /** @description As the device sent it */
                ts: number;
            };
            lng: number | null;
            /** @description Time of the location */
            location_at: null | string;
            metrics: components["schemas"]["OwnMetrics"];
            module: components["schemas"]["Module"];
            name: string;
            notes: string;
            /** @description Time without data after which it counts as offline */
            offline_after_s: number | null;
            open_alerts: {
                critical: number;
                info: number;
                warning: number;
            };
            signal: number | null;
            site: components["schemas"]["SiteName"];
            /** @enum {string} */
            status: "never_seen" | "online" | "offline";
            tags: string[];
            /** @description Shown only this once */
            token: string;
            /** @description The end of the token */
            token_hint: string | null;
            /** @description How often it usually sends, learnt from its readings, at least a third of OFFLINE_AFTER_S; null until it is known */
            usual_interval_s: number | null;
        };
        DutyHours: {
            /** @description The days on which these hours begin; without them, every day */
            days?: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
            /**
             * @description Local time at which they begin
             * @example 19:00
             */
            from: string;
            /**
             * @description Not after `from`: on the next day, so that equal times are 24 hours
             * @example 07:00
             */
            to: string;
        };
        /** @description All errors have this form. */
        ErrorAnswer: {
            /** @description The status of the response */
            code: number;
            errors?: {
                /** @description A JSON pointer */
                field: string;
                message: string;
            }[];
            message: string;
            /** @constant */
            status: "error";
        };
        EscalationPolicy: {
            id: number;
            /** @description Fits every incident; cannot be moved or deleted */
            is_last: boolean;
            name: string;
            /** @description Policies of a site, then those of the installation, are tried in this order; the first that fits is used */
            position: number;
            rounds: number;
            scope: {
                min_severity: components["schemas"]["Severity"];
                modules: components["schemas"]["Module"][];
                rule_keys: string[];
                tags: string[];
            };
            /**
             * @description Null: the whole installation
             * @example {
             *       "id": 1,
             *       "name": "Home"
             *     }
             */
            site: {
                id: number;
                name: string;
            } | null;
            steps: {
                targets: {
                    /** @description Of the schedule or user */
                    id?: number;
                    /**
                     * @description Exactly this role
                     * @enum {string}
                     */
                    role?: "admin" | "operator" | "viewer";
                    /**
                     * @description on_call: who is on call in any schedule, else administrators and operators
                     * @enum {string}
                     */
                    type: "on_call" | "schedule" | "user" | "role";
                }[];
                /** @description Since the step before; of the first, since the incident was opened or the round began */
                wait_s: number;
            }[];
            version: number;
            warning_rounds: number;
        };
        /**
         * @description Ignores read-only fields: id, site, is_last
         * @example {
         *       "rounds": 5
         *     }
         */
        EscalationPolicyChanges: {
            name?: string;
            position?: number;
            /** @description How often its steps are taken */
            rounds?: number;
            /** @description Incidents it applies to; a field left out is no limit */
            scope?: {
                min_severity?: components["schemas"]["Severity"];
                modules?: ("health" | "vehicle" | "factory" | "home_infra" | "worker" | "fleet")[];
                rule_keys?: string[];
                tags?: string[];
            };
            steps?: {
                targets: {
                    /** @description Of the schedule or user */
                    id?: number;
                    /**
                     * @description Exactly this role
                     * @enum {string}
                     */
                    role?: "admin" | "operator" | "viewer";
                    /**
                     * @description on_call: who is on call in any schedule, else administrators and operators
                     * @enum {string}
                     */
                    type: "on_call" | "schedule" | "user" | "role";
                }[];
                /** @description Since the step before; of the first, since the incident was opened or the round began */
                wait_s: number;
            }[];
            /** @description The version that was read; 409 if it is not the current one */
            version?: number;
            /** @description The same for warnings; 0: never */
            warning_rounds?: number;
        };
        /** @description Without `user`, nobody is on call */
        FinalScheduleEntry: {
            /** Format: date-time */
            from: string;
            layer: number | null;
            override_id: number | null;
            /** Format: date-time */
            to: string;
            user: components["schemas"]["PersonOnCall"] | null;
        };
        /**
         * @example {
         *       "id": 1,
         *       "site": {
         *         "id": 1,
         *         "name": "Home"
         *       },
         *       "name": "Depot",
         *       "fence": {
         *         "circle": {
         *           "lat": 46.0569,
         *           "lng": 14.5058,
         *           "radius_m": 500
         *         }
         *       },
         *       "rules": [
         *         "depot.left"
         *       ],
         *       "created_at": "2026-11-21T12:19:35.245Z",
         *       "updated_at": "2026-11-21T12:19:35.245Z"
         *     }
         */
        Geofence: {
            /** Format: date-time */
            created_at: string;
            /**
             * @description `{circle: {lat, lng, radius_m}}`, or `{polygon}` with 3 to 200 corners, each `[lat, lng]`
             * @example {
             *       "circle": {
             *         "lat": 46.0569,
             *         "lng": 14.5058,
             *         "radius_m": 500
             *       }
             *     }
             */
            fence: {
                [key: string]: unknown;
            };
            id: number;
            name: string;
            /** @description Keys of the rules that use it */
            rules: string[];
            /**
             * @description Null: the whole installation
             * @example {
             *       "id": 1,
             *       "name": "Home"
             *     }
             */
            site: {
                id: number;
                name: string;
            } | null;
            /** Format: date-time */
            updated_at: string;
        };
        /**
         * @description Who, how bad, since when, where and what helps, in a few words
         * @example {
         *       "device_name": "Bedside monitor",
         *       "metric": "systolic",
         *       "label": "systolic",
         *       "value": 185,
         *       "unit": "mmHg",
         *       "threshold": 180,
         *       "direction": "above",
         *       "severity": "critical",
         *       "current_severity": null,
         *       "current_value": null,
         *       "since": "2026-11-21T12:20:22.000Z",
         *       "cleared_since": null,
         *       "place": "2 km N of Kranj",
         *       "lat": 46.257,
         *       "lng": 14.356,
         *       "location_age_s": 60,
         *       "notes": "Ward 2, left of the lift. Key safe 4711"
         *     }
         */
        Headline: {
            cleared_since: null | string;
            /**
             * @description The present severity, where `severity` is the worst that it has reached; null once it is over
             * @enum {string|null}
             */
            current_severity: "info" | "warning" | "critical" | null;
            /** @description The present value while it is open */
            current_value: number | null;
            device_name: string | null;
            /**
             * @description How the value lies to the limit
             * @enum {string|null}
             */
            direction: "above" | "at_or_above" | "below" | "at_or_below" | null;
            /** @description Its name in English, or the title */
            label: string;
            lat: number | null;
            lng: number | null;
            /** @description Age of the location */
            location_age_s: number | null;
            /** @description The metric or flag; null for what the title alone tells */
            metric: string | null;
            /** @description Of the device, up to 200 characters */
            notes: string | null;
            /** @description The geofence that it is in, else the nearest town within 50 km, such as "2 km N of Kranj" */
            place: string | null;
            severity: components["schemas"]["Severity"];
            /** Format: date-time */
            since: string;
            threshold: number | null;
            unit: string | null;
            /** @description The value beyond the limit: the present one, or the worst if that is not beyond it any more */
            value: number | null;
        };
        /**
         * @example {
         *       "incident_id": 1,
         *       "status": "resolved",
         *       "severity": "critical",
         *       "current_severity": null,
         *       "title": "Systolic blood pressure above 180 mmHg",
         *       "origin": "alert",
         *       "site": {
         *         "id": 1,
         *         "name": "Home"
         *       },
         *       "device_id": 1,
         *       "device_name": "Bedside monitor",
         *       "alert_id": 1,
         *       "alert_ids": [
         *         1
         *       ],
         *       "lat": null,
         *       "lng": null,
         *       "location_at": null,
         *       "created_at": "2026-11-21T12:20:22.128Z",
         *       "acknowledged_at": "2026-11-21T12:21:41.757Z",
         *       "acknowledged_by": {
         *         "type": "user",
         *         "id": 2,
         *         "email": "op@example.org",
         *         "name": "Ana"
         *       },
         *       "acknowledged_until": null,
         *       "snoozed_until": null,
         *       "assigned_to": null,
         *       "resolved_at": "2026-11-21T12:21:41.780Z",
         *       "resolved_by": {
         *         "type": "user",
         *         "id": 2,
         *         "email": "op@example.org",
         *         "name": "Ana"
         *       },
         *       "resolution": "false_alarm",
         *       "note": "Cuff was loose",
         *       "merged_into": null,
         *       "previous_incident_id": null,
         *       "silenced_by": null,
         *       "headline": {
         *         "device_name": "Bedside monitor",
         *         "metric": "systolic",
         *         "label": "systolic",
         *         "value": 185,
         *         "unit": "mmHg",
         *         "threshold": 180,
         *         "direction": "above",
         *         "severity": "critical",
         *         "current_severity": null,
         *         "current_value": null,
         *         "since": "2026-11-21T12:20:22.000Z",
         *         "cleared_since": null,
         *         "place": "2 km N of Kranj",
         *         "lat": 46.257,
         *         "lng": 14.356,
         *         "location_age_s": 60,
         *         "notes": "Ward 2, left of the lift. Key safe 4711"
         *       }
         *     }
         */
        Incident: {
            acknowledged_at: null | string;
            acknowledged_by: components["schemas"]["Actor"];
            /** @description When it is open again unless it is resolved: snoozed_until, or when the acknowledgement expires */
            acknowledged_until: null | string;
            alert_id: number | null;
            alert_ids: number[];
            assigned_to: components["schemas"]["Actor"];
            /** Format: date-time */
            created_at: string;
            /**
             * @description The present severity, where `severity` is the worst that it has reached; null once it is over
             * @enum {string|null}
             */
            current_severity: "info" | "warning" | "critical" | null;
            device_id: number | null;
            device_name: string | null;
            headline: components["schemas"]["Headline"];
            incident_id: number;
            lat: number | null;
            lng: number | null;
            location_at: null | string;
            /** @description The incident it was merged into */
            merged_into: number | null;
            note: string | null;
            /**
             * @description An alert, a person, many devices that went offline at once, or one that is offline
             * @enum {string}
             */
            origin: "alert" | "person" | "storm" | "offline";
            /** @description The previous incident of its alert, resolved too long ago to be reopened */
            previous_incident_id: number | null;
            resolution: string | null;
            resolved_at: null | string;
            resolved_by: components["schemas"]["Actor"];
            severity: components["schemas"]["Severity"];
            /** @description The silence that holds its notifications */
            silenced_by: number | null;
            /**
             * @description Null: the whole installation
             * @example {
             *       "id": 1,
             *       "name": "Home"
             *     }
             */
            site: {
                id: number;
                name: string;
            } | null;
            /** @description The time that a person chose */
            snoozed_until: null | string;
            /** @enum {string} */
            status: "open" | "acknowledged" | "resolved";
            title: string;
        };
        /** @description A person acknowledged an incident. */
        IncidentAcknowledged: {
            /**
             * Format: date-time
             * @example 2026-11-21T12:20:22.128Z
             */
            acknowledged_at: string;
            acknowledged_by: {
                email: string | null;
                id: number | null;
                /** @enum {string} */
                type: "user" | "system";
            };
            alert_id: number | null;
            device_id: number | null;
            device_name: string | null;
            incident_id: number;
            severity: components["schemas"]["Severity"];
            /**
             * @description Null: the whole installation
             * @example {
             *       "id": 1,
             *       "name": "Home"
             *     }
             */
            site: {
                id: number;
                name: string;
            } | null;
            snoozed_until: null | string;
            /** @example Systolic blood pressure above 180 mmHg */
            title: string;
        };
        /** @description An alert, a person, or many devices that went offline at once opened an incident. */
        IncidentCreated: {
            /**
             * @description The alert that opened it, if any
             * @example 1
             */
            alert_id: number | null;
            /**
             * Format: date-time
             * @example 2026-11-21T12:20:22.128Z
             */
            created_at: string;
            /**
             * @description Number of devices, if there are several
             * @example 12
             */
            device_count?: number;
            device_id: number | null;
            /** @example Bedside monitor */
            device_name: string | null;
            /** @description The first 50 of them */
            devices?: {
                id: number;
                /** @example Bedside monitor */
                name: string;
            }[];
            incident_id: number;
            lat: number | null;
            lng: number | null;
            location_at: null | string;
            severity: components["schemas"]["Severity"];
            /**
             * @description Null: the whole installation
             * @example {
             *       "id": 1,
             *       "name": "Home"
             *     }
             */
            site: {
                id: number;
                name: string;
            } | null;
            /** @enum {string} */
            status: "open" | "acknowledged";
            /** @example Systolic blood pressure above 180 mmHg */
            title: string;
        };
        /** @description No notification of a round of its escalation was accepted: nobody knows of the incident. */
        IncidentNobodyTold: {
            /**
             * Format: date-time
             * @example 2026-11-21T12:20:22.128Z
             */
            created_at: string;
            device_id: number | null;
            /** @example Bedside monitor */
            device_name: string | null;
            incident_id: number;
            /** @example Everyone */
            policy: string;
            /**
             * @description Of the escalation, starting at 1
             * @example 1
             */
            round: number;
            severity: components["schemas"]["Severity"];
            /**
             * @description Null: the whole installation
             * @example {
             *       "id": 1,
             *       "name": "Home"
             *     }
             */
            site: {
                id: number;
                name: string;
            } | null;
            /** @example Systolic blood pressure above 180 mmHg */
            title: string;
        };
        /** @description An incident is open again: an alert fired again soon after its resolution, its acknowledgement expired, its snooze ended, or a person reopened it. */
        IncidentReopened: {
            alert_id: number | null;
            device_id: number | null;
            device_name: string | null;
            incident_id: number;
            lat: number | null;
            lng: number | null;
            /**
             * Format: date-time
             * @example 2026-11-21T12:20:22.128Z
             */
            reopened_at: string;
            severity: components["schemas"]["Severity"];
            /**
             * @description Null: the whole installation
             * @example {
             *       "id": 1,
             *       "name": "Home"
             *     }
             */
            site: {
                id: number;
                name: string;
            } | null;
            /** @example Systolic blood pressure above 180 mmHg */
            title: string;
        };
        /** @description An incident was resolved, by a person or automatically. */
        IncidentResolved: {
            alert_count: number;
            alert_id: number | null;
            device_id: number | null;
            /** @example Bedside monitor */
            device_name: string | null;
            /**
             * @description Since it was opened
             * @example 910
             */
            duration_s: number;
            incident_id: number;
            lat: number | null;
            lng: number | null;
            note: string | null;
            /** @enum {string} */
            resolution: "manual" | "false_alarm" | "duplicate" | "test" | "merged" | "device_deleted" | "device_handed_over" | "auto";
            /**
             * Format: date-time
             * @example 2026-11-21T12:20:22.128Z
             */
            resolved_at: string;
            resolved_by: {
                email: string | null;
                id: number | null;
                /** @enum {string} */
                type: "user" | "system";
            };
            severity: components["schemas"]["Severity"];
            /**
             * @description Null: the whole installation
             * @example {
             *       "id": 1,
             *       "name": "Home"
             *     }
             */
            site: {
                id: number;
                name: string;
            } | null;
            /** @example Systolic blood pressure above 180 mmHg */
            title: string;
        };
        /**
         * @example {
         *       "incident_id": 1,
         *       "status": "resolved",
         *       "severity": "critical",
         *       "current_severity": null,
         *       "title": "Systolic blood pressure above 180 mmHg",
         *       "origin": "alert",
         *       "site": {
         *         "id": 1,
         *         "name": "Home"
         *       },
         *       "device_id": 1,
         *       "device_name": "Bedside monitor",
         *       "alert_id": 1,
         *       "alert_ids": [
         *         1
         *       ],
         *       "lat": null,
         *       "lng": null,
         *       "location_at": null,
         *       "created_at": "2026-11-21T12:20:22.128Z",
         *       "acknowledged_at": "2026-11-21T12:21:41.757Z",
         *       "acknowledged_by": {
         *         "type": "user",
         *         "id": 2,
         *         "email": "op@example.org",
         *         "name": "Ana"
         *       },
         *       "acknowledged_until": null,
         *       "snoozed_until": null,
         *       "assigned_to": null,
         *       "resolved_at": "2026-11-21T12:21:41.780Z",
         *       "resolved_by": {
         *         "type": "user",
         *         "id": 2,
         *         "email": "op@example.org",
         *         "name": "Ana"
         *       },
         *       "resolution": "false_alarm",
         *       "note": "Cuff was loose",
         *       "merged_into": null,
         *       "previous_incident_id": null,
         *       "silenced_by": null,
         *       "headline": {
         *         "device_name": "Bedside monitor",
         *         "metric": "systolic",
         *         "label": "systolic",
         *         "value": 185,
         *         "unit": "mmHg",
         *         "threshold": 180,
         *         "direction": "above",
         *         "severity": "critical",
         *         "current_severity": null,
         *         "current_value": null,
         *         "since": "2026-11-21T12:20:22.000Z",
         *         "cleared_since": null,
         *         "place": "2 km N of Kranj",
         *         "lat": 46.257,
         *         "lng": 14.356,
         *         "location_age_s": 60,
         *         "notes": "Ward 2, left of the lift. Key safe 4711"
         *       },
         *       "devices": [
         *         {
         *           "id": 1,
         *           "name": "Bedside monitor"
         *         }
         *       ],
         *       "timeline": [
         *         {
         *           "at": "2026-11-21T12:21:41.780Z",
         *           "kind": "resolved",
         *           "by": {
         *             "type": "user",
         *             "id": 2,
         *             "email": "op@example.org",
         *             "name": "Ana"
         *           },
         *           "text": "Cuff was loose"
         *         }
         *       ]
         *     }
         */
        IncidentWithTimeline: {
            acknowledged_at: null | string;
            acknowledged_by: components["schemas"]["Actor"];
            /** @description When it is open again unless it is resolved: snoozed_until, or when the acknowledgement expires */
            acknowledged_until: null | string;
            alert_id: number | null;
            alert_ids: number[];
            assigned_to: components["schemas"]["Actor"];
            /** Format: date-time */
            created_at: string;
            /**
             * @description The present severity, where `severity` is the worst that it has reached; null once it is over
             * @enum {string|null}
             */
            current_severity: "info" | "warning" | "critical" | null;
            device_id: number | null;
            device_name: string | null;
            devices: {
                id: number;
                name: string;
            }[];
            headline: components["schemas"]["Headline"];
            incident_id: number;
            lat: number | null;
            lng: number | null;
            location_at: null | string;
            /** @description The incident it was merged into */
            merged_into: number | null;
            note: string | null;
            /**
             * @description An alert, a person, many devices that went offline at once, or one that is offline
             * @enum {string}
             */
            origin: "alert" | "person" | "storm" | "offline";
            /** @description The previous incident of its alert, resolved too long ago to be reopened */
            previous_incident_id: number | null;
            resolution: string | null;
            resolved_at: null | string;
            resolved_by: components["schemas"]["Actor"];
            severity: components["schemas"]["Severity"];
            /** @description The silence that holds its notifications */
            silenced_by: number | null;
            /**
             * @description Null: the whole installation
             * @example {
             *       "id": 1,
             *       "name": "Home"
             *     }
             */
            site: {
                id: number;
                name: string;
            } | null;
            /** @description The time that a person chose */
            snoozed_until: null | string;
            /** @enum {string} */
            status: "open" | "acknowledged" | "resolved";
            timeline: {
                /** Format: date-time */
                at: string;
                by: components["schemas"]["Actor"];
                /** @enum {string} */
                kind: "created" | "alert_added" | "severity_changed" | "alert_resolved" | "alert_reopened" | "alert_acknowledged" | "alert_snoozed" | "device_added" | "device_returned" | "silenced" | "notified" | "person_notified" | "person_not_notified" | "escalated" | "nobody_told" | "escalation_ended" | "called" | "coming" | "acknowledged" | "snoozed" | "unacknowledged" | "assigned" | "note" | "location" | "merged" | "webhook_delivered" | "webhook_failed" | "resolved" | "reopened";
                text: string;
            }[];
            title: string;
        };
        Me: {
            /** @example you@example.org */
            email: string;
            id: number;
            /**
             * @description As it is shown to others
             * @example Ana
             */
            name: string;
            /**
             * @description The role everywhere; null: only in the sites of which the person is a member
             * @example operator
             * @enum {unknown}
             */
            role: "admin" | "operator" | "viewer" | null;
        };
        /**
         * @description Module of the device or reading
         * @enum {string}
         */
        Module: "health" | "vehicle" | "factory" | "home_infra" | "worker" | "fleet";
        ModuleEvent: {
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            kind: "alarm" | "measurement" | "heartbeat";
            module: components["schemas"]["Module"];
            /**
             * @description Flags that were true
             * @example [
             *       "panic_pressed"
             *     ]
             */
            raised: string[];
        };
        NewAccessToken: {
            /** Format: date-time */
            created_at: string;
            expires_at: null | string;
            id: number;
            /** @enum {unknown} */
            kind: "api" | "mobile";
            last_used_address: string | null;
            last_used_at: null | string;
            /** @example Grafana */
            name: string;
            /** @description The highest role that it has anywhere */
            role: string | null;
            /**
             * @description The sites that it is limited to; null: all that its owner reaches
             * @example null
             */
            site_ids: number[] | null;
            /** @example ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff */
            token: string;
            /** @example 595c */
            token_hint: string;
            /** @example you@example.org */
            user_email: string;
            user_id: number;
        };
        NewCalendarFeed: {
            /** Format: date-time */
            created_at: string;
            id: number;
            last_read_at: null | string;
            /** @description Null: your own shifts in all schedules */
            schedule: {
                id: number;
                name: string;
            } | null;
            /** @description With the secret, shown once. Works without a login */
            url: string;
        };
        /**
         * @example {
         *       "id": 4,
         *       "kind": "push",
         *       "label": "Phone",
         *       "state": "verified",
         *       "address_hint": "fcm.googleapis.com",
         *       "details": "full",
         *       "reason": null,
         *       "created_at": "2026-11-21T11:58:03.114Z",
         *       "verified_at": "2026-11-21T11:58:04.020Z",
         *       "last_ok_at": "2026-11-22T03:12:44.700Z"
         *     }
         */
        NewContactMethod: {
            /** @description By what you recognize the address; never the whole of it */
            address_hint: string;
            /** Format: date-time */
            created_at: string;
            /**
             * @description minimal: severity and a link, no names or values
             * @enum {string}
             */
            details: "full" | "minimal";
            id: number;
            /** @enum {string} */
            kind: "push" | "email" | "ntfy" | "telegram" | "webhook";
            label: string;
            /** @description When its service last accepted a message */
            last_ok_at: null | string;
            /** @description telegram: opens the chat that becomes the method */
            link?: string;
            /** @description Why it is broken or disabled */
            reason: string | null;
            /** @description webhook: with it, requests to a program are signed. Never shown again */
            secret?: string;
            /** @description ntfy: the server of the topic */
            server?: string;
            /**
             * @description broken: its service refuses it. Only a verified method is used
             * @enum {string}
             */
            state: "pending" | "verified" | "broken" | "disabled";
            /** @description ntfy: the topic to subscribe to. Never shown again */
            topic?: string;
            verified_at: null | string;
        };
        /**
         * @example {
         *       "kind": "email",
         *       "address": "ana@example.org"
         *     }
         */
        NewContactMethodBody: {
            /** @description email: the address. webhook: the URL */
            address?: string;
            /** @enum {string} */
            details?: "full" | "minimal";
            /**
             * @description webhook: the format of the body
             * @enum {string}
             */
            format?: "envelope" | "slack" | "teams" | "discord" | "ntfy" | "telegram" | "template";
            /** @enum {string} */
            kind: "push" | "email" | "ntfy" | "telegram" | "webhook";
            label?: string;
            /** @description webhook: options of its format */
            options?: {
                [key: string]: string;
            };
            /** @description ntfy: another server */
            server?: string;
            /** @description push: what the browser answered (PushSubscription.toJSON()) */
            subscription?: {
                endpoint: string;
                keys: {
                    auth: string;
                    p256dh: string;
                };
            };
        };
        /**
         * @example {
         *       "name": "Ward 3",
         *       "scope": {
         *         "tags": [
         *           "ward-3"
         *         ]
         *       },
         *       "steps": [
         *         {
         *           "wait_s": 0,
         *           "targets": [
         *             {
         *               "type": "on_call"
         *             }
         *           ]
         *         },
         *         {
         *           "wait_s": 300,
         *           "targets": [
         *             {
         *               "type": "role",
         *               "role": "admin"
         *             }
         *           ]
         *         }
         *       ]
         *     }
         */
        NewEscalationPolicy: {
            name: string;
            /** @description By default before the last one */
            position?: number;
            /** @description How often its steps are taken */
            rounds?: number;
            /** @description Incidents it applies to; a field left out is no limit */
            scope?: {
                min_severity?: components["schemas"]["Severity"];
                modules?: ("health" | "vehicle" | "factory" | "home_infra" | "worker" | "fleet")[];
                rule_keys?: string[];
                tags?: string[];
            };
            /**
             * @description The site that it belongs to for good; null: the whole installation. By default the installation if your role is one everywhere, else your only site
             * @example null
             */
            site_id?: number | null;
            steps: {
                targets: {
                    /** @description Of the schedule or user */
                    id?: number;
                    /**
                     * @description Exactly this role
                     * @enum {string}
                     */
                    role?: "admin" | "operator" | "viewer";
                    /**
                     * @description on_call: who is on call in any schedule, else administrators and operators
                     * @enum {string}
                     */
                    type: "on_call" | "schedule" | "user" | "role";
                }[];
                /** @description Since the step before; of the first, since the incident was opened or the round began */
                wait_s: number;
            }[];
            /** @description The same for warnings; 0: never */
            warning_rounds?: number;
        };
        NewUser: {
            /** Format: date-time */
            created_at: string;
            /** @example nurse@example.org */
            email: string;
            enabled: boolean;
            id: number;
            invitation?: components["schemas"]["PasswordLink"];
            invited: boolean;
            /** @description The OpenID provider with which they log in; null without one */
            issuer: string | null;
            /** @description This and how they log in is told to administrators of the installation and of their sites; null for others */
            last_login_at: null | string;
            /** @description As it is shown to others; at first the part of the email before the @ */
            name: string;
            /**
             * @description The role everywhere; null: only in the sites of which the person is a member
             * @example operator
             * @enum {unknown}
             */
            role: "admin" | "operator" | "viewer" | null;
            /** @description What they prove at a login besides the password: codes of an authenticator app, passkeys */
            second_factors: ("totp" | "passkey")[];
        };
        NewWebhook: {
            events?: components["schemas"]["WebhookEvent"][];
            format?: components["schemas"]["WebhookFormat"];
            /** @description pagerduty: routing_key. telegram: chat_id. template: template */
            format_options?: {
                [key: string]: string;
            };
            headers?: {
                [key: string]: string;
            };
            min_severity?: components["schemas"]["Severity"];
            modules?: components["schemas"]["Module"][];
            /** @example Ticket system */
            name: string;
            /**
             * @description The site that it belongs to for good; null: the whole installation. By default the installation if your role is one everywhere, else your only site
             * @example null
             */
            site_id?: number | null;
            tags?: string[];
            /** @example https://tickets.example.org/tocsin */
            url: string;
        };
        Notification: {
            /**
             * Format: date-time
             * @description When the state last changed
             */
            at: string;
            /** Format: date-time */
            due_at: string;
            id: number;
            /** @enum {string} */
            kind: "push" | "email" | "ntfy" | "telegram" | "webhook";
            /** @description Of the contact method */
            label: string;
            /** @description The last outcome in words */
            outcome: string | null;
            /** @description step, call, assigned, update, acknowledged, resolved, digest, answers, nobody_told … */
            reason: string;
            /**
             * @description accepted: the service of the method has taken it; nobody knows whether it was seen
             * @enum {string}
             */
            state: "queued" | "held" | "sending" | "accepted" | "acted" | "retrying" | "failed" | "cancelled" | "merged" | "expired";
            user: {
                id: number;
                name: string;
            };
        };
        /**
         * @example {
         *       "min_severity": "warning",
         *       "quiet_hours": {
         *         "from": "22:00",
         *         "to": "07:00",
         *         "days": [
         *           "mon",
         *           "tue",
         *           "wed",
         *           "thu",
         *           "fri",
         *           "sat",
         *           "sun"
         *         ],
         *         "time_zone": "Europe/Ljubljana"
         *       },
         *       "critical_breaks_quiet": true,
         *       "steps": [
         *         {
         *           "after_s": 0,
         *           "method_ids": [
         *             4
         *           ]
         *         },
         *         {
         *           "after_s": 120,
         *           "method_ids": null
         *         }
         *       ]
         *     }
         */
        NotificationPreferences: {
            /** @description Whether critical incidents are sent in quiet hours too */
            critical_breaks_quiet: boolean;
            min_severity: components["schemas"]["Severity"];
            /** @description Notifications wait for their end. An end that is not later than the beginning is on the next day */
            quiet_hours: {
                days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                from: string;
                time_zone: string;
                to: string;
            } | null;
            steps: {
                /** @description Since the escalation step */
                after_s: number;
                /** @description null: every verified method */
                method_ids: number[] | null;
            }[];
        };
        OnCall: {
            /** @description Times of the next 30 days in which nobody can be notified */
            gaps: {
                /**
                 * @description nobody: nobody is on call. disabled, no_method: only `user`, who has no account any more or no verified contact method
                 * @enum {string}
                 */
                cause: "nobody" | "disabled" | "no_method";
                /** Format: date-time */
                from: string;
                /** Format: date-time */
                to: string;
                user: components["schemas"]["PersonOnCall"] | null;
            }[];
            /** @description Whether you are on call now */
            is_me: boolean;
            next: {
                /** Format: date-time */
                from: string;
                to: null | string;
                user: components["schemas"]["PersonOnCall"];
            } | null;
            now: {
                /** Format: date-time */
                from: string;
                to: null | string;
                user: components["schemas"]["PersonOnCall"];
            } | null;
            schedule: {
                id: number;
                name: string;
            };
        };
        /**
         * @example {
         *       "co2": {
         *         "label": "CO₂",
         *         "unit": "ppm",
         *         "decimals": 0
         *       }
         *     }
         */
        OwnMetrics: {
            [key: string]: {
                decimals?: number;
                label?: string;
                unit?: string;
            };
        };
        PasswordLink: {
            /** Format: date-time */
            expires_at: string;
            /** @description Whether the mail server has accepted it for its person */
            mailed: boolean;
            /**
             * @description Null for an invitation that was mailed: it shows that its person reads that email
             * @example https://tocsin.example.org/invitation/5f0c…b2e1
             */
            url: string | null;
        };
        /**
         * @example {
         *       "id": 2,
         *       "name": "Ana"
         *     }
         */
        PersonOnCall: {
            id: number;
            name: string;
        };
        /**
         * @example {
         *       "at": "2010-08-05T16:23:49.000Z",
         *       "lat": 45.790873384,
         *       "lng": 14.304442042,
         *       "speed_kmh": 2.55,
         *       "heading": 187.5
         *     }
         */
        Place: {
            /** Format: date-time */
            at: string;
            heading: number | null;
            lat: number;
            lng: number;
            speed_kmh: number | null;
        };
        Readiness: {
            people: {
                broken: number;
                id: number;
                last_ok_at: null | string;
                name: string;
                role: ("admin" | "operator" | "viewer") | null;
                /** @description Verified contact methods */
                verified: number;
            }[];
            problems: {
                about: string[];
                /** @enum {string} */
                problem: "nobody_reachable" | "outbound_off" | "no_public_url" | "public_url_insecure" | "no_heartbeat" | "critical_reaches_nobody" | "on_call_gap" | "person_unreachable";
            }[];
            /** @description The first round of the escalation of such an incident */
            rehearsal: {
                given_up_at: null | string;
                policy: {
                    [key: string]: unknown;
                } | null;
                reaches_anybody: boolean;
                rounds: number;
                steps: {
                    /** Format: date-time */
                    at: string;
                    people: {
                        messages: {
                            /** Format: date-time */
                            at: string;
                            /** @description Waits for the end of quiet hours */
                            held: boolean;
                            /** @enum {string} */
                            kind: "push" | "email" | "ntfy" | "telegram" | "webhook";
                            label: string;
                        }[];
                        user: {
                            id: number;
                            name: string;
                        };
                        /** @enum {string|null} */
                        why_not: "no_method" | "min_severity" | null;
                    }[];
                }[];
            };
        };
        /**
         * @example {
         *       "ts": 1795263622,
         *       "at": "2026-11-21T12:20:22.000Z",
         *       "received_at": "2026-11-21T12:20:22.128Z",
         *       "module": "health",
         *       "lat": null,
         *       "lng": null,
         *       "battery": 82,
         *       "signal": -67,
         *       "metrics": {
         *         "systolic": 185,
         *         "diastolic": 95
         *       },
         *       "flags": {},
         *       "clock_suspect": false
         *     }
         */
        Reading: {
            /** Format: date-time */
            at: string;
            battery: number | null;
            /** @description Whether its ts was implausible; at is then the time of receipt */
            clock_suspect: boolean;
            flags: {
                [key: string]: unknown;
            };
            lat: number | null;
            lng: number | null;
            metrics: {
                [key: string]: unknown;
            };
            module: components["schemas"]["Module"];
            /** Format: date-time */
            received_at: string;
            signal: number | null;
            /** @description As the device sent it */
            ts: number;
        };
        /**
         * @example {
         *       "module": "health",
         *       "ts": 1795263623,
         *       "battery": 82,
         *       "metrics": {
         *         "systolic": 118,
         *         "spo2": 98
         *       },
         *       "flags": {}
         *     }
         */
        ReadingBody: {
            battery?: number | null;
            flags?: ({
                impact_g_force?: number | null;
            } & {
                [key: string]: boolean | null;
            }) | null;
            lat?: number | null;
            lng?: number | null;
            metrics?: ({
                gas_type?: string | null;
            } & {
                [key: string]: number | null;
            }) | null;
            /** @enum {unknown} */
            module: "health" | "vehicle" | "factory" | "home_infra" | "worker" | "fleet";
            signal?: number | null;
            ts?: number | null;
        };
        /**
         * @example {
         *       "at": "2026-11-21T12:20:23.640Z",
         *       "first_at": "2026-11-21T12:19:23.640Z",
         *       "count": 2,
         *       "status": 400,
         *       "reason": "content",
         *       "message": "/metrics/spo2: must be number or null",
         *       "address": "192.0.2.7",
         *       "token_hint": null,
         *       "token_length": null
         *     }
         */
        Refusal: {
            address: string;
            /** Format: date-time */
            at: string;
            count: number;
            /** Format: date-time */
            first_at: string;
            message: string;
            /** @enum {string} */
            reason: "content" | "device_limit" | "site_limit" | "no_token" | "unknown_token" | "misspelt_token" | "old_token" | "disabled";
            status: number;
            token_hint: string | null;
            token_length: number | null;
        };
        RehearsedAlert: {
            /** @description Starting at 1 in this response */
            alert_id: number;
            /**
             * @description The present severity, where `severity` is the worst that it has reached; null once it is over
             * @enum {string|null}
             */
            current_severity: "info" | "warning" | "critical" | null;
            device_id: number;
            device_name: string;
            field: string;
            has_flapped: boolean;
            last_value: number;
            late: boolean;
            occurrences: number;
            peak_value: number;
            /** Format: date-time */
            raised_at: string;
            resolve_reason: string | null;
            resolved_at: null | string;
            rule_key: string;
            severity: components["schemas"]["Severity"];
            /** @enum {string} */
            status: "firing" | "resolved";
            threshold: number | null;
            title: string;
            /** Format: date-time */
            triggered_at: string;
            triggered_value: number;
        };
        /**
         * @example {
         *       "key": "boiler.pressure.high",
         *       "name": "Boiler pressure high",
         *       "scope": {
         *         "modules": [
         *           "factory"
         *         ],
         *         "tags": [
         *           "boiler"
         *         ]
         *       },
         *       "condition": {
         *         "type": "threshold",
         *         "field": "metrics.pressure",
         *         "op": "gt"
         *       },
         *       "levels": [
         *         {
         *           "severity": "warning",
         *           "value": 3,
         *           "clear": 2.8,
         *           "for_s": 60
         *         },
         *         {
         *           "severity": "critical",
         *           "value": {
         *             "attr": "max_pressure",
         *             "default": 4
         *           },
         *           "clear": 3.5
         *         }
         *       ],
         *       "unit": "bar",
         *       "title": "Pressure above {threshold} bar",
         *       "source": "Manual of the boiler, p. 12",
         *       "site": null,
         *       "version": 1,
         *       "enabled": true,
         *       "origin": "user",
         *       "edited": false,
         *       "updated_at": "2026-11-21T12:20:22.000Z"
         *     }
         */
        Rule: {
            ack_timeout_s?: number;
            clear_for_s?: number;
            condition: components["schemas"]["Condition"];
            cooldown_s?: number;
            /** @description A built-in rule that was changed */
            edited: boolean;
            enabled: boolean;
            expire_after_s?: number;
            incident?: {
                /** @enum {unknown} */
                mode?: "auto" | "always" | "never";
                own?: boolean;
            };
            key: string;
            labels?: {
                [key: string]: string;
            };
            latch?: boolean;
            /** @enum {unknown} */
            late?: "raise" | "ignore";
            late_max_s?: number;
            levels: {
                clear?: number | {
                    attr: string;
                    default: number;
                };
                for_s?: number;
                /** @enum {unknown} */
                severity: "info" | "warning" | "critical";
                value?: number | {
                    attr: string;
                    default: number;
                };
            }[];
            max_gap_s?: number;
            name: string;
            /**
             * @description pack: built in
             * @enum {string}
             */
            origin: "pack" | "user";
            runbook_url?: string;
            schedule?: {
                hours: {
                    days?: ("sun" | "mon" | "tue" | "wed" | "thu" | "fri" | "sat")[];
                    from: string;
                    to: string;
                }[];
                tz: string;
            };
            scope?: {
                device_ids?: number[];
                exclude_device_ids?: number[];
                exclude_tags?: string[];
                modules?: ("health" | "vehicle" | "factory" | "home_infra" | "worker" | "fleet")[];
                tags?: string[];
            };
            /**
             * @description Null: the whole installation
             * @example {
             *       "id": 1,
             *       "name": "Home"
             *     }
             */
            site: {
                id: number;
                name: string;
            } | null;
            source?: string;
            title: string;
            translations?: {
                de?: {
                    name?: string;
                    title?: string;
                };
            };
            unit?: string;
            /** Format: date-time */
            updated_at: string;
            version: number;
        };
        RuleExplanation: {
            alert_id: number | null;
            device_id: number;
            enabled: boolean;
            flapping: boolean;
            in_hours: boolean;
            in_scope: boolean;
            last_at: null | string;
            last_value: number | null;
            levels: {
                broken_since: null | string;
                clear: number | null;
                clear_since: null | string;
                for_s: number;
                seconds_left: number | null;
                severity: components["schemas"]["Severity"];
                value: number | null;
            }[];
            max_gap_s: number;
            newest_reading: null | {
                /** Format: date-time */
                at: string;
                /** Format: date-time */
                received_at: string;
            };
            parts: {
                field: string;
                is_true: boolean | null;
                /** @enum {string} */
                type: "threshold" | "range" | "flag" | "rate" | "aggregate" | "score" | "stale" | "geofence" | "count" | "all" | "any" | "not";
                value: number | null;
            }[];
            rule_key: string;
            rule_version: number;
            seconds_left: number | null;
            silenced_by: null | {
                reason: string;
                silence_id: number;
                /** Format: date-time */
                until: string;
            };
            /** @enum {string} */
            state: "idle" | "pending" | "firing" | "recovering" | "cooldown";
            usual_interval_s: number | null;
        };
        RuleNoise: {
            alerts: number;
            devices: number;
            false_alarm_percent: number | null;
            flapped: number;
            halving_threshold: number | null;
            median_firing_s: number | null;
            reopened: number;
            rule_key: string;
            unattended_percent: number | null;
        };
        RulePreview: {
            alert_count: number;
            /** @description The first 1000 at most */
            alerts: components["schemas"]["RehearsedAlert"][];
            before: null | {
                alerts: number;
                firing_s: number;
                incidents: number;
                version: number;
            };
            devices: number;
            difference: null | {
                /** @description The first 1000 at most */
                added: components["schemas"]["RehearsedAlert"][];
                added_count: number;
                kept: number;
                /** @description The first 1000 at most */
                removed: components["schemas"]["RehearsedAlert"][];
                removed_count: number;
            };
            firing_s: number;
            incidents: number;
            readings: number;
            /** @description Why the rule may never fire, or fire more often than a preview says */
            warnings: components["schemas"]["RuleWarning"][];
        };
        RuleVersion: {
            definition: {
                ack_timeout_s?: number;
                clear_for_s?: number;
                condition: components["schemas"]["Condition"];
                cooldown_s?: number;
                enabled?: boolean;
                expire_after_s?: number;
                incident?: {
                    /** @enum {unknown} */
                    mode?: "auto" | "always" | "never";
                    own?: boolean;
                };
                key: string;
                labels?: {
                    [key: string]: string;
                };
                latch?: boolean;
                /** @enum {unknown} */
                late?: "raise" | "ignore";
                late_max_s?: number;
                levels: {
                    clear?: number | {
                        attr: string;
                        default: number;
                    };
                    for_s?: number;
                    /** @enum {unknown} */
                    severity: "info" | "warning" | "critical";
                    value?: number | {
                        attr: string;
                        default: number;
                    };
                }[];
                max_gap_s?: number;
                name: string;
                runbook_url?: string;
                schedule?: {
                    hours: {
                        days?: ("sun" | "mon" | "tue" | "wed" | "thu" | "fri" | "sat")[];
                        from: string;
                        to: string;
                    }[];
                    tz: string;
                };
                scope?: {
                    device_ids?: number[];
                    exclude_device_ids?: number[];
                    exclude_tags?: string[];
                    modules?: ("health" | "vehicle" | "factory" | "home_infra" | "worker" | "fleet")[];
                    tags?: string[];
                };
                source?: string;
                title: string;
                translations?: {
                    de?: {
                        name?: string;
                        title?: string;
                    };
                };
                unit?: string;
            };
            /** @description Why it was saved, if somebody said it */
            reason: string | null;
            /** Format: date-time */
            saved_at: string;
            saved_by: number | null;
            version: number;
        };
        RuleWarning: {
            code: string;
            /** @description JSON pointer into the rule */
            field: string;
            message: string;
        };
        /**
         * @example {
         *       "site_id": 2,
         *       "title": "Hospital services",
         *       "devices": [
         *         {
         *           "device_id": 3,
         *           "group_name": "Heating",
         *           "label": "Boiler"
         *         },
         *         {
         *           "device_id": 4,
         *           "group_name": "Heating",
         *           "label": "Heat pump"
         *         }
         *       ],
         *       "created_at": "2026-11-24T08:00:00.000Z",
         *       "url": "https://tocsin.example.org/status/0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a"
         *     }
         */
        SavedStatusPage: {
            /** Format: date-time */
            created_at: string;
            devices: {
                device_id: number;
                group_name: string;
                label: string;
            }[];
            site_id: number;
            title: string;
            /** @description The address with its secret, when the page is new: it is shown once. Null when the page was changed */
            url: string | null;
        };
        /**
         * @example {
         *       "id": 1,
         *       "site": null,
         *       "name": "Night shift",
         *       "time_zone": "Europe/Ljubljana",
         *       "layers": [
         *         {
         *           "people": [
         *             2,
         *             3
         *           ],
         *           "start_date": "2026-11-23",
         *           "unit": "week",
         *           "length": 1,
         *           "handover": "09:00"
         *         }
         *       ],
         *       "valid_from": "2026-11-21T12:00:00.000Z",
         *       "created_at": "2026-11-21T12:00:00.000Z",
         *       "changed_at": "2026-11-21T12:00:00.000Z"
         *     }
         */
        Schedule: {
            /** Format: date-time */
            changed_at: string;
            /** Format: date-time */
            created_at: string;
            id: number;
            /** @description Later layers win while they have somebody */
            layers: components["schemas"]["ScheduleLayer"][];
            name: string;
            /**
             * @description Null: the whole installation
             * @example {
             *       "id": 1,
             *       "name": "Home"
             *     }
             */
            site: {
                id: number;
                name: string;
            } | null;
            time_zone: string;
            /**
             * Format: date-time
             * @description When these layers begin, or began, to hold
             */
            valid_from: string;
        };
        ScheduleLayer: {
            /**
             * @description Local time at which the next turn begins; turns of hours are counted from it
             * @example 09:00
             */
            handover: string;
            /** @description Duty only in these hours; days without any consume no turn */
            hours?: components["schemas"]["DutyHours"][];
            /** @description Hours (up to 168), days or weeks (up to 52) per turn */
            length: number;
            /** @description IDs in the order of their turns */
            people: number[];
            /**
             * @description The first turn begins on this day, at the hand-over
             * @example 2026-11-23
             */
            start_date: string;
            /** @enum {string} */
            unit: "hour" | "day" | "week";
            /** @description Duty only on these days; the others consume no turn */
            weekdays?: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
        };
        ScheduleOverride: {
            /** Format: date-time */
            created_at: string;
            created_by: components["schemas"]["PersonOnCall"] | null;
            /** Format: date-time */
            from: string;
            id: number;
            replaces: components["schemas"]["PersonOnCall"] | null;
            /** @description The other override of a swap */
            swapped_with: number | null;
            /** Format: date-time */
            to: string;
            user: components["schemas"]["PersonOnCall"];
        };
        /**
         * @example {
         *       "metric": "heart_rate",
         *       "kind": "raw",
         *       "width_s": null,
         *       "points": [
         *         {
         *           "at": "2026-11-20T12:20:24.000Z",
         *           "value": 72
         *         }
         *       ]
         *     }
         */
        Series: {
            /** @enum {string} */
            kind: "raw" | "lttb" | "buckets";
            metric: string;
            points: {
                /** Format: date-time */
                at: string;
                avg?: number;
                count?: number;
                max?: number;
                min?: number;
                value?: number;
            }[];
            width_s: number | null;
        };
        Session: {
            /** @example 192.0.2.7 */
            address: string;
            /** Format: date-time */
            created_at: string;
            id: number;
            /** Format: date-time */
            last_used_at: string;
            /** @example Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0 */
            user_agent: string;
        };
        Settings: {
            heartbeat_url: {
                /** @example https://hc-ping.com/…4f1a */
                hint: string;
            } | null;
            map: "builtin" | {
                attribution: string;
                tile_url: string;
            } | {
                attribution: string;
                pmtiles: string;
            };
            ntfy: {
                token_hint: string | null;
                /** @example https://ntfy.sh */
                url: string;
            };
            /** @description Where each comes from */
            origins: {
                /** @enum {unknown} */
                heartbeat_url: "default" | "environment" | "settings";
                /** @enum {unknown} */
                map: "default" | "environment" | "settings";
                /** @enum {unknown} */
                ntfy: "default" | "environment" | "settings";
                /** @enum {unknown} */
                public_url: "default" | "environment" | "settings";
                /** @enum {unknown} */
                retention: "default" | "environment" | "settings";
                /** @enum {unknown} */
                second_factor_required: "default" | "environment" | "settings";
                /** @enum {unknown} */
                smtp: "default" | "environment" | "settings";
                /** @enum {unknown} */
                telegram_bot_token: "default" | "environment" | "settings";
            };
            /** @example https://tocsin.example.org */
            public_url: string;
            retention: {
                audit_days: number | null;
                readings_days: number | null;
            };
            /** @enum {unknown} */
            second_factor_required: "nobody" | "admins" | "everybody";
            smtp: {
                /** @example Tocsin <alerts@example.org> */
                from: string;
                has_password: boolean;
                /**
                 * @description Without its password
                 * @example smtps://alerts@mail.example.org:465
                 */
                url: string;
            } | null;
            telegram_bot_token: {
                /** @example 123456789:…x9Qe */
                hint: string;
            } | null;
        };
        SettingsTest: {
            /** @example The mail server refused the login (535). Check the user and the password */
            message: string;
            ok: boolean;
            reason: string | null;
        };
        /** @enum {string} */
        Severity: "info" | "warning" | "critical";
        /**
         * @example {
         *       "id": 3,
         *       "site": null,
         *       "reason": "Boiler maintenance",
         *       "device_ids": [],
         *       "tags": [
         *         "hall-3"
         *       ],
         *       "modules": [],
         *       "rule_keys": [],
         *       "max_severity": "critical",
         *       "covers_safety": false,
         *       "starts_at": "2026-11-21T12:00:00.000Z",
         *       "ends_at": null,
         *       "weekly": {
         *         "days": [
         *           "sat",
         *           "sun"
         *         ],
         *         "from": "22:00",
         *         "to": "06:00",
         *         "time_zone": "Europe/Ljubljana"
         *       },
         *       "state": "active",
         *       "window": {
         *         "from": "2026-11-21T21:00:00.000Z",
         *         "to": "2026-11-22T05:00:00.000Z"
         *       },
         *       "notifications": {
         *         "held": 1,
         *         "sent": 0,
         *         "dropped": 4
         *       },
         *       "created_at": "2026-11-21T11:58:03.114Z",
         *       "created_by": {
         *         "type": "user",
         *         "id": 2,
         *         "email": "op@example.org",
         *         "name": "Ana"
         *       },
         *       "ended_at": null,
         *       "ended_by": null
         *     }
         */
        Silence: {
            covers_safety: boolean;
            /** Format: date-time */
            created_at: string;
            created_by: components["schemas"]["Actor"];
            device_ids: number[];
            ended_at: null | string;
            ended_by: components["schemas"]["Actor"];
            ends_at: null | string;
            id: number;
            max_severity: components["schemas"]["Severity"];
            modules: components["schemas"]["Module"][];
            /** @description Held now; sent after the silence ended; dropped because it ended during the silence */
            notifications: {
                dropped: number;
                held: number;
                sent: number;
            };
            reason: string;
            rule_keys: string[];
            /**
             * @description Null: the whole installation
             * @example {
             *       "id": 1,
             *       "name": "Home"
             *     }
             */
            site: {
                id: number;
                name: string;
            } | null;
            /** Format: date-time */
            starts_at: string;
            /** @enum {string} */
            state: "scheduled" | "active" | "expired";
            tags: string[];
            weekly: {
                days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                from: string;
                time_zone: string;
                to: string;
            } | null;
            window: {
                /** Format: date-time */
                from: string;
                /** Format: date-time */
                to: string;
            } | null;
        };
        /**
         * @example {
         *       "id": 2,
         *       "name": "Ward North",
         *       "notes": "",
         *       "device_readings_per_minute": null,
         *       "site_readings_per_minute": 6000,
         *       "retention_days": null,
         *       "devices": 14,
         *       "created_at": "2026-11-23T08:00:00.000Z"
         *     }
         */
        Site: {
            /** Format: date-time */
            created_at: string;
            device_readings_per_minute: number | null;
            devices: number;
            id: number;
            name: string;
            notes: string;
            retention_days: number | null;
            site_readings_per_minute: number | null;
        };
        /**
         * @example {
         *       "id": 1,
         *       "name": "Home"
         *     }
         */
        SiteName: {
            id: number;
            name: string;
        };
        /**
         * @example {
         *       "id": 2,
         *       "name": "Ward North",
         *       "notes": "",
         *       "device_readings_per_minute": null,
         *       "site_readings_per_minute": 6000,
         *       "retention_days": null,
         *       "devices": 14,
         *       "created_at": "2026-11-23T08:00:00.000Z",
         *       "members": [
         *         {
         *           "user_id": 2,
         *           "name": "Ana",
         *           "email": "op@example.org",
         *           "role": "operator"
         *         }
         *       ]
         *     }
         */
        SiteWithMembers: {
            /** Format: date-time */
            created_at: string;
            device_readings_per_minute: number | null;
            devices: number;
            id: number;
            /** @description People with a role everywhere are not among them */
            members: {
                email: string;
                name: string;
                /** @enum {string} */
                role: "admin" | "operator" | "viewer";
                user_id: number;
            }[];
            name: string;
            notes: string;
            retention_days: number | null;
            site_readings_per_minute: number | null;
        };
        /**
         * @example {
         *       "site_id": 2,
         *       "title": "Hospital services",
         *       "devices": [
         *         {
         *           "device_id": 3,
         *           "group_name": "Heating",
         *           "label": "Boiler"
         *         },
         *         {
         *           "device_id": 4,
         *           "group_name": "Heating",
         *           "label": "Heat pump"
         *         }
         *       ],
         *       "created_at": "2026-11-24T08:00:00.000Z"
         *     }
         */
        StatusPage: {
            /** Format: date-time */
            created_at: string;
            devices: {
                device_id: number;
                group_name: string;
                label: string;
            }[];
            site_id: number;
            title: string;
        };
        /**
         * @example {
         *       "url": "https://tocsin.example.org/status/0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a"
         *     }
         */
        StatusPageAddress: {
            /** @description The new address with its secret, shown once */
            url: string;
        };
        /**
         * @example {
         *       "at": "2026-11-21T12:22:00.000Z",
         *       "devices": {
         *         "total": 6,
         *         "online": 4,
         *         "offline": 1,
         *         "never_seen": 0,
         *         "disabled": 1
         *       },
         *       "open_alerts": {
         *         "info": 0,
         *         "warning": 1,
         *         "critical": 1
         *       },
         *       "open_incidents": {
         *         "open": 1,
         *         "acknowledged": 0
         *       },
         *       "readings": {
         *         "last_minute": 60,
         *         "last_hour": 3412
         *       }
         *     }
         */
        Summary: {
            /** Format: date-time */
            at: string;
            devices: {
                disabled: number;
                never_seen: number;
                offline: number;
                /** @description Enabled devices */
                online: number;
                total: number;
            };
            open_alerts: {
                critical: number;
                info: number;
                warning: number;
            };
            open_incidents: {
                acknowledged: number;
                /** @description Not acknowledged yet */
                open: number;
            };
            readings: {
                last_hour: number;
                /** @description Accurate to five seconds */
                last_minute: number;
            };
        };
        /**
         * @example {
         *       "from": "2026-11-21T08:00:00.000Z",
         *       "to": "2026-11-21T08:20:00.000Z",
         *       "start": {
         *         "lat": 46.0569,
         *         "lng": 14.5058
         *       },
         *       "end": {
         *         "lat": 46.1206,
         *         "lng": 14.8157
         *       },
         *       "duration_s": 1200,
         *       "distance_m": 27400.5,
         *       "top_speed_kmh": 98
         *     }
         */
        Trip: {
            distance_m: number;
            duration_s: number;
            end: {
                lat: number;
                lng: number;
            };
            /** Format: date-time */
            from: string;
            start: {
                lat: number;
                lng: number;
            };
            /** Format: date-time */
            to: string;
            top_speed_kmh: number | null;
        };
        Trips: {
            /** @description Of very many locations, one in this many seconds is read */
            every_s: number | null;
            /** @description Metres that the odometer of the device counted in the range; null without one */
            odometer_m: number | null;
            stops: components["schemas"]["TripStop"][];
            trips: components["schemas"]["Trip"][];
        };
        TripStop: {
            duration_s: number;
            /** Format: date-time */
            from: string;
            lat: number;
            lng: number;
            /** Format: date-time */
            to: string;
        };
        User: {
            /** Format: date-time */
            created_at: string;
            /** @example nurse@example.org */
            email: string;
            enabled: boolean;
            id: number;
            invited: boolean;
            /** @description The OpenID provider with which they log in; null without one */
            issuer: string | null;
            /** @description This and how they log in is told to administrators of the installation and of their sites; null for others */
            last_login_at: null | string;
            /** @description As it is shown to others; at first the part of the email before the @ */
            name: string;
            /**
             * @description The role everywhere; null: only in the sites of which the person is a member
             * @example operator
             * @enum {unknown}
             */
            role: "admin" | "operator" | "viewer" | null;
            /** @description What they prove at a login besides the password: codes of an authenticator app, passkeys */
            second_factors: ("totp" | "passkey")[];
        };
        /**
         * @example {
         *       "key": "boiler.pressure.high",
         *       "name": "Boiler pressure high",
         *       "scope": {
         *         "modules": [
         *           "factory"
         *         ],
         *         "tags": [
         *           "boiler"
         *         ]
         *       },
         *       "condition": {
         *         "type": "threshold",
         *         "field": "metrics.pressure",
         *         "op": "gt"
         *       },
         *       "levels": [
         *         {
         *           "severity": "warning",
         *           "value": 3,
         *           "clear": 2.8,
         *           "for_s": 60
         *         },
         *         {
         *           "severity": "critical",
         *           "value": {
         *             "attr": "max_pressure",
         *             "default": 4
         *           },
         *           "clear": 3.5
         *         }
         *       ],
         *       "unit": "bar",
         *       "title": "Pressure above {threshold} bar",
         *       "source": "Manual of the boiler, p. 12",
         *       "site": null,
         *       "version": 1,
         *       "enabled": true,
         *       "origin": "user",
         *       "edited": false,
         *       "updated_at": "2026-11-21T12:20:22.000Z",
         *       "warnings": []
         *     }
         */
        WarnedRule: {
            ack_timeout_s?: number;
            clear_for_s?: number;
            condition: components["schemas"]["Condition"];
            cooldown_s?: number;
            /** @description A built-in rule that was changed */
            edited: boolean;
            enabled: boolean;
            expire_after_s?: number;
            incident?: {
                /** @enum {unknown} */
                mode?: "auto" | "always" | "never";
                own?: boolean;
            };
            key: string;
            labels?: {
                [key: string]: string;
            };
            latch?: boolean;
            /** @enum {unknown} */
            late?: "raise" | "ignore";
            late_max_s?: number;
            levels: {
                clear?: number | {
                    attr: string;
                    default: number;
                };
                for_s?: number;
                /** @enum {unknown} */
                severity: "info" | "warning" | "critical";
                value?: number | {
                    attr: string;
                    default: number;
                };
            }[];
            max_gap_s?: number;
            name: string;
            /**
             * @description pack: built in
             * @enum {string}
             */
            origin: "pack" | "user";
            runbook_url?: string;
            schedule?: {
                hours: {
                    days?: ("sun" | "mon" | "tue" | "wed" | "thu" | "fri" | "sat")[];
                    from: string;
                    to: string;
                }[];
                tz: string;
            };
            scope?: {
                device_ids?: number[];
                exclude_device_ids?: number[];
                exclude_tags?: string[];
                modules?: ("health" | "vehicle" | "factory" | "home_infra" | "worker" | "fleet")[];
                tags?: string[];
            };
            /**
             * @description Null: the whole installation
             * @example {
             *       "id": 1,
             *       "name": "Home"
             *     }
             */
            site: {
                id: number;
                name: string;
            } | null;
            source?: string;
            title: string;
            translations?: {
                de?: {
                    name?: string;
                    title?: string;
                };
            };
            unit?: string;
            /** Format: date-time */
            updated_at: string;
            version: number;
            /** @description Why the rule may never fire, or fire more often than a preview says */
            warnings: components["schemas"]["RuleWarning"][];
        };
        Webhook: {
            /** Format: date-time */
            created_at: string;
            disabled_reason: string | null;
            enabled: boolean;
            events: components["schemas"]["WebhookEvent"][];
            /** @description The first failure after the last success */
            failing_since: null | string;
            format: components["schemas"]["WebhookFormat"];
            /** @description Names of the options of its format; values are never shown */
            format_options: string[];
            /** @description Names of its custom headers; values are never shown */
            headers: string[];
            id: number;
            min_severity: components["schemas"]["Severity"];
            modules: components["schemas"]["Module"][];
            name: string;
            /** @description While held: the time of the next probe */
            next_probe_at: null | string;
            /** @description Until when the previous secret also signs */
            old_secret_until: null | string;
            /**
             * @description Null: the whole installation
             * @example {
             *       "id": 1,
             *       "name": "Home"
             *     }
             */
            site: {
                id: number;
                name: string;
            } | null;
            /**
             * @description held: its receiver keeps failing. recovering: it is back
             * @enum {string}
             */
            state: "active" | "held" | "recovering" | "disabled";
            tags: string[];
            url: string;
            version: number;
        };
        /** @description Ignores read-only fields: id, site, disabled_reason, state, failing_since, next_probe_at, old_secret_until, created_at */
        WebhookChanges: {
            enabled?: boolean;
            events?: components["schemas"]["WebhookEvent"][];
            format?: components["schemas"]["WebhookFormat"];
            format_options?: {
                [key: string]: string;
            } | string[];
            headers?: {
                [key: string]: string | null;
            } | string[];
            min_severity?: components["schemas"]["Severity"];
            modules?: components["schemas"]["Module"][];
            /** @example Ticket system */
            name?: string;
            tags?: string[];
            /** @example https://tickets.example.org/tocsin */
            url?: string;
            /** @description The version that was read; 409 if it is not the current one */
            version?: number;
        };
        /** @enum {string} */
        WebhookEvent: "alert.triggered" | "incident.created" | "incident.resolved" | "device.offline" | "incident.nobody_told" | "alert.acknowledged" | "alert.resolved" | "alert.escalated" | "incident.acknowledged" | "incident.reopened" | "device.online" | "webhook.test";
        /**
         * @description Format of the body
         * @enum {string}
         */
        WebhookFormat: "envelope" | "slack" | "teams" | "discord" | "pagerduty" | "ntfy" | "telegram" | "alertmanager" | "template";
        /** @description A person tests the webhook. Sent once, whatever its events. */
        WebhookTest: {
            /** @example This is a test message from Tocsin */
            message: string;
            webhook_id: number;
            /** @example Ticket system */
            webhook_name: string;
        };
        WebhookWithSecret: {
            /** Format: date-time */
            created_at: string;
            disabled_reason: string | null;
            enabled: boolean;
            events: components["schemas"]["WebhookEvent"][];
            /** @description The first failure after the last success */
            failing_since: null | string;
            format: components["schemas"]["WebhookFormat"];
            /** @description Names of the options of its format; values are never shown */
            format_options: string[];
            /** @description Names of its custom headers; values are never shown */
            headers: string[];
            id: number;
            min_severity: components["schemas"]["Severity"];
            modules: components["schemas"]["Module"][];
            name: string;
            /** @description While held: the time of the next probe */
            next_probe_at: null | string;
            /** @description Until when the previous secret also signs */
            old_secret_until: null | string;
            secret: string;
            /**
             * @description Null: the whole installation
             * @example {
             *       "id": 1,
             *       "name": "Home"
             *     }
             */
            site: {
                id: number;
                name: string;
            } | null;
            /**
             * @description held: its receiver keeps failing. recovering: it is back
             * @enum {string}
             */
            state: "active" | "held" | "recovering" | "disabled";
            tags: string[];
            url: string;
            version: number;
        };
        WholeDelivery: {
            attempts: components["schemas"]["DeliveryAttempt"][];
            /** @description Events to send */
            body: string;
            /** Format: date-time */
            created_at: string;
            event: components["schemas"]["WebhookEvent"];
            id: number;
            /** @description The webhook-id of the requests */
            message_id: string;
            next_attempt_at: null | string;
            /** @enum {string} */
            status: "pending" | "retrying" | "held" | "delivered" | "dead" | "cancelled";
        };
    };
    responses: {
        /** @description Malformed or invalid */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "message": "/limit: must match pattern \"^[0-9]{1,4}$\"",
                 *       "code": 400
                 *     }
                 */
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description Conflict with the current state */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "message": "There is already a user with this email",
                 *       "code": 409
                 *     }
                 */
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The role is too low, or programs may not do this */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "message": "This needs the role operator",
                 *       "code": 403
                 *     }
                 */
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description Not found */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "message": "Device not found",
                 *       "code": 404
                 *     }
                 */
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description Changed by someone else: read it again */
        PreconditionFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "message": "It was changed meanwhile; read it again",
                 *       "code": 412
                 *     }
                 */
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description Any other error */
        Refused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "message": "Something went wrong here; the log has the details",
                 *       "code": 500
                 *     }
                 */
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The body is too large */
        TooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "message": "The body is too large",
                 *       "code": 413
                 *     }
                 */
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description Too many requests */
        TooManyRequests: {
            headers: {
                /** @description Seconds to wait */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "message": "Too many failed logins; wait before the next try",
                 *       "code": 429
                 *     }
                 */
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description No valid token, or wrong credentials */
        Unauthorized: {
            headers: {
                /** @description Bearer */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "message": "A valid bearer token is needed",
                 *       "code": 401
                 *     }
                 */
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description Temporarily unavailable: the database is unavailable, or the service is busy */
        Unavailable: {
            headers: {
                /** @description Seconds to wait */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "message": "The database does not answer; try again",
                 *       "code": 503
                 *     }
                 */
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description Unsupported content type */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "message": "The body must be application/json in UTF-8, without content encoding",
                 *       "code": 415
                 *     }
                 */
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type AccessToken = components['schemas']['AccessToken'];
export type Actor = components['schemas']['Actor'];
export type Alert = components['schemas']['Alert'];
export type AlertAcknowledged = components['schemas']['AlertAcknowledged'];
export type AlertEscalated = components['schemas']['AlertEscalated'];
export type AlertResolved = components['schemas']['AlertResolved'];
export type AlertTriggered = components['schemas']['AlertTriggered'];
export type AlertWithNotes = components['schemas']['AlertWithNotes'];
export type CalendarFeed = components['schemas']['CalendarFeed'];
export type Condition = components['schemas']['Condition'];
export type Configuration = components['schemas']['Configuration'];
export type ContactMethod = components['schemas']['ContactMethod'];
export type Delivery = components['schemas']['Delivery'];
export type DeliveryAttempt = components['schemas']['DeliveryAttempt'];
export type Device = components['schemas']['Device'];
export type DeviceAttributes = components['schemas']['DeviceAttributes'];
export type DeviceNote = components['schemas']['DeviceNote'];
export type DeviceOffline = components['schemas']['DeviceOffline'];
export type DeviceOnline = components['schemas']['DeviceOnline'];
export type DeviceWithToken = components['schemas']['DeviceWithToken'];
export type DutyHours = components['schemas']['DutyHours'];
export type ErrorAnswer = components['schemas']['ErrorAnswer'];
export type EscalationPolicy = components['schemas']['EscalationPolicy'];
export type EscalationPolicyChanges = components['schemas']['EscalationPolicyChanges'];
export type FinalScheduleEntry = components['schemas']['FinalScheduleEntry'];
export type Geofence = components['schemas']['Geofence'];
export type Headline = components['schemas']['Headline'];
export type Incident = components['schemas']['Incident'];
export type IncidentAcknowledged = components['schemas']['IncidentAcknowledged'];
export type IncidentCreated = components['schemas']['IncidentCreated'];
export type IncidentNobodyTold = components['schemas']['IncidentNobodyTold'];
export type IncidentReopened = components['schemas']['IncidentReopened'];
export type IncidentResolved = components['schemas']['IncidentResolved'];
export type IncidentWithTimeline = components['schemas']['IncidentWithTimeline'];
export type Me = components['schemas']['Me'];
export type Module = components['schemas']['Module'];
export type ModuleEvent = components['schemas']['ModuleEvent'];
export type NewAccessToken = components['schemas']['NewAccessToken'];
export type NewCalendarFeed = components['schemas']['NewCalendarFeed'];
export type NewContactMethod = components['schemas']['NewContactMethod'];
export type NewContactMethodBody = components['schemas']['NewContactMethodBody'];
export type NewEscalationPolicy = components['schemas']['NewEscalationPolicy'];
export type NewUser = components['schemas']['NewUser'];
export type NewWebhook = components['schemas']['NewWebhook'];
export type Notification = components['schemas']['Notification'];
export type NotificationPreferences = components['schemas']['NotificationPreferences'];
export type OnCall = components['schemas']['OnCall'];
export type OwnMetrics = components['schemas']['OwnMetrics'];
export type PasswordLink = components['schemas']['PasswordLink'];
export type PersonOnCall = components['schemas']['PersonOnCall'];
export type Place = components['schemas']['Place'];
export type Readiness = components['schemas']['Readiness'];
export type Reading = components['schemas']['Reading'];
export type ReadingBody = components['schemas']['ReadingBody'];
export type Refusal = components['schemas']['Refusal'];
export type RehearsedAlert = components['schemas']['RehearsedAlert'];
export type Rule = components['schemas']['Rule'];
export type RuleExplanation = components['schemas']['RuleExplanation'];
export type RuleNoise = components['schemas']['RuleNoise'];
export type RulePreview = components['schemas']['RulePreview'];
export type RuleVersion = components['schemas']['RuleVersion'];
export type RuleWarning = components['schemas']['RuleWarning'];
export type SavedStatusPage = components['schemas']['SavedStatusPage'];
export type Schedule = components['schemas']['Schedule'];
export type ScheduleLayer = components['schemas']['ScheduleLayer'];
export type ScheduleOverride = components['schemas']['ScheduleOverride'];
export type Series = components['schemas']['Series'];
export type Session = components['schemas']['Session'];
export type Settings = components['schemas']['Settings'];
export type SettingsTest = components['schemas']['SettingsTest'];
export type Severity = components['schemas']['Severity'];
export type Silence = components['schemas']['Silence'];
export type Site = components['schemas']['Site'];
export type SiteName = components['schemas']['SiteName'];
export type SiteWithMembers = components['schemas']['SiteWithMembers'];
export type StatusPage = components['schemas']['StatusPage'];
export type StatusPageAddress = components['schemas']['StatusPageAddress'];
export type Summary = components['schemas']['Summary'];
export type Trip = components['schemas']['Trip'];
export type Trips = components['schemas']['Trips'];
export type TripStop = components['schemas']['TripStop'];
export type User = components['schemas']['User'];
export type WarnedRule = components['schemas']['WarnedRule'];
export type Webhook = components['schemas']['Webhook'];
export type WebhookChanges = components['schemas']['WebhookChanges'];
export type WebhookEvent = components['schemas']['WebhookEvent'];
export type WebhookFormat = components['schemas']['WebhookFormat'];
export type WebhookTest = components['schemas']['WebhookTest'];
export type WebhookWithSecret = components['schemas']['WebhookWithSecret'];
export type WholeDelivery = components['schemas']['WholeDelivery'];
export type ResponseBadRequest = components['responses']['BadRequest'];
export type ResponseConflict = components['responses']['Conflict'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseNotFound = components['responses']['NotFound'];
export type ResponsePreconditionFailed = components['responses']['PreconditionFailed'];
export type ResponseRefused = components['responses']['Refused'];
export type ResponseTooLarge = components['responses']['TooLarge'];
export type ResponseTooManyRequests = components['responses']['TooManyRequests'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponseUnavailable = components['responses']['Unavailable'];
export type ResponseUnsupportedMediaType = components['responses']['UnsupportedMediaType'];
export type $defs = Record<string, never>;
export interface operations {
    listAuditEntries: {
        parameters: {
            query?: {
                /** @description One action, or a group such as device.* */
                action?: string;
                /** @description The ID or email of a person, or `command` or `system` */
                actor?: string;
                /** @description The next_cursor of the previous page, with the same other parameters */
                cursor?: string;
                /** @description Start, included: a date, a time with its zone, or a timestamp */
                from?: string;
                /** @description Maximum number of items */
                limit?: number;
                /** @description Only of the site with this ID */
                site?: number;
                subject_id?: string;
                subject_type?: string;
                /** @description End, excluded: a date, a time with its zone, or a timestamp */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": [
                     *         {
                     *           "id": 1,
                     *           "at": "2026-03-01T12:00:00.000Z",
                     *           "actor": {
                     *             "type": "text",
                     *             "id": 1,
                     *             "email": "text",
                     *             "name": "text"
                     *           },
                     *           "via": "text",
                     *           "address": "text",
                     *           "action": "text",
                     *           "subject": {
                     *             "type": "text",
                     *             "id": "text",
                     *             "name": "text"
                     *           },
                     *           "before": {},
                     *           "after": {}
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        data: {
                            action: string;
                            actor: {
                                email: string | null;
                                id: number | null;
                                /** @description As the person is called now */
                                name: string | null;
                                type: string;
                            };
                            address: string | null;
                            after: {
                                [key: string]: unknown;
                            } | null;
                            /** Format: date-time */
                            at: string;
                            before: {
                                [key: string]: unknown;
                            } | null;
                            id: number;
                            subject: {
                                id: string;
                                name: string | null;
                                type: string;
                            };
                            via: string;
                        }[];
                        next_cursor: string | null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    exportAuditEntries: {
        parameters: {
            query: {
                /** @description One action, or a group such as device.* */
                action?: string;
                /** @description The ID or email of a person, or `command` or `system` */
                actor?: string;
                format: "csv" | "ndjson";
                /** @description Start, included: a date, a time with its zone, or a timestamp */
                from?: string;
                /** @description Only of the site with this ID */
                site?: number;
                subject_id?: string;
                subject_type?: string;
                /** @description End, excluded: a date, a time with its zone, or a timestamp */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    adminListDevices: {
        parameters: {
            query?: {
                /** @description The next_cursor of the previous page, with the same other parameters */
                cursor?: string;
                enabled?: boolean;
                /** @description Maximum number of items */
                limit?: number;
                module?: ("health" | "vehicle" | "factory" | "home_infra" | "worker" | "fleet")[];
                /** @description Part of the name, ignoring case */
                name?: string;
                /** @description Only of the site with this ID */
                site?: number;
                status?: ("never_seen" | "online" | "offline")[];
                /** @description Devices with this tag */
                tag?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": [
                     *         {
                     *           "id": 1,
                     *           "name": "Bedside monitor",
                     *           "module": "health",
                     *           "enabled": true,
                     *           "tags": [
                     *             "ward 3"
                     *           ],
                     *           "notes": "",
                     *           "expected_interval_s": 60,
                     *           "offline_after_s": null,
                     *           "metrics": {},
                     *           "icon": null,
                     *           "site": {
                     *             "id": 1,
                     *             "name": "Home"
                     *           },
                     *           "status": "online",
                     *           "usual_interval_s": 200,
                     *           "last_seen": "2026-11-21T12:20:23.640Z",
                     *           "battery": 82,
                     *           "signal": -67,
                     *           "lat": 52.379189,
                     *           "lng": 4.899431,
                     *           "location_at": "2026-11-21T12:20:23.000Z",
                     *           "latest": {
                     *             "module": "health",
                     *             "ts": 1795263623,
                     *             "at": "2026-11-21T12:20:23.000Z",
                     *             "metrics": {
                     *               "spo2": 98,
                     *               "systolic": 118
                     *             },
                     *             "flags": {
                     *               "fall_detected": false
                     *             }
                     *           },
                     *           "open_alerts": {
                     *             "info": 0,
                     *             "warning": 0,
                     *             "critical": 1
                     *           },
                     *           "token_hint": "725e",
                     *           "created_at": "2026-11-21T12:19:35.245Z"
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Device"][];
                        next_cursor: string | null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    createDevice: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Boiler room",
                 *       "module": "health",
                 *       "tags": [
                 *         "cellar"
                 *       ],
                 *       "expected_interval_s": 60,
                 *       "offline_after_s": null,
                 *       "metrics": {
                 *         "co2": {
                 *           "label": "CO₂",
                 *           "unit": "ppm",
                 *           "decimals": 0
                 *         }
                 *       },
                 *       "icon": "leaf"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Expected interval of its readings; also the longest gap for rules
                     * @example 60
                     */
                    expected_interval_s?: number | null;
                    /**
                     * @description Its icon, by the names of Lucide; null: that of its module
                     * @example leaf
                     * @enum {string|null}
                     */
                    icon?: "thermometer" | "droplets" | "wind" | "sun" | "snowflake" | "flame" | "leaf" | "waves" | "gauge" | "activity" | "zap" | "plug" | "lightbulb" | "battery" | "fuel" | "radio" | "cpu" | "server" | "camera" | "watch" | "door-open" | "bed" | "house" | "building-2" | "factory" | "warehouse" | "package" | "container" | "truck" | "bus" | "bike" | "tractor" | "ship" | "plane" | "paw-print" | "flask-conical" | null;
                    /**
                     * @description How metrics of this device are shown, in this order. Values are stored and exported as they are sent
                     * @example {
                     *       "co2": {
                     *         "label": "CO₂",
                     *         "unit": "ppm",
                     *         "decimals": 0
                     *       }
                     *     }
                     */
                    metrics?: {
                        [key: string]: {
                            /** @description At most this many are shown */
                            decimals?: number;
                            /** @description Its name for people */
                            label?: string;
                            /** @description In which the device sends it */
                            unit?: string;
                        };
                    };
                    module: components["schemas"]["Module"];
                    /** @example Boiler room */
                    name: string;
                    notes?: string;
                    /**
                     * @description Time without data after which it is offline; default three intervals, else OFFLINE_AFTER_S
                     * @example null
                     */
                    offline_after_s?: number | null;
                    /** @description Needed only by those who reach several sites */
                    site_id?: number;
                    /**
                     * @description For searching and filtering
                     * @example [
                     *       "cellar"
                     *     ]
                     */
                    tags?: string[];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description The version of the settings; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 1,
                     *         "name": "Bedside monitor",
                     *         "module": "health",
                     *         "enabled": true,
                     *         "tags": [
                     *           "ward 3"
                     *         ],
                     *         "notes": "",
                     *         "expected_interval_s": 60,
                     *         "offline_after_s": null,
                     *         "metrics": {},
                     *         "icon": null,
                     *         "site": {
                     *           "id": 1,
                     *           "name": "Home"
                     *         },
                     *         "status": "online",
                     *         "usual_interval_s": 200,
                     *         "last_seen": "2026-11-21T12:20:23.640Z",
                     *         "battery": 82,
                     *         "signal": -67,
                     *         "lat": 52.379189,
                     *         "lng": 4.899431,
                     *         "location_at": "2026-11-21T12:20:23.000Z",
                     *         "latest": {
                     *           "module": "health",
                     *           "ts": 1795263623,
                     *           "at": "2026-11-21T12:20:23.000Z",
                     *           "metrics": {
                     *             "spo2": 98,
                     *             "systolic": 118
                     *           },
                     *           "flags": {
                     *             "fall_detected": false
                     *           }
                     *         },
                     *         "open_alerts": {
                     *           "info": 0,
                     *           "warning": 0,
                     *           "critical": 1
                     *         },
                     *         "token_hint": "725e",
                     *         "created_at": "2026-11-21T12:19:35.245Z",
                     *         "token": "89b80fd6f82ae688a1c27b5d3e4f60718293a4b5c6d7e8f90a1b2c3d4e5f725e"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["DeviceWithToken"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    adminGetDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the settings; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 1,
                     *         "name": "Bedside monitor",
                     *         "module": "health",
                     *         "enabled": true,
                     *         "tags": [
                     *           "ward 3"
                     *         ],
                     *         "notes": "",
                     *         "expected_interval_s": 60,
                     *         "offline_after_s": null,
                     *         "metrics": {},
                     *         "icon": null,
                     *         "site": {
                     *           "id": 1,
                     *           "name": "Home"
                     *         },
                     *         "status": "online",
                     *         "usual_interval_s": 200,
                     *         "last_seen": "2026-11-21T12:20:23.640Z",
                     *         "battery": 82,
                     *         "signal": -67,
                     *         "lat": 52.379189,
                     *         "lng": 4.899431,
                     *         "location_at": "2026-11-21T12:20:23.000Z",
                     *         "latest": {
                     *           "module": "health",
                     *           "ts": 1795263623,
                     *           "at": "2026-11-21T12:20:23.000Z",
                     *           "metrics": {
                     *             "spo2": 98,
                     *             "systolic": 118
                     *           },
                     *           "flags": {
                     *             "fall_detected": false
                     *           }
                     *         },
                     *         "open_alerts": {
                     *           "info": 0,
                     *           "warning": 0,
                     *           "critical": 1
                     *         },
                     *         "token_hint": "725e",
                     *         "created_at": "2026-11-21T12:19:35.245Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Device"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    deleteDevice: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag from when it was read; 412 if it has changed since */
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        data: null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    updateDevice: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag from when it was read; 412 if it has changed since */
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Boiler room",
                 *       "tags": [
                 *         "cellar"
                 *       ],
                 *       "expected_interval_s": 60,
                 *       "offline_after_s": null,
                 *       "metrics": {
                 *         "co2": {
                 *           "label": "CO₂",
                 *           "unit": "ppm",
                 *           "decimals": 0
                 *         }
                 *       },
                 *       "icon": "leaf"
                 *     }
                 */
                "application/json": {
                    enabled?: boolean;
                    /**
                     * @description Expected interval of its readings; also the longest gap for rules
                     * @example 60
                     */
                    expected_interval_s?: number | null;
                    /**
                     * @description Its icon, by the names of Lucide; null: that of its module
                     * @example leaf
                     * @enum {string|null}
                     */
                    icon?: "thermometer" | "droplets" | "wind" | "sun" | "snowflake" | "flame" | "leaf" | "waves" | "gauge" | "activity" | "zap" | "plug" | "lightbulb" | "battery" | "fuel" | "radio" | "cpu" | "server" | "camera" | "watch" | "door-open" | "bed" | "house" | "building-2" | "factory" | "warehouse" | "package" | "container" | "truck" | "bus" | "bike" | "tractor" | "ship" | "plane" | "paw-print" | "flask-conical" | null;
                    /**
                     * @description How metrics of this device are shown, in this order. Values are stored and exported as they are sent
                     * @example {
                     *       "co2": {
                     *         "label": "CO₂",
                     *         "unit": "ppm",
                     *         "decimals": 0
                     *       }
                     *     }
                     */
                    metrics?: {
                        [key: string]: {
                            /** @description At most this many are shown */
                            decimals?: number;
                            /** @description Its name for people */
                            label?: string;
                            /** @description In which the device sends it */
                            unit?: string;
                        };
                    };
                    /**
                     * @description Cannot be changed
                     * @enum {string}
                     */
                    module?: "health" | "vehicle" | "factory" | "home_infra" | "worker" | "fleet";
                    /** @example Boiler room */
                    name?: string;
                    notes?: string;
                    /**
                     * @description Time without data after which it is offline; default three intervals, else OFFLINE_AFTER_S
                     * @example null
                     */
                    offline_after_s?: number | null;
                    /**
                     * @description For searching and filtering
                     * @example [
                     *       "cellar"
                     *     ]
                     */
                    tags?: string[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the settings; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 1,
                     *         "name": "Bedside monitor",
                     *         "module": "health",
                     *         "enabled": true,
                     *         "tags": [
                     *           "ward 3"
                     *         ],
                     *         "notes": "",
                     *         "expected_interval_s": 60,
                     *         "offline_after_s": null,
                     *         "metrics": {},
                     *         "icon": null,
                     *         "site": {
                     *           "id": 1,
                     *           "name": "Home"
                     *         },
                     *         "status": "online",
                     *         "usual_interval_s": 200,
                     *         "last_seen": "2026-11-21T12:20:23.640Z",
                     *         "battery": 82,
                     *         "signal": -67,
                     *         "lat": 52.379189,
                     *         "lng": 4.899431,
                     *         "location_at": "2026-11-21T12:20:23.000Z",
                     *         "latest": {
                     *           "module": "health",
                     *           "ts": 1795263623,
                     *           "at": "2026-11-21T12:20:23.000Z",
                     *           "metrics": {
                     *             "spo2": 98,
                     *             "systolic": 118
                     *           },
                     *           "flags": {
                     *             "fall_detected": false
                     *           }
                     *         },
                     *         "open_alerts": {
                     *           "info": 0,
                     *           "warning": 0,
                     *           "critical": 1
                     *         },
                     *         "token_hint": "725e",
                     *         "created_at": "2026-11-21T12:19:35.245Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Device"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getDeviceAttributes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "max_systolic": 165
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["DeviceAttributes"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    setDeviceAttributes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "max_systolic": 165
                 *     }
                 */
                "application/json": components["schemas"]["DeviceAttributes"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "max_systolic": 165
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["DeviceAttributes"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    handOverDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "site_id": 2
                 *     }
                 */
                "application/json": {
                    site_id: number;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description The version of the settings; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 1,
                     *         "name": "Bedside monitor",
                     *         "module": "health",
                     *         "enabled": true,
                     *         "tags": [
                     *           "ward 3"
                     *         ],
                     *         "notes": "",
                     *         "expected_interval_s": 60,
                     *         "offline_after_s": null,
                     *         "metrics": {},
                     *         "icon": null,
                     *         "site": {
                     *           "id": 1,
                     *           "name": "Home"
                     *         },
                     *         "status": "online",
                     *         "usual_interval_s": 200,
                     *         "last_seen": "2026-11-21T12:20:23.640Z",
                     *         "battery": 82,
                     *         "signal": -67,
                     *         "lat": 52.379189,
                     *         "lng": 4.899431,
                     *         "location_at": "2026-11-21T12:20:23.000Z",
                     *         "latest": {
                     *           "module": "health",
                     *           "ts": 1795263623,
                     *           "at": "2026-11-21T12:20:23.000Z",
                     *           "metrics": {
                     *             "spo2": 98,
                     *             "systolic": 118
                     *           },
                     *           "flags": {
                     *             "fall_detected": false
                     *           }
                     *         },
                     *         "open_alerts": {
                     *           "info": 0,
                     *           "warning": 0,
                     *           "critical": 1
                     *         },
                     *         "token_hint": "725e",
                     *         "created_at": "2026-11-21T12:19:35.245Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Device"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    moveDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "site_id": 2
                 *     }
                 */
                "application/json": {
                    site_id: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the settings; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 1,
                     *         "name": "Bedside monitor",
                     *         "module": "health",
                     *         "enabled": true,
                     *         "tags": [
                     *           "ward 3"
                     *         ],
                     *         "notes": "",
                     *         "expected_interval_s": 60,
                     *         "offline_after_s": null,
                     *         "metrics": {},
                     *         "icon": null,
                     *         "site": {
                     *           "id": 1,
                     *           "name": "Home"
                     *         },
                     *         "status": "online",
                     *         "usual_interval_s": 200,
                     *         "last_seen": "2026-11-21T12:20:23.640Z",
                     *         "battery": 82,
                     *         "signal": -67,
                     *         "lat": 52.379189,
                     *         "lng": 4.899431,
                     *         "location_at": "2026-11-21T12:20:23.000Z",
                     *         "latest": {
                     *           "module": "health",
                     *           "ts": 1795263623,
                     *           "at": "2026-11-21T12:20:23.000Z",
                     *           "metrics": {
                     *             "spo2": 98,
                     *             "systolic": 118
                     *           },
                     *           "flags": {
                     *             "fall_detected": false
                     *           }
                     *         },
                     *         "open_alerts": {
                     *           "info": 0,
                     *           "warning": 0,
                     *           "critical": 1
                     *         },
                     *         "token_hint": "725e",
                     *         "created_at": "2026-11-21T12:19:35.245Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Device"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    listDeviceRefusals: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": [
                     *         {
                     *           "at": "2026-11-21T12:20:23.640Z",
                     *           "first_at": "2026-11-21T12:19:23.640Z",
                     *           "count": 2,
                     *           "status": 400,
                     *           "reason": "content",
                     *           "message": "/metrics/spo2: must be number or null",
                     *           "address": "192.0.2.7",
                     *           "token_hint": null,
                     *           "token_length": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Refusal"][];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    rotateDeviceToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "overlap_s": 3600
                 *     }
                 */
                "application/json": {
                    /**
                     * @description How long the old token stays valid
                     * @default 0
                     * @example 3600
                     */
                    overlap_s?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the settings; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 1,
                     *         "name": "Bedside monitor",
                     *         "module": "health",
                     *         "enabled": true,
                     *         "tags": [
                     *           "ward 3"
                     *         ],
                     *         "notes": "",
                     *         "expected_interval_s": 60,
                     *         "offline_after_s": null,
                     *         "metrics": {},
                     *         "icon": null,
                     *         "site": {
                     *           "id": 1,
                     *           "name": "Home"
                     *         },
                     *         "status": "online",
                     *         "usual_interval_s": 200,
                     *         "last_seen": "2026-11-21T12:20:23.640Z",
                     *         "battery": 82,
                     *         "signal": -67,
                     *         "lat": 52.379189,
                     *         "lng": 4.899431,
                     *         "location_at": "2026-11-21T12:20:23.000Z",
                     *         "latest": {
                     *           "module": "health",
                     *           "ts": 1795263623,
                     *           "at": "2026-11-21T12:20:23.000Z",
                     *           "metrics": {
                     *             "spo2": 98,
                     *             "systolic": 118
                     *           },
                     *           "flags": {
                     *             "fall_detected": false
                     *           }
                     *         },
                     *         "open_alerts": {
                     *           "info": 0,
                     *           "warning": 0,
                     *           "critical": 1
                     *         },
                     *         "token_hint": "725e",
                     *         "created_at": "2026-11-21T12:19:35.245Z",
                     *         "token": "89b80fd6f82ae688a1c27b5d3e4f60718293a4b5c6d7e8f90a1b2c3d4e5f725e"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["DeviceWithToken"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    listEscalationPolicies: {
        parameters: {
            query?: {
                /** @description Only of the site with this ID */
                site?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": [
                     *         {
                     *           "id": 1,
                     *           "site": {
                     *             "id": 1,
                     *             "name": "Home"
                     *           },
                     *           "name": "text",
                     *           "position": 1,
                     *           "scope": {
                     *             "modules": [
                     *               "health"
                     *             ],
                     *             "tags": [
                     *               "text"
                     *             ],
                     *             "min_severity": "info",
                     *             "rule_keys": [
                     *               "text"
                     *             ]
                     *           },
                     *           "is_last": true,
                     *           "rounds": 1,
                     *           "warning_rounds": 1,
                     *           "steps": [
                     *             {
                     *               "wait_s": 0,
                     *               "targets": [
                     *                 {
                     *                   "type": "on_call"
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "version": 1
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["EscalationPolicy"][];
                        next_cursor: string | null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    createEscalationPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ward 3",
                 *       "scope": {
                 *         "tags": [
                 *           "ward-3"
                 *         ]
                 *       },
                 *       "steps": [
                 *         {
                 *           "wait_s": 0,
                 *           "targets": [
                 *             {
                 *               "type": "on_call"
                 *             }
                 *           ]
                 *         },
                 *         {
                 *           "wait_s": 300,
                 *           "targets": [
                 *             {
                 *               "type": "role",
                 *               "role": "admin"
                 *             }
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewEscalationPolicy"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 1,
                     *         "site": {
                     *           "id": 1,
                     *           "name": "Home"
                     *         },
                     *         "name": "text",
                     *         "position": 1,
                     *         "scope": {
                     *           "modules": [
                     *             "health"
                     *           ],
                     *           "tags": [
                     *             "text"
                     *           ],
                     *           "min_severity": "info",
                     *           "rule_keys": [
                     *             "text"
                     *           ]
                     *         },
                     *         "is_last": true,
                     *         "rounds": 1,
                     *         "warning_rounds": 1,
                     *         "steps": [
                     *           {
                     *             "wait_s": 0,
                     *             "targets": [
                     *               {
                     *                 "type": "on_call"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "version": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["EscalationPolicy"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getEscalationPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 1,
                     *         "site": {
                     *           "id": 1,
                     *           "name": "Home"
                     *         },
                     *         "name": "text",
                     *         "position": 1,
                     *         "scope": {
                     *           "modules": [
                     *             "health"
                     *           ],
                     *           "tags": [
                     *             "text"
                     *           ],
                     *           "min_severity": "info",
                     *           "rule_keys": [
                     *             "text"
                     *           ]
                     *         },
                     *         "is_last": true,
                     *         "rounds": 1,
                     *         "warning_rounds": 1,
                     *         "steps": [
                     *           {
                     *             "wait_s": 0,
                     *             "targets": [
                     *               {
                     *                 "type": "on_call"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "version": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["EscalationPolicy"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    deleteEscalationPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        data: null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    updateEscalationPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "rounds": 5
                 *     }
                 */
                "application/json": components["schemas"]["EscalationPolicyChanges"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 1,
                     *         "site": {
                     *           "id": 1,
                     *           "name": "Home"
                     *         },
                     *         "name": "text",
                     *         "position": 1,
                     *         "scope": {
                     *           "modules": [
                     *             "health"
                     *           ],
                     *           "tags": [
                     *             "text"
                     *           ],
                     *           "min_severity": "info",
                     *           "rule_keys": [
                     *             "text"
                     *           ]
                     *         },
                     *         "is_last": true,
                     *         "rounds": 1,
                     *         "warning_rounds": 1,
                     *         "steps": [
                     *           {
                     *             "wait_s": 0,
                     *             "targets": [
                     *               {
                     *                 "type": "on_call"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "version": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["EscalationPolicy"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    exportConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "format": "tocsin-configuration-1",
                     *         "exported_at": "2026-03-01T12:00:00.000Z",
                     *         "sites": [
                     *           {
                     *             "name": "text",
                     *             "notes": "text",
                     *             "device_readings_per_minute": null,
                     *             "site_readings_per_minute": null,
                     *             "retention_days": null
                     *           }
                     *         ],
                     *         "devices": [
                     *           {
                     *             "name": "text",
                     *             "module": "health",
                     *             "enabled": true,
                     *             "tags": [
                     *               "text"
                     *             ],
                     *             "notes": "text",
                     *             "expected_interval_s": 1,
                     *             "offline_after_s": 1,
                     *             "metrics": {
                     *               "co2": {
                     *                 "label": "CO₂",
                     *                 "unit": "ppm",
                     *                 "decimals": 0
                     *               }
                     *             },
                     *             "icon": "leaf",
                     *             "site": "text",
                     *             "attributes": {
                     *               "max_systolic": 165
                     *             }
                     *           }
                     *         ],
                     *         "status_pages": [
                     *           {
                     *             "site": "text",
                     *             "title": "text",
                     *             "devices": [
                     *               {
                     *                 "device": "text",
                     *                 "group_name": "text",
                     *                 "label": "text"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "geofences": [
                     *           {
                     *             "name": "text",
                     *             "site": "text",
                     *             "fence": {}
                     *           }
                     *         ],
                     *         "rules": [
                     *           {
                     *             "key": "text",
                     *             "site": "text",
                     *             "enabled": true,
                     *             "origin": "text",
                     *             "definition": {}
                     *           }
                     *         ],
                     *         "webhooks": [
                     *           {
                     *             "name": "text",
                     *             "site": "text",
                     *             "url": "text",
                     *             "format": "text",
                     *             "events": [
                     *               "text"
                     *             ],
                     *             "min_severity": "info",
                     *             "modules": [
                     *               "health"
                     *             ],
                     *             "tags": [
                     *               "text"
                     *             ],
                     *             "enabled": true
                     *           }
                     *         ],
                     *         "schedules": [
                     *           {
                     *             "name": "text",
                     *             "time_zone": "text",
                     *             "layers": [
                     *               {
                     *                 "people": [
                     *                   "text"
                     *                 ],
                     *                 "start_date": "2026-11-23",
                     *                 "unit": "hour",
                     *                 "length": 1,
                     *                 "handover": "09:00"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "policies": [
                     *           {
                     *             "name": "text",
                     *             "steps": [
                     *               {
                     *                 "wait_s": 0,
                     *                 "targets": [
                     *                   "on_call"
                     *                 ]
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "users": [
                     *           {
                     *             "email": "text",
                     *             "role": "text",
                     *             "enabled": true
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Configuration"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    listGeofences: {
        parameters: {
            query?: {
                /** @description Only of the site with this ID */
                site?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": [
                     *         {
                     *           "id": 1,
                     *           "site": {
                     *             "id": 1,
                     *             "name": "Home"
                     *           },
                     *           "name": "Depot",
                     *           "fence": {
                     *             "circle": {
                     *               "lat": 46.0569,
                     *               "lng": 14.5058,
                     *               "radius_m": 500
                     *             }
                     *           },
                     *           "rules": [
                     *             "depot.left"
                     *           ],
                     *           "created_at": "2026-11-21T12:19:35.245Z",
                     *           "updated_at": "2026-11-21T12:19:35.245Z"
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Geofence"][];
                        next_cursor: string | null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    createGeofence: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Depot",
                 *       "fence": {
                 *         "circle": {
                 *           "lat": 46.0569,
                 *           "lng": 14.5058,
                 *           "radius_m": 500
                 *         }
                 *       },
                 *       "site_id": null
                 *     }
                 */
                "application/json": {
                    /**
                     * @description `{circle: {lat, lng, radius_m}}`, or `{polygon}` with 3 to 200 corners, each `[lat, lng]`
                     * @example {
                     *       "circle": {
                     *         "lat": 46.0569,
                     *         "lng": 14.5058,
                     *         "radius_m": 500
                     *       }
                     *     }
                     */
                    fence: {
                        [key: string]: unknown;
                    };
                    /** @example Depot */
                    name: string;
                    /**
                     * @description The site that it belongs to for good; null: the whole installation. By default the installation if your role is one everywhere, else your only site
                     * @example null
                     */
                    site_id?: number | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description The version of the settings; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 1,
                     *         "site": {
                     *           "id": 1,
                     *           "name": "Home"
                     *         },
                     *         "name": "Depot",
                     *         "fence": {
                     *           "circle": {
                     *             "lat": 46.0569,
                     *             "lng": 14.5058,
                     *             "radius_m": 500
                     *           }
                     *         },
                     *         "rules": [
                     *           "depot.left"
                     *         ],
                     *         "created_at": "2026-11-21T12:19:35.245Z",
                     *         "updated_at": "2026-11-21T12:19:35.245Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Geofence"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getGeofence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the settings; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 1,
                     *         "site": {
                     *           "id": 1,
                     *           "name": "Home"
                     *         },
                     *         "name": "Depot",
                     *         "fence": {
                     *           "circle": {
                     *             "lat": 46.0569,
                     *             "lng": 14.5058,
                     *             "radius_m": 500
                     *           }
                     *         },
                     *         "rules": [
                     *           "depot.left"
                     *         ],
                     *         "created_at": "2026-11-21T12:19:35.245Z",
                     *         "updated_at": "2026-11-21T12:19:35.245Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Geofence"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    deleteGeofence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        data: null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    updateGeofence: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag from when it was read; 412 if it has changed since */
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Depot",
                 *       "fence": {
                 *         "circle": {
                 *           "lat": 46.0569,
                 *           "lng": 14.5058,
                 *           "radius_m": 500
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description `{circle: {lat, lng, radius_m}}`, or `{polygon}` with 3 to 200 corners, each `[lat, lng]`
                     * @example {
                     *       "circle": {
                     *         "lat": 46.0569,
                     *         "lng": 14.5058,
                     *         "radius_m": 500
                     *       }
                     *     }
                     */
                    fence?: {
                        [key: string]: unknown;
                    };
                    /** @example Depot */
                    name?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the settings; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 1,
                     *         "site": {
                     *           "id": 1,
                     *           "name": "Home"
                     *         },
                     *         "name": "Depot",
                     *         "fence": {
                     *           "circle": {
                     *             "lat": 46.0569,
                     *             "lng": 14.5058,
                     *             "radius_m": 500
                     *           }
                     *         },
                     *         "rules": [
                     *           "depot.left"
                     *         ],
                     *         "created_at": "2026-11-21T12:19:35.245Z",
                     *         "updated_at": "2026-11-21T12:19:35.245Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Geofence"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getNoiseReport: {
        parameters: {
            query?: {
                days?: number;
                rule_key?: string;
                /** @description Only of the site with this ID */
                site?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": [
                     *         {
                     *           "rule_key": "text",
                     *           "alerts": 1,
                     *           "devices": 1,
                     *           "unattended_percent": 1,
                     *           "false_alarm_percent": 1,
                     *           "reopened": 1,
                     *           "flapped": 1,
                     *           "median_firing_s": 1,
                     *           "halving_threshold": 1
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["RuleNoise"][];
                        next_cursor: null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    listRules: {
        parameters: {
            query?: {
                /** @description Only of the site with this ID */
                site?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": [
                     *         {
                     *           "key": "boiler.pressure.high",
                     *           "name": "Boiler pressure high",
                     *           "scope": {
                     *             "modules": [
                     *               "factory"
                     *             ],
                     *             "tags": [
                     *               "boiler"
                     *             ]
                     *           },
                     *           "condition": {
                     *             "type": "threshold",
                     *             "field": "metrics.pressure",
                     *             "op": "gt"
                     *           },
                     *           "levels": [
                     *             {
                     *               "severity": "warning",
                     *               "value": 3,
                     *               "clear": 2.8,
                     *               "for_s": 60
                     *             },
                     *             {
                     *               "severity": "critical",
                     *               "value": {
                     *                 "attr": "max_pressure",
                     *                 "default": 4
                     *               },
                     *               "clear": 3.5
                     *             }
                     *           ],
                     *           "unit": "bar",
                     *           "title": "Pressure above {threshold} bar",
                     *           "source": "Manual of the boiler, p. 12",
                     *           "site": null,
                     *           "version": 1,
                     *           "enabled": true,
                     *           "origin": "user",
                     *           "edited": false,
                     *           "updated_at": "2026-11-21T12:20:22.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Rule"][];
                        next_cursor: null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    createRule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key": "text",
                 *       "name": "text",
                 *       "condition": {
                 *         "type": "text"
                 *       },
                 *       "levels": [
                 *         {
                 *           "severity": "info"
                 *         }
                 *       ],
                 *       "title": "text",
                 *       "site_id": null,
                 *       "reason": "Fewer false alarms of the old sensor, agreed with J. Novak"
                 *     }
                 */
                "application/json": {
                    ack_timeout_s?: number;
                    clear_for_s?: number;
                    condition: components["schemas"]["Condition"];
                    cooldown_s?: number;
                    enabled?: boolean;
                    expire_after_s?: number;
                    incident?: {
                        /** @enum {unknown} */
                        mode?: "auto" | "always" | "never";
                        own?: boolean;
                    };
                    key: string;
                    labels?: {
                        [key: string]: string;
                    };
                    latch?: boolean;
                    /** @enum {unknown} */
                    late?: "raise" | "ignore";
                    late_max_s?: number;
                    levels: {
                        clear?: number | {
                            attr: string;
                            default: number;
                        };
                        for_s?: number;
                        /** @enum {unknown} */
                        severity: "info" | "warning" | "critical";
                        value?: number | {
                            attr: string;
                            default: number;
                        };
                    }[];
                    max_gap_s?: number;
                    name: string;
                    /**
                     * @description Why, for the versions and the audit log; required to change a safety rule or to turn it off
                     * @example Fewer false alarms of the old sensor, agreed with J. Novak
                     */
                    reason?: string;
                    runbook_url?: string;
                    schedule?: {
                        hours: {
                            days?: ("sun" | "mon" | "tue" | "wed" | "thu" | "fri" | "sat")[];
                            from: string;
                            to: string;
                        }[];
                        tz: string;
                    };
                    scope?: {
                        device_ids?: number[];
                        exclude_device_ids?: number[];
                        exclude_tags?: string[];
                        modules?: ("health" | "vehicle" | "factory" | "home_infra" | "worker" | "fleet")[];
                        tags?: string[];
                    };
                    /**
                     * @description The site that it belongs to for good; null: the whole installation. By default the installation if your role is one everywhere, else your only site
                     * @example null
                     */
                    site_id?: number | null;
                    source?: string;
                    title: string;
                    translations?: {
                        de?: {
                            name?: string;
                            title?: string;
                        };
                    };
                    unit?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "key": "boiler.pressure.high",
                     *         "name": "Boiler pressure high",
                     *         "scope": {
                     *           "modules": [
                     *             "factory"
                     *           ],
                     *           "tags": [
                     *             "boiler"
                     *           ]
                     *         },
                     *         "condition": {
                     *           "type": "threshold",
                     *           "field": "metrics.pressure",
                     *           "op": "gt"
                     *         },
                     *         "levels": [
                     *           {
                     *             "severity": "warning",
                     *             "value": 3,
                     *             "clear": 2.8,
                     *             "for_s": 60
                     *           },
                     *           {
                     *             "severity": "critical",
                     *             "value": {
                     *               "attr": "max_pressure",
                     *               "default": 4
                     *             },
                     *             "clear": 3.5
                     *           }
                     *         ],
                     *         "unit": "bar",
                     *         "title": "Pressure above {threshold} bar",
                     *         "source": "Manual of the boiler, p. 12",
                     *         "site": null,
                     *         "version": 1,
                     *         "enabled": true,
                     *         "origin": "user",
                     *         "edited": false,
                     *         "updated_at": "2026-11-21T12:20:22.000Z",
                     *         "warnings": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["WarnedRule"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "key": "boiler.pressure.high",
                     *         "name": "Boiler pressure high",
                     *         "scope": {
                     *           "modules": [
                     *             "factory"
                     *           ],
                     *           "tags": [
                     *             "boiler"
                     *           ]
                     *         },
                     *         "condition": {
                     *           "type": "threshold",
                     *           "field": "metrics.pressure",
                     *           "op": "gt"
                     *         },
                     *         "levels": [
                     *           {
                     *             "severity": "warning",
                     *             "value": 3,
                     *             "clear": 2.8,
                     *             "for_s": 60
                     *           },
                     *           {
                     *             "severity": "critical",
                     *             "value": {
                     *               "attr": "max_pressure",
                     *               "default": 4
                     *             },
                     *             "clear": 3.5
                     *           }
                     *         ],
                     *         "unit": "bar",
                     *         "title": "Pressure above {threshold} bar",
                     *         "source": "Manual of the boiler, p. 12",
                     *         "site": null,
                     *         "version": 1,
                     *         "enabled": true,
                     *         "origin": "user",
                     *         "edited": false,
                     *         "updated_at": "2026-11-21T12:20:22.000Z",
                     *         "warnings": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["WarnedRule"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    saveRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "text",
                 *       "condition": {
                 *         "type": "text"
                 *       },
                 *       "levels": [
                 *         {
                 *           "severity": "info"
                 *         }
                 *       ],
                 *       "title": "text",
                 *       "site_id": null,
                 *       "reason": "Fewer false alarms of the old sensor, agreed with J. Novak"
                 *     }
                 */
                "application/json": {
                    ack_timeout_s?: number;
                    clear_for_s?: number;
                    condition: components["schemas"]["Condition"];
                    cooldown_s?: number;
                    enabled?: boolean;
                    expire_after_s?: number;
                    incident?: {
                        /** @enum {unknown} */
                        mode?: "auto" | "always" | "never";
                        own?: boolean;
                    };
                    key?: string;
                    labels?: {
                        [key: string]: string;
                    };
                    latch?: boolean;
                    /** @enum {unknown} */
                    late?: "raise" | "ignore";
                    late_max_s?: number;
                    levels: {
                        clear?: number | {
                            attr: string;
                            default: number;
                        };
                        for_s?: number;
                        /** @enum {unknown} */
                        severity: "info" | "warning" | "critical";
                        value?: number | {
                            attr: string;
                            default: number;
                        };
                    }[];
                    max_gap_s?: number;
                    name: string;
                    /**
                     * @description Why, for the versions and the audit log; required to change a safety rule or to turn it off
                     * @example Fewer false alarms of the old sensor, agreed with J. Novak
                     */
                    reason?: string;
                    runbook_url?: string;
                    schedule?: {
                        hours: {
                            days?: ("sun" | "mon" | "tue" | "wed" | "thu" | "fri" | "sat")[];
                            from: string;
                            to: string;
                        }[];
                        tz: string;
                    };
                    scope?: {
                        device_ids?: number[];
                        exclude_device_ids?: number[];
                        exclude_tags?: string[];
                        modules?: ("health" | "vehicle" | "factory" | "home_infra" | "worker" | "fleet")[];
                        tags?: string[];
                    };
                    /**
                     * @description The site that it belongs to for good; null: the whole installation. By default the installation if your role is one everywhere, else your only site
                     * @example null
                     */
                    site_id?: number | null;
                    source?: string;
                    title: string;
                    translations?: {
                        de?: {
                            name?: string;
                            title?: string;
                        };
                    };
                    unit?: string;
                    /** @description The version that was edited; 409 if it is not the current one */
                    version?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "key": "boiler.pressure.high",
                     *         "name": "Boiler pressure high",
                     *         "scope": {
                     *           "modules": [
                     *             "factory"
                     *           ],
                     *           "tags": [
                     *             "boiler"
                     *           ]
                     *         },
                     *         "condition": {
                     *           "type": "threshold",
                     *           "field": "metrics.pressure",
                     *           "op": "gt"
                     *         },
                     *         "levels": [
                     *           {
                     *             "severity": "warning",
                     *             "value": 3,
                     *             "clear": 2.8,
                     *             "for_s": 60
                     *           },
                     *           {
                     *             "severity": "critical",
                     *             "value": {
                     *               "attr": "max_pressure",
                     *               "default": 4
                     *             },
                     *             "clear": 3.5
                     *           }
                     *         ],
                     *         "unit": "bar",
                     *         "title": "Pressure above {threshold} bar",
                     *         "source": "Manual of the boiler, p. 12",
                     *         "site": null,
                     *         "version": 1,
                     *         "enabled": true,
                     *         "origin": "user",
                     *         "edited": false,
                     *         "updated_at": "2026-11-21T12:20:22.000Z",
                     *         "warnings": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["WarnedRule"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    deleteRule: {
        parameters: {
            query?: {
                reason?: string;
                version?: number;
            };
            header?: never;
            path: {
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "key": "boiler.pressure.high",
                     *         "name": "Boiler pressure high",
                     *         "scope": {
                     *           "modules": [
                     *             "factory"
                     *           ],
                     *           "tags": [
                     *             "boiler"
                     *           ]
                     *         },
                     *         "condition": {
                     *           "type": "threshold",
                     *           "field": "metrics.pressure",
                     *           "op": "gt"
                     *         },
                     *         "levels": [
                     *           {
                     *             "severity": "warning",
                     *             "value": 3,
                     *             "clear": 2.8,
                     *             "for_s": 60
                     *           },
                     *           {
                     *             "severity": "critical",
                     *             "value": {
                     *               "attr": "max_pressure",
                     *               "default": 4
                     *             },
                     *             "clear": 3.5
                     *           }
                     *         ],
                     *         "unit": "bar",
                     *         "title": "Pressure above {threshold} bar",
                     *         "source": "Manual of the boiler, p. 12",
                     *         "site": null,
                     *         "version": 1,
                     *         "enabled": true,
                     *         "origin": "user",
                     *         "edited": false,
                     *         "updated_at": "2026-11-21T12:20:22.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Rule"] | null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    updateRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": false
                 *     }
                 */
                "application/json": {
                    ack_timeout_s?: number;
                    clear_for_s?: number;
                    condition?: components["schemas"]["Condition"];
                    cooldown_s?: number;
                    enabled?: boolean;
                    expire_after_s?: number;
                    incident?: {
                        /** @enum {unknown} */
                        mode?: "auto" | "always" | "never";
                        own?: boolean;
                    };
                    key?: string;
                    labels?: {
                        [key: string]: string;
                    };
                    latch?: boolean;
                    /** @enum {unknown} */
                    late?: "raise" | "ignore";
                    late_max_s?: number;
                    levels?: {
                        clear?: number | {
                            attr: string;
                            default: number;
                        };
                        for_s?: number;
                        /** @enum {unknown} */
                        severity: "info" | "warning" | "critical";
                        value?: number | {
                            attr: string;
                            default: number;
                        };
                    }[];
                    max_gap_s?: number;
                    name?: string;
                    /**
                     * @description Why, for the versions and the audit log; required to change a safety rule or to turn it off
                     * @example Fewer false alarms of the old sensor, agreed with J. Novak
                     */
                    reason?: string;
                    runbook_url?: string;
                    schedule?: {
                        hours: {
                            days?: ("sun" | "mon" | "tue" | "wed" | "thu" | "fri" | "sat")[];
                            from: string;
                            to: string;
                        }[];
                        tz: string;
                    };
                    scope?: {
                        device_ids?: number[];
                        exclude_device_ids?: number[];
                        exclude_tags?: string[];
                        modules?: ("health" | "vehicle" | "factory" | "home_infra" | "worker" | "fleet")[];
                        tags?: string[];
                    };
                    source?: string;
                    title?: string;
                    translations?: {
                        de?: {
                            name?: string;
                            title?: string;
                        };
                    };
                    unit?: string;
                    /** @description The version that was edited; 409 if it is not the current one */
                    version?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "key": "boiler.pressure.high",
                     *         "name": "Boiler pressure high",
                     *         "scope": {
                     *           "modules": [
                     *             "factory"
                     *           ],
                     *           "tags": [
                     *             "boiler"
                     *           ]
                     *         },
                     *         "condition": {
                     *           "type": "threshold",
                     *           "field": "metrics.pressure",
                     *           "op": "gt"
                     *         },
                     *         "levels": [
                     *           {
                     *             "severity": "warning",
                     *             "value": 3,
                     *             "clear": 2.8,
                     *             "for_s": 60
                     *           },
                     *           {
                     *             "severity": "critical",
                     *             "value": {
                     *               "attr": "max_pressure",
                     *               "default": 4
                     *             },
                     *             "clear": 3.5
                     *           }
                     *         ],
                     *         "unit": "bar",
                     *         "title": "Pressure above {threshold} bar",
                     *         "source": "Manual of the boiler, p. 12",
                     *         "site": null,
                     *         "version": 1,
                     *         "enabled": true,
                     *         "origin": "user",
                     *         "edited": false,
                     *         "updated_at": "2026-11-21T12:20:22.000Z",
                     *         "warnings": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["WarnedRule"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    explainRule: {
        parameters: {
            query: {
                device_id: number;
            };
            header?: never;
            path: {
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "rule_key": "text",
                     *         "rule_version": 1,
                     *         "device_id": 1,
                     *         "enabled": true,
                     *         "in_scope": true,
                     *         "state": "idle",
                     *         "alert_id": 1,
                     *         "flapping": true,
                     *         "in_hours": true,
                     *         "last_value": 1,
                     *         "last_at": "2026-03-01T12:00:00.000Z",
                     *         "max_gap_s": 1,
                     *         "usual_interval_s": 1,
                     *         "seconds_left": 1,
                     *         "levels": [
                     *           {
                     *             "severity": "info",
                     *             "value": 1,
                     *             "clear": 1,
                     *             "for_s": 1,
                     *             "broken_since": "2026-03-01T12:00:00.000Z",
                     *             "seconds_left": 1,
                     *             "clear_since": "2026-03-01T12:00:00.000Z"
                     *           }
                     *         ],
                     *         "parts": [
                     *           {
                     *             "type": "threshold",
                     *             "field": "text",
                     *             "value": 1,
                     *             "is_true": true
                     *           }
                     *         ],
                     *         "silenced_by": {
                     *           "silence_id": 1,
                     *           "reason": "text",
                     *           "until": "2026-03-01T12:00:00.000Z"
                     *         },
                     *         "newest_reading": {
                     *           "at": "2026-03-01T12:00:00.000Z",
                     *           "received_at": "2026-03-01T12:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["RuleExplanation"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    listRuleVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": [
                     *         {
                     *           "version": 1,
                     *           "definition": {
                     *             "key": "text",
                     *             "name": "text",
                     *             "condition": {
                     *               "type": "text"
                     *             },
                     *             "levels": [
                     *               {
                     *                 "severity": "info"
                     *               }
                     *             ],
                     *             "title": "text"
                     *           },
                     *           "saved_at": "2026-03-01T12:00:00.000Z",
                     *           "saved_by": 1,
                     *           "reason": "text"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["RuleVersion"][];
                        next_cursor: null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    previewRule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "rule": {
                 *         "key": "text",
                 *         "name": "text",
                 *         "condition": {
                 *           "type": "text"
                 *         },
                 *         "levels": [
                 *           {
                 *             "severity": "info"
                 *           }
                 *         ],
                 *         "title": "text"
                 *       },
                 *       "site_id": null,
                 *       "from": "2026-03-01T12:00:00.000Z",
                 *       "to": "2026-03-01T12:00:00.000Z"
                 *     }
                 */
                "application/json": {
                    /** Format: date-time */
                    from: string;
                    /** @description Ignores read-only fields: site, version, origin, edited, updated_at, warnings */
                    rule: {
                        ack_timeout_s?: number;
                        clear_for_s?: number;
                        condition: components["schemas"]["Condition"];
                        cooldown_s?: number;
                        enabled?: boolean;
                        expire_after_s?: number;
                        incident?: {
                            /** @enum {unknown} */
                            mode?: "auto" | "always" | "never";
                            own?: boolean;
                        };
                        key: string;
                        labels?: {
                            [key: string]: string;
                        };
                        latch?: boolean;
                        /** @enum {unknown} */
                        late?: "raise" | "ignore";
                        late_max_s?: number;
                        levels: {
                            clear?: number | {
                                attr: string;
                                default: number;
                            };
                            for_s?: number;
                            /** @enum {unknown} */
                            severity: "info" | "warning" | "critical";
                            value?: number | {
                                attr: string;
                                default: number;
                            };
                        }[];
                        max_gap_s?: number;
                        name: string;
                        runbook_url?: string;
                        schedule?: {
                            hours: {
                                days?: ("sun" | "mon" | "tue" | "wed" | "thu" | "fri" | "sat")[];
                                from: string;
                                to: string;
                            }[];
                            tz: string;
                        };
                        scope?: {
                            device_ids?: number[];
                            exclude_device_ids?: number[];
                            exclude_tags?: string[];
                            modules?: ("health" | "vehicle" | "factory" | "home_infra" | "worker" | "fleet")[];
                            tags?: string[];
                        };
                        source?: string;
                        title: string;
                        translations?: {
                            de?: {
                                name?: string;
                                title?: string;
                            };
                        };
                        unit?: string;
                    };
                    /**
                     * @description The site that a new rule is to belong to
                     * @example null
                     */
                    site_id?: number | null;
                    /** Format: date-time */
                    to: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "alerts": [
                     *           {
                     *             "alert_id": 1,
                     *             "device_id": 1,
                     *             "device_name": "text",
                     *             "rule_key": "text",
                     *             "severity": "info",
                     *             "current_severity": "info",
                     *             "status": "firing",
                     *             "title": "text",
                     *             "field": "text",
                     *             "threshold": 1,
                     *             "triggered_value": 1,
                     *             "last_value": 1,
                     *             "peak_value": 1,
                     *             "occurrences": 1,
                     *             "late": true,
                     *             "has_flapped": true,
                     *             "triggered_at": "2026-03-01T12:00:00.000Z",
                     *             "raised_at": "2026-03-01T12:00:00.000Z",
                     *             "resolved_at": "2026-03-01T12:00:00.000Z",
                     *             "resolve_reason": "text"
                     *           }
                     *         ],
                     *         "alert_count": 1,
                     *         "incidents": 1,
                     *         "firing_s": 1,
                     *         "readings": 1,
                     *         "devices": 1,
                     *         "before": {
                     *           "version": 1,
                     *           "alerts": 1,
                     *           "incidents": 1,
                     *           "firing_s": 1
                     *         },
                     *         "difference": {
                     *           "added": [
                     *             {
                     *               "alert_id": 1,
                     *               "device_id": 1,
                     *               "device_name": "text",
                     *               "rule_key": "text",
                     *               "severity": "info",
                     *               "current_severity": "info",
                     *               "status": "firing",
                     *               "title": "text",
                     *               "field": "text",
                     *               "threshold": 1,
                     *               "triggered_value": 1,
                     *               "last_value": 1,
                     *               "peak_value": 1,
                     *               "occurrences": 1,
                     *               "late": true,
                     *               "has_flapped": true,
                     *               "triggered_at": "2026-03-01T12:00:00.000Z",
                     *               "raised_at": "2026-03-01T12:00:00.000Z",
                     *               "resolved_at": "2026-03-01T12:00:00.000Z",
                     *               "resolve_reason": "text"
                     *             }
                     *           ],
                     *           "added_count": 1,
                     *           "removed": [
                     *             {
                     *               "alert_id": 1,
                     *               "device_id": 1,
                     *               "device_name": "text",
                     *               "rule_key": "text",
                     *               "severity": "info",
                     *               "current_severity": "info",
                     *               "status": "firing",
                     *               "title": "text",
                     *               "field": "text",
                     *               "threshold": 1,
                     *               "triggered_value": 1,
                     *               "last_value": 1,
                     *               "peak_value": 1,
                     *               "occurrences": 1,
                     *               "late": true,
                     *               "has_flapped": true,
                     *               "triggered_at": "2026-03-01T12:00:00.000Z",
                     *               "raised_at": "2026-03-01T12:00:00.000Z",
                     *               "resolved_at": "2026-03-01T12:00:00.000Z",
                     *               "resolve_reason": "text"
                     *             }
                     *           ],
                     *           "removed_count": 1,
                     *           "kept": 1
                     *         },
                     *         "warnings": [
                     *           {
                     *             "code": "text",
                     *             "field": "text",
                     *             "message": "text"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["RulePreview"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    listSchedules: {
        parameters: {
            query?: {
                /** @description Only of the site with this ID */
                site?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": [
                     *         {
                     *           "id": 1,
                     *           "site": null,
                     *           "name": "Night shift",
                     *           "time_zone": "Europe/Ljubljana",
                     *           "layers": [
                     *             {
                     *               "people": [
                     *                 2,
                     *                 3
                     *               ],
                     *               "start_date": "2026-11-23",
                     *               "unit": "week",
                     *               "length": 1,
                     *               "handover": "09:00"
                     *             }
                     *           ],
                     *           "valid_from": "2026-11-21T12:00:00.000Z",
                     *           "created_at": "2026-11-21T12:00:00.000Z",
                     *           "changed_at": "2026-11-21T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Schedule"][];
                        next_cursor: string | null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    createSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Night shift",
                 *       "time_zone": "Europe/Ljubljana",
                 *       "layers": [
                 *         {
                 *           "people": [
                 *             2,
                 *             3
                 *           ],
                 *           "start_date": "2026-11-23",
                 *           "unit": "week",
                 *           "length": 1,
                 *           "handover": "09:00"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Later layers win while they have somebody */
                    layers: components["schemas"]["ScheduleLayer"][];
                    name: string;
                    /**
                     * @description The site that it belongs to for good; null: the whole installation. By default the installation if your role is one everywhere, else your only site
                     * @example null
                     */
                    site_id?: number | null;
                    time_zone: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 1,
                     *         "site": null,
                     *         "name": "Night shift",
                     *         "time_zone": "Europe/Ljubljana",
                     *         "layers": [
                     *           {
                     *             "people": [
                     *               2,
                     *               3
                     *             ],
                     *             "start_date": "2026-11-23",
                     *             "unit": "week",
                     *             "length": 1,
                     *             "handover": "09:00"
                     *           }
                     *         ],
                     *         "valid_from": "2026-11-21T12:00:00.000Z",
                     *         "created_at": "2026-11-21T12:00:00.000Z",
                     *         "changed_at": "2026-11-21T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Schedule"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 1,
                     *         "site": null,
                     *         "name": "Night shift",
                     *         "time_zone": "Europe/Ljubljana",
                     *         "layers": [
                     *           {
                     *             "people": [
                     *               2,
                     *               3
                     *             ],
                     *             "start_date": "2026-11-23",
                     *             "unit": "week",
                     *             "length": 1,
                     *             "handover": "09:00"
                     *           }
                     *         ],
                     *         "valid_from": "2026-11-21T12:00:00.000Z",
                     *         "created_at": "2026-11-21T12:00:00.000Z",
                     *         "changed_at": "2026-11-21T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Schedule"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    deleteSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        data: null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    updateSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "layers": [
                 *         {
                 *           "people": [
                 *             2,
                 *             3
                 *           ],
                 *           "start_date": "2026-11-23",
                 *           "unit": "week",
                 *           "length": 1,
                 *           "handover": "09:00"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Later layers win while they have somebody */
                    layers?: components["schemas"]["ScheduleLayer"][];
                    name?: string;
                    time_zone?: string;
                    /**
                     * Format: date-time
                     * @description When the change begins to hold; without it, now
                     */
                    valid_from?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 1,
                     *         "site": null,
                     *         "name": "Night shift",
                     *         "time_zone": "Europe/Ljubljana",
                     *         "layers": [
                     *           {
                     *             "people": [
                     *               2,
                     *               3
                     *             ],
                     *             "start_date": "2026-11-23",
                     *             "unit": "week",
                     *             "length": 1,
                     *             "handover": "09:00"
                     *           }
                     *         ],
                     *         "valid_from": "2026-11-21T12:00:00.000Z",
                     *         "created_at": "2026-11-21T12:00:00.000Z",
                     *         "changed_at": "2026-11-21T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Schedule"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getFinalSchedule: {
        parameters: {
            query?: {
                /** @description Start, included: a date, a time with its zone, or a timestamp */
                from?: string;
                /** @description End, excluded: a date, a time with its zone, or a timestamp */
                to?: string;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": [
                     *         {
                     *           "from": "2026-03-01T12:00:00.000Z",
                     *           "to": "2026-03-01T12:00:00.000Z",
                     *           "user": {
                     *             "id": 2,
                     *             "name": "Ana"
                     *           },
                     *           "layer": 1,
                     *           "override_id": 1
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["FinalScheduleEntry"][];
                        next_cursor: string | null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    listOverrides: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": [
                     *         {
                     *           "id": 1,
                     *           "user": {
                     *             "id": 2,
                     *             "name": "Ana"
                     *           },
                     *           "from": "2026-03-01T12:00:00.000Z",
                     *           "to": "2026-03-01T12:00:00.000Z",
                     *           "replaces": {
                     *             "id": 2,
                     *             "name": "Ana"
                     *           },
                     *           "created_at": "2026-03-01T12:00:00.000Z",
                     *           "created_by": {
                     *             "id": 2,
                     *             "name": "Ana"
                     *           },
                     *           "swapped_with": 1
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["ScheduleOverride"][];
                        next_cursor: string | null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    createOverride: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_id": 3,
                 *       "from": "2026-11-24T08:00:00Z",
                 *       "to": "2026-11-25T08:00:00Z"
                 *     }
                 */
                "application/json": {
                    /** Format: date-time */
                    from: string;
                    replaces?: number | null;
                    /** @description When `replaces` is on call instead of `user_id`, in return */
                    swap?: {
                        /** Format: date-time */
                        from: string;
                        /** Format: date-time */
                        to: string;
                    };
                    /** Format: date-time */
                    to: string;
                    /** @description Who takes over; for operators, themselves */
                    user_id: number;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 1,
                     *         "user": {
                     *           "id": 2,
                     *           "name": "Ana"
                     *         },
                     *         "from": "2026-03-01T12:00:00.000Z",
                     *         "to": "2026-03-01T12:00:00.000Z",
                     *         "replaces": {
                     *           "id": 2,
                     *           "name": "Ana"
                     *         },
                     *         "created_at": "2026-03-01T12:00:00.000Z",
                     *         "created_by": {
                     *           "id": 2,
                     *           "name": "Ana"
                     *         },
                     *         "swapped_with": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["ScheduleOverride"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    deleteOverride: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                override_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        data: null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "public_url": "https://tocsin.example.org",
                     *         "smtp": {
                     *           "url": "smtps://alerts@mail.example.org:465",
                     *           "from": "Tocsin <alerts@example.org>",
                     *           "has_password": true
                     *         },
                     *         "ntfy": {
                     *           "url": "https://ntfy.sh",
                     *           "token_hint": "595c"
                     *         },
                     *         "telegram_bot_token": {
                     *           "hint": "123456789:…x9Qe"
                     *         },
                     *         "heartbeat_url": {
                     *           "hint": "https://hc-ping.com/…4f1a"
                     *         },
                     *         "map": "builtin",
                     *         "retention": {
                     *           "readings_days": 1,
                     *           "audit_days": 1
                     *         },
                     *         "second_factor_required": "nobody",
                     *         "origins": {
                     *           "public_url": "default",
                     *           "smtp": "default",
                     *           "ntfy": "default",
                     *           "telegram_bot_token": "default",
                     *           "heartbeat_url": "default",
                     *           "map": "default",
                     *           "retention": "default",
                     *           "second_factor_required": "default"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Settings"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    changeSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "public_url": "https://tocsin.example.org"
                 *     }
                 */
                "application/json": {
                    heartbeat_url?: string | null;
                    map?: ("builtin" | {
                        attribution: string;
                        tile_url: string;
                    } | {
                        attribution: string;
                        pmtiles: string;
                    }) | null;
                    ntfy?: {
                        token?: string | null;
                        url: string;
                    } | null;
                    public_url?: string | null;
                    retention?: {
                        audit_days: number | null;
                        readings_days: number | null;
                    } | null;
                    second_factor_required?: ("nobody" | "admins" | "everybody") | null;
                    smtp?: {
                        from: string;
                        url: string;
                    } | null;
                    telegram_bot_token?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "public_url": "https://tocsin.example.org",
                     *         "smtp": {
                     *           "url": "smtps://alerts@mail.example.org:465",
                     *           "from": "Tocsin <alerts@example.org>",
                     *           "has_password": true
                     *         },
                     *         "ntfy": {
                     *           "url": "https://ntfy.sh",
                     *           "token_hint": "595c"
                     *         },
                     *         "telegram_bot_token": {
                     *           "hint": "123456789:…x9Qe"
                     *         },
                     *         "heartbeat_url": {
                     *           "hint": "https://hc-ping.com/…4f1a"
                     *         },
                     *         "map": "builtin",
                     *         "retention": {
                     *           "readings_days": 1,
                     *           "audit_days": 1
                     *         },
                     *         "second_factor_required": "nobody",
                     *         "origins": {
                     *           "public_url": "default",
                     *           "smtp": "default",
                     *           "ntfy": "default",
                     *           "telegram_bot_token": "default",
                     *           "heartbeat_url": "default",
                     *           "map": "default",
                     *           "retention": "default",
                     *           "second_factor_required": "default"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Settings"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    testSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "what": "mail",
                 *       "to": "ana@example.org"
                 *     }
                 */
                "application/json": {
                    settings?: {
                        heartbeat_url?: string | null;
                        ntfy?: {
                            token?: string | null;
                            url: string;
                        } | null;
                        public_url?: string | null;
                        smtp?: {
                            from: string;
                            url: string;
                        } | null;
                        telegram_bot_token?: string | null;
                    };
                    /** @description Needed for mail: an email address. For ntfy: a topic. For Telegram: the ID of a chat */
                    to?: string;
                    /** @enum {unknown} */
                    what: "public_url" | "mail" | "ntfy" | "telegram" | "heartbeat";
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "ok": true,
                     *         "reason": "mail_login",
                     *         "message": "The mail server refused the login (535). Check the user and the password"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["SettingsTest"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    listSilences: {
        parameters: {
            query?: {
                /** @description The next_cursor of the previous page, with the same other parameters */
                cursor?: string;
                /** @description Maximum number of items */
                limit?: number;
                /** @description Only of the site with this ID */
                site?: number;
                state?: "scheduled" | "active" | "expired";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": [
                     *         {
                     *           "id": 3,
                     *           "site": null,
                     *           "reason": "Boiler maintenance",
                     *           "device_ids": [],
                     *           "tags": [
                     *             "hall-3"
                     *           ],
                     *           "modules": [],
                     *           "rule_keys": [],
                     *           "max_severity": "critical",
                     *           "covers_safety": false,
                     *           "starts_at": "2026-11-21T12:00:00.000Z",
                     *           "ends_at": null,
                     *           "weekly": {
                     *             "days": [
                     *               "sat",
                     *               "sun"
                     *             ],
                     *             "from": "22:00",
                     *             "to": "06:00",
                     *             "time_zone": "Europe/Ljubljana"
                     *           },
                     *           "state": "active",
                     *           "window": {
                     *             "from": "2026-11-21T21:00:00.000Z",
                     *             "to": "2026-11-22T05:00:00.000Z"
                     *           },
                     *           "notifications": {
                     *             "held": 1,
                     *             "sent": 0,
                     *             "dropped": 4
                     *           },
                     *           "created_at": "2026-11-21T11:58:03.114Z",
                     *           "created_by": {
                     *             "type": "user",
                     *             "id": 2,
                     *             "email": "op@example.org",
                     *             "name": "Ana"
                     *           },
                     *           "ended_at": null,
                     *           "ended_by": null
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Silence"][];
                        next_cursor: string | null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    createSilence: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Boiler maintenance",
                 *       "tags": [
                 *         "hall-3"
                 *       ],
                 *       "weekly": {
                 *         "days": [
                 *           "sat",
                 *           "sun"
                 *         ],
                 *         "from": "22:00",
                 *         "to": "06:00",
                 *         "time_zone": "Europe/Ljubljana"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Also covers falls, panic buttons, impacts and fire, which otherwise always notify */
                    covers_safety?: boolean;
                    device_ids?: number[];
                    duration_s?: number;
                    ends_at?: string | null;
                    /** @enum {string} */
                    max_severity?: "info" | "warning" | "critical";
                    modules?: ("health" | "vehicle" | "factory" | "home_infra" | "worker" | "fleet")[];
                    reason: string;
                    rule_keys?: string[];
                    /**
                     * @description The site that it belongs to for good; null: the whole installation. By default the installation if your role is one everywhere, else your only site
                     * @example null
                     */
                    site_id?: number | null;
                    /** Format: date-time */
                    starts_at?: string;
                    tags?: string[];
                    weekly?: {
                        days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                        from: string;
                        time_zone: string;
                        to: string;
                    } | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 3,
                     *         "site": null,
                     *         "reason": "Boiler maintenance",
                     *         "device_ids": [],
                     *         "tags": [
                     *           "hall-3"
                     *         ],
                     *         "modules": [],
                     *         "rule_keys": [],
                     *         "max_severity": "critical",
                     *         "covers_safety": false,
                     *         "starts_at": "2026-11-21T12:00:00.000Z",
                     *         "ends_at": null,
                     *         "weekly": {
                     *           "days": [
                     *             "sat",
                     *             "sun"
                     *           ],
                     *           "from": "22:00",
                     *           "to": "06:00",
                     *           "time_zone": "Europe/Ljubljana"
                     *         },
                     *         "state": "active",
                     *         "window": {
                     *           "from": "2026-11-21T21:00:00.000Z",
                     *           "to": "2026-11-22T05:00:00.000Z"
                     *         },
                     *         "notifications": {
                     *           "held": 1,
                     *           "sent": 0,
                     *           "dropped": 4
                     *         },
                     *         "created_at": "2026-11-21T11:58:03.114Z",
                     *         "created_by": {
                     *           "type": "user",
                     *           "id": 2,
                     *           "email": "op@example.org",
                     *           "name": "Ana"
                     *         },
                     *         "ended_at": null,
                     *         "ended_by": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Silence"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getSilence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 3,
                     *         "site": null,
                     *         "reason": "Boiler maintenance",
                     *         "device_ids": [],
                     *         "tags": [
                     *           "hall-3"
                     *         ],
                     *         "modules": [],
                     *         "rule_keys": [],
                     *         "max_severity": "critical",
                     *         "covers_safety": false,
                     *         "starts_at": "2026-11-21T12:00:00.000Z",
                     *         "ends_at": null,
                     *         "weekly": {
                     *           "days": [
                     *             "sat",
                     *             "sun"
                     *           ],
                     *           "from": "22:00",
                     *           "to": "06:00",
                     *           "time_zone": "Europe/Ljubljana"
                     *         },
                     *         "state": "active",
                     *         "window": {
                     *           "from": "2026-11-21T21:00:00.000Z",
                     *           "to": "2026-11-22T05:00:00.000Z"
                     *         },
                     *         "notifications": {
                     *           "held": 1,
                     *           "sent": 0,
                     *           "dropped": 4
                     *         },
                     *         "created_at": "2026-11-21T11:58:03.114Z",
                     *         "created_by": {
                     *           "type": "user",
                     *           "id": 2,
                     *           "email": "op@example.org",
                     *           "name": "Ana"
                     *         },
                     *         "ended_at": null,
                     *         "ended_by": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Silence"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    deleteSilence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        data: null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    updateSilence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "duration_s": 7200
                 *     }
                 */
                "application/json": {
                    /** @description Also covers falls, panic buttons, impacts and fire, which otherwise always notify */
                    covers_safety?: boolean;
                    device_ids?: number[];
                    duration_s?: number;
                    ends_at?: string | null;
                    /** @enum {string} */
                    max_severity?: "info" | "warning" | "critical";
                    modules?: ("health" | "vehicle" | "factory" | "home_infra" | "worker" | "fleet")[];
                    reason?: string;
                    rule_keys?: string[];
                    /** Format: date-time */
                    starts_at?: string;
                    tags?: string[];
                    weekly?: {
                        days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                        from: string;
                        time_zone: string;
                        to: string;
                    } | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 3,
                     *         "site": null,
                     *         "reason": "Boiler maintenance",
                     *         "device_ids": [],
                     *         "tags": [
                     *           "hall-3"
                     *         ],
                     *         "modules": [],
                     *         "rule_keys": [],
                     *         "max_severity": "critical",
                     *         "covers_safety": false,
                     *         "starts_at": "2026-11-21T12:00:00.000Z",
                     *         "ends_at": null,
                     *         "weekly": {
                     *           "days": [
                     *             "sat",
                     *             "sun"
                     *           ],
                     *           "from": "22:00",
                     *           "to": "06:00",
                     *           "time_zone": "Europe/Ljubljana"
                     *         },
                     *         "state": "active",
                     *         "window": {
                     *           "from": "2026-11-21T21:00:00.000Z",
                     *           "to": "2026-11-22T05:00:00.000Z"
                     *         },
                     *         "notifications": {
                     *           "held": 1,
                     *           "sent": 0,
                     *           "dropped": 4
                     *         },
                     *         "created_at": "2026-11-21T11:58:03.114Z",
                     *         "created_by": {
                     *           "type": "user",
                     *           "id": 2,
                     *           "email": "op@example.org",
                     *           "name": "Ana"
                     *         },
                     *         "ended_at": null,
                     *         "ended_by": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Silence"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    endSilence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 3,
                     *         "site": null,
                     *         "reason": "Boiler maintenance",
                     *         "device_ids": [],
                     *         "tags": [
                     *           "hall-3"
                     *         ],
                     *         "modules": [],
                     *         "rule_keys": [],
                     *         "max_severity": "critical",
                     *         "covers_safety": false,
                     *         "starts_at": "2026-11-21T12:00:00.000Z",
                     *         "ends_at": null,
                     *         "weekly": {
                     *           "days": [
                     *             "sat",
                     *             "sun"
                     *           ],
                     *           "from": "22:00",
                     *           "to": "06:00",
                     *           "time_zone": "Europe/Ljubljana"
                     *         },
                     *         "state": "active",
                     *         "window": {
                     *           "from": "2026-11-21T21:00:00.000Z",
                     *           "to": "2026-11-22T05:00:00.000Z"
                     *         },
                     *         "notifications": {
                     *           "held": 1,
                     *           "sent": 0,
                     *           "dropped": 4
                     *         },
                     *         "created_at": "2026-11-21T11:58:03.114Z",
                     *         "created_by": {
                     *           "type": "user",
                     *           "id": 2,
                     *           "email": "op@example.org",
                     *           "name": "Ana"
                     *         },
                     *         "ended_at": null,
                     *         "ended_by": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Silence"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    previewSilence: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Boiler maintenance",
                 *       "tags": [
                 *         "hall-3"
                 *       ],
                 *       "weekly": {
                 *         "days": [
                 *           "sat",
                 *           "sun"
                 *         ],
                 *         "from": "22:00",
                 *         "to": "06:00",
                 *         "time_zone": "Europe/Ljubljana"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Also covers falls, panic buttons, impacts and fire, which otherwise always notify */
                    covers_safety?: boolean;
                    device_ids?: number[];
                    duration_s?: number;
                    ends_at?: string | null;
                    /** @enum {string} */
                    max_severity?: "info" | "warning" | "critical";
                    modules?: ("health" | "vehicle" | "factory" | "home_infra" | "worker" | "fleet")[];
                    reason?: string;
                    rule_keys?: string[];
                    /**
                     * @description The site that it belongs to for good; null: the whole installation. By default the installation if your role is one everywhere, else your only site
                     * @example null
                     */
                    site_id?: number | null;
                    /** Format: date-time */
                    starts_at?: string;
                    tags?: string[];
                    weekly?: {
                        days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                        from: string;
                        time_zone: string;
                        to: string;
                    } | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "devices": {
                     *           "count": 1,
                     *           "first": [
                     *             {
                     *               "id": 1,
                     *               "name": "text"
                     *             }
                     *           ]
                     *         },
                     *         "alerts": {
                     *           "count": 1,
                     *           "first": [
                     *             {
                     *               "alert_id": 1,
                     *               "device_id": 1,
                     *               "device_name": "text",
                     *               "module": "health",
                     *               "rule_key": "text",
                     *               "severity": "info",
                     *               "title": "text"
                     *             }
                     *           ]
                     *         },
                     *         "offline_devices": {
                     *           "count": 1,
                     *           "first": [
                     *             {
                     *               "id": 1,
                     *               "name": "text"
                     *             }
                     *           ]
                     *         },
                     *         "safety_alerts_still_sent": {
                     *           "count": 1,
                     *           "first": [
                     *             {
                     *               "alert_id": 1,
                     *               "device_id": 1,
                     *               "device_name": "text",
                     *               "module": "health",
                     *               "rule_key": "text",
                     *               "severity": "info",
                     *               "title": "text"
                     *             }
                     *           ]
                     *         },
                     *         "windows": [
                     *           {
                     *             "from": "2026-03-01T12:00:00.000Z",
                     *             "to": "2026-03-01T12:00:00.000Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            alerts: {
                                count: number;
                                first: {
                                    alert_id: number;
                                    device_id: number;
                                    device_name: string;
                                    module: components["schemas"]["Module"];
                                    rule_key: string;
                                    severity: components["schemas"]["Severity"];
                                    title: string;
                                }[];
                            };
                            devices: {
                                count: number;
                                first: {
                                    id: number;
                                    name: string;
                                }[];
                            };
                            offline_devices: {
                                count: number;
                                first: {
                                    id: number;
                                    name: string;
                                }[];
                            };
                            safety_alerts_still_sent: {
                                count: number;
                                first: {
                                    alert_id: number;
                                    device_id: number;
                                    device_name: string;
                                    module: components["schemas"]["Module"];
                                    rule_key: string;
                                    severity: components["schemas"]["Severity"];
                                    title: string;
                                }[];
                            };
                            windows: {
                                /** Format: date-time */
                                from: string;
                                /** Format: date-time */
                                to: string;
                            }[];
                        };
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    listSites: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": [
                     *         {
                     *           "id": 2,
                     *           "name": "Ward North",
                     *           "notes": "",
                     *           "device_readings_per_minute": null,
                     *           "site_readings_per_minute": 6000,
                     *           "retention_days": null,
                     *           "devices": 14,
                     *           "created_at": "2026-11-23T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Site"][];
                        next_cursor: string | null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    createSite: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ward North",
                 *       "device_readings_per_minute": null,
                 *       "site_readings_per_minute": null,
                 *       "retention_days": null
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Readings that each device of the site may send a minute; null: as many as the installation says, 0: no limit. Only for administrators of the installation
                     * @example null
                     */
                    device_readings_per_minute?: number | null;
                    /** @example Ward North */
                    name: string;
                    notes?: string;
                    /**
                     * @description Days for which its readings are kept, at least; null: as many as the installation says. A shorter time deletes older readings for good within minutes. Only for administrators of the installation
                     * @example null
                     */
                    retention_days?: number | null;
                    /**
                     * @description Readings that all devices of the site together may send a minute; null: as many as the installation says, 0: no limit. Only for administrators of the installation
                     * @example null
                     */
                    site_readings_per_minute?: number | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description The version of the settings; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 2,
                     *         "name": "Ward North",
                     *         "notes": "",
                     *         "device_readings_per_minute": null,
                     *         "site_readings_per_minute": 6000,
                     *         "retention_days": null,
                     *         "devices": 14,
                     *         "created_at": "2026-11-23T08:00:00.000Z",
                     *         "members": [
                     *           {
                     *             "user_id": 2,
                     *             "name": "Ana",
                     *             "email": "op@example.org",
                     *             "role": "operator"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["SiteWithMembers"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the settings; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 2,
                     *         "name": "Ward North",
                     *         "notes": "",
                     *         "device_readings_per_minute": null,
                     *         "site_readings_per_minute": 6000,
                     *         "retention_days": null,
                     *         "devices": 14,
                     *         "created_at": "2026-11-23T08:00:00.000Z",
                     *         "members": [
                     *           {
                     *             "user_id": 2,
                     *             "name": "Ana",
                     *             "email": "op@example.org",
                     *             "role": "operator"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["SiteWithMembers"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    deleteSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        data: null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    updateSite: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag from when it was read; 412 if it has changed since */
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ward North",
                 *       "device_readings_per_minute": null,
                 *       "site_readings_per_minute": null,
                 *       "retention_days": null
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Readings that each device of the site may send a minute; null: as many as the installation says, 0: no limit. Only for administrators of the installation
                     * @example null
                     */
                    device_readings_per_minute?: number | null;
                    /** @example Ward North */
                    name?: string;
                    notes?: string;
                    /**
                     * @description Days for which its readings are kept, at least; null: as many as the installation says. A shorter time deletes older readings for good within minutes. Only for administrators of the installation
                     * @example null
                     */
                    retention_days?: number | null;
                    /**
                     * @description Readings that all devices of the site together may send a minute; null: as many as the installation says, 0: no limit. Only for administrators of the installation
                     * @example null
                     */
                    site_readings_per_minute?: number | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the settings; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 2,
                     *         "name": "Ward North",
                     *         "notes": "",
                     *         "device_readings_per_minute": null,
                     *         "site_readings_per_minute": 6000,
                     *         "retention_days": null,
                     *         "devices": 14,
                     *         "created_at": "2026-11-23T08:00:00.000Z",
                     *         "members": [
                     *           {
                     *             "user_id": 2,
                     *             "name": "Ana",
                     *             "email": "op@example.org",
                     *             "role": "operator"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["SiteWithMembers"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    putSiteMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                user: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "operator"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    role: "admin" | "operator" | "viewer";
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the settings; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 2,
                     *         "name": "Ward North",
                     *         "notes": "",
                     *         "device_readings_per_minute": null,
                     *         "site_readings_per_minute": 6000,
                     *         "retention_days": null,
                     *         "devices": 14,
                     *         "created_at": "2026-11-23T08:00:00.000Z",
                     *         "members": [
                     *           {
                     *             "user_id": 2,
                     *             "name": "Ana",
                     *             "email": "op@example.org",
                     *             "role": "operator"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["SiteWithMembers"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    deleteSiteMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                user: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        data: null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getStatusPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the settings; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "site_id": 2,
                     *         "title": "Hospital services",
                     *         "devices": [
                     *           {
                     *             "device_id": 3,
                     *             "group_name": "Heating",
                     *             "label": "Boiler"
                     *           },
                     *           {
                     *             "device_id": 4,
                     *             "group_name": "Heating",
                     *             "label": "Heat pump"
                     *           }
                     *         ],
                     *         "created_at": "2026-11-24T08:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["StatusPage"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    putStatusPage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag from when it was read; 412 if it has changed since */
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Hospital services",
                 *       "devices": [
                 *         {
                 *           "device_id": 3,
                 *           "group_name": "Heating",
                 *           "label": "Boiler"
                 *         },
                 *         {
                 *           "device_id": 4,
                 *           "group_name": "Heating",
                 *           "label": "Heat pump"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description In their order. Devices of other sites are refused */
                    devices: {
                        device_id: number;
                        /** @description Devices with the same stand together */
                        group_name?: string;
                        /** @description What visitors read instead of the name of the device */
                        label: string;
                    }[];
                    title: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the settings; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "site_id": 2,
                     *         "title": "Hospital services",
                     *         "devices": [
                     *           {
                     *             "device_id": 3,
                     *             "group_name": "Heating",
                     *             "label": "Boiler"
                     *           },
                     *           {
                     *             "device_id": 4,
                     *             "group_name": "Heating",
                     *             "label": "Heat pump"
                     *           }
                     *         ],
                     *         "created_at": "2026-11-24T08:00:00.000Z",
                     *         "url": "https://tocsin.example.org/status/0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["SavedStatusPage"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            /** @description Created */
            201: {
                headers: {
                    /** @description The version of the settings; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "site_id": 2,
                     *         "title": "Hospital services",
                     *         "devices": [
                     *           {
                     *             "device_id": 3,
                     *             "group_name": "Heating",
                     *             "label": "Boiler"
                     *           },
                     *           {
                     *             "device_id": 4,
                     *             "group_name": "Heating",
                     *             "label": "Heat pump"
                     *           }
                     *         ],
                     *         "created_at": "2026-11-24T08:00:00.000Z",
                     *         "url": "https://tocsin.example.org/status/0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["SavedStatusPage"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    deleteStatusPage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag from when it was read; 412 if it has changed since */
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        data: null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    renewStatusPageSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "url": "https://tocsin.example.org/status/0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["StatusPageAddress"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    listTokens: {
        parameters: {
            query?: {
                /** @description The next_cursor of the previous page, with the same other parameters */
                cursor?: string;
                /** @description Maximum number of items */
                limit?: number;
                user_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": [
                     *         {
                     *           "id": 1,
                     *           "kind": "api",
                     *           "name": "Grafana",
                     *           "role": "text",
                     *           "site_ids": null,
                     *           "token_hint": "595c",
                     *           "user_id": 1,
                     *           "user_email": "you@example.org",
                     *           "created_at": "2026-03-01T12:00:00.000Z",
                     *           "last_used_at": "2026-03-01T12:00:00.000Z",
                     *           "last_used_address": "text",
                     *           "expires_at": "2026-03-01T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["AccessToken"][];
                        next_cursor: string | null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Grafana",
                 *       "site_ids": [
                 *         1
                 *       ]
                 *     }
                 */
                "application/json": {
                    expires_in_days?: number | null;
                    /** @example Grafana */
                    name: string;
                    /** @enum {unknown} */
                    role?: "admin" | "operator" | "viewer";
                    /**
                     * @description Limits it to these sites; by default it reaches as far as its owner
                     * @example [
                     *       1
                     *     ]
                     */
                    site_ids?: number[];
                    user_id?: number;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 1,
                     *         "kind": "api",
                     *         "name": "Grafana",
                     *         "role": "text",
                     *         "site_ids": null,
                     *         "token_hint": "595c",
                     *         "user_id": 1,
                     *         "user_email": "you@example.org",
                     *         "created_at": "2026-03-01T12:00:00.000Z",
                     *         "last_used_at": "2026-03-01T12:00:00.000Z",
                     *         "last_used_address": "text",
                     *         "expires_at": "2026-03-01T12:00:00.000Z",
                     *         "token": "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["NewAccessToken"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        data: null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description The next_cursor of the previous page, with the same other parameters */
                cursor?: string;
                /** @description Maximum number of items */
                limit?: number;
                /** @description Only of the site with this ID */
                site?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": [
                     *         {
                     *           "id": 1,
                     *           "email": "nurse@example.org",
                     *           "name": "text",
                     *           "role": "operator",
                     *           "enabled": true,
                     *           "invited": true,
                     *           "created_at": "2026-03-01T12:00:00.000Z",
                     *           "last_login_at": "2026-03-01T12:00:00.000Z",
                     *           "issuer": "text",
                     *           "second_factors": [
                     *             "totp"
                     *           ]
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["User"][];
                        next_cursor: string | null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "nurse@example.org",
                 *       "role": "operator",
                 *       "invite": true
                 *     }
                 */
                "application/json": {
                    email: string;
                    invite?: boolean;
                    /** @description Roles in sites, beside the role everywhere */
                    memberships?: {
                        /** @enum {string} */
                        role: "admin" | "operator" | "viewer";
                        site_id: number;
                    }[];
                    password?: string;
                    /**
                     * @description The role everywhere; null: only in the sites of which the person is a member
                     * @example operator
                     * @enum {unknown}
                     */
                    role: "admin" | "operator" | "viewer" | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 1,
                     *         "email": "nurse@example.org",
                     *         "name": "text",
                     *         "role": "operator",
                     *         "enabled": true,
                     *         "invited": true,
                     *         "created_at": "2026-03-01T12:00:00.000Z",
                     *         "last_login_at": "2026-03-01T12:00:00.000Z",
                     *         "issuer": "text",
                     *         "second_factors": [
                     *           "totp"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["NewUser"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the settings; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 1,
                     *         "email": "nurse@example.org",
                     *         "name": "text",
                     *         "role": "operator",
                     *         "enabled": true,
                     *         "invited": true,
                     *         "created_at": "2026-03-01T12:00:00.000Z",
                     *         "last_login_at": "2026-03-01T12:00:00.000Z",
                     *         "issuer": "text",
                     *         "second_factors": [
                     *           "totp"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["User"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag from when it was read; 412 if it has changed since */
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": false
                 *     }
                 */
                "application/json": {
                    /** @description Cannot be changed */
                    email?: string;
                    enabled?: boolean;
                    name?: string;
                    /**
                     * @description The role everywhere; null: only in the sites of which the person is a member
                     * @example operator
                     * @enum {unknown}
                     */
                    role?: "admin" | "operator" | "viewer" | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the settings; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 1,
                     *         "email": "nurse@example.org",
                     *         "name": "text",
                     *         "role": "operator",
                     *         "enabled": true,
                     *         "invited": true,
                     *         "created_at": "2026-03-01T12:00:00.000Z",
                     *         "last_login_at": "2026-03-01T12:00:00.000Z",
                     *         "issuer": "text",
                     *         "second_factors": [
                     *           "totp"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["User"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    createPasswordLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "url": "https://tocsin.example.org/invitation/5f0c…b2e1",
                     *         "expires_at": "2026-03-01T12:00:00.000Z",
                     *         "mailed": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["PasswordLink"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    resetSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        data: null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    logOutUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        data: null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description The next_cursor of the previous page, with the same other parameters */
                cursor?: string;
                /** @description Maximum number of items */
                limit?: number;
                /** @description Only of the site with this ID */
                site?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": [
                     *         {
                     *           "id": 1,
                     *           "site": {
                     *             "id": 1,
                     *             "name": "Home"
                     *           },
                     *           "name": "text",
                     *           "url": "text",
                     *           "format": "envelope",
                     *           "format_options": [
                     *             "text"
                     *           ],
                     *           "headers": [
                     *             "text"
                     *           ],
                     *           "events": [
                     *             "alert.triggered"
                     *           ],
                     *           "min_severity": "info",
                     *           "modules": [
                     *             "health"
                     *           ],
                     *           "tags": [
                     *             "text"
                     *           ],
                     *           "enabled": true,
                     *           "disabled_reason": "text",
                     *           "state": "active",
                     *           "failing_since": "2026-03-01T12:00:00.000Z",
                     *           "next_probe_at": "2026-03-01T12:00:00.000Z",
                     *           "old_secret_until": "2026-03-01T12:00:00.000Z",
                     *           "version": 1,
                     *           "created_at": "2026-03-01T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Webhook"][];
                        next_cursor: string | null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "site_id": null,
                 *       "name": "Ticket system",
                 *       "url": "https://tickets.example.org/tocsin"
                 *     }
                 */
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description The version of the settings; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 1,
                     *         "site": {
                     *           "id": 1,
                     *           "name": "Home"
                     *         },
                     *         "name": "text",
                     *         "url": "text",
                     *         "format": "envelope",
                     *         "format_options": [
                     *           "text"
                     *         ],
                     *         "headers": [
                     *           "text"
                     *         ],
                     *         "events": [
                     *           "alert.triggered"
                     *         ],
                     *         "min_severity": "info",
                     *         "modules": [
                     *           "health"
                     *         ],
                     *         "tags": [
                     *           "text"
                     *         ],
                     *         "enabled": true,
                     *         "disabled_reason": "text",
                     *         "state": "active",
                     *         "failing_since": "2026-03-01T12:00:00.000Z",
                     *         "next_probe_at": "2026-03-01T12:00:00.000Z",
                     *         "old_secret_until": "2026-03-01T12:00:00.000Z",
                     *         "version": 1,
                     *         "created_at": "2026-03-01T12:00:00.000Z",
                     *         "secret": "text"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["WebhookWithSecret"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the settings; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 1,
                     *         "site": {
                     *           "id": 1,
                     *           "name": "Home"
                     *         },
                     *         "name": "text",
                     *         "url": "text",
                     *         "format": "envelope",
                     *         "format_options": [
                     *           "text"
                     *         ],
                     *         "headers": [
                     *           "text"
                     *         ],
                     *         "events": [
                     *           "alert.triggered"
                     *         ],
                     *         "min_severity": "info",
                     *         "modules": [
                     *           "health"
                     *         ],
                     *         "tags": [
                     *           "text"
                     *         ],
                     *         "enabled": true,
                     *         "disabled_reason": "text",
                     *         "state": "active",
                     *         "failing_since": "2026-03-01T12:00:00.000Z",
                     *         "next_probe_at": "2026-03-01T12:00:00.000Z",
                     *         "old_secret_until": "2026-03-01T12:00:00.000Z",
                     *         "version": 1,
                     *         "created_at": "2026-03-01T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Webhook"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag from when it was read; 412 if it has changed since */
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        data: null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag from when it was read; 412 if it has changed since */
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ticket system",
                 *       "url": "https://tickets.example.org/tocsin"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookChanges"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the settings; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 1,
                     *         "site": {
                     *           "id": 1,
                     *           "name": "Home"
                     *         },
                     *         "name": "text",
                     *         "url": "text",
                     *         "format": "envelope",
                     *         "format_options": [
                     *           "text"
                     *         ],
                     *         "headers": [
                     *           "text"
                     *         ],
                     *         "events": [
                     *           "alert.triggered"
                     *         ],
                     *         "min_severity": "info",
                     *         "modules": [
                     *           "health"
                     *         ],
                     *         "tags": [
                     *           "text"
                     *         ],
                     *         "enabled": true,
                     *         "disabled_reason": "text",
                     *         "state": "active",
                     *         "failing_since": "2026-03-01T12:00:00.000Z",
                     *         "next_probe_at": "2026-03-01T12:00:00.000Z",
                     *         "old_secret_until": "2026-03-01T12:00:00.000Z",
                     *         "version": 1,
                     *         "created_at": "2026-03-01T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Webhook"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description The next_cursor of the previous page, with the same other parameters */
                cursor?: string;
                event?: components["schemas"]["WebhookEvent"];
                from?: string;
                /** @description Maximum number of items */
                limit?: number;
                status?: "pending" | "retrying" | "held" | "delivered" | "dead" | "cancelled";
                to?: string;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": [
                     *         {
                     *           "id": 1,
                     *           "message_id": "text",
                     *           "event": "alert.triggered",
                     *           "status": "pending",
                     *           "next_attempt_at": "2026-03-01T12:00:00.000Z",
                     *           "created_at": "2026-03-01T12:00:00.000Z",
                     *           "attempts": [
                     *             {
                     *               "n": 1,
                     *               "at": "text",
                     *               "duration_ms": 1,
                     *               "outcome": "delivered",
                     *               "detail": "text",
                     *               "status": 1,
                     *               "address": "text"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Delivery"][];
                        next_cursor: string | null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                delivery_id: number;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 1,
                     *         "message_id": "text",
                     *         "event": "alert.triggered",
                     *         "status": "pending",
                     *         "next_attempt_at": "2026-03-01T12:00:00.000Z",
                     *         "created_at": "2026-03-01T12:00:00.000Z",
                     *         "attempts": [
                     *           {
                     *             "n": 1,
                     *             "at": "text",
                     *             "duration_ms": 1,
                     *             "outcome": "delivered",
                     *             "detail": "text",
                     *             "status": 1,
                     *             "address": "text",
                     *             "response_body": "text"
                     *           }
                     *         ],
                     *         "body": "text"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["WholeDelivery"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    redeliver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                delivery_id: number;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 1,
                     *         "message_id": "text",
                     *         "event": "alert.triggered",
                     *         "status": "pending",
                     *         "next_attempt_at": "2026-03-01T12:00:00.000Z",
                     *         "created_at": "2026-03-01T12:00:00.000Z",
                     *         "attempts": [
                     *           {
                     *             "n": 1,
                     *             "at": "text",
                     *             "duration_ms": 1,
                     *             "outcome": "delivered",
                     *             "detail": "text",
                     *             "status": 1,
                     *             "address": "text",
                     *             "response_body": "text"
                     *           }
                     *         ],
                     *         "body": "text"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["WholeDelivery"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    recoverDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "since": "2026-03-01T12:00:00.000Z"
                 *     }
                 */
                "application/json": {
                    /** Format: date-time */
                    since: string;
                    /** Format: date-time */
                    until?: string;
                };
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "requeued": 1,
                     *         "more": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @description Whether there are more */
                            more: boolean;
                            /** @description Number of deliveries that are resent */
                            requeued: number;
                        };
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag from when it was read; 412 if it has changed since */
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    overlap_s?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the settings; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 1,
                     *         "site": {
                     *           "id": 1,
                     *           "name": "Home"
                     *         },
                     *         "name": "text",
                     *         "url": "text",
                     *         "format": "envelope",
                     *         "format_options": [
                     *           "text"
                     *         ],
                     *         "headers": [
                     *           "text"
                     *         ],
                     *         "events": [
                     *           "alert.triggered"
                     *         ],
                     *         "min_severity": "info",
                     *         "modules": [
                     *           "health"
                     *         ],
                     *         "tags": [
                     *           "text"
                     *         ],
                     *         "enabled": true,
                     *         "disabled_reason": "text",
                     *         "state": "active",
                     *         "failing_since": "2026-03-01T12:00:00.000Z",
                     *         "next_probe_at": "2026-03-01T12:00:00.000Z",
                     *         "old_secret_until": "2026-03-01T12:00:00.000Z",
                     *         "version": 1,
                     *         "created_at": "2026-03-01T12:00:00.000Z",
                     *         "secret": "text"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["WebhookWithSecret"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "delivery_id": 1,
                     *         "message_id": "text",
                     *         "attempt": {
                     *           "n": 1,
                     *           "at": "text",
                     *           "duration_ms": 1,
                     *           "outcome": "delivered",
                     *           "detail": "text",
                     *           "status": 1,
                     *           "address": "text",
                     *           "response_body": "text"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            attempt: components["schemas"]["DeliveryAttempt"];
                            delivery_id: number;
                            message_id: string;
                        };
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    listAlerts: {
        parameters: {
            query?: {
                /** @description The next_cursor of the previous page, with the same other parameters */
                cursor?: string;
                /** @description Only of this device */
                device_id?: number;
                /** @description Start, included: a date, a time with its zone, or a timestamp */
                from?: string;
                /** @description Maximum number of items */
                limit?: number;
                module?: ("health" | "vehicle" | "factory" | "home_infra" | "worker" | "fleet")[];
                severity?: ("info" | "warning" | "critical")[];
                /** @description Only of the site with this ID */
                site?: number;
                /** @description open means firing or acknowledged */
                status?: ("open" | "firing" | "acknowledged" | "resolved")[];
                /** @description End, excluded: a date, a time with its zone, or a timestamp */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": [
                     *         {
                     *           "alert_id": 1,
                     *           "device_id": 1,
                     *           "device_name": "Bedside monitor",
                     *           "site": {
                     *             "id": 1,
                     *             "name": "Home"
                     *           },
                     *           "module": "health",
                     *           "rule_key": "health.systolic.high",
                     *           "rule_version": 1,
                     *           "severity": "critical",
                     *           "current_severity": null,
                     *           "status": "resolved",
                     *           "title": "Systolic blood pressure above 180 mmHg",
                     *           "field": "metrics.systolic",
                     *           "threshold": 180,
                     *           "triggered_value": 185,
                     *           "last_value": 118,
                     *           "peak_value": 185,
                     *           "occurrences": 1,
                     *           "triggered_at": "2026-11-21T12:20:22.000Z",
                     *           "acknowledged_at": "2026-11-21T12:20:52.146Z",
                     *           "acknowledged_by": {
                     *             "type": "user",
                     *             "id": 2,
                     *             "email": "op@example.org",
                     *             "name": "Ana"
                     *           },
                     *           "acknowledged_until": null,
                     *           "snoozed_until": null,
                     *           "resolved_at": "2026-11-21T12:21:23.268Z",
                     *           "resolved_by": {
                     *             "type": "system",
                     *             "id": null,
                     *             "email": null,
                     *             "name": null
                     *           },
                     *           "resolve_reason": "cleared",
                     *           "late": false,
                     *           "recovering": false,
                     *           "flapping": false,
                     *           "clear_since": null,
                     *           "assigned_to": {
                     *             "type": "user",
                     *             "id": 2,
                     *             "email": "op@example.org",
                     *             "name": "Ana"
                     *           },
                     *           "incident_id": 1,
                     *           "silenced_by": null
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Alert"][];
                        next_cursor: string | null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "alert_id": 1,
                     *         "device_id": 1,
                     *         "device_name": "Bedside monitor",
                     *         "site": {
                     *           "id": 1,
                     *           "name": "Home"
                     *         },
                     *         "module": "health",
                     *         "rule_key": "health.systolic.high",
                     *         "rule_version": 1,
                     *         "severity": "critical",
                     *         "current_severity": null,
                     *         "status": "resolved",
                     *         "title": "Systolic blood pressure above 180 mmHg",
                     *         "field": "metrics.systolic",
                     *         "threshold": 180,
                     *         "triggered_value": 185,
                     *         "last_value": 118,
                     *         "peak_value": 185,
                     *         "occurrences": 1,
                     *         "triggered_at": "2026-11-21T12:20:22.000Z",
                     *         "acknowledged_at": "2026-11-21T12:20:52.146Z",
                     *         "acknowledged_by": {
                     *           "type": "user",
                     *           "id": 2,
                     *           "email": "op@example.org",
                     *           "name": "Ana"
                     *         },
                     *         "acknowledged_until": null,
                     *         "snoozed_until": null,
                     *         "resolved_at": "2026-11-21T12:21:23.268Z",
                     *         "resolved_by": {
                     *           "type": "system",
                     *           "id": null,
                     *           "email": null,
                     *           "name": null
                     *         },
                     *         "resolve_reason": "cleared",
                     *         "late": false,
                     *         "recovering": false,
                     *         "flapping": false,
                     *         "clear_since": null,
                     *         "assigned_to": {
                     *           "type": "user",
                     *           "id": 2,
                     *           "email": "op@example.org",
                     *           "name": "Ana"
                     *         },
                     *         "incident_id": 1,
                     *         "silenced_by": null,
                     *         "notes": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["AlertWithNotes"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    acknowledgeAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "until": "2026-11-21T14:30:00Z"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description Snoozes it: open again at this time, at most 30 days from now
                     */
                    until?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "alert_id": 1,
                     *         "device_id": 1,
                     *         "device_name": "Bedside monitor",
                     *         "site": {
                     *           "id": 1,
                     *           "name": "Home"
                     *         },
                     *         "module": "health",
                     *         "rule_key": "health.systolic.high",
                     *         "rule_version": 1,
                     *         "severity": "critical",
                     *         "current_severity": null,
                     *         "status": "resolved",
                     *         "title": "Systolic blood pressure above 180 mmHg",
                     *         "field": "metrics.systolic",
                     *         "threshold": 180,
                     *         "triggered_value": 185,
                     *         "last_value": 118,
                     *         "peak_value": 185,
                     *         "occurrences": 1,
                     *         "triggered_at": "2026-11-21T12:20:22.000Z",
                     *         "acknowledged_at": "2026-11-21T12:20:52.146Z",
                     *         "acknowledged_by": {
                     *           "type": "user",
                     *           "id": 2,
                     *           "email": "op@example.org",
                     *           "name": "Ana"
                     *         },
                     *         "acknowledged_until": null,
                     *         "snoozed_until": null,
                     *         "resolved_at": "2026-11-21T12:21:23.268Z",
                     *         "resolved_by": {
                     *           "type": "system",
                     *           "id": null,
                     *           "email": null,
                     *           "name": null
                     *         },
                     *         "resolve_reason": "cleared",
                     *         "late": false,
                     *         "recovering": false,
                     *         "flapping": false,
                     *         "clear_since": null,
                     *         "assigned_to": {
                     *           "type": "user",
                     *           "id": 2,
                     *           "email": "op@example.org",
                     *           "name": "Ana"
                     *         },
                     *         "incident_id": 1,
                     *         "silenced_by": null,
                     *         "notes": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["AlertWithNotes"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    assignAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_id": 1
                 *     }
                 */
                "application/json": {
                    user_id: number | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "alert_id": 1,
                     *         "device_id": 1,
                     *         "device_name": "Bedside monitor",
                     *         "site": {
                     *           "id": 1,
                     *           "name": "Home"
                     *         },
                     *         "module": "health",
                     *         "rule_key": "health.systolic.high",
                     *         "rule_version": 1,
                     *         "severity": "critical",
                     *         "current_severity": null,
                     *         "status": "resolved",
                     *         "title": "Systolic blood pressure above 180 mmHg",
                     *         "field": "metrics.systolic",
                     *         "threshold": 180,
                     *         "triggered_value": 185,
                     *         "last_value": 118,
                     *         "peak_value": 185,
                     *         "occurrences": 1,
                     *         "triggered_at": "2026-11-21T12:20:22.000Z",
                     *         "acknowledged_at": "2026-11-21T12:20:52.146Z",
                     *         "acknowledged_by": {
                     *           "type": "user",
                     *           "id": 2,
                     *           "email": "op@example.org",
                     *           "name": "Ana"
                     *         },
                     *         "acknowledged_until": null,
                     *         "snoozed_until": null,
                     *         "resolved_at": "2026-11-21T12:21:23.268Z",
                     *         "resolved_by": {
                     *           "type": "system",
                     *           "id": null,
                     *           "email": null,
                     *           "name": null
                     *         },
                     *         "resolve_reason": "cleared",
                     *         "late": false,
                     *         "recovering": false,
                     *         "flapping": false,
                     *         "clear_since": null,
                     *         "assigned_to": {
                     *           "type": "user",
                     *           "id": 2,
                     *           "email": "op@example.org",
                     *           "name": "Ana"
                     *         },
                     *         "incident_id": 1,
                     *         "silenced_by": null,
                     *         "notes": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["AlertWithNotes"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    addAlertNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Cuff was loose"
                 *     }
                 */
                "application/json": {
                    /** @example Cuff was loose */
                    text: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "alert_id": 1,
                     *         "device_id": 1,
                     *         "device_name": "Bedside monitor",
                     *         "site": {
                     *           "id": 1,
                     *           "name": "Home"
                     *         },
                     *         "module": "health",
                     *         "rule_key": "health.systolic.high",
                     *         "rule_version": 1,
                     *         "severity": "critical",
                     *         "current_severity": null,
                     *         "status": "resolved",
                     *         "title": "Systolic blood pressure above 180 mmHg",
                     *         "field": "metrics.systolic",
                     *         "threshold": 180,
                     *         "triggered_value": 185,
                     *         "last_value": 118,
                     *         "peak_value": 185,
                     *         "occurrences": 1,
                     *         "triggered_at": "2026-11-21T12:20:22.000Z",
                     *         "acknowledged_at": "2026-11-21T12:20:52.146Z",
                     *         "acknowledged_by": {
                     *           "type": "user",
                     *           "id": 2,
                     *           "email": "op@example.org",
                     *           "name": "Ana"
                     *         },
                     *         "acknowledged_until": null,
                     *         "snoozed_until": null,
                     *         "resolved_at": "2026-11-21T12:21:23.268Z",
                     *         "resolved_by": {
                     *           "type": "system",
                     *           "id": null,
                     *           "email": null,
                     *           "name": null
                     *         },
                     *         "resolve_reason": "cleared",
                     *         "late": false,
                     *         "recovering": false,
                     *         "flapping": false,
                     *         "clear_since": null,
                     *         "assigned_to": {
                     *           "type": "user",
                     *           "id": 2,
                     *           "email": "op@example.org",
                     *           "name": "Ana"
                     *         },
                     *         "incident_id": 1,
                     *         "silenced_by": null,
                     *         "notes": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["AlertWithNotes"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    resolveAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "alert_id": 1,
                     *         "device_id": 1,
                     *         "device_name": "Bedside monitor",
                     *         "site": {
                     *           "id": 1,
                     *           "name": "Home"
                     *         },
                     *         "module": "health",
                     *         "rule_key": "health.systolic.high",
                     *         "rule_version": 1,
                     *         "severity": "critical",
                     *         "current_severity": null,
                     *         "status": "resolved",
                     *         "title": "Systolic blood pressure above 180 mmHg",
                     *         "field": "metrics.systolic",
                     *         "threshold": 180,
                     *         "triggered_value": 185,
                     *         "last_value": 118,
                     *         "peak_value": 185,
                     *         "occurrences": 1,
                     *         "triggered_at": "2026-11-21T12:20:22.000Z",
                     *         "acknowledged_at": "2026-11-21T12:20:52.146Z",
                     *         "acknowledged_by": {
                     *           "type": "user",
                     *           "id": 2,
                     *           "email": "op@example.org",
                     *           "name": "Ana"
                     *         },
                     *         "acknowledged_until": null,
                     *         "snoozed_until": null,
                     *         "resolved_at": "2026-11-21T12:21:23.268Z",
                     *         "resolved_by": {
                     *           "type": "system",
                     *           "id": null,
                     *           "email": null,
                     *           "name": null
                     *         },
                     *         "resolve_reason": "cleared",
                     *         "late": false,
                     *         "recovering": false,
                     *         "flapping": false,
                     *         "clear_since": null,
                     *         "assigned_to": {
                     *           "type": "user",
                     *           "id": 2,
                     *           "email": "op@example.org",
                     *           "name": "Ana"
                     *         },
                     *         "incident_id": 1,
                     *         "silenced_by": null,
                     *         "notes": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["AlertWithNotes"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    listDevices: {
        parameters: {
            query?: {
                /** @description The next_cursor of the previous page, with the same other parameters */
                cursor?: string;
                enabled?: boolean;
                /** @description Maximum number of items */
                limit?: number;
                module?: ("health" | "vehicle" | "factory" | "home_infra" | "worker" | "fleet")[];
                /** @description Part of the name, ignoring case */
                name?: string;
                /** @description Only of the site with this ID */
                site?: number;
                status?: ("never_seen" | "online" | "offline")[];
                /** @description Devices with this tag */
                tag?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": [
                     *         {
                     *           "id": 1,
                     *           "name": "Bedside monitor",
                     *           "module": "health",
                     *           "enabled": true,
                     *           "tags": [
                     *             "ward 3"
                     *           ],
                     *           "notes": "",
                     *           "expected_interval_s": 60,
                     *           "offline_after_s": null,
                     *           "metrics": {},
                     *           "icon": null,
                     *           "site": {
                     *             "id": 1,
                     *             "name": "Home"
                     *           },
                     *           "status": "online",
                     *           "usual_interval_s": 200,
                     *           "last_seen": "2026-11-21T12:20:23.640Z",
                     *           "battery": 82,
                     *           "signal": -67,
                     *           "lat": 52.379189,
                     *           "lng": 4.899431,
                     *           "location_at": "2026-11-21T12:20:23.000Z",
                     *           "latest": {
                     *             "module": "health",
                     *             "ts": 1795263623,
                     *             "at": "2026-11-21T12:20:23.000Z",
                     *             "metrics": {
                     *               "spo2": 98,
                     *               "systolic": 118
                     *             },
                     *             "flags": {
                     *               "fall_detected": false
                     *             }
                     *           },
                     *           "open_alerts": {
                     *             "info": 0,
                     *             "warning": 0,
                     *             "critical": 1
                     *           },
                     *           "token_hint": "725e",
                     *           "created_at": "2026-11-21T12:19:35.245Z"
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Device"][];
                        next_cursor: string | null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the settings; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 1,
                     *         "name": "Bedside monitor",
                     *         "module": "health",
                     *         "enabled": true,
                     *         "tags": [
                     *           "ward 3"
                     *         ],
                     *         "notes": "",
                     *         "expected_interval_s": 60,
                     *         "offline_after_s": null,
                     *         "metrics": {},
                     *         "icon": null,
                     *         "site": {
                     *           "id": 1,
                     *           "name": "Home"
                     *         },
                     *         "status": "online",
                     *         "usual_interval_s": 200,
                     *         "last_seen": "2026-11-21T12:20:23.640Z",
                     *         "battery": 82,
                     *         "signal": -67,
                     *         "lat": 52.379189,
                     *         "lng": 4.899431,
                     *         "location_at": "2026-11-21T12:20:23.000Z",
                     *         "latest": {
                     *           "module": "health",
                     *           "ts": 1795263623,
                     *           "at": "2026-11-21T12:20:23.000Z",
                     *           "metrics": {
                     *             "spo2": 98,
                     *             "systolic": 118
                     *           },
                     *           "flags": {
                     *             "fall_detected": false
                     *           }
                     *         },
                     *         "open_alerts": {
                     *           "info": 0,
                     *           "warning": 0,
                     *           "critical": 1
                     *         },
                     *         "token_hint": "725e",
                     *         "created_at": "2026-11-21T12:19:35.245Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Device"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    listModuleEvents: {
        parameters: {
            query?: {
                /** @description The next_cursor of the previous page, with the same other parameters */
                cursor?: string;
                /** @description Start, included: a date, a time with its zone, or a timestamp */
                from?: string;
                /** @description Maximum number of items */
                limit?: number;
                /** @description End, excluded: a date, a time with its zone, or a timestamp */
                to?: string;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": [
                     *         {
                     *           "at": "2026-03-01T12:00:00.000Z",
                     *           "module": "health",
                     *           "kind": "alarm",
                     *           "raised": [
                     *             "panic_pressed"
                     *           ]
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["ModuleEvent"][];
                        next_cursor: string | null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    listDeviceNotes: {
        parameters: {
            query?: {
                /** @description Start, included: a date, a time with its zone, or a timestamp */
                from?: string;
                /** @description End, excluded: a date, a time with its zone, or a timestamp */
                to?: string;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": [
                     *         {
                     *           "note_id": 1,
                     *           "at": "2026-11-21T14:05:00.000Z",
                     *           "text": "Filter changed",
                     *           "by": {
                     *             "type": "user",
                     *             "id": 2,
                     *             "email": "op@example.org",
                     *             "name": "Ana"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["DeviceNote"][];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    addDeviceNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Filter changed"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When it happened; not in the future. Without it, now
                     */
                    at?: string;
                    /** @example Filter changed */
                    text: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "note_id": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            note_id: number;
                        };
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    deleteDeviceNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                note_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        data: null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    listReadings: {
        parameters: {
            query?: {
                /** @description The next_cursor of the previous page, with the same other parameters */
                cursor?: string;
                /** @description Start, included: a date, a time with its zone, or a timestamp */
                from?: string;
                /** @description Maximum number of items */
                limit?: number;
                /** @description End, excluded: a date, a time with its zone, or a timestamp */
                to?: string;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": [
                     *         {
                     *           "ts": 1795263622,
                     *           "at": "2026-11-21T12:20:22.000Z",
                     *           "received_at": "2026-11-21T12:20:22.128Z",
                     *           "module": "health",
                     *           "lat": null,
                     *           "lng": null,
                     *           "battery": 82,
                     *           "signal": -67,
                     *           "metrics": {
                     *             "systolic": 185,
                     *             "diastolic": 95
                     *           },
                     *           "flags": {},
                     *           "clock_suspect": false
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Reading"][];
                        next_cursor: string | null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    exportReadings: {
        parameters: {
            query: {
                format: "csv" | "ndjson";
                /** @description Start, included: a date, a time with its zone, or a timestamp */
                from?: string;
                /** @description End, excluded: a date, a time with its zone, or a timestamp */
                to?: string;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getSeries: {
        parameters: {
            query: {
                /** @description Start, included: a date, a time with its zone, or a timestamp */
                from?: string;
                /** @description A key of metrics, or battery or signal */
                metric: string;
                /** @description Maximum number of items */
                points?: number;
                /** @description End, excluded: a date, a time with its zone, or a timestamp */
                to?: string;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "metric": "heart_rate",
                     *         "kind": "raw",
                     *         "width_s": null,
                     *         "points": [
                     *           {
                     *             "at": "2026-11-20T12:20:24.000Z",
                     *             "value": 72
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Series"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getTrack: {
        parameters: {
            query?: {
                /** @description The next_cursor of the previous page, with the same other parameters */
                cursor?: string;
                /** @description Start, included: a date, a time with its zone, or a timestamp */
                from?: string;
                /** @description Maximum number of items */
                limit?: number;
                /** @description Maximum number of items */
                points?: number;
                /** @description End, excluded: a date, a time with its zone, or a timestamp */
                to?: string;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": [
                     *         {
                     *           "at": "2010-08-05T16:23:49.000Z",
                     *           "lat": 45.790873384,
                     *           "lng": 14.304442042,
                     *           "speed_kmh": 2.55,
                     *           "heading": 187.5
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Place"][];
                        /** @description With points: greatest distance of a location from the line, in metres */
                        error_m?: number;
                        every_s?: number | null;
                        next_cursor: string | null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    exportTrack: {
        parameters: {
            query: {
                format: "geojson" | "gpx";
                /** @description Start, included: a date, a time with its zone, or a timestamp */
                from?: string;
                /** @description End, excluded: a date, a time with its zone, or a timestamp */
                to?: string;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/geo+json": Record<string, never>;
                    "application/gpx+xml": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getTrips: {
        parameters: {
            query?: {
                /** @description Start, included: a date, a time with its zone, or a timestamp */
                from?: string;
                /** @description End, excluded: a date, a time with its zone, or a timestamp */
                to?: string;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "trips": [
                     *           {
                     *             "from": "2026-11-21T08:00:00.000Z",
                     *             "to": "2026-11-21T08:20:00.000Z",
                     *             "start": {
                     *               "lat": 46.0569,
                     *               "lng": 14.5058
                     *             },
                     *             "end": {
                     *               "lat": 46.1206,
                     *               "lng": 14.8157
                     *             },
                     *             "duration_s": 1200,
                     *             "distance_m": 27400.5,
                     *             "top_speed_kmh": 98
                     *           }
                     *         ],
                     *         "stops": [
                     *           {
                     *             "from": "2026-03-01T12:00:00.000Z",
                     *             "to": "2026-03-01T12:00:00.000Z",
                     *             "lat": 1,
                     *             "lng": 1,
                     *             "duration_s": 1
                     *           }
                     *         ],
                     *         "every_s": 1,
                     *         "odometer_m": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Trips"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    listIncidents: {
        parameters: {
            query?: {
                /** @description The next_cursor of the previous page, with the same other parameters */
                cursor?: string;
                /** @description Only of this device */
                device_id?: number;
                /** @description Start, included: a date, a time with its zone, or a timestamp */
                from?: string;
                /** @description Maximum number of items */
                limit?: number;
                module?: ("health" | "vehicle" | "factory" | "home_infra" | "worker" | "fleet")[];
                severity?: ("info" | "warning" | "critical")[];
                /** @description Only of the site with this ID */
                site?: number;
                /** @description active means open or acknowledged */
                status?: ("active" | "open" | "acknowledged" | "resolved")[];
                /** @description End, excluded: a date, a time with its zone, or a timestamp */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": [
                     *         {
                     *           "incident_id": 1,
                     *           "status": "resolved",
                     *           "severity": "critical",
                     *           "current_severity": null,
                     *           "title": "Systolic blood pressure above 180 mmHg",
                     *           "origin": "alert",
                     *           "site": {
                     *             "id": 1,
                     *             "name": "Home"
                     *           },
                     *           "device_id": 1,
                     *           "device_name": "Bedside monitor",
                     *           "alert_id": 1,
                     *           "alert_ids": [
                     *             1
                     *           ],
                     *           "lat": null,
                     *           "lng": null,
                     *           "location_at": null,
                     *           "created_at": "2026-11-21T12:20:22.128Z",
                     *           "acknowledged_at": "2026-11-21T12:21:41.757Z",
                     *           "acknowledged_by": {
                     *             "type": "user",
                     *             "id": 2,
                     *             "email": "op@example.org",
                     *             "name": "Ana"
                     *           },
                     *           "acknowledged_until": null,
                     *           "snoozed_until": null,
                     *           "assigned_to": null,
                     *           "resolved_at": "2026-11-21T12:21:41.780Z",
                     *           "resolved_by": {
                     *             "type": "user",
                     *             "id": 2,
                     *             "email": "op@example.org",
                     *             "name": "Ana"
                     *           },
                     *           "resolution": "false_alarm",
                     *           "note": "Cuff was loose",
                     *           "merged_into": null,
                     *           "previous_incident_id": null,
                     *           "silenced_by": null,
                     *           "headline": {
                     *             "device_name": "Bedside monitor",
                     *             "metric": "systolic",
                     *             "label": "systolic",
                     *             "value": 185,
                     *             "unit": "mmHg",
                     *             "threshold": 180,
                     *             "direction": "above",
                     *             "severity": "critical",
                     *             "current_severity": null,
                     *             "current_value": null,
                     *             "since": "2026-11-21T12:20:22.000Z",
                     *             "cleared_since": null,
                     *             "place": "2 km N of Kranj",
                     *             "lat": 46.257,
                     *             "lng": 14.356,
                     *             "location_age_s": 60,
                     *             "notes": "Ward 2, left of the lift. Key safe 4711"
                     *           }
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Incident"][];
                        next_cursor: string | null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    openIncident: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Visitor has fallen at gate 2",
                 *       "severity": "critical"
                 *     }
                 */
                "application/json": {
                    device_id?: number;
                    lat?: number;
                    lng?: number;
                    note?: string;
                    severity?: components["schemas"]["Severity"];
                    site_id?: number;
                    title: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "incident_id": 1,
                     *         "status": "resolved",
                     *         "severity": "critical",
                     *         "current_severity": null,
                     *         "title": "Systolic blood pressure above 180 mmHg",
                     *         "origin": "alert",
                     *         "site": {
                     *           "id": 1,
                     *           "name": "Home"
                     *         },
                     *         "device_id": 1,
                     *         "device_name": "Bedside monitor",
                     *         "alert_id": 1,
                     *         "alert_ids": [
                     *           1
                     *         ],
                     *         "lat": null,
                     *         "lng": null,
                     *         "location_at": null,
                     *         "created_at": "2026-11-21T12:20:22.128Z",
                     *         "acknowledged_at": "2026-11-21T12:21:41.757Z",
                     *         "acknowledged_by": {
                     *           "type": "user",
                     *           "id": 2,
                     *           "email": "op@example.org",
                     *           "name": "Ana"
                     *         },
                     *         "acknowledged_until": null,
                     *         "snoozed_until": null,
                     *         "assigned_to": null,
                     *         "resolved_at": "2026-11-21T12:21:41.780Z",
                     *         "resolved_by": {
                     *           "type": "user",
                     *           "id": 2,
                     *           "email": "op@example.org",
                     *           "name": "Ana"
                     *         },
                     *         "resolution": "false_alarm",
                     *         "note": "Cuff was loose",
                     *         "merged_into": null,
                     *         "previous_incident_id": null,
                     *         "silenced_by": null,
                     *         "headline": {
                     *           "device_name": "Bedside monitor",
                     *           "metric": "systolic",
                     *           "label": "systolic",
                     *           "value": 185,
                     *           "unit": "mmHg",
                     *           "threshold": 180,
                     *           "direction": "above",
                     *           "severity": "critical",
                     *           "current_severity": null,
                     *           "current_value": null,
                     *           "since": "2026-11-21T12:20:22.000Z",
                     *           "cleared_since": null,
                     *           "place": "2 km N of Kranj",
                     *           "lat": 46.257,
                     *           "lng": 14.356,
                     *           "location_age_s": 60,
                     *           "notes": "Ward 2, left of the lift. Key safe 4711"
                     *         },
                     *         "devices": [
                     *           {
                     *             "id": 1,
                     *             "name": "Bedside monitor"
                     *           }
                     *         ],
                     *         "timeline": [
                     *           {
                     *             "at": "2026-11-21T12:21:41.780Z",
                     *             "kind": "resolved",
                     *             "by": {
                     *               "type": "user",
                     *               "id": 2,
                     *               "email": "op@example.org",
                     *               "name": "Ana"
                     *             },
                     *             "text": "Cuff was loose"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["IncidentWithTimeline"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getIncident: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "incident_id": 1,
                     *         "status": "resolved",
                     *         "severity": "critical",
                     *         "current_severity": null,
                     *         "title": "Systolic blood pressure above 180 mmHg",
                     *         "origin": "alert",
                     *         "site": {
                     *           "id": 1,
                     *           "name": "Home"
                     *         },
                     *         "device_id": 1,
                     *         "device_name": "Bedside monitor",
                     *         "alert_id": 1,
                     *         "alert_ids": [
                     *           1
                     *         ],
                     *         "lat": null,
                     *         "lng": null,
                     *         "location_at": null,
                     *         "created_at": "2026-11-21T12:20:22.128Z",
                     *         "acknowledged_at": "2026-11-21T12:21:41.757Z",
                     *         "acknowledged_by": {
                     *           "type": "user",
                     *           "id": 2,
                     *           "email": "op@example.org",
                     *           "name": "Ana"
                     *         },
                     *         "acknowledged_until": null,
                     *         "snoozed_until": null,
                     *         "assigned_to": null,
                     *         "resolved_at": "2026-11-21T12:21:41.780Z",
                     *         "resolved_by": {
                     *           "type": "user",
                     *           "id": 2,
                     *           "email": "op@example.org",
                     *           "name": "Ana"
                     *         },
                     *         "resolution": "false_alarm",
                     *         "note": "Cuff was loose",
                     *         "merged_into": null,
                     *         "previous_incident_id": null,
                     *         "silenced_by": null,
                     *         "headline": {
                     *           "device_name": "Bedside monitor",
                     *           "metric": "systolic",
                     *           "label": "systolic",
                     *           "value": 185,
                     *           "unit": "mmHg",
                     *           "threshold": 180,
                     *           "direction": "above",
                     *           "severity": "critical",
                     *           "current_severity": null,
                     *           "current_value": null,
                     *           "since": "2026-11-21T12:20:22.000Z",
                     *           "cleared_since": null,
                     *           "place": "2 km N of Kranj",
                     *           "lat": 46.257,
                     *           "lng": 14.356,
                     *           "location_age_s": 60,
                     *           "notes": "Ward 2, left of the lift. Key safe 4711"
                     *         },
                     *         "devices": [
                     *           {
                     *             "id": 1,
                     *             "name": "Bedside monitor"
                     *           }
                     *         ],
                     *         "timeline": [
                     *           {
                     *             "at": "2026-11-21T12:21:41.780Z",
                     *             "kind": "resolved",
                     *             "by": {
                     *               "type": "user",
                     *               "id": 2,
                     *               "email": "op@example.org",
                     *               "name": "Ana"
                     *             },
                     *             "text": "Cuff was loose"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["IncidentWithTimeline"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    acknowledgeIncident: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "until": "2026-11-21T14:30:00Z"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description Snoozes it: open again at this time, at most 30 days from now
                     */
                    until?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "incident_id": 1,
                     *         "status": "resolved",
                     *         "severity": "critical",
                     *         "current_severity": null,
                     *         "title": "Systolic blood pressure above 180 mmHg",
                     *         "origin": "alert",
                     *         "site": {
                     *           "id": 1,
                     *           "name": "Home"
                     *         },
                     *         "device_id": 1,
                     *         "device_name": "Bedside monitor",
                     *         "alert_id": 1,
                     *         "alert_ids": [
                     *           1
                     *         ],
                     *         "lat": null,
                     *         "lng": null,
                     *         "location_at": null,
                     *         "created_at": "2026-11-21T12:20:22.128Z",
                     *         "acknowledged_at": "2026-11-21T12:21:41.757Z",
                     *         "acknowledged_by": {
                     *           "type": "user",
                     *           "id": 2,
                     *           "email": "op@example.org",
                     *           "name": "Ana"
                     *         },
                     *         "acknowledged_until": null,
                     *         "snoozed_until": null,
                     *         "assigned_to": null,
                     *         "resolved_at": "2026-11-21T12:21:41.780Z",
                     *         "resolved_by": {
                     *           "type": "user",
                     *           "id": 2,
                     *           "email": "op@example.org",
                     *           "name": "Ana"
                     *         },
                     *         "resolution": "false_alarm",
                     *         "note": "Cuff was loose",
                     *         "merged_into": null,
                     *         "previous_incident_id": null,
                     *         "silenced_by": null,
                     *         "headline": {
                     *           "device_name": "Bedside monitor",
                     *           "metric": "systolic",
                     *           "label": "systolic",
                     *           "value": 185,
                     *           "unit": "mmHg",
                     *           "threshold": 180,
                     *           "direction": "above",
                     *           "severity": "critical",
                     *           "current_severity": null,
                     *           "current_value": null,
                     *           "since": "2026-11-21T12:20:22.000Z",
                     *           "cleared_since": null,
                     *           "place": "2 km N of Kranj",
                     *           "lat": 46.257,
                     *           "lng": 14.356,
                     *           "location_age_s": 60,
                     *           "notes": "Ward 2, left of the lift. Key safe 4711"
                     *         },
                     *         "devices": [
                     *           {
                     *             "id": 1,
                     *             "name": "Bedside monitor"
                     *           }
                     *         ],
                     *         "timeline": [
                     *           {
                     *             "at": "2026-11-21T12:21:41.780Z",
                     *             "kind": "resolved",
                     *             "by": {
                     *               "type": "user",
                     *               "id": 2,
                     *               "email": "op@example.org",
                     *               "name": "Ana"
                     *             },
                     *             "text": "Cuff was loose"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["IncidentWithTimeline"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    unacknowledgeIncident: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "incident_id": 1,
                     *         "status": "resolved",
                     *         "severity": "critical",
                     *         "current_severity": null,
                     *         "title": "Systolic blood pressure above 180 mmHg",
                     *         "origin": "alert",
                     *         "site": {
                     *           "id": 1,
                     *           "name": "Home"
                     *         },
                     *         "device_id": 1,
                     *         "device_name": "Bedside monitor",
                     *         "alert_id": 1,
                     *         "alert_ids": [
                     *           1
                     *         ],
                     *         "lat": null,
                     *         "lng": null,
                     *         "location_at": null,
                     *         "created_at": "2026-11-21T12:20:22.128Z",
                     *         "acknowledged_at": "2026-11-21T12:21:41.757Z",
                     *         "acknowledged_by": {
                     *           "type": "user",
                     *           "id": 2,
                     *           "email": "op@example.org",
                     *           "name": "Ana"
                     *         },
                     *         "acknowledged_until": null,
                     *         "snoozed_until": null,
                     *         "assigned_to": null,
                     *         "resolved_at": "2026-11-21T12:21:41.780Z",
                     *         "resolved_by": {
                     *           "type": "user",
                     *           "id": 2,
                     *           "email": "op@example.org",
                     *           "name": "Ana"
                     *         },
                     *         "resolution": "false_alarm",
                     *         "note": "Cuff was loose",
                     *         "merged_into": null,
                     *         "previous_incident_id": null,
                     *         "silenced_by": null,
                     *         "headline": {
                     *           "device_name": "Bedside monitor",
                     *           "metric": "systolic",
                     *           "label": "systolic",
                     *           "value": 185,
                     *           "unit": "mmHg",
                     *           "threshold": 180,
                     *           "direction": "above",
                     *           "severity": "critical",
                     *           "current_severity": null,
                     *           "current_value": null,
                     *           "since": "2026-11-21T12:20:22.000Z",
                     *           "cleared_since": null,
                     *           "place": "2 km N of Kranj",
                     *           "lat": 46.257,
                     *           "lng": 14.356,
                     *           "location_age_s": 60,
                     *           "notes": "Ward 2, left of the lift. Key safe 4711"
                     *         },
                     *         "devices": [
                     *           {
                     *             "id": 1,
                     *             "name": "Bedside monitor"
                     *           }
                     *         ],
                     *         "timeline": [
                     *           {
                     *             "at": "2026-11-21T12:21:41.780Z",
                     *             "kind": "resolved",
                     *             "by": {
                     *               "type": "user",
                     *               "id": 2,
                     *               "email": "op@example.org",
                     *               "name": "Ana"
                     *             },
                     *             "text": "Cuff was loose"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["IncidentWithTimeline"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    assignIncident: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "op@example.org"
                 *     }
                 */
                "application/json": {
                    email?: string;
                    user_id?: number | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "incident_id": 1,
                     *         "status": "resolved",
                     *         "severity": "critical",
                     *         "current_severity": null,
                     *         "title": "Systolic blood pressure above 180 mmHg",
                     *         "origin": "alert",
                     *         "site": {
                     *           "id": 1,
                     *           "name": "Home"
                     *         },
                     *         "device_id": 1,
                     *         "device_name": "Bedside monitor",
                     *         "alert_id": 1,
                     *         "alert_ids": [
                     *           1
                     *         ],
                     *         "lat": null,
                     *         "lng": null,
                     *         "location_at": null,
                     *         "created_at": "2026-11-21T12:20:22.128Z",
                     *         "acknowledged_at": "2026-11-21T12:21:41.757Z",
                     *         "acknowledged_by": {
                     *           "type": "user",
                     *           "id": 2,
                     *           "email": "op@example.org",
                     *           "name": "Ana"
                     *         },
                     *         "acknowledged_until": null,
                     *         "snoozed_until": null,
                     *         "assigned_to": null,
                     *         "resolved_at": "2026-11-21T12:21:41.780Z",
                     *         "resolved_by": {
                     *           "type": "user",
                     *           "id": 2,
                     *           "email": "op@example.org",
                     *           "name": "Ana"
                     *         },
                     *         "resolution": "false_alarm",
                     *         "note": "Cuff was loose",
                     *         "merged_into": null,
                     *         "previous_incident_id": null,
                     *         "silenced_by": null,
                     *         "headline": {
                     *           "device_name": "Bedside monitor",
                     *           "metric": "systolic",
                     *           "label": "systolic",
                     *           "value": 185,
                     *           "unit": "mmHg",
                     *           "threshold": 180,
                     *           "direction": "above",
                     *           "severity": "critical",
                     *           "current_severity": null,
                     *           "current_value": null,
                     *           "since": "2026-11-21T12:20:22.000Z",
                     *           "cleared_since": null,
                     *           "place": "2 km N of Kranj",
                     *           "lat": 46.257,
                     *           "lng": 14.356,
                     *           "location_age_s": 60,
                     *           "notes": "Ward 2, left of the lift. Key safe 4711"
                     *         },
                     *         "devices": [
                     *           {
                     *             "id": 1,
                     *             "name": "Bedside monitor"
                     *           }
                     *         ],
                     *         "timeline": [
                     *           {
                     *             "at": "2026-11-21T12:21:41.780Z",
                     *             "kind": "resolved",
                     *             "by": {
                     *               "type": "user",
                     *               "id": 2,
                     *               "email": "op@example.org",
                     *               "name": "Ana"
                     *             },
                     *             "text": "Cuff was loose"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["IncidentWithTimeline"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    callForHelp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "to": {
                 *         "type": "next_step"
                 *       }
                 *     }
                 */
                "application/json": {
                    note?: string;
                    /** @description next_step: of its escalation policy, without an id */
                    to: {
                        id?: number;
                        /** @enum {string} */
                        type: "next_step" | "schedule" | "user";
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "incident_id": 1,
                     *         "status": "resolved",
                     *         "severity": "critical",
                     *         "current_severity": null,
                     *         "title": "Systolic blood pressure above 180 mmHg",
                     *         "origin": "alert",
                     *         "site": {
                     *           "id": 1,
                     *           "name": "Home"
                     *         },
                     *         "device_id": 1,
                     *         "device_name": "Bedside monitor",
                     *         "alert_id": 1,
                     *         "alert_ids": [
                     *           1
                     *         ],
                     *         "lat": null,
                     *         "lng": null,
                     *         "location_at": null,
                     *         "created_at": "2026-11-21T12:20:22.128Z",
                     *         "acknowledged_at": "2026-11-21T12:21:41.757Z",
                     *         "acknowledged_by": {
                     *           "type": "user",
                     *           "id": 2,
                     *           "email": "op@example.org",
                     *           "name": "Ana"
                     *         },
                     *         "acknowledged_until": null,
                     *         "snoozed_until": null,
                     *         "assigned_to": null,
                     *         "resolved_at": "2026-11-21T12:21:41.780Z",
                     *         "resolved_by": {
                     *           "type": "user",
                     *           "id": 2,
                     *           "email": "op@example.org",
                     *           "name": "Ana"
                     *         },
                     *         "resolution": "false_alarm",
                     *         "note": "Cuff was loose",
                     *         "merged_into": null,
                     *         "previous_incident_id": null,
                     *         "silenced_by": null,
                     *         "headline": {
                     *           "device_name": "Bedside monitor",
                     *           "metric": "systolic",
                     *           "label": "systolic",
                     *           "value": 185,
                     *           "unit": "mmHg",
                     *           "threshold": 180,
                     *           "direction": "above",
                     *           "severity": "critical",
                     *           "current_severity": null,
                     *           "current_value": null,
                     *           "since": "2026-11-21T12:20:22.000Z",
                     *           "cleared_since": null,
                     *           "place": "2 km N of Kranj",
                     *           "lat": 46.257,
                     *           "lng": 14.356,
                     *           "location_age_s": 60,
                     *           "notes": "Ward 2, left of the lift. Key safe 4711"
                     *         },
                     *         "devices": [
                     *           {
                     *             "id": 1,
                     *             "name": "Bedside monitor"
                     *           }
                     *         ],
                     *         "timeline": [
                     *           {
                     *             "at": "2026-11-21T12:21:41.780Z",
                     *             "kind": "resolved",
                     *             "by": {
                     *               "type": "user",
                     *               "id": 2,
                     *               "email": "op@example.org",
                     *               "name": "Ana"
                     *             },
                     *             "text": "Cuff was loose"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["IncidentWithTimeline"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    escalateIncident: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "incident_id": 1,
                     *         "status": "resolved",
                     *         "severity": "critical",
                     *         "current_severity": null,
                     *         "title": "Systolic blood pressure above 180 mmHg",
                     *         "origin": "alert",
                     *         "site": {
                     *           "id": 1,
                     *           "name": "Home"
                     *         },
                     *         "device_id": 1,
                     *         "device_name": "Bedside monitor",
                     *         "alert_id": 1,
                     *         "alert_ids": [
                     *           1
                     *         ],
                     *         "lat": null,
                     *         "lng": null,
                     *         "location_at": null,
                     *         "created_at": "2026-11-21T12:20:22.128Z",
                     *         "acknowledged_at": "2026-11-21T12:21:41.757Z",
                     *         "acknowledged_by": {
                     *           "type": "user",
                     *           "id": 2,
                     *           "email": "op@example.org",
                     *           "name": "Ana"
                     *         },
                     *         "acknowledged_until": null,
                     *         "snoozed_until": null,
                     *         "assigned_to": null,
                     *         "resolved_at": "2026-11-21T12:21:41.780Z",
                     *         "resolved_by": {
                     *           "type": "user",
                     *           "id": 2,
                     *           "email": "op@example.org",
                     *           "name": "Ana"
                     *         },
                     *         "resolution": "false_alarm",
                     *         "note": "Cuff was loose",
                     *         "merged_into": null,
                     *         "previous_incident_id": null,
                     *         "silenced_by": null,
                     *         "headline": {
                     *           "device_name": "Bedside monitor",
                     *           "metric": "systolic",
                     *           "label": "systolic",
                     *           "value": 185,
                     *           "unit": "mmHg",
                     *           "threshold": 180,
                     *           "direction": "above",
                     *           "severity": "critical",
                     *           "current_severity": null,
                     *           "current_value": null,
                     *           "since": "2026-11-21T12:20:22.000Z",
                     *           "cleared_since": null,
                     *           "place": "2 km N of Kranj",
                     *           "lat": 46.257,
                     *           "lng": 14.356,
                     *           "location_age_s": 60,
                     *           "notes": "Ward 2, left of the lift. Key safe 4711"
                     *         },
                     *         "devices": [
                     *           {
                     *             "id": 1,
                     *             "name": "Bedside monitor"
                     *           }
                     *         ],
                     *         "timeline": [
                     *           {
                     *             "at": "2026-11-21T12:21:41.780Z",
                     *             "kind": "resolved",
                     *             "by": {
                     *               "type": "user",
                     *               "id": 2,
                     *               "email": "op@example.org",
                     *               "name": "Ana"
                     *             },
                     *             "text": "Cuff was loose"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["IncidentWithTimeline"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    mergeIncidents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "incident_ids": [
                 *         8,
                 *         9
                 *       ]
                 *     }
                 */
                "application/json": {
                    incident_ids: number[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "incident_id": 1,
                     *         "status": "resolved",
                     *         "severity": "critical",
                     *         "current_severity": null,
                     *         "title": "Systolic blood pressure above 180 mmHg",
                     *         "origin": "alert",
                     *         "site": {
                     *           "id": 1,
                     *           "name": "Home"
                     *         },
                     *         "device_id": 1,
                     *         "device_name": "Bedside monitor",
                     *         "alert_id": 1,
                     *         "alert_ids": [
                     *           1
                     *         ],
                     *         "lat": null,
                     *         "lng": null,
                     *         "location_at": null,
                     *         "created_at": "2026-11-21T12:20:22.128Z",
                     *         "acknowledged_at": "2026-11-21T12:21:41.757Z",
                     *         "acknowledged_by": {
                     *           "type": "user",
                     *           "id": 2,
                     *           "email": "op@example.org",
                     *           "name": "Ana"
                     *         },
                     *         "acknowledged_until": null,
                     *         "snoozed_until": null,
                     *         "assigned_to": null,
                     *         "resolved_at": "2026-11-21T12:21:41.780Z",
                     *         "resolved_by": {
                     *           "type": "user",
                     *           "id": 2,
                     *           "email": "op@example.org",
                     *           "name": "Ana"
                     *         },
                     *         "resolution": "false_alarm",
                     *         "note": "Cuff was loose",
                     *         "merged_into": null,
                     *         "previous_incident_id": null,
                     *         "silenced_by": null,
                     *         "headline": {
                     *           "device_name": "Bedside monitor",
                     *           "metric": "systolic",
                     *           "label": "systolic",
                     *           "value": 185,
                     *           "unit": "mmHg",
                     *           "threshold": 180,
                     *           "direction": "above",
                     *           "severity": "critical",
                     *           "current_severity": null,
                     *           "current_value": null,
                     *           "since": "2026-11-21T12:20:22.000Z",
                     *           "cleared_since": null,
                     *           "place": "2 km N of Kranj",
                     *           "lat": 46.257,
                     *           "lng": 14.356,
                     *           "location_age_s": 60,
                     *           "notes": "Ward 2, left of the lift. Key safe 4711"
                     *         },
                     *         "devices": [
                     *           {
                     *             "id": 1,
                     *             "name": "Bedside monitor"
                     *           }
                     *         ],
                     *         "timeline": [
                     *           {
                     *             "at": "2026-11-21T12:21:41.780Z",
                     *             "kind": "resolved",
                     *             "by": {
                     *               "type": "user",
                     *               "id": 2,
                     *               "email": "op@example.org",
                     *               "name": "Ana"
                     *             },
                     *             "text": "Cuff was loose"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["IncidentWithTimeline"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    addIncidentNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Cuff was loose"
                 *     }
                 */
                "application/json": {
                    /** @example Cuff was loose */
                    text: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "incident_id": 1,
                     *         "status": "resolved",
                     *         "severity": "critical",
                     *         "current_severity": null,
                     *         "title": "Systolic blood pressure above 180 mmHg",
                     *         "origin": "alert",
                     *         "site": {
                     *           "id": 1,
                     *           "name": "Home"
                     *         },
                     *         "device_id": 1,
                     *         "device_name": "Bedside monitor",
                     *         "alert_id": 1,
                     *         "alert_ids": [
                     *           1
                     *         ],
                     *         "lat": null,
                     *         "lng": null,
                     *         "location_at": null,
                     *         "created_at": "2026-11-21T12:20:22.128Z",
                     *         "acknowledged_at": "2026-11-21T12:21:41.757Z",
                     *         "acknowledged_by": {
                     *           "type": "user",
                     *           "id": 2,
                     *           "email": "op@example.org",
                     *           "name": "Ana"
                     *         },
                     *         "acknowledged_until": null,
                     *         "snoozed_until": null,
                     *         "assigned_to": null,
                     *         "resolved_at": "2026-11-21T12:21:41.780Z",
                     *         "resolved_by": {
                     *           "type": "user",
                     *           "id": 2,
                     *           "email": "op@example.org",
                     *           "name": "Ana"
                     *         },
                     *         "resolution": "false_alarm",
                     *         "note": "Cuff was loose",
                     *         "merged_into": null,
                     *         "previous_incident_id": null,
                     *         "silenced_by": null,
                     *         "headline": {
                     *           "device_name": "Bedside monitor",
                     *           "metric": "systolic",
                     *           "label": "systolic",
                     *           "value": 185,
                     *           "unit": "mmHg",
                     *           "threshold": 180,
                     *           "direction": "above",
                     *           "severity": "critical",
                     *           "current_severity": null,
                     *           "current_value": null,
                     *           "since": "2026-11-21T12:20:22.000Z",
                     *           "cleared_since": null,
                     *           "place": "2 km N of Kranj",
                     *           "lat": 46.257,
                     *           "lng": 14.356,
                     *           "location_age_s": 60,
                     *           "notes": "Ward 2, left of the lift. Key safe 4711"
                     *         },
                     *         "devices": [
                     *           {
                     *             "id": 1,
                     *             "name": "Bedside monitor"
                     *           }
                     *         ],
                     *         "timeline": [
                     *           {
                     *             "at": "2026-11-21T12:21:41.780Z",
                     *             "kind": "resolved",
                     *             "by": {
                     *               "type": "user",
                     *               "id": 2,
                     *               "email": "op@example.org",
                     *               "name": "Ana"
                     *             },
                     *             "text": "Cuff was loose"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["IncidentWithTimeline"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    listNotifications: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": [
                     *         {
                     *           "id": 1,
                     *           "user": {
                     *             "id": 1,
                     *             "name": "text"
                     *           },
                     *           "kind": "push",
                     *           "label": "text",
                     *           "reason": "text",
                     *           "due_at": "2026-03-01T12:00:00.000Z",
                     *           "state": "queued",
                     *           "outcome": "text",
                     *           "at": "2026-03-01T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Notification"][];
                        next_cursor: string | null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    reopenIncident: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "incident_id": 1,
                     *         "status": "resolved",
                     *         "severity": "critical",
                     *         "current_severity": null,
                     *         "title": "Systolic blood pressure above 180 mmHg",
                     *         "origin": "alert",
                     *         "site": {
                     *           "id": 1,
                     *           "name": "Home"
                     *         },
                     *         "device_id": 1,
                     *         "device_name": "Bedside monitor",
                     *         "alert_id": 1,
                     *         "alert_ids": [
                     *           1
                     *         ],
                     *         "lat": null,
                     *         "lng": null,
                     *         "location_at": null,
                     *         "created_at": "2026-11-21T12:20:22.128Z",
                     *         "acknowledged_at": "2026-11-21T12:21:41.757Z",
                     *         "acknowledged_by": {
                     *           "type": "user",
                     *           "id": 2,
                     *           "email": "op@example.org",
                     *           "name": "Ana"
                     *         },
                     *         "acknowledged_until": null,
                     *         "snoozed_until": null,
                     *         "assigned_to": null,
                     *         "resolved_at": "2026-11-21T12:21:41.780Z",
                     *         "resolved_by": {
                     *           "type": "user",
                     *           "id": 2,
                     *           "email": "op@example.org",
                     *           "name": "Ana"
                     *         },
                     *         "resolution": "false_alarm",
                     *         "note": "Cuff was loose",
                     *         "merged_into": null,
                     *         "previous_incident_id": null,
                     *         "silenced_by": null,
                     *         "headline": {
                     *           "device_name": "Bedside monitor",
                     *           "metric": "systolic",
                     *           "label": "systolic",
                     *           "value": 185,
                     *           "unit": "mmHg",
                     *           "threshold": 180,
                     *           "direction": "above",
                     *           "severity": "critical",
                     *           "current_severity": null,
                     *           "current_value": null,
                     *           "since": "2026-11-21T12:20:22.000Z",
                     *           "cleared_since": null,
                     *           "place": "2 km N of Kranj",
                     *           "lat": 46.257,
                     *           "lng": 14.356,
                     *           "location_age_s": 60,
                     *           "notes": "Ward 2, left of the lift. Key safe 4711"
                     *         },
                     *         "devices": [
                     *           {
                     *             "id": 1,
                     *             "name": "Bedside monitor"
                     *           }
                     *         ],
                     *         "timeline": [
                     *           {
                     *             "at": "2026-11-21T12:21:41.780Z",
                     *             "kind": "resolved",
                     *             "by": {
                     *               "type": "user",
                     *               "id": 2,
                     *               "email": "op@example.org",
                     *               "name": "Ana"
                     *             },
                     *             "text": "Cuff was loose"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["IncidentWithTimeline"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    resolveIncident: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "note": "Cuff was loose"
                 *     }
                 */
                "application/json": {
                    /** @example Cuff was loose */
                    note?: string;
                    /**
                     * @default manual
                     * @enum {string}
                     */
                    resolution?: "manual" | "false_alarm" | "duplicate" | "test";
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "incident_id": 1,
                     *         "status": "resolved",
                     *         "severity": "critical",
                     *         "current_severity": null,
                     *         "title": "Systolic blood pressure above 180 mmHg",
                     *         "origin": "alert",
                     *         "site": {
                     *           "id": 1,
                     *           "name": "Home"
                     *         },
                     *         "device_id": 1,
                     *         "device_name": "Bedside monitor",
                     *         "alert_id": 1,
                     *         "alert_ids": [
                     *           1
                     *         ],
                     *         "lat": null,
                     *         "lng": null,
                     *         "location_at": null,
                     *         "created_at": "2026-11-21T12:20:22.128Z",
                     *         "acknowledged_at": "2026-11-21T12:21:41.757Z",
                     *         "acknowledged_by": {
                     *           "type": "user",
                     *           "id": 2,
                     *           "email": "op@example.org",
                     *           "name": "Ana"
                     *         },
                     *         "acknowledged_until": null,
                     *         "snoozed_until": null,
                     *         "assigned_to": null,
                     *         "resolved_at": "2026-11-21T12:21:41.780Z",
                     *         "resolved_by": {
                     *           "type": "user",
                     *           "id": 2,
                     *           "email": "op@example.org",
                     *           "name": "Ana"
                     *         },
                     *         "resolution": "false_alarm",
                     *         "note": "Cuff was loose",
                     *         "merged_into": null,
                     *         "previous_incident_id": null,
                     *         "silenced_by": null,
                     *         "headline": {
                     *           "device_name": "Bedside monitor",
                     *           "metric": "systolic",
                     *           "label": "systolic",
                     *           "value": 185,
                     *           "unit": "mmHg",
                     *           "threshold": 180,
                     *           "direction": "above",
                     *           "severity": "critical",
                     *           "current_severity": null,
                     *           "current_value": null,
                     *           "since": "2026-11-21T12:20:22.000Z",
                     *           "cleared_since": null,
                     *           "place": "2 km N of Kranj",
                     *           "lat": 46.257,
                     *           "lng": 14.356,
                     *           "location_age_s": 60,
                     *           "notes": "Ward 2, left of the lift. Key safe 4711"
                     *         },
                     *         "devices": [
                     *           {
                     *             "id": 1,
                     *             "name": "Bedside monitor"
                     *           }
                     *         ],
                     *         "timeline": [
                     *           {
                     *             "at": "2026-11-21T12:21:41.780Z",
                     *             "kind": "resolved",
                     *             "by": {
                     *               "type": "user",
                     *               "id": 2,
                     *               "email": "op@example.org",
                     *               "name": "Ana"
                     *             },
                     *             "text": "Cuff was loose"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["IncidentWithTimeline"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    reviewIncident: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "incident": {
                     *           "incident_id": 1,
                     *           "status": "resolved",
                     *           "severity": "critical",
                     *           "current_severity": null,
                     *           "title": "Systolic blood pressure above 180 mmHg",
                     *           "origin": "alert",
                     *           "site": {
                     *             "id": 1,
                     *             "name": "Home"
                     *           },
                     *           "device_id": 1,
                     *           "device_name": "Bedside monitor",
                     *           "alert_id": 1,
                     *           "alert_ids": [
                     *             1
                     *           ],
                     *           "lat": null,
                     *           "lng": null,
                     *           "location_at": null,
                     *           "created_at": "2026-11-21T12:20:22.128Z",
                     *           "acknowledged_at": "2026-11-21T12:21:41.757Z",
                     *           "acknowledged_by": {
                     *             "type": "user",
                     *             "id": 2,
                     *             "email": "op@example.org",
                     *             "name": "Ana"
                     *           },
                     *           "acknowledged_until": null,
                     *           "snoozed_until": null,
                     *           "assigned_to": null,
                     *           "resolved_at": "2026-11-21T12:21:41.780Z",
                     *           "resolved_by": {
                     *             "type": "user",
                     *             "id": 2,
                     *             "email": "op@example.org",
                     *             "name": "Ana"
                     *           },
                     *           "resolution": "false_alarm",
                     *           "note": "Cuff was loose",
                     *           "merged_into": null,
                     *           "previous_incident_id": null,
                     *           "silenced_by": null,
                     *           "headline": {
                     *             "device_name": "Bedside monitor",
                     *             "metric": "systolic",
                     *             "label": "systolic",
                     *             "value": 185,
                     *             "unit": "mmHg",
                     *             "threshold": 180,
                     *             "direction": "above",
                     *             "severity": "critical",
                     *             "current_severity": null,
                     *             "current_value": null,
                     *             "since": "2026-11-21T12:20:22.000Z",
                     *             "cleared_since": null,
                     *             "place": "2 km N of Kranj",
                     *             "lat": 46.257,
                     *             "lng": 14.356,
                     *             "location_age_s": 60,
                     *             "notes": "Ward 2, left of the lift. Key safe 4711"
                     *           },
                     *           "devices": [
                     *             {
                     *               "id": 1,
                     *               "name": "Bedside monitor"
                     *             }
                     *           ],
                     *           "timeline": [
                     *             {
                     *               "at": "2026-11-21T12:21:41.780Z",
                     *               "kind": "resolved",
                     *               "by": {
                     *                 "type": "user",
                     *                 "id": 2,
                     *                 "email": "op@example.org",
                     *                 "name": "Ana"
                     *               },
                     *               "text": "Cuff was loose"
                     *             }
                     *           ]
                     *         },
                     *         "alerts": [
                     *           {
                     *             "alert_id": 1,
                     *             "device_id": 1,
                     *             "device_name": "Bedside monitor",
                     *             "site": {
                     *               "id": 1,
                     *               "name": "Home"
                     *             },
                     *             "module": "health",
                     *             "rule_key": "health.systolic.high",
                     *             "rule_version": 1,
                     *             "severity": "critical",
                     *             "current_severity": null,
                     *             "status": "resolved",
                     *             "title": "Systolic blood pressure above 180 mmHg",
                     *             "field": "metrics.systolic",
                     *             "threshold": 180,
                     *             "triggered_value": 185,
                     *             "last_value": 118,
                     *             "peak_value": 185,
                     *             "occurrences": 1,
                     *             "triggered_at": "2026-11-21T12:20:22.000Z",
                     *             "acknowledged_at": "2026-11-21T12:20:52.146Z",
                     *             "acknowledged_by": {
                     *               "type": "user",
                     *               "id": 2,
                     *               "email": "op@example.org",
                     *               "name": "Ana"
                     *             },
                     *             "acknowledged_until": null,
                     *             "snoozed_until": null,
                     *             "resolved_at": "2026-11-21T12:21:23.268Z",
                     *             "resolved_by": {
                     *               "type": "system",
                     *               "id": null,
                     *               "email": null,
                     *               "name": null
                     *             },
                     *             "resolve_reason": "cleared",
                     *             "late": false,
                     *             "recovering": false,
                     *             "flapping": false,
                     *             "clear_since": null,
                     *             "assigned_to": {
                     *               "type": "user",
                     *               "id": 2,
                     *               "email": "op@example.org",
                     *               "name": "Ana"
                     *             },
                     *             "incident_id": 1,
                     *             "silenced_by": null
                     *           }
                     *         ],
                     *         "time_to_acknowledge_s": 1,
                     *         "time_to_resolve_s": 1,
                     *         "readings": [
                     *           {
                     *             "device_id": 1,
                     *             "device_name": "text",
                     *             "readings": [
                     *               {
                     *                 "ts": 1,
                     *                 "at": "2026-03-01T12:00:00.000Z",
                     *                 "received_at": "2026-03-01T12:00:00.000Z",
                     *                 "module": "text",
                     *                 "lat": 1,
                     *                 "lng": 1,
                     *                 "battery": 1,
                     *                 "signal": 1,
                     *                 "metrics": {},
                     *                 "flags": {},
                     *                 "clock_suspect": true
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "readings_around_s": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            alerts: components["schemas"]["Alert"][];
                            incident: components["schemas"]["IncidentWithTimeline"];
                            /** @description Readings around the alerts; kept when the history is deleted */
                            readings: {
                                device_id: number;
                                device_name: string;
                                readings: {
                                    /** Format: date-time */
                                    at: string;
                                    battery: number | null;
                                    clock_suspect: boolean;
                                    flags: {
                                        [key: string]: unknown;
                                    };
                                    lat: number | null;
                                    lng: number | null;
                                    metrics: {
                                        [key: string]: unknown;
                                    };
                                    module: string;
                                    /** Format: date-time */
                                    received_at: string;
                                    signal: number | null;
                                    ts: number;
                                }[];
                            }[];
                            /** @description Seconds before and after */
                            readings_around_s: number;
                            time_to_acknowledge_s: number | null;
                            time_to_resolve_s: number | null;
                        };
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    changeIncidentSeverity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "severity": "info"
                 *     }
                 */
                "application/json": {
                    severity: components["schemas"]["Severity"];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "incident_id": 1,
                     *         "status": "resolved",
                     *         "severity": "critical",
                     *         "current_severity": null,
                     *         "title": "Systolic blood pressure above 180 mmHg",
                     *         "origin": "alert",
                     *         "site": {
                     *           "id": 1,
                     *           "name": "Home"
                     *         },
                     *         "device_id": 1,
                     *         "device_name": "Bedside monitor",
                     *         "alert_id": 1,
                     *         "alert_ids": [
                     *           1
                     *         ],
                     *         "lat": null,
                     *         "lng": null,
                     *         "location_at": null,
                     *         "created_at": "2026-11-21T12:20:22.128Z",
                     *         "acknowledged_at": "2026-11-21T12:21:41.757Z",
                     *         "acknowledged_by": {
                     *           "type": "user",
                     *           "id": 2,
                     *           "email": "op@example.org",
                     *           "name": "Ana"
                     *         },
                     *         "acknowledged_until": null,
                     *         "snoozed_until": null,
                     *         "assigned_to": null,
                     *         "resolved_at": "2026-11-21T12:21:41.780Z",
                     *         "resolved_by": {
                     *           "type": "user",
                     *           "id": 2,
                     *           "email": "op@example.org",
                     *           "name": "Ana"
                     *         },
                     *         "resolution": "false_alarm",
                     *         "note": "Cuff was loose",
                     *         "merged_into": null,
                     *         "previous_incident_id": null,
                     *         "silenced_by": null,
                     *         "headline": {
                     *           "device_name": "Bedside monitor",
                     *           "metric": "systolic",
                     *           "label": "systolic",
                     *           "value": 185,
                     *           "unit": "mmHg",
                     *           "threshold": 180,
                     *           "direction": "above",
                     *           "severity": "critical",
                     *           "current_severity": null,
                     *           "current_value": null,
                     *           "since": "2026-11-21T12:20:22.000Z",
                     *           "cleared_since": null,
                     *           "place": "2 km N of Kranj",
                     *           "lat": 46.257,
                     *           "lng": 14.356,
                     *           "location_age_s": 60,
                     *           "notes": "Ward 2, left of the lift. Key safe 4711"
                     *         },
                     *         "devices": [
                     *           {
                     *             "id": 1,
                     *             "name": "Bedside monitor"
                     *           }
                     *         ],
                     *         "timeline": [
                     *           {
                     *             "at": "2026-11-21T12:21:41.780Z",
                     *             "kind": "resolved",
                     *             "by": {
                     *               "type": "user",
                     *               "id": 2,
                     *               "email": "op@example.org",
                     *               "name": "Ana"
                     *             },
                     *             "text": "Cuff was loose"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["IncidentWithTimeline"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getIncidentStatistics: {
        parameters: {
            query?: {
                by?: "rule" | "module" | "month" | "severity" | "all";
                device_id?: number;
                /** @description Start, included: a date, a time with its zone, or a timestamp */
                from?: string;
                /** @description End, excluded: a date, a time with its zone, or a timestamp */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": [
                     *         {
                     *           "key": "2026-11",
                     *           "incidents": 1,
                     *           "open": 1,
                     *           "false_alarms": 1,
                     *           "auto_resolved": 1,
                     *           "time_to_acknowledge_s": {
                     *             "count": 1,
                     *             "mean": 1,
                     *             "median": 1,
                     *             "p90": 1
                     *           },
                     *           "time_to_resolve_s": {
                     *             "count": 1,
                     *             "mean": 1,
                     *             "median": 1,
                     *             "p90": 1
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: {
                            auto_resolved: number;
                            false_alarms: number;
                            incidents: number;
                            /**
                             * @description The rule, module, month (UTC) or severity
                             * @example 2026-11
                             */
                            key: string;
                            open: number;
                            time_to_acknowledge_s: {
                                count: number;
                                mean: number | null;
                                median: number | null;
                                p90: number | null;
                            };
                            time_to_resolve_s: {
                                count: number;
                                mean: number | null;
                                median: number | null;
                                p90: number | null;
                            };
                        }[];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    logIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "you@example.org",
                 *       "password": "a quiet harbour at dawn"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description For people with a second factor: the code of an authenticator app, or a recovery code
                     * @example 123456
                     */
                    code?: string;
                    email: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "token": "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
                     *         "user": {
                     *           "id": 1,
                     *           "email": "you@example.org",
                     *           "name": "Ana",
                     *           "role": "operator"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @example ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff */
                            token: string;
                            user: components["schemas"]["Me"];
                        };
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    logOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        data: null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 1,
                     *         "email": "you@example.org",
                     *         "name": "Ana",
                     *         "role": "operator"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Me"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    updateMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ana"
                 *     }
                 */
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 1,
                     *         "email": "you@example.org",
                     *         "name": "Ana",
                     *         "role": "operator"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Me"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    listMyCalendarFeeds: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": [
                     *         {
                     *           "id": 1,
                     *           "schedule": {
                     *             "id": 1,
                     *             "name": "text"
                     *           },
                     *           "created_at": "2026-03-01T12:00:00.000Z",
                     *           "last_read_at": "2026-03-01T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["CalendarFeed"][];
                        next_cursor: string | null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    createMyCalendarFeed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "schedule_id": 1
                 *     }
                 */
                "application/json": {
                    /** @description Without it, your own shifts in all schedules */
                    schedule_id?: number | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 1,
                     *         "schedule": {
                     *           "id": 1,
                     *           "name": "text"
                     *         },
                     *         "created_at": "2026-03-01T12:00:00.000Z",
                     *         "last_read_at": "2026-03-01T12:00:00.000Z",
                     *         "url": "text"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["NewCalendarFeed"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    deleteMyCalendarFeed: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        data: null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    listMyContactMethods: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": [
                     *         {
                     *           "id": 4,
                     *           "kind": "push",
                     *           "label": "Phone",
                     *           "state": "verified",
                     *           "address_hint": "fcm.googleapis.com",
                     *           "details": "full",
                     *           "reason": null,
                     *           "created_at": "2026-11-21T11:58:03.114Z",
                     *           "verified_at": "2026-11-21T11:58:04.020Z",
                     *           "last_ok_at": "2026-11-22T03:12:44.700Z"
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["ContactMethod"][];
                        next_cursor: string | null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    addMyContactMethod: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "email",
                 *       "address": "ana@example.org"
                 *     }
                 */
                "application/json": components["schemas"]["NewContactMethodBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 4,
                     *         "kind": "push",
                     *         "label": "Phone",
                     *         "state": "verified",
                     *         "address_hint": "fcm.googleapis.com",
                     *         "details": "full",
                     *         "reason": null,
                     *         "created_at": "2026-11-21T11:58:03.114Z",
                     *         "verified_at": "2026-11-21T11:58:04.020Z",
                     *         "last_ok_at": "2026-11-22T03:12:44.700Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["NewContactMethod"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    deleteMyContactMethod: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        data: null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    updateMyContactMethod: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "label": "Phone"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    details?: "full" | "minimal";
                    label?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 4,
                     *         "kind": "push",
                     *         "label": "Phone",
                     *         "state": "verified",
                     *         "address_hint": "fcm.googleapis.com",
                     *         "details": "full",
                     *         "reason": null,
                     *         "created_at": "2026-11-21T11:58:03.114Z",
                     *         "verified_at": "2026-11-21T11:58:04.020Z",
                     *         "last_ok_at": "2026-11-22T03:12:44.700Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["ContactMethod"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    sendMyContactCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        data: null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    testMyContactMethod: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        data: null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    verifyMyContactMethod: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "204816"
                 *     }
                 */
                "application/json": {
                    code: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        data: null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getMyNotificationPreferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "min_severity": "warning",
                     *         "quiet_hours": {
                     *           "from": "22:00",
                     *           "to": "07:00",
                     *           "days": [
                     *             "mon",
                     *             "tue",
                     *             "wed",
                     *             "thu",
                     *             "fri",
                     *             "sat",
                     *             "sun"
                     *           ],
                     *           "time_zone": "Europe/Ljubljana"
                     *         },
                     *         "critical_breaks_quiet": true,
                     *         "steps": [
                     *           {
                     *             "after_s": 0,
                     *             "method_ids": [
                     *               4
                     *             ]
                     *           },
                     *           {
                     *             "after_s": 120,
                     *             "method_ids": null
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["NotificationPreferences"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    setMyNotificationPreferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "min_severity": "warning",
                 *       "quiet_hours": {
                 *         "from": "22:00",
                 *         "to": "07:00",
                 *         "days": [
                 *           "mon",
                 *           "tue",
                 *           "wed",
                 *           "thu",
                 *           "fri",
                 *           "sat",
                 *           "sun"
                 *         ],
                 *         "time_zone": "Europe/Ljubljana"
                 *       },
                 *       "critical_breaks_quiet": true,
                 *       "steps": [
                 *         {
                 *           "after_s": 0,
                 *           "method_ids": [
                 *             4
                 *           ]
                 *         },
                 *         {
                 *           "after_s": 120,
                 *           "method_ids": null
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NotificationPreferences"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "min_severity": "warning",
                     *         "quiet_hours": {
                     *           "from": "22:00",
                     *           "to": "07:00",
                     *           "days": [
                     *             "mon",
                     *             "tue",
                     *             "wed",
                     *             "thu",
                     *             "fri",
                     *             "sat",
                     *             "sun"
                     *           ],
                     *           "time_zone": "Europe/Ljubljana"
                     *         },
                     *         "critical_breaks_quiet": true,
                     *         "steps": [
                     *           {
                     *             "after_s": 0,
                     *             "method_ids": [
                     *               4
                     *             ]
                     *           },
                     *           {
                     *             "after_s": 120,
                     *             "method_ids": null
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["NotificationPreferences"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "current_password": "a quiet harbour at dawn",
                 *       "password": "another quiet harbour"
                 *     }
                 */
                "application/json": {
                    current_password: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "token": "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
                     *         "user": {
                     *           "id": 1,
                     *           "email": "you@example.org",
                     *           "name": "Ana",
                     *           "role": "operator"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @example ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff */
                            token: string;
                            user: components["schemas"]["Me"];
                        };
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    listMySessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": [
                     *         {
                     *           "id": 1,
                     *           "address": "192.0.2.7",
                     *           "user_agent": "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0",
                     *           "created_at": "2026-03-01T12:00:00.000Z",
                     *           "last_used_at": "2026-03-01T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Session"][];
                        next_cursor: string | null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    endMySession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        data: null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    listMyTokens: {
        parameters: {
            query?: {
                /** @description The next_cursor of the previous page, with the same other parameters */
                cursor?: string;
                /** @description Maximum number of items */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": [
                     *         {
                     *           "id": 1,
                     *           "kind": "api",
                     *           "name": "Grafana",
                     *           "role": "text",
                     *           "site_ids": null,
                     *           "token_hint": "595c",
                     *           "user_id": 1,
                     *           "user_email": "you@example.org",
                     *           "created_at": "2026-03-01T12:00:00.000Z",
                     *           "last_used_at": "2026-03-01T12:00:00.000Z",
                     *           "last_used_address": "text",
                     *           "expires_at": "2026-03-01T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["AccessToken"][];
                        next_cursor: string | null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    createMyToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Grafana",
                 *       "site_ids": [
                 *         1
                 *       ]
                 *     }
                 */
                "application/json": {
                    expires_in_days?: number | null;
                    /** @example Grafana */
                    name: string;
                    /** @enum {unknown} */
                    role?: "admin" | "operator" | "viewer";
                    /**
                     * @description Limits it to these sites; by default it reaches as far as its owner
                     * @example [
                     *       1
                     *     ]
                     */
                    site_ids?: number[];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "id": 1,
                     *         "kind": "api",
                     *         "name": "Grafana",
                     *         "role": "text",
                     *         "site_ids": null,
                     *         "token_hint": "595c",
                     *         "user_id": 1,
                     *         "user_email": "you@example.org",
                     *         "created_at": "2026-03-01T12:00:00.000Z",
                     *         "last_used_at": "2026-03-01T12:00:00.000Z",
                     *         "last_used_address": "text",
                     *         "expires_at": "2026-03-01T12:00:00.000Z",
                     *         "token": "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["NewAccessToken"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    revokeMyToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        data: null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getOnCall: {
        parameters: {
            query?: {
                /** @description Only of the site with this ID */
                site?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": [
                     *         {
                     *           "schedule": {
                     *             "id": 1,
                     *             "name": "text"
                     *           },
                     *           "now": {
                     *             "from": "2026-03-01T12:00:00.000Z",
                     *             "to": "2026-03-01T12:00:00.000Z",
                     *             "user": {
                     *               "id": 2,
                     *               "name": "Ana"
                     *             }
                     *           },
                     *           "next": {
                     *             "from": "2026-03-01T12:00:00.000Z",
                     *             "to": "2026-03-01T12:00:00.000Z",
                     *             "user": {
                     *               "id": 2,
                     *               "name": "Ana"
                     *             }
                     *           },
                     *           "gaps": [
                     *             {
                     *               "from": "2026-03-01T12:00:00.000Z",
                     *               "to": "2026-03-01T12:00:00.000Z",
                     *               "user": {
                     *                 "id": 2,
                     *                 "name": "Ana"
                     *               },
                     *               "cause": "nobody"
                     *             }
                     *           ],
                     *           "is_me": true
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["OnCall"][];
                        next_cursor: string | null;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getReadiness: {
        parameters: {
            query?: {
                /** @description Now by default */
                at?: string;
                device_id?: number;
                severity?: components["schemas"]["Severity"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "problems": [
                     *           {
                     *             "problem": "nobody_reachable",
                     *             "about": [
                     *               "text"
                     *             ]
                     *           }
                     *         ],
                     *         "people": [
                     *           {
                     *             "id": 1,
                     *             "name": "text",
                     *             "role": "admin",
                     *             "verified": 1,
                     *             "broken": 1,
                     *             "last_ok_at": "2026-03-01T12:00:00.000Z"
                     *           }
                     *         ],
                     *         "rehearsal": {
                     *           "policy": {},
                     *           "rounds": 1,
                     *           "steps": [
                     *             {
                     *               "at": "2026-03-01T12:00:00.000Z",
                     *               "people": [
                     *                 {
                     *                   "user": {
                     *                     "id": 1,
                     *                     "name": "text"
                     *                   },
                     *                   "messages": [
                     *                     {
                     *                       "label": "text",
                     *                       "kind": "push",
                     *                       "at": "2026-03-01T12:00:00.000Z",
                     *                       "held": true
                     *                     }
                     *                   ],
                     *                   "why_not": "no_method"
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "given_up_at": "2026-03-01T12:00:00.000Z",
                     *           "reaches_anybody": true
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Readiness"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getSummary: {
        parameters: {
            query?: {
                /** @description Only of the site with this ID */
                site?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "data": {
                     *         "at": "2026-11-21T12:22:00.000Z",
                     *         "devices": {
                     *           "total": 6,
                     *           "online": 4,
                     *           "offline": 1,
                     *           "never_seen": 0,
                     *           "disabled": 1
                     *         },
                     *         "open_alerts": {
                     *           "info": 0,
                     *           "warning": 1,
                     *           "critical": 1
                     *         },
                     *         "open_incidents": {
                     *           "open": 1,
                     *           "acknowledged": 0
                     *         },
                     *         "readings": {
                     *           "last_minute": 60,
                     *           "last_hour": 3412
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Summary"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    ingestBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example [
                 *       {
                 *         "module": "health",
                 *         "ts": 1795263623,
                 *         "battery": 82,
                 *         "metrics": {
                 *           "systolic": 118,
                 *           "spo2": 98
                 *         },
                 *         "flags": {}
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["ReadingBody"][];
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "accepted": 1,
                     *       "rejected": [
                     *         {
                     *           "index": 1,
                     *           "message": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        accepted: number;
                        rejected: {
                            index: number;
                            message: string;
                        }[];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    ingestReading: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "module": "health",
                 *       "ts": 1795263623,
                 *       "battery": 82,
                 *       "metrics": {
                 *         "systolic": 118,
                 *         "spo2": 98
                 *       },
                 *       "flags": {}
                 *     }
                 */
                "application/json": components["schemas"]["ReadingBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "ts": 1
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "ok";
                        ts: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    ingestOsmAndQuery: {
        parameters: {
            query?: {
                lat?: string;
                lon?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "ts": 1
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "ok";
                        ts: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    ingestOsmAnd: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "location": {
                 *         "timestamp": "2026-11-21T12:20:22.000Z",
                 *         "coords": {
                 *           "latitude": 48.85833,
                 *           "longitude": 2.29513,
                 *           "accuracy": 5,
                 *           "speed": 16.9,
                 *           "heading": 271,
                 *           "altitude": 167
                 *         },
                 *         "battery": {
                 *           "level": 0.67,
                 *           "is_charging": false
                 *         }
                 *       },
                 *       "device_id": "89b80fd6f82ae688a1c27b5d3e4f60718293a4b5c6d7e8f90a1b2c3d4e5f725e"
                 *     }
                 */
                "application/json": {
                    /** @description The token */
                    device_id: string;
                    location: {
                        [key: string]: unknown;
                    };
                };
                "application/x-www-form-urlencoded": {
                    lat?: string;
                    lon?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "ts": 1
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "ok";
                        ts: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    ingestOwnTracks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "_type": "location",
                 *       "lat": 48.85833,
                 *       "lon": 2.29513,
                 *       "tst": 1795263622,
                 *       "vel": 61,
                 *       "cog": 271,
                 *       "batt": 67
                 *     }
                 */
                "application/json": {
                    _type: string;
                    lat: number;
                    lon: number;
                    tst: number;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example [] */
                    "application/json": Record<string, never>[];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description Limit events about devices to these, separated by commas */
                device_id?: string;
                /** @description For clients that cannot set the header */
                last_event_id?: string;
                /** @description Only these topics, separated by commas */
                topics?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    isAlive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    proveAddress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "challenge": "5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f"
                 *     }
                 */
                "application/json": {
                    /** @example 5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f */
                    challenge: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "proof": "text"
                     *     }
                     */
                    "application/json": {
                        proof: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getPushKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "key": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
                     *     }
                     */
                    "application/json": {
                        key: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    renewPushSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "previous": {
                 *         "endpoint": "https://fcm.googleapis.com/fcm/send/fXc1…",
                 *         "keys": {
                 *           "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                 *           "auth": "BTBZMqHH6r4Tts7J_aSIgg"
                 *         }
                 *       },
                 *       "subscription": {
                 *         "endpoint": "https://fcm.googleapis.com/fcm/send/fXc1…",
                 *         "keys": {
                 *           "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                 *           "auth": "BTBZMqHH6r4Tts7J_aSIgg"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description what the browser answered (PushSubscription.toJSON()) */
                    previous: {
                        endpoint: string;
                        keys: {
                            auth: string;
                            p256dh: string;
                        };
                    };
                    /** @description what the browser answered (PushSubscription.toJSON()) */
                    subscription: {
                        endpoint: string;
                        keys: {
                            auth: string;
                            p256dh: string;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "known": true
                     *     }
                     */
                    "application/json": {
                        /** @description false: the browser should end its subscription */
                        known: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    removePushSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subscription": {
                 *         "endpoint": "https://fcm.googleapis.com/fcm/send/fXc1…",
                 *         "keys": {
                 *           "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                 *           "auth": "BTBZMqHH6r4Tts7J_aSIgg"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description what the browser answered (PushSubscription.toJSON()) */
                    subscription: {
                        endpoint: string;
                        keys: {
                            auth: string;
                            p256dh: string;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "known": true
                     *     }
                     */
                    "application/json": {
                        /** @description false: the browser should end its subscription */
                        known: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    isReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    onAlertAcknowledged: {
        parameters: {
            query?: never;
            header: {
                /** @description The same for every attempt to deliver the same message */
                "webhook-id": string;
                /** @description One or more signatures, such as v1,K5oZ…= */
                "webhook-signature": string;
                /** @description When this attempt was made, in seconds since 1970 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "alert.acknowledged",
                 *       "timestamp": "2026-03-01T12:00:00.000Z",
                 *       "data": {
                 *         "alert_id": 1,
                 *         "device_name": "Bedside monitor",
                 *         "severity": "info",
                 *         "title": "Systolic blood pressure above 180 mmHg",
                 *         "device_id": 1,
                 *         "module": "health",
                 *         "rule_key": "health.systolic.high",
                 *         "incident_id": 1,
                 *         "acknowledged_at": "2026-11-21T12:20:22.128Z",
                 *         "acknowledged_by": {
                 *           "type": "user",
                 *           "id": 1,
                 *           "email": "text"
                 *         },
                 *         "snoozed_until": "2026-03-01T12:00:00.000Z",
                 *         "site": {
                 *           "id": 1,
                 *           "name": "Home"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["AlertAcknowledged"];
                    /** @enum {string} */
                    event: "alert.acknowledged";
                    /** Format: date-time */
                    timestamp: string;
                };
            };
        };
        responses: {
            /** @description Received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Never again: the webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: tried three times in all */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onAlertEscalated: {
        parameters: {
            query?: never;
            header: {
                /** @description The same for every attempt to deliver the same message */
                "webhook-id": string;
                /** @description One or more signatures, such as v1,K5oZ…= */
                "webhook-signature": string;
                /** @description When this attempt was made, in seconds since 1970 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "alert.escalated",
                 *       "timestamp": "2026-03-01T12:00:00.000Z",
                 *       "data": {
                 *         "alert_id": 1,
                 *         "device_name": "Bedside monitor",
                 *         "severity": "info",
                 *         "title": "Systolic blood pressure above 180 mmHg",
                 *         "device_id": 1,
                 *         "module": "health",
                 *         "rule_key": "health.systolic.high",
                 *         "incident_id": 1,
                 *         "escalated_at": "2026-11-21T12:20:22.128Z",
                 *         "last_value": 190,
                 *         "threshold": 180,
                 *         "site": {
                 *           "id": 1,
                 *           "name": "Home"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["AlertEscalated"];
                    /** @enum {string} */
                    event: "alert.escalated";
                    /** Format: date-time */
                    timestamp: string;
                };
            };
        };
        responses: {
            /** @description Received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Never again: the webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: tried three times in all */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onAlertResolved: {
        parameters: {
            query?: never;
            header: {
                /** @description The same for every attempt to deliver the same message */
                "webhook-id": string;
                /** @description One or more signatures, such as v1,K5oZ…= */
                "webhook-signature": string;
                /** @description When this attempt was made, in seconds since 1970 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "alert.resolved",
                 *       "timestamp": "2026-03-01T12:00:00.000Z",
                 *       "data": {
                 *         "alert_id": 1,
                 *         "device_name": "Bedside monitor",
                 *         "severity": "info",
                 *         "title": "Systolic blood pressure above 180 mmHg",
                 *         "device_id": 1,
                 *         "module": "health",
                 *         "rule_key": "health.systolic.high",
                 *         "incident_id": 1,
                 *         "resolved_at": "2026-11-21T12:20:22.128Z",
                 *         "resolved_by": {
                 *           "type": "user",
                 *           "id": 1,
                 *           "email": "text"
                 *         },
                 *         "resolve_reason": "cleared",
                 *         "site": {
                 *           "id": 1,
                 *           "name": "Home"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["AlertResolved"];
                    /** @enum {string} */
                    event: "alert.resolved";
                    /** Format: date-time */
                    timestamp: string;
                };
            };
        };
        responses: {
            /** @description Received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Never again: the webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: tried three times in all */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onAlertTriggered: {
        parameters: {
            query?: never;
            header: {
                /** @description The same for every attempt to deliver the same message */
                "webhook-id": string;
                /** @description One or more signatures, such as v1,K5oZ…= */
                "webhook-signature": string;
                /** @description When this attempt was made, in seconds since 1970 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "alert.triggered",
                 *       "timestamp": "2026-03-01T12:00:00.000Z",
                 *       "data": {
                 *         "alert_id": 1,
                 *         "device_name": "Bedside monitor",
                 *         "severity": "info",
                 *         "title": "Systolic blood pressure above 180 mmHg",
                 *         "triggered_value": 185,
                 *         "device_id": 1,
                 *         "module": "health",
                 *         "rule_key": "health.systolic.high",
                 *         "field": "metrics.systolic",
                 *         "threshold": 180,
                 *         "triggered_at": "2026-11-21T12:20:22.128Z",
                 *         "late": false,
                 *         "incident_id": 1,
                 *         "site": {
                 *           "id": 1,
                 *           "name": "Home"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["AlertTriggered"];
                    /** @enum {string} */
                    event: "alert.triggered";
                    /** Format: date-time */
                    timestamp: string;
                };
            };
        };
        responses: {
            /** @description Received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Never again: the webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: tried three times in all */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDeviceOffline: {
        parameters: {
            query?: never;
            header: {
                /** @description The same for every attempt to deliver the same message */
                "webhook-id": string;
                /** @description One or more signatures, such as v1,K5oZ…= */
                "webhook-signature": string;
                /** @description When this attempt was made, in seconds since 1970 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "device.offline",
                 *       "timestamp": "2026-03-01T12:00:00.000Z",
                 *       "data": {
                 *         "device_id": 1,
                 *         "device_name": "Bedside monitor",
                 *         "last_seen": "2026-11-21T12:20:22.128Z",
                 *         "threshold_s": 600,
                 *         "offline_since": "2026-11-21T12:20:22.128Z",
                 *         "module": "health",
                 *         "battery": 1,
                 *         "signal": 1,
                 *         "lat": 1,
                 *         "lng": 1,
                 *         "site": {
                 *           "id": 1,
                 *           "name": "Home"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["DeviceOffline"];
                    /** @enum {string} */
                    event: "device.offline";
                    /** Format: date-time */
                    timestamp: string;
                };
            };
        };
        responses: {
            /** @description Received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Never again: the webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: tried three times in all */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDeviceOnline: {
        parameters: {
            query?: never;
            header: {
                /** @description The same for every attempt to deliver the same message */
                "webhook-id": string;
                /** @description One or more signatures, such as v1,K5oZ…= */
                "webhook-signature": string;
                /** @description When this attempt was made, in seconds since 1970 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "device.online",
                 *       "timestamp": "2026-03-01T12:00:00.000Z",
                 *       "data": {
                 *         "device_id": 1,
                 *         "device_name": "Bedside monitor",
                 *         "online_at": "2026-11-21T12:20:22.128Z",
                 *         "module": "health",
                 *         "battery": 1,
                 *         "signal": 1,
                 *         "lat": 1,
                 *         "lng": 1,
                 *         "site": {
                 *           "id": 1,
                 *           "name": "Home"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["DeviceOnline"];
                    /** @enum {string} */
                    event: "device.online";
                    /** Format: date-time */
                    timestamp: string;
                };
            };
        };
        responses: {
            /** @description Received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Never again: the webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: tried three times in all */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onIncidentAcknowledged: {
        parameters: {
            query?: never;
            header: {
                /** @description The same for every attempt to deliver the same message */
                "webhook-id": string;
                /** @description One or more signatures, such as v1,K5oZ…= */
                "webhook-signature": string;
                /** @description When this attempt was made, in seconds since 1970 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "incident.acknowledged",
                 *       "timestamp": "2026-03-01T12:00:00.000Z",
                 *       "data": {
                 *         "incident_id": 1,
                 *         "alert_id": 1,
                 *         "device_id": 1,
                 *         "device_name": "text",
                 *         "severity": "info",
                 *         "title": "Systolic blood pressure above 180 mmHg",
                 *         "acknowledged_at": "2026-11-21T12:20:22.128Z",
                 *         "acknowledged_by": {
                 *           "type": "user",
                 *           "id": 1,
                 *           "email": "text"
                 *         },
                 *         "snoozed_until": "2026-03-01T12:00:00.000Z",
                 *         "site": {
                 *           "id": 1,
                 *           "name": "Home"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["IncidentAcknowledged"];
                    /** @enum {string} */
                    event: "incident.acknowledged";
                    /** Format: date-time */
                    timestamp: string;
                };
            };
        };
        responses: {
            /** @description Received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Never again: the webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: tried three times in all */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onIncidentCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description The same for every attempt to deliver the same message */
                "webhook-id": string;
                /** @description One or more signatures, such as v1,K5oZ…= */
                "webhook-signature": string;
                /** @description When this attempt was made, in seconds since 1970 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "incident.created",
                 *       "timestamp": "2026-03-01T12:00:00.000Z",
                 *       "data": {
                 *         "incident_id": 1,
                 *         "alert_id": 1,
                 *         "lat": 1,
                 *         "lng": 1,
                 *         "location_at": "2026-03-01T12:00:00.000Z",
                 *         "device_id": 1,
                 *         "device_name": "Bedside monitor",
                 *         "severity": "info",
                 *         "title": "Systolic blood pressure above 180 mmHg",
                 *         "status": "open",
                 *         "created_at": "2026-11-21T12:20:22.128Z",
                 *         "device_count": 12,
                 *         "site": {
                 *           "id": 1,
                 *           "name": "Home"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["IncidentCreated"];
                    /** @enum {string} */
                    event: "incident.created";
                    /** Format: date-time */
                    timestamp: string;
                };
            };
        };
        responses: {
            /** @description Received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Never again: the webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: tried three times in all */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onIncidentNobodyTold: {
        parameters: {
            query?: never;
            header: {
                /** @description The same for every attempt to deliver the same message */
                "webhook-id": string;
                /** @description One or more signatures, such as v1,K5oZ…= */
                "webhook-signature": string;
                /** @description When this attempt was made, in seconds since 1970 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "incident.nobody_told",
                 *       "timestamp": "2026-03-01T12:00:00.000Z",
                 *       "data": {
                 *         "incident_id": 1,
                 *         "device_id": 1,
                 *         "device_name": "Bedside monitor",
                 *         "severity": "info",
                 *         "title": "Systolic blood pressure above 180 mmHg",
                 *         "policy": "Everyone",
                 *         "round": 1,
                 *         "created_at": "2026-11-21T12:20:22.128Z",
                 *         "site": {
                 *           "id": 1,
                 *           "name": "Home"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["IncidentNobodyTold"];
                    /** @enum {string} */
                    event: "incident.nobody_told";
                    /** Format: date-time */
                    timestamp: string;
                };
            };
        };
        responses: {
            /** @description Received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Never again: the webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: tried three times in all */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onIncidentReopened: {
        parameters: {
            query?: never;
            header: {
                /** @description The same for every attempt to deliver the same message */
                "webhook-id": string;
                /** @description One or more signatures, such as v1,K5oZ…= */
                "webhook-signature": string;
                /** @description When this attempt was made, in seconds since 1970 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "incident.reopened",
                 *       "timestamp": "2026-03-01T12:00:00.000Z",
                 *       "data": {
                 *         "incident_id": 1,
                 *         "alert_id": 1,
                 *         "device_id": 1,
                 *         "device_name": "text",
                 *         "severity": "info",
                 *         "title": "Systolic blood pressure above 180 mmHg",
                 *         "reopened_at": "2026-11-21T12:20:22.128Z",
                 *         "lat": 1,
                 *         "lng": 1,
                 *         "site": {
                 *           "id": 1,
                 *           "name": "Home"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["IncidentReopened"];
                    /** @enum {string} */
                    event: "incident.reopened";
                    /** Format: date-time */
                    timestamp: string;
                };
            };
        };
        responses: {
            /** @description Received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Never again: the webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: tried three times in all */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onIncidentResolved: {
        parameters: {
            query?: never;
            header: {
                /** @description The same for every attempt to deliver the same message */
                "webhook-id": string;
                /** @description One or more signatures, such as v1,K5oZ…= */
                "webhook-signature": string;
                /** @description When this attempt was made, in seconds since 1970 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "incident.resolved",
                 *       "timestamp": "2026-03-01T12:00:00.000Z",
                 *       "data": {
                 *         "incident_id": 1,
                 *         "alert_id": 1,
                 *         "resolved_at": "2026-11-21T12:20:22.128Z",
                 *         "resolved_by": {
                 *           "type": "user",
                 *           "id": 1,
                 *           "email": "text"
                 *         },
                 *         "resolution": "manual",
                 *         "note": "text",
                 *         "duration_s": 910,
                 *         "device_id": 1,
                 *         "device_name": "Bedside monitor",
                 *         "severity": "info",
                 *         "title": "Systolic blood pressure above 180 mmHg",
                 *         "alert_count": 1,
                 *         "lat": 1,
                 *         "lng": 1,
                 *         "site": {
                 *           "id": 1,
                 *           "name": "Home"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["IncidentResolved"];
                    /** @enum {string} */
                    event: "incident.resolved";
                    /** Format: date-time */
                    timestamp: string;
                };
            };
        };
        responses: {
            /** @description Received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Never again: the webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: tried three times in all */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookTest: {
        parameters: {
            query?: never;
            header: {
                /** @description The same for every attempt to deliver the same message */
                "webhook-id": string;
                /** @description One or more signatures, such as v1,K5oZ…= */
                "webhook-signature": string;
                /** @description When this attempt was made, in seconds since 1970 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "webhook.test",
                 *       "timestamp": "2026-03-01T12:00:00.000Z",
                 *       "data": {
                 *         "webhook_id": 1,
                 *         "webhook_name": "Ticket system",
                 *         "message": "This is a test message from Tocsin"
                 *       }
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["WebhookTest"];
                    /** @enum {string} */
                    event: "webhook.test";
                    /** Format: date-time */
                    timestamp: string;
                };
            };
        };
        responses: {
            /** @description Received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Never again: the webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: tried three times in all */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
