import type { ListedRoute } from '../../../platform/http/route-list.ts'

/**
 * Operations allowed for a token made for a program, within its role, by operationId. A stolen token must not create
 * another way in, so everything that creates, changes or ends a person or a person's credential is refused. Tokens of
 * devices and secrets of webhooks are allowed: neither lets anybody see or change anything here.
 */
export const FOR_PROGRAMS: ReadonlySet<string> = new Set([
  ...['getMe', 'logOut', 'listUsers', 'getUser', 'listAuditEntries', 'exportAuditEntries', 'exportConfiguration'],
  ...['getSummary', 'streamEvents', 'listDevices', 'getDevice', 'listModuleEvents', 'listReadings', 'exportReadings'],
  ...['getSeries', 'getTrack', 'exportTrack', 'adminListDevices', 'adminGetDevice', 'createDevice', 'updateDevice'],
  ...['deleteDevice', 'getDeviceAttributes', 'setDeviceAttributes', 'listDeviceRefusals', 'rotateDeviceToken'],
  ...['listAlerts', 'getAlert', 'acknowledgeAlert', 'assignAlert', 'addAlertNote', 'resolveAlert', 'listIncidents'],
  ...['openIncident', 'getIncident', 'acknowledgeIncident', 'withdrawAcknowledgement', 'assignIncident', 'addNote'],
  ...['mergeIncidents', 'reopenIncident', 'resolveIncident', 'reviewIncident', 'changeIncidentSeverity'],
  ...['getIncidentStatistics', 'reportNoise', 'listRules', 'createRule', 'getRule', 'saveRule', 'changeRule'],
  ...['removeRule', 'explainRule', 'listRuleVersions', 'previewRule', 'listSilences', 'createSilence', 'getSilence'],
  ...['changeSilence', 'deleteSilence', 'endSilence', 'previewSilence', 'listWebhooks', 'createWebhook', 'getWebhook'],
  ...['changeWebhook', 'deleteWebhook', 'listDeliveries', 'getDelivery', 'redeliver', 'recoverDeliveries'],
  ...['rotateWebhookSecret', 'testWebhook'],
])

export const FOR_PEOPLE_ALONE: ReadonlySet<string> = new Set([
  ...['changePassword', 'listMySessions', 'endMySession', 'listMyTokens', 'createMyToken', 'revokeMyToken'],
  ...['listTokens', 'createToken', 'revokeToken', 'createUser', 'updateUser', 'createPasswordLink', 'logOutUser'],
])

export const mayProgramsDo = (operationId: string | undefined): boolean =>
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
