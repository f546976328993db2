import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import formbody from '@fastify/formbody'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { accountPages } from './account/account-pages.ts'
import { alertsPages } from './alerts/alerts-pages.ts'
import { assetRoutes } from './assets/asset-routes.ts'
import { auditPages } from './audit/audit-pages.ts'
import type { ConsoleContext } from './console-context.ts'
import { devicePages } from './device/device-pages.ts'
import { deviceSelection } from './devices/device-selection.ts'
import { devicesPage } from './devices/devices-page.ts'
import { importPages } from './devices/import-pages.ts'
import { listLooks } from './devices/list-looks.ts'
import { newDevicePages } from './devices/new-device-pages.ts'
import { deviceSettingsPages } from './devices/settings-pages.ts'
import { firstStepsPages } from './entrance/first-steps-pages.ts'
import { loginPages } from './entrance/login-pages.ts'
import { passwordLinkPages } from './entrance/password-link-pages.ts'
import { setUpPage } from './entrance/set-up-page.ts'
import { incidentsPages } from './incidents/incidents-pages.ts'
import { archiveRoute } from './map/archive-route.ts'
import { mapPage } from './map/map-page.ts'
import { displayPage } from './overview/display-page.ts'
import { overviewPage } from './overview/overview-page.ts'
import { paletteRoutes } from './palette/palette-routes.ts'
import { tokenPages } from './people/token-pages.ts'
import { userPages } from './people/user-pages.ts'
import { rulePages } from './rules/rule-pages.ts'
import { rulesPage } from './rules/rules-page.ts'
import { versionPages } from './rules/version-pages.ts'
import { settingsPages } from './settings/settings-pages.ts'
import { installVisits } from './shell/visits.ts'
import { silencesPages } from './silences/silences-pages.ts'
import { webhookPages } from './webhooks/webhook-pages.ts'

const FORM_LIMIT_BYTES = 64 * 1024
/** Pages are made anew for each reader, so what takes long does not pay. */
const COMPRESSION = {
  threshold: 1_024,
  encodings: ['br', 'gzip'] as ('br' | 'gzip')[],
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  zlibOptions: { level: 5 },
}

/** What people see in a browser: pages made here, complete without scripts, behind the session of a login. */
export const webConsole: FastifyPluginAsyncTypebox<ConsoleContext> = async (server, context) => {
  await server.register(assetRoutes)
  await server.register(async (pages) => {
    await pages.register(formbody, { bodyLimit: FORM_LIMIT_BYTES })
    await pages.register(compress, COMPRESSION)
    installVisits(pages, context)
    await pages.register(setUpPage, context)
    await pages.register(firstStepsPages, context)
    await pages.register(loginPages, context)
    await pages.register(passwordLinkPages, context)
    await pages.register(overviewPage, context)
    await pages.register(rulesPage, context)
    await pages.register(rulePages, context)
    await pages.register(versionPages, context)
    await pages.register(devicePages, context)
    await pages.register(mapPage, context)
    await pages.register(archiveRoute, context)
    await pages.register(alertsPages, context)
    await pages.register(incidentsPages, context)
    await pages.register(silencesPages, context)
    await pages.register(devicesPage, context)
    await pages.register(listLooks, context)
    await pages.register(deviceSelection, context)
    await pages.register(newDevicePages, context)
    await pages.register(importPages, context)
    await pages.register(deviceSettingsPages, context)
    await pages.register(webhookPages, context)
    await pages.register(userPages, context)
    await pages.register(tokenPages, context)
    await pages.register(auditPages, context)
    await pages.register(settingsPages, context)
    await pages.register(accountPages, context)
    await pages.register(displayPage, context)
    await pages.register(paletteRoutes, context)
  })
}
