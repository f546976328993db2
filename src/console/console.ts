import compress from '@fastify/compress'
import formbody from '@fastify/formbody'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { accountPages } from './account/account-pages.ts'
import { notificationPages } from './account/notifications/notification-pages.ts'
import { formProof } from './account/second-factor/form-proof.ts'
import { secondFactorPages } from './account/second-factor/second-factor-pages.ts'
import { actionLinkPages } from './action-link/action-link-pages.ts'
import { alertPages } from './alerts/alert/alert-page.ts'
import { alertActions } from './alerts/alert-actions.ts'
import { alertListPages } from './alerts/list/alert-list-page.ts'
import { assetRoutes } from './assets/asset-routes.ts'
import { installedApp } from './assets/installed-app.ts'
import { auditPages } from './audit-log/audit-pages.ts'
import type { ConsoleContext } from './console-context.ts'
import { comparePages } from './devices/compare/compare-pages.ts'
import { newDevicePages } from './devices/connect/new-device-pages.ts'
import { devicePages } from './devices/device/device-pages.ts'
import { importPages } from './devices/import/import-pages.ts'
import { deviceSelection } from './devices/list/device-selection.ts'
import { devicesPage } from './devices/list/devices-page.ts'
import { listPreferences } from './devices/list/list-preferences.ts'
import { deviceSettingsPages } from './devices/settings/settings-pages.ts'
import { familyPages } from './family/family-pages.ts'
import { COMPRESSION } from './frame/page/compression.ts'
import { guardPages } from './frame/page/guard-pages.ts'
import { searchRoutes } from './frame/search/search-routes.ts'
import { geofencePages } from './geofences/geofence-pages.ts'
import { incidentPages } from './incidents/incident/incident-page.ts'
import { incidentActions } from './incidents/incident-actions.ts'
import { incidentListPages } from './incidents/list/incident-list-page.ts'
import { statisticsPage } from './incidents/statistics-page.ts'
import { firstStepsPages } from './login/first-steps-pages.ts'
import { loginPages } from './login/login-pages.ts'
import { linkPages } from './login/openid-connect/link-pages.ts'
import { providerPages } from './login/openid-connect/provider-pages.ts'
import { passwordLinkPages } from './login/password-link-pages.ts'
import { loginFactorPages } from './login/second-factor-pages.ts'
import { setUpPage } from './login/set-up-page.ts'
import { archiveRoute } from './map/archive-route.ts'
import { mapPage } from './map/map-page.ts'
import { myShiftPages } from './my-shift/my-shift-pages.ts'
import { onCallPages } from './on-call/on-call-pages.ts'
import { overviewPage } from './overview/overview-page.ts'
import { displayPage } from './overview/wallboard-page.ts'
import { tokenPages } from './people/token-pages.ts'
import { userPages } from './people/user-pages.ts'
import { policyPages } from './policies/policy-pages.ts'
import { readinessPage } from './readiness/readiness-page.ts'
import { reportsPages } from './reports/reports-pages.ts'
import { limitsPage } from './rules/limits-page.ts'
import { rulePages } from './rules/rule-pages.ts'
import { rulesPage } from './rules/rules-page.ts'
import { versionPages } from './rules/version-pages.ts'
import { settingsPages } from './settings/settings-pages.ts'
import { silencesPages } from './silences/silences-pages.ts'
import { sitePages } from './sites/site-pages.ts'
import { sourcePages } from './sources/source-pages.ts'
import { statusPageEditor } from './status-pages/editor-pages.ts'
import { statusNoticePages } from './status-pages/notice-pages.ts'
import { publicStatusPage } from './status-pages/public-page.ts'
import { subscriptionPages } from './status-pages/subscription-pages.ts'
import { webhookPages } from './webhooks/webhook-pages.ts'

const FORM_LIMIT_BYTES = 64 * 1024

/** The web console: pages that work without scripts, behind a login. */
export const webConsole: FastifyPluginAsyncTypebox<ConsoleContext> = async (server, context) => {
  await server.register(assetRoutes)
  await server.register(installedApp)
  await server.register(actionLinkPages, context)
  await server.register(publicStatusPage, context)
  await server.register(subscriptionPages, context)
  await server.register(providerPages, context)
  await server.register(async (pages) => {
    await pages.register(formbody, { bodyLimit: FORM_LIMIT_BYTES })
    await pages.register(compress, COMPRESSION)
    guardPages(pages, context)
    pages.decorate('formProof', formProof(context))
    await pages.register(setUpPage, context)
    await pages.register(firstStepsPages, context)
    await pages.register(loginPages, context)
    await pages.register(loginFactorPages, context)
    await pages.register(linkPages, context)
    await pages.register(passwordLinkPages, context)
    await pages.register(overviewPage, context)
    await pages.register(familyPages, context)
    await pages.register(rulesPage, context)
    await pages.register(limitsPage, context)
    await pages.register(rulePages, context)
    await pages.register(versionPages, context)
    await pages.register(devicePages, context)
    await pages.register(comparePages, context)
    await pages.register(mapPage, context)
    await pages.register(geofencePages, context)
    await pages.register(archiveRoute, context)
    alertListPages(pages, context)
    alertPages(pages, context)
    alertActions(pages, context)
    incidentListPages(pages, context)
    await pages.register(statisticsPage, context)
    await pages.register(reportsPages, context)
    incidentPages(pages, context)
    incidentActions(pages, context)
    await pages.register(onCallPages, context)
    await pages.register(myShiftPages, context)
    await pages.register(policyPages, context)
    await pages.register(readinessPage, context)
    await pages.register(silencesPages, context)
    await pages.register(devicesPage, context)
    await pages.register(listPreferences, context)
    await pages.register(deviceSelection, context)
    await pages.register(newDevicePages, context)
    await pages.register(importPages, context)
    await pages.register(deviceSettingsPages, context)
    await pages.register(sourcePages, context)
    await pages.register(webhookPages, context)
    await pages.register(userPages, context)
    await pages.register(sitePages, context)
    await pages.register(statusPageEditor, context)
    await pages.register(statusNoticePages, context)
    await pages.register(tokenPages, context)
    await pages.register(auditPages, context)
    await pages.register(settingsPages, context)
    await pages.register(accountPages, context)
    await pages.register(notificationPages, context)
    await pages.register(secondFactorPages, context)
    await pages.register(displayPage, context)
    await pages.register(searchRoutes, context)
  })
}
