import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkPeople } from '../src/app/doctor/check-people.ts'
import type { CheckResult } from '../src/app/doctor/finding.ts'
import { readEnvironment } from '../src/app/node/environment.ts'
import { startApp } from './harness/app.ts'
import { startMailServer } from './harness/mail-server.ts'
import { startOpenIdProvider } from './harness/open-id-provider.ts'
import { startTelegram } from './harness/telegram.ts'

test('the doctor logs in to the mail server, sends nothing, and says why it is refused', async (t) => {
  const app = await startApp(t)
  const server = await startMailServer(t, {
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, callback) => {
      if (username === 'ana' && password === 'harbour') callback(null, { user: username })
      else callback(Object.assign(new Error('Authentication failed'), { responseCode: 535 }))
    },
  })
  const check = async (login: string, port = server.port): Promise<CheckResult> => {
    const SMTP_URL = `smtp://${login}127.0.0.1:${port}`
    const findings = await checkPeople(app.service.db, readEnvironment({ SMTP_URL, SMTP_FROM: 'tocsin@example.org' }))
    return findings.find(({ about }) => about === 'mail server')!
  }
  assert.deepEqual(await check('ana:harbour@'), {
    ...{ about: 'mail server', state: 'ok', says: '127.0.0.1 accepts the login', advice: null },
  })
  const refused = await check('ana:lantern@')
  assert.equal(refused.state, 'fail')
  assert.match(refused.says, /535/)
  assert.doesNotMatch(refused.says, /lantern/)
  assert.match(refused.advice!, /or SMTP_URL$/)
  assert.match((await check('', 9)).says, /ECONNREFUSED/)
  assert.deepEqual(server.mails, [])
})

test('the doctor asks Telegram for the bot, and says whether the token or the connection is the problem', async (t) => {
  const app = await startApp(t)
  const telegram = await startTelegram(t)
  const settings = readEnvironment({ TELEGRAM_BOT_TOKEN: telegram.token })
  const check = async (url = telegram.url): Promise<CheckResult> =>
    (await checkPeople(app.service.db, settings, url)).find(({ about }) => about === 'Telegram')!
  const well = await check()
  assert.deepEqual([well.state, well.says], ['ok', 'the bot is @tocsin_test_bot'])
  telegram.refuse.getMe = { status: 401, description: 'Unauthorized' }
  assert.equal((await check()).says, 'the token is not valid')
  // The response of Telegram to a token that cannot be one.
  telegram.refuse.getMe = { status: 404, description: 'Not Found' }
  assert.equal((await check()).says, 'the token is not valid')
  telegram.refuse.getMe = { status: 502, description: 'Bad Gateway' }
  assert.equal((await check()).says, 'no bot: Bad Gateway')
  const away = await check('http://127.0.0.1:9')
  assert.equal(away.state, 'fail')
  assert.match(away.advice!, /connection to api\.telegram\.org/)
  assert.ok(!JSON.stringify(away).includes(telegram.token))
})

test('the doctor reads the document of the OpenID provider', async (t) => {
  const app = await startApp(t)
  const idp = await startOpenIdProvider(t)
  const check = async (env: Record<string, string>): Promise<CheckResult> =>
    (await checkPeople(app.service.db, readEnvironment(env))).find(({ about }) => about === 'OpenID provider')!
  assert.equal((await check(idp.env)).state, 'ok')
  const other = await check({ ...idp.env, OIDC_ISSUER: idp.issuer.replace('127.0.0.1', 'localhost') })
  assert.deepEqual([other.state, /issuer does not match the expected issuer/.test(other.says)], ['fail', true])
  await idp.close()
  const away = await check(idp.env)
  assert.match(away.says, /ECONNREFUSED/)
  assert.match(away.advice!, /^Check OIDC_ISSUER/)
})
