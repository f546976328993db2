import formbody from '@fastify/formbody'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { accountPages } from './account/account-pages.ts'
import { assetRoutes } from './assets/asset-routes.ts'
import type { ConsoleContext } from './console-context.ts'
import { loginPages } from './entrance/login-pages.ts'
import { passwordLinkPages } from './entrance/password-link-pages.ts'
import { setUpPage } from './entrance/set-up-page.ts'
import { overviewPage } from './overview/overview-page.ts'
import { rulePages } from './rules/rule-pages.ts'
import { rulesPage } from './rules/rules-page.ts'
import { versionPages } from './rules/version-pages.ts'
import { installVisits } from './shell/visits.ts'

const FORM_LIMIT_BYTES = 64 * 1024

/** What people see in a browser: pages made here, complete without scripts, behind the session of a login. */
export const webConsole: FastifyPluginAsyncTypebox<ConsoleContext> = async (server, context) => {
  await server.register(assetRoutes)
  await server.register(async (pages) => {
    await pages.register(formbody, { bodyLimit: FORM_LIMIT_BYTES })
    installVisits(pages, context)
    await pages.register(setUpPage, context)
    await pages.register(loginPages, context)
    await pages.register(passwordLinkPages, context)
    await pages.register(overviewPage, context)
    await pages.register(rulesPage, context)
    await pages.register(rulePages, context)
    await pages.register(versionPages, context)
    await pages.register(accountPages, context)
  })
}
