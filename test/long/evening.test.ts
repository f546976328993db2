import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { openBrowser } from '../harness/browser.ts'
import { databaseUrl } from '../harness/database.ts'
import { type MailServer, startMailServer } from '../harness/mail-server.ts'
import { type PushService, startPushService } from '../harness/push-service.ts'
import { type Served, servedProgram } from '../harness/served.ts'
import { type Call, collapse, logIn, stateOf, subscribe, titlesOf, until } from '../harness/served-people.ts'

const ANA = { email: 'ana@example.org', password: 'a quiet harbour at dawn' }
const METHODS = '/api/mobile/me/contact-methods'

interface Evening {
  served: Served
  mail: MailServer
  push: PushService
  ana: Call
}

interface ListedNotification {
  user: { name: string }
  kind: string
  reason: string
  state: string
  outcome: string | null
}

/** A fresh installation, set up by its first person in a browser, with a mail server and a push service. */
async function freshEvening(t: TestContext): Promise<Evening> {
  const [mail, push] = [await startMailServer(t), await startPushService(t)]
  const served = await servedProgram(t, {
    SMTP_URL: mail.url,
    SMTP_FROM: 'Tocsin <alerts@example.org>',
    PUSH_ALLOWED_ORIGINS: push.origin,
    DATABASE_URL: await databaseUrl(t),
  })
  await served.start()
  const [, code] = /\/setup\?code=([0-9A-Z]{5}(?:-[0-9A-Z]{5}){4})$/m.exec(served.output())!
  const browser = openBrowser(served.url)
  await browser.go('/')
  assert.equal((await browser.send('/setup', { ...ANA, code: code! })).path, '/setup/preferences')
  return { served, mail, push, ana: await logIn(served, ANA) }
}

/** A person with an account, who logs in with the password that the command has printed. */
async function addPerson(served: Served, email: string): Promise<Call> {
  const { stdout } = await served.run('user', 'add', email, '--role', 'operator', '--json')
  return logIn(served, { email, password: JSON.parse(stdout).password })
}

/** Adds an address, and types the code that arrives there. */
async function verifyMail(call: Call, mail: MailServer, address: string): Promise<number> {
  const { id } = await call('POST', METHODS, { kind: 'email', address })
  const arrived = await until('a code', () => mailsTo(mail, address).at(-1))
  await call('POST', `${METHODS}/${id}/verification`, { code: /\b\d{6}\b/.exec(arrived.subject!)![0] })
  return id
}

const mailsTo = ({ mails }: MailServer, address: string) =>
  mails.filter(({ to }) => to.includes(address)).map((received) => received.mail)

const listed = async (call: Call, id: number): Promise<ListedNotification[]> =>
  call('GET', `/api/mobile/incidents/${id}/notifications`)

const preferences = (steps: { after_s: number; method_ids: number[] | null }[]) => ({
  ...{ min_severity: 'warning', quiet_hours: null, critical_breaks_quiet: true, steps },
})

test('on its first evening, a fresh installation tells people, and stops when one of them answers', async (t) => {
  const { served, mail, push, ana } = await freshEvening(t)
  await verifyMail(ana, mail, ANA.email)
  const { browser: phone } = await subscribe(ana, push)
  const bo = await addPerson(served, 'bo@example.org')
  const boMail = await verifyMail(bo, mail, 'bo@example.org')
  const { id: boPhone, browser: later } = await subscribe(bo, push)
  const chosen = [
    { after_s: 0, method_ids: [boMail] },
    { after_s: 600, method_ids: [boPhone] },
  ]
  await bo('PUT', '/api/mobile/me/notification-preferences', preferences(chosen))

  const id = await collapse(served, ana, 'Bed 1')
  const about = (address: string) => mailsTo(mail, address).filter(({ subject }) => subject!.includes('Bed 1'))
  const [letter] = await until('two mails', () => {
    const [one, other] = [about(ANA.email)[0], about('bo@example.org')[0]]
    return one && other ? [one, other] : undefined
  })
  await until('a push message', () => titlesOf(phone, id)[0])
  const states = async () =>
    (await listed(ana, id)).map(({ user, kind, state }) => `${user.name} ${kind} ${state}`).sort()
  const asked = ['ana email accepted', 'ana push accepted', 'bo email accepted', 'bo push queued']
  await until('accepted', async () => ((await states()).join() === asked.join() ? true : undefined))

  const incident = async () => ana('GET', `/api/mobile/incidents/${id}`)
  const link = /http:\/\/\S+\/a\/[0-9a-f]{64}/.exec(letter.text!)![0]
  for (const method of ['GET', 'HEAD', 'GET', 'OPTIONS']) await fetch(link, { method })
  assert.equal((await incident()).status, 'open')
  assert.deepEqual(await states(), asked)
  const pressed = await fetch(link, { method: 'POST', body: new URLSearchParams({ action: 'acknowledge' }) })
  assert.match(await pressed.text(), /You are on it since/)
  const { status, acknowledged_by, timeline } = await incident()
  assert.deepEqual([status, acknowledged_by.email], ['acknowledged', ANA.email])
  assert.ok(timeline.some(({ kind }: { kind: string }) => kind === 'acknowledged'))
  const news = await until('who has it', () => about('bo@example.org')[1])
  assert.match(news.text!, /^.+\n+ana is on it\./)
  const answered = [
    'ana email acted',
    'ana push accepted',
    'bo email accepted',
    'bo email accepted',
    'bo push cancelled',
  ]
  await until('an end', async () => ((await states()).join() === answered.join() ? true : undefined))
  assert.deepEqual(titlesOf(later, id), [])
  assert.deepEqual(push.faults, [])
})

test('while nobody answers, one step is taken after the other, and none before its time', async (t) => {
  const { served, push, ana } = await freshEvening(t)
  const { browser: first } = await subscribe(ana, push)
  const bo = await addPerson(served, 'bo@example.org')
  const { browser: second } = await subscribe(bo, push)
  const [me, he] = await Promise.all([ana('GET', '/api/mobile/me'), bo('GET', '/api/mobile/me')])
  const steps = [
    { wait_s: 0, targets: [{ type: 'user', id: me.id }] },
    { wait_s: 3, targets: [{ type: 'user', id: he.id }] },
    { wait_s: 2, targets: [{ type: 'user', id: me.id }] },
  ]
  await ana('POST', '/api/admin/escalation-policies', { name: 'Evening', steps })
  const id = await collapse(served, ana, 'Bed 1')
  await until('three steps', () => titlesOf(first, id)[1])
  const opened = Date.parse((await ana('GET', `/api/mobile/incidents/${id}`)).created_at)
  const arrived = [first, second]
    .flatMap(({ received }, person) => received.map(({ payload, at }) => ({ payload, at, person })))
    .filter(({ payload }) => payload.notification.tag === `incident-${id}`)
    .sort((one, other) => one.at - other.at)
  assert.deepEqual(
    arrived.map(({ person }) => person),
    [0, 1, 0],
  )
  const late = arrived.map(({ at }, place) => (at - opened) / 1_000 - [0, 3, 5][place]!)
  assert.ok(
    late.every((seconds) => seconds > -0.1),
    `late by ${late.join(' s, ')} s`,
  )
})

// `push-channel.test.ts` holds the meaning of each answer of a push service; this test, that the person is notified.
test('whatever becomes of the push service, its people are told', async (t) => {
  const { served, mail, push, ana } = await freshEvening(t)
  const mailId = await verifyMail(ana, mail, ANA.email)
  const { id: phoneId, browser: phone } = await subscribe(ana, push)
  await ana('PUT', '/api/mobile/me/notification-preferences', preferences([{ after_s: 0, method_ids: [phoneId] }]))
  const fails = async (name: string) => {
    const id = await collapse(served, ana, name)
    const outcome = (kind: string, state: string) =>
      until(`${name}: ${kind} ${state}`, async () =>
        (await listed(ana, id)).find((one) => one.kind === kind && one.state === state),
      )
    return { id, outcome }
  }

  push.answerWith(503)
  const busy = await fails('Bed 1')
  assert.match((await busy.outcome('push', 'accepted')).outcome!, /\(201\)/)
  assert.equal(titlesOf(phone, busy.id).length, 1)

  push.answerWith(413)
  const large = await fails('Bed 2')
  assert.match((await large.outcome('push', 'failed')).outcome!, /too large/)
  await large.outcome('email', 'accepted')

  push.hangs = true
  const hanging = await fails('Bed 3')
  assert.match((await hanging.outcome('push', 'retrying')).outcome!, /no response within 10 seconds/)
  push.hangs = false
  await hanging.outcome('push', 'accepted')

  phone.unsubscribe()
  const gone = await fails('Bed 4')
  assert.match((await gone.outcome('push', 'failed')).outcome!, /unsubscribed/)
  await gone.outcome('email', 'accepted')
  assert.equal(await stateOf(ana, phoneId), 'broken')
  assert.equal(await stateOf(ana, mailId), 'verified')
  const broken = () => mailsTo(mail, ANA.email).find(({ subject }) => subject === 'Contact method broken: Phone')
  await until('the news that it is broken', broken)
  assert.deepEqual(push.faults, [])
})
