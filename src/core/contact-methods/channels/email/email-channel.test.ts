import assert from 'node:assert/strict'
import { type AddressInfo, createServer } from 'node:net'
import { type TestContext, test } from 'node:test'
import type { SMTPServerOptions } from 'smtp-server'
import { type MailServer, startMailServer } from '../../../../../test/harness/mail-server.ts'
import { inEnglish, MESSAGE } from '../../../../../test/harness/personal-message.ts'
import type { Queryable } from '../../../../platform/database/database.ts'
import { parseSmtpUrl } from '../../../settings/connections/smtp-settings.ts'
import type { PersonalMessage } from '../personal-message.ts'
import { emailChannel, mailOf } from './email-channel.ts'
import { linkMailer } from './link-mail.ts'
import { openMailer } from './mailer.ts'

const PUBLIC_URL = 'https://tocsin.example'
const now = new Date('2026-11-22T13:30:00Z')
const from = { name: 'Tocsin', address: 'alerts@tocsin.example' }
const ana = { address: 'ana@example.org' }

const serverAt = (url: string) => ({ ...parseSmtpUrl(url)!, from })

function mailerFor(t: TestContext, url: string) {
  const mailer = openMailer(serverAt(url), PUBLIC_URL)
  t.after(() => mailer.close())
  return mailer
}

async function channelFor(t: TestContext, options?: SMTPServerOptions) {
  const server = await startMailServer(t, options)
  const channel = inEnglish(emailChannel(mailerFor(t, server.url), PUBLIC_URL))
  return { server, send: (message: PersonalMessage) => channel.send(ana, message, now) }
}

test('a notification is a complete text and simple HTML', async (t) => {
  const { server, send } = await channelFor(t)
  assert.deepEqual(await send(MESSAGE), {
    verdict: 'accepted',
    detail: 'accepted by the mail server (250)',
    not_before: null,
  })
  const [received] = server.mails
  assert.deepEqual([received!.from, received!.to], ['alerts@tocsin.example', ['ana@example.org']])
  const { mail } = received!
  assert.equal(mail.from?.text, '"Tocsin" <alerts@tocsin.example>')
  assert.equal(mail.subject, MESSAGE.subject)
  assert.equal(
    mail.text?.trim(),
    [
      MESSAGE.title,
      '',
      'Critical for 26 min. Hall 4. Do not enter without air.',
      'Since 13:04 UTC',
      'Step 1 of 3',
      '',
      'Open to acknowledge or resolve: https://tocsin.example/a/secret',
      'Call for help: https://tocsin.example/a/secret?call',
      '',
      '-- ',
      'Sent by Tocsin. Choose what you are notified of: https://tocsin.example/account/notifications',
    ].join('\n'),
  )
  const html = String(mail.html)
  assert.ok(html.includes('&amp; &lt;b&gt;room') && html.includes('<html lang="en"'))
  assert.equal(html.match(/href="https:\/\/tocsin\.example\/a\/secret"/g)?.length, 1)
  assert.doesNotMatch(html, /<img|<script|<form|<link|src=|url\(/)
  assert.equal(mail.attachments.length, 0)
  assert.equal(mail.headers.get('auto-submitted'), 'auto-generated')
  assert.equal(mail.headers.has('x-mailer'), false)
  assert.deepEqual(mail.date, now)
  assert.equal(mail.headers.get('priority'), 'high')
})

test('the HTML of a mail has the headline first, then what happened, then the button and the call for help, and is dark where the reader is', () => {
  const message = { ...MESSAGE, text: `${MESSAGE.text}\nWarning: Battery low` }
  const { html } = mailOf(message, ana.address, PUBLIC_URL)
  const order = [
    '<h1',
    'room',
    'Gas above 3 ppm',
    'Critical for 26 min',
    'Hall 4',
    'mlat=46.25690&amp;mlon=14.35560',
    'without air',
  ]
  const after = [
    'Since 13:04 UTC',
    'Step 1 of 3',
    'Battery low',
    'Open to acknowledge or resolve',
    'Call for help',
    'Choose what you are notified of',
  ]
  const body = html.slice(html.indexOf('<body'))
  const places = [...order, ...after].map((text) => body.indexOf(text))
  assert.ok(!places.includes(-1), places.join())
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  )
  assert.match(body, /class="critical" style="[^"]*color: #c62828[^"]*">Gas above 3 ppm</)
  assert.match(html, /<meta name="color-scheme" content="light dark">/)
  assert.doesNotMatch(body, /background: ?#(fff|000)/, 'the page is as light or dark as the program')
  const also = 'Also oxygen saturation 90 % (at or below 91)'
  const two = mailOf({ ...message, block: { ...MESSAGE.block!, also } }, ana.address, PUBLIC_URL)
  assert.match(
    two.html,
    /Critical for 26 min<\/p>\s*<p[^>]*>Also oxygen saturation 90 % \(at or below 91\)<\/p>\s*<p[^>]*>Hall 4/,
  )
  const over = mailOf({ ...message, block: { ...MESSAGE.block!, is_over: true } }, ana.address, PUBLIC_URL)
  assert.match(over.html, /class="good" style="[^"]*color: #2e7d32[^"]*">Gas above 3 ppm</)
})

test('mails about one incident are one conversation, with an ID each that stays the same', async (t) => {
  const { server, send } = await channelFor(t)
  await send(MESSAGE)
  await send({ ...MESSAGE, id: '18', title: 'Boiler room: back to 2 ppm', quiet: true })
  await send({ ...MESSAGE, id: '18' })
  await send({ ...MESSAGE, id: '19', incident_id: 8 })
  await send({ ...MESSAGE, id: '20', incident_id: null, severity: null, action: null })
  const [first, second, again, other, alone] = server.mails.map(({ mail }) => mail)
  assert.equal(first!.messageId, '<notification-17.tocsin@tocsin.example>')
  assert.equal(second!.messageId, '<notification-18.tocsin@tocsin.example>')
  assert.equal(again!.messageId, second!.messageId)
  for (const mail of [first!, second!]) {
    assert.equal(mail.inReplyTo, '<incident-7.tocsin@tocsin.example>')
    assert.equal(mail.references, '<incident-7.tocsin@tocsin.example>')
    assert.equal(mail.subject, MESSAGE.subject)
  }
  assert.equal(second!.headers.get('priority'), undefined)
  assert.notEqual(other!.inReplyTo, first!.inReplyTo)
  assert.equal(alone!.inReplyTo, undefined)
  assert.match(alone!.text!, /^Open Tocsin: https:/m)
})

test('each answer of the server has its verdict', async (t) => {
  const { server, send } = await channelFor(t)
  const answers: [where: keyof MailServer['answers'], answer: string, verdict: string, detail: RegExp][] = [
    ['rcptTo', '451 4.7.1 Greylisted ana@example.org', 'retry', /answered 451 4\.7\.1$/],
    ['rcptTo', '550 5.1.1 No ana@example.org here', 'broken', /rejected the address \(550 5\.1\.1\)$/],
    ['rcptTo', '550 Unknown user', 'broken', /\(550\)$/],
    ['rcptTo', '552 5.2.2 Mailbox full', 'retry', /mailbox is full/],
    ['rcptTo', '554 5.7.1 Relay access denied', 'failed', /does not accept mails for others/],
    ['rcptTo', '530 Log in first', 'failed', /does not accept mails for others/],
    ['mailFrom', '550 5.1.8 Bad sender', 'failed', /rejected the message \(550 5\.1\.8\)$/],
    ['mailFrom', '421 4.3.2 Closing', 'retry', /421/],
    ['data', '554 5.6.0 Spam', 'failed', /rejected the message \(554 5\.6\.0\)$/],
    ['data', '452 4.3.1 Disk full', 'retry', /452/],
  ]
  for (const [where, answer, verdict, detail] of answers) {
    server.answers = { [where]: answer }
    const outcome = await send(MESSAGE)
    assert.equal(outcome.verdict, verdict, answer)
    assert.match(outcome.detail, detail)
    assert.doesNotMatch(outcome.detail, /ana/)
  }
  assert.deepEqual(server.mails, [])
  server.answers = {}
  assert.equal((await send(MESSAGE)).verdict, 'accepted')
})

test('a login is used, and one that is rejected is a fault of the set-up', async (t) => {
  const server = await startMailServer(t, {
    authOptional: false,
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 'p:ss' ? done(null, { user: username }) : done(new Error('Wrong password of tocsin')),
  })
  const send = (url: string) => inEnglish(emailChannel(mailerFor(t, url), PUBLIC_URL)).send(ana, MESSAGE, now)
  assert.equal((await send(server.url.replace('//', '//tocsin:p%3Ass@'))).verdict, 'accepted')
  assert.equal(server.mails[0]!.user, 'tocsin')
  assert.deepEqual(await send(server.url.replace('//', '//tocsin:wrong@')), {
    verdict: 'failed',
    detail: 'the mail server rejected the login (535)',
    not_before: null,
  })
  assert.equal((await send(server.url)).verdict, 'failed')
})

test('without STARTTLS nothing is sent, except where that is allowed', async (t) => {
  const server = await startMailServer(t, { disabledCommands: ['STARTTLS'] })
  const strict = openMailer(
    { host: '127.0.0.1', port: server.port, secure: false, requireTls: true, auth: null, from },
    PUBLIC_URL,
  )
  t.after(() => strict.close())
  const outcome = await inEnglish(emailChannel(strict, PUBLIC_URL)).send(ana, MESSAGE, now)
  assert.deepEqual(outcome, { verdict: 'failed', detail: 'no trusted connection to the mail server', not_before: null })
  assert.deepEqual(server.mails, [])
  assert.equal(
    (await inEnglish(emailChannel(mailerFor(t, server.url), PUBLIC_URL)).send(ana, MESSAGE, now)).verdict,
    'accepted',
  )
})

test('a certificate that nobody vouches for is refused where TLS is required', async (t) => {
  const server = await startMailServer(t)
  const strict = openMailer(
    { host: '127.0.0.1', port: server.port, secure: false, requireTls: true, auth: null, from },
    PUBLIC_URL,
  )
  t.after(() => strict.close())
  const outcome = await inEnglish(emailChannel(strict, PUBLIC_URL)).send(ana, MESSAGE, now)
  assert.equal(outcome.verdict, 'failed')
  assert.match(outcome.detail, /^no trusted connection to the mail server/)
  assert.deepEqual(server.mails, [])
})

test('a server that is away is asked again', async (t) => {
  const server = await startMailServer(t)
  const away = createServer()
  await new Promise<void>((listening) => away.listen(0, '127.0.0.1', listening))
  const { port } = away.address() as AddressInfo
  await new Promise((closed) => away.close(closed))
  const outcome = await inEnglish(emailChannel(mailerFor(t, `smtp://127.0.0.1:${port}`), PUBLIC_URL)).send(
    ana,
    MESSAGE,
    now,
  )
  assert.deepEqual(outcome, {
    verdict: 'retry',
    detail: 'no connection to the mail server (ECONNREFUSED)',
    not_before: null,
  })
  assert.deepEqual(server.mails, [])
})

test('a hostile title makes neither a header nor another recipient', async (t) => {
  const { server, send } = await channelFor(t)
  const title = 'Gas\r\nBcc: ben@example.org\r\n\r\n<script>'
  await send({ ...MESSAGE, title, subject: title })
  const [{ to, mail }] = server.mails as [MailServer['mails'][0]]
  assert.deepEqual(to, ['ana@example.org'])
  assert.equal(mail.bcc, undefined)
  assert.doesNotMatch(String(mail.html), /<script>/)
})

test('invitations and links for a new password are mailed in the language of their reader', async (t) => {
  const server = await startMailServer(t)
  let preferences = {}
  let maker: { by: string | null; zone: string | null } = { by: null, zone: null }
  const db = { query: async () => [{ preferences, ...maker }] } as unknown as Queryable
  const errors: unknown[] = []
  const options = {
    db,
    publicUrl: () => PUBLIC_URL,
    now: () => now,
    onError: (error: unknown) => void errors.push(error),
  }
  const mailLink = linkMailer({ ...options, server: () => serverAt(server.url) })
  const user = { id: 1, email: 'ana@example.org' }
  const link = { code: 'c0de', purpose: 'invitation', expires_at: new Date('2026-11-25T13:30:00Z') } as const
  const by = { actor: null }
  assert.equal(await mailLink(user, link, by), true)
  maker = { by: 'Ana', zone: 'Europe/Ljubljana' }
  assert.equal(await mailLink(user, link, by), true)
  preferences = { language: 'de', zone: 'Europe/Berlin' }
  assert.equal(await mailLink(user, { ...link, purpose: 'password_reset' }, by), true)
  const [first, invited, second] = server.mails.map(({ mail }) => mail)
  assert.equal(first!.subject, 'Your account for Tocsin')
  assert.match(first!.text!, /^Choose a password: https:\/\/tocsin\.example\/invitation\/c0de$/m)
  assert.match(first!.text!, /^You have been invited to Tocsin .*until 25 November 2026 at 13:30 UTC/ms)
  assert.match(invited!.text!, /^Ana has invited you to Tocsin .*until 25 November 2026 at 14:30 CET\./ms)
  assert.equal(second!.subject, 'Ein neues Passwort für Tocsin')
  assert.match(second!.text!, /^Neues Passwort wählen: https:\/\/tocsin\.example\/password-reset\/c0de$/m)
  assert.match(second!.text!, /^Mit diesem Link von Ana .*bis 25\. November 2026 um 14:30 MEZ\./ms)
  assert.notEqual(first!.messageId, second!.messageId)

  assert.equal(await mailLink({ id: 1, email: 'ana@exam ple' }, link, by), false)
  assert.equal(await linkMailer({ ...options, server: () => null })(user, link, by), false)
  assert.deepEqual(errors, [])
  server.answers = { rcptTo: '550 5.1.1 Unknown' }
  assert.equal(await mailLink(user, link, by), false)
  assert.match(String(errors[0]), /rejected the address/)
})
