import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type MemberRole, ROLES } from '../../src/core/reach/role.ts'
import { startApp } from '../harness/app.ts'
import { addUser, type Browser, openBrowser } from '../harness/browser.ts'
import { openBrowserAsFamily } from '../harness/family.ts'

/** Pages with another status here: the service is set up, there is no such file, or a query is required. */
const EMPTY: Record<string, number> = {
  '/a/:token': 404,
  '/assets/:name': 404,
  '/audit/export': 400,
  '/calendar/:file': 404,
  '/devices/:id/readings/export': 400,
  '/devices/:id/series.json': 400,
  '/devices/:id/track/export': 400,
  '/invitation/:code': 404,
  '/login/oidc': 404,
  '/login/oidc/callback': 404,
  '/maps/:file': 404,
  '/password-reset/:code': 404,
  '/setup': 410,
  '/sites/:id/status-page/notices/:notice_id': 404,
  '/status/:secret': 404,
  '/status/:secret/badge.svg': 404,
  '/status/subscription/:token': 404,
}
/** Records that there are here: the first of each is that of the address. Others there are none of. */
const PRESENT = /^\/(escalation-policies|sites|users)\//

const statusOf = (url: string): number => EMPTY[url] ?? (url.includes('/:id') && !PRESENT.test(url) ? 404 : 200)

test('each page admits only those named by its policy, and refuses forms without a token', async (t) => {
  const app = await startApp(t)
  const visitors: { name: string; role: MemberRole | null; browser: Browser }[] = [
    { name: 'nobody', role: null, browser: openBrowser(app.url) },
  ]
  for (const role of ROLES) {
    const browser = openBrowser(app.url)
    await browser.logIn((await addUser(app, role)).email)
    visitors.push({ name: `the ${role}`, role, browser })
  }
  // Its page is gone, and so it is about nothing more than an absent one.
  const device = await app.createDevice()
  visitors.push({ name: 'the family', role: 'family', browser: await openBrowserAsFamily(app, [device]) })
  await app.rows('update devices set deleted_at = now(), enabled = false')
  const pages = app.service.http.routeList.filter(
    // Below the address of a source are those of its senders: test/sources.
    ({ method, policy, schema }) => method !== 'HEAD' && schema.hide && policy !== 'source',
  )
  assert.ok(pages.length > 10)
  for (const { method, url, policy, scope } of pages) {
    await t.test(`${method} ${url}`, async () => {
      const path = url
        .replace(':id', '1')
        .replace(':delivery_id', '1')
        .replace(':notice_id', '1')
        .replace(':code', 'a'.repeat(64))
        .replace(':token', 'a'.repeat(64))
        .replace(':name', 'none.css')
        .replace(':file', 'none.pmtiles')
        .replace(':kind', 'drives')
        .replace(':key', 'health.spo2.low')
        .replace(':version', '1')
      for (const { name, role, browser } of visitors) {
        const mayPass =
          policy === 'public' ||
          (role === 'family'
            ? policy === 'viewer' && scope === 'self'
            : role !== null && ROLES.indexOf(role) <= ROLES.indexOf(policy as 'viewer'))
        const page = method === 'GET' ? await browser.go(path) : await browser.post(path, {})
        const who = `${method} ${url} for ${name}`
        const login = url === '/logout' ? '/login' : '/login?ended=unsaved'
        const refused = role === null ? [303, login] : [403, null]
        // The token in its address is the proof, so its form has no other.
        if (/^POST \/(a|status)\//.test(`${method} ${url}`)) assert.equal(page.status, 400, who)
        else if (method === 'POST') {
          const expected = mayPass || role !== null ? [403, null] : refused
          assert.deepEqual([page.status, page.headers.get('location')], expected, who)
        } else if (!mayPass && role === null) assert.match(page.path, /^\/login/, who)
        else assert.equal(page.status, mayPass ? statusOf(url) : 403, who)
      }
    })
  }
})
