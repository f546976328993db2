import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offerSetUp } from '../src/core/people/set-up.ts'
import { openLog } from '../src/platform/log.ts'
import { startApp, type TestApp } from './harness/app.ts'
import { callWith, openBrowser, tokenOf } from './harness/browser.ts'
import { PASSWORD } from './harness/people.ts'
import { startReceiver } from './harness/receiver.ts'

test('no action leaves a secret in the log, in the database or in a webhook', async (t) => {
  const lines: string[] = []
  const log = openLog('trace', { write: (line) => void lines.push(line) })
  const app = await startApp(t, { log })
  const receiver = await startReceiver(t)
  const secrets: string[] = [PASSWORD]
  const keep = (secret: string | undefined) => {
    assert.ok(secret !== undefined && secret.length > 7)
    secrets.push(secret)
    return secret
  }

  const code = keep((await offerSetUp(app.service.db, app.now()))!)
  const browser = openBrowser(app.url)
  await browser.go('/setup')
  await browser.send('/setup', { code, email: 'ana@example.org', password: PASSWORD })
  keep(browser.cookies.get('sid'))
  keep(browser.cookies.get('visitor'))
  const account = await browser.go('/account')
  keep(account.csrf())
  const made = await browser.send('/account/tokens', { name: 'Script', role: 'admin', days: '30' })
  keep(/class="secret">([0-9a-f]{64})</.exec(made.text)![1])
  const token = keep(await tokenOf(app, 'ana@example.org'))

  const invited = { email: 'bo@example.org', role: 'viewer', invite: true }
  const { body } = await callWith(app, token, 'POST', '/api/admin/users', invited)
  const { pathname } = new URL(body.data.invitation.url)
  keep(pathname.split('/')[2])
  const bo = openBrowser(app.url)
  await bo.go(pathname)
  await bo.send(pathname, { password: keep('the second quiet harbour') })
  await bo.go('/account')
  await bo.send('/account/password', { current_password: 'x', password: keep('short one') })
  await bo.go('/login')
  // A password in the wrong field, and a wrong password.
  await app.call('POST', '/api/mobile/login', {
    email: keep('in-the-wrong-field'),
    password: keep('mistyped password'),
  })
  await app.call('POST', '/api/mobile/login', { email: '\ud800@x', password: keep('half a surrogate') })

  const device = await app.createDevice({ module: 'worker' })
  keep(device.token)
  const hook = await app.createWebhook({ url: receiver.url })
  keep(hook.secret)
  await device.send({ flags: { panic_pressed: true } })
  await app.runJobs()
  await app.call('GET', `/api/mobile/me?token=${keep('token-in-the-address')}`)
  await failInside(app, token)

  const places: Record<string, string> = {
    log: lines.join(''),
    database: await everyRow(app),
    webhooks: JSON.stringify(receiver.received('alert.triggered')),
  }
  assert.match(places.log!, /a request failed/, 'the log was listened to')
  assert.match(places.database!, /ana@example\.org/, 'the database was read')
  assert.match(places.webhooks!, /panic/i)
  for (const [place, text] of Object.entries(places)) {
    for (const secret of secrets) assert.ok(!text.includes(secret), `${secret} stands in the ${place}`)
  }
})

/** Causes an internal error, which is logged. */
async function failInside(app: TestApp, token: string): Promise<void> {
  await app.rows('alter table one_time_codes rename to away')
  const wanted = { email: 'cy@example.org', role: 'viewer', invite: true }
  assert.equal((await callWith(app, token, 'POST', '/api/admin/users', wanted)).status, 500)
  await app.rows('alter table away rename to one_time_codes')
}

async function everyRow(app: TestApp): Promise<string> {
  const tables = await app.rows<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const [row] = await app.rows<{ text: string | null }>(`select string_agg(t::text, ' ') as text from ${name} as t`)
    texts.push(row!.text ?? '')
  }
  return texts.join('\n')
}
