import type { Addition } from '../../harness/addition.ts'

/** A way to reach people: messages of Signal, by a server with its REST API. */
export const addition: Addition = {
  title: 'Adding a contact channel',
  toy: 'signal',
  atMost: 7,
  adds: {
    'src/core/contact-methods/channels/signal.ts': `import Type from 'typebox'
import { webAddress } from '../../settings/connections/connection.ts'
import { openTrustedSender } from '../../webhooks/sending/send-webhook.ts'
import type { Lookup } from '../../webhooks/webhook-address.ts'
import type { Channel } from './channel.ts'
import type { ChannelKind } from './channel-kind.ts'
import { httpOutcome } from './http-outcome.ts'
import type { PersonalMessage } from './personal-message.ts'

/** A server with the REST API of signal-cli, and the number that it sends from. */
interface SignalServer {
  url: string
  sender: string
}

const NUMBER = /^\\+[1-9][0-9]{6,14}$/

/** Messages to a phone number, which Signal encrypts from end to end. */
export const signal: ChannelKind<{ number: string }, { number: string }, SignalServer | null> = {
  icon: 'smartphone',
  fields: {
    number: {
      schema: Type.String({ pattern: NUMBER.source, description: 'a phone number such as +4915112345678' }),
      input: 'tel',
      autocomplete: 'tel',
      placeholder: '+49…',
      maxlength: 16,
    },
  },
  details: 'full',
  verifiedBy: 'code',
  completes: ['message', 'phone'],
  readSettings(text, faults) {
    const [given, sender] = [text('SIGNAL_URL'), text('SIGNAL_NUMBER')]
    const url = given === null ? null : webAddress(given)
    if (given !== null && url === null) faults.push('SIGNAL_URL must be a URL such as http://signal.lan:8080')
    if (sender !== null && !NUMBER.test(sender)) faults.push('SIGNAL_NUMBER must be a number such as +49…')
    if ((given === null) !== (sender === null)) faults.push('SIGNAL_URL and SIGNAL_NUMBER must be set together')
    return url === null || sender === null ? null : { url, sender }
  },
  addressOf: ({ number }) => ({ number }),
  hintOf: ({ number }) => \`…\${number.slice(-3)}\`,
  open: ({ settings, resolver }) => (settings === null ? null : signalChannel(settings, resolver)),
  async check({ settings }) {
    if (settings === null) return null
    const sender = openTrustedSender()
    const sent = await sender.send({ url: \`\${settings.url}/v1/about\`, headers: {}, body: '' })
    sender.close()
    const isThere = sent.status !== null && sent.status < 500
    const advice = isThere ? null : 'Check SIGNAL_URL and the connection to that server'
    return { about: 'Signal', says: isThere ? \`\${settings.url} answers\` : sent.detail, advice }
  },
}

function signalChannel({ url, sender }: SignalServer, resolver: Lookup | undefined): Channel<{ number: string }> {
  const trusted = openTrustedSender(resolver)
  return {
    async send({ number }, message, now) {
      const body = JSON.stringify({ message: textOf(message), number: sender, recipients: [number] })
      const headers = { 'content-type': 'application/json', 'user-agent': 'Tocsin' }
      const sent = await trusted.send({ url: \`\${url}/v2/send\`, headers, body })
      return httpOutcome(sent, { host: new URL(url).host }, {}, now)
    },
    close: () => trusted.close(),
  }
}

const textOf = ({ title, text, url }: PersonalMessage): string =>
  [title, text, url].filter((part) => part !== '').join('\\n')
`,
  },
  edits: {
    'src/core/contact-methods/channels/channels.ts': [
      [
        "import { push } from './push/push-kind.ts'\n",
        "import { push } from './push/push-kind.ts'\nimport { signal } from './signal.ts'\n",
      ],
      ['ntfy, telegram, webhook }', 'ntfy, signal, telegram, webhook }'],
    ],
    'src/words/en.ts': [
      [
        "  webhook: {\n    name: 'Webhook',\n",
        `  signal: {
    name: 'Signal',
    by: 'Signal',
    what: 'Messages of Signal to your phone number.',
    off: 'Not available on this service.',
    add: 'Add Signal',
    pending: 'Type the code from the message.',
    fields: { number: { label: 'Phone number', hint: 'With the code of the country, such as +4915112345678.' } },
  },
  webhook: {
    name: 'Webhook',
`,
      ],
    ],
    'src/words/de.ts': [
      [
        "  webhook: {\n    name: 'Webhook',\n",
        `  signal: {
    name: 'Signal',
    by: 'Signal',
    what: 'Signal-Nachrichten an Ihre Telefonnummer.',
    off: 'Bei diesem Dienst nicht verfügbar.',
    add: 'Signal hinzufügen',
    pending: 'Geben Sie den Code aus der Nachricht ein.',
    fields: { number: { label: 'Telefonnummer', hint: 'Mit der Vorwahl des Landes, etwa +4915112345678.' } },
  },
  webhook: {
    name: 'Webhook',
`,
      ],
    ],
    'docs/contact-methods.md': [
      [
        '\n## Telegram\n',
        `
## Signal

Run [signal-cli-rest-api](https://github.com/bbernhard/signal-cli-rest-api) with a registered number, and set \`SIGNAL_URL\` to its
URL and \`SIGNAL_NUMBER\` to that number. A person enters a phone number and types the code that is sent to it.

## Telegram
`,
      ],
    ],
    'docs/operators.md': [
      [
        '| `TELEGRAM_BOT_TOKEN` | [contact-methods.md](contact-methods.md#telegram) |\n',
        '| `SIGNAL_URL`, `SIGNAL_NUMBER` | [contact-methods.md](contact-methods.md#signal) |\n| `TELEGRAM_BOT_TOKEN` | [contact-methods.md](contact-methods.md#telegram) |\n',
      ],
    ],
    '.env.example': [
      [
        '# Bot that sends notifications by Telegram',
        '# Server with the REST API of signal-cli, and the number that it sends from. Unset: nobody is notified by Signal.\n#SIGNAL_URL=\n#SIGNAL_NUMBER=\n\n# Bot that sends notifications by Telegram',
      ],
    ],
  },
  proof: `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkPeople } from '../src/app/doctor/check-people.ts'
import { readEnvironment } from '../src/app/node/environment.ts'
import { startApp } from './harness/app.ts'
import { addUser, openBrowser } from './harness/browser.ts'
import { startReceiver } from './harness/receiver.ts'

const PAGE = '/account/notifications'
const METHODS = '/api/mobile/me/contact-methods'

test('people are notified by Signal, at a number that they have verified', async (t) => {
  const server = await startReceiver(t)
  const env = { SIGNAL_URL: server.url, SIGNAL_NUMBER: '+4915100000000' }
  const app = await startApp(t, { env })
  const last = () => JSON.parse(server.requests.at(-1)!.body) as { message: string; number: string; recipients: string[] }
  const code = () => /\\b\\d{6}\\b/.exec(last().message)![0]

  const browser = openBrowser(app.url)
  await browser.logIn((await addUser(app, 'operator')).email)
  await browser.go(\`\${PAGE}/signal\`)
  const refused = await browser.send(\`\${PAGE}/signal\`, { number: '0151', label: 'Phone' })
  assert.match(refused.text, /id="number-error"/)
  const added = await browser.send(\`\${PAGE}/signal\`, { number: '+4915112345678', label: 'Phone' })
  assert.match(added.text, /Code sent\\./)
  await app.runJobs()
  assert.deepEqual([last().number, last().recipients], ['+4915100000000', ['+4915112345678']])
  const [, action] = /action="([^"]*\\/verification)"/.exec(added.text)!
  assert.match((await browser.send(action!, { code: code() })).text, /Contact method verified\\./)

  const call = await app.logIn('operator')
  assert.equal((await call('POST', METHODS, { kind: 'signal', number: '0151' })).status, 400)
  assert.equal((await call('POST', METHODS, { kind: 'signal' })).status, 400)
  const { body, status } = await call('POST', METHODS, { kind: 'signal', number: '+4915187654321' })
  assert.deepEqual([status, body.data.kind, body.data.address_hint], [201, 'signal', '…321'])
  await app.runJobs()
  assert.deepEqual(last().recipients, ['+4915187654321'])
  assert.equal((await call('POST', \`\${METHODS}/\${body.data.id}/verification\`, { code: code() })).status, 200)

  await call('POST', '/api/mobile/incidents', { title: 'Smell of gas', severity: 'critical' })
  await app.runJobs()
  assert.match(last().message, /Smell of gas/)

  const find = async () => (await checkPeople(app.service.db, readEnvironment(env))).find(({ about }) => about === 'Signal')!
  assert.equal((await find()).state, 'ok')
  server.status = 503
  assert.equal((await find()).state, 'fail')
  assert.equal((await checkPeople(app.service.db, readEnvironment({}))).some(({ about }) => about === 'Signal'), false)
})
`,
}
