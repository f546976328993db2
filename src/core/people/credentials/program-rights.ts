import type { ListedRoute } from '../../../platform/http/route-list.ts'

/**
 * Operations allowed for a token made for a program, within its role, by operationId. A stolen token must not create
 * another way in, so everything that creates, changes or ends a person or a person's credential is refused. Tokens of
 * devices and secrets of webhooks are allowed: neither lets anybody see or change anything here.
 */
export const FOR_PROGRAMS: ReadonlySet<string> = new Set([
  ...['getMe', 'logOut', 'listUsers', 'getUser', 'listAuditEntries', 'exportAuditEntries', 'exportConfiguration'],
  ...['getSummary', 'streamEvents', 'listDevices', 'getDevice', 'listModuleEvents', 'listReadings', 'exportReadings'],
  ...['getTrips', 'listDeviceNotes', 'addDeviceNote', 'deleteDeviceNote'],
  ...['getSeries', 'getTrack', 'exportTrack', 'adminListDevices', 'adminGetDevice', 'createDevice', 'updateDevice'],
  ...['deleteDevice', 'getDeviceAttributes', 'setDeviceAttributes', 'listDeviceRefusals', 'rotateDeviceToken'],
  ...['listAlerts', 'getAlert', 'acknowledgeAlert', 'assignAlert', 'addAlertNote', 'resolveAlert', 'listIncidents'],
  ...[
    'openIncident',
    'getIncident',
    'acknowledgeIncident',
    'unacknowledgeIncident',
    'assignIncident',
    'addIncidentNote',
  ],
  ...['mergeIncidents', 'reopenIncident', 'resolveIncident', 'reviewIncident', 'changeIncidentSeverity'],
  ...['getIncidentStatistics', 'getNoiseReport', 'listRules', 'createRule', 'getRule', 'saveRule', 'updateRule'],
  ...['listGeofences', 'createGeofence', 'getGeofence', 'updateGeofence', 'deleteGeofence'],
  ...['deleteRule', 'explainRule', 'listRuleVersions', 'previewRule', 'listSilences', 'createSilence', 'getSilence'],
  ...['updateSilence', 'deleteSilence', 'endSilence', 'previewSilence', 'listWebhooks', 'createWebhook', 'getWebhook'],
  ...['updateWebhook', 'deleteWebhook', 'listDeliveries', 'getDelivery', 'redeliver', 'recoverDeliveries'],
  ...['rotateWebhookSecret', 'testWebhook', 'getOnCall', 'listSchedules', 'createSchedule', 'getSchedule'],
  ...['updateSchedule', 'deleteSchedule', 'getFinalSchedule', 'listOverrides', 'createOverride', 'deleteOverride'],
  ...['listEscalationPolicies', 'getEscalationPolicy', 'createEscalationPolicy'],
  ...[
    'updateEscalationPolicy',
    'deleteEscalationPolicy',
    'listNotifications',
    'escalateIncident',
    'callForHelp',
    'getReadiness',
    'listSites',
  ],
  ...['getStatusPage', 'putStatusPage', 'deleteStatusPage', 'renewStatusPageSecret'],
  'getSettings',
  ...['getSite', 'createSite', 'updateSite', 'deleteSite', 'moveDevice', 'handOverDevice'],
])

export const FOR_PEOPLE_ALONE: ReadonlySet<string> = new Set([
  ...['changePassword', 'updateMe', 'listMySessions', 'endMySession', 'listMyTokens', 'createMyToken', 'revokeMyToken'],
  ...[
    'listMyContactMethods',
    'addMyContactMethod',
    'updateMyContactMethod',
    'deleteMyContactMethod',
    'sendMyContactCode',
  ],
  ...['verifyMyContactMethod', 'testMyContactMethod', 'getMyNotificationPreferences', 'setMyNotificationPreferences'],
  ...[
    'listTokens',
    'createToken',
    'revokeToken',
    'createUser',
    'updateUser',
    'createPasswordLink',
    'logOutUser',
    'resetSecondFactor',
  ],
  ...['listMyCalendarFeeds', 'createMyCalendarFeed', 'deleteMyCalendarFeed'],
  ...['putSiteMember', 'deleteSiteMember'],
  // Links for a new password go through the mail server, and lead to the URL, that they choose.
  ...['changeSettings', 'testSettings'],
])

export const isOpenToPrograms = (operationId: string | undefined): boolean =>
  operationId !== undefined && FOR_PROGRAMS.has(operationId)

/** Throws at start-up for an operation that is in neither list. */
export function checkProgramRights(routes: readonly ListedRoute[]): void {
  for (const { method, url, policy, schema } of routes) {
    const { operationId } = schema
    if (policy === 'public' || policy === 'device' || operationId === undefined) continue
    if (FOR_PROGRAMS.has(operationId) === FOR_PEOPLE_ALONE.has(operationId)) {
      throw new Error(
        `${method} ${url}: src/core/people/credentials/program-rights.ts must say whether programs may do ${operationId}`,
      )
    }
  }
}
