import type { Addition } from '../../harness/addition.ts'

/** Opsgenie, whose alerts are created by one request and closed by another, with an option of its own. */
export const addition: Addition = {
  title: 'Adding a webhook format',
  toy: 'opsgenie',
  atMost: 4,
  adds: {
    'src/core/webhooks/formats/opsgenie.ts': `import type { Envelope } from '../events/envelope.ts'
import { cut, webhookMessage } from './event-texts.ts'
import type { FormatKind } from './format.ts'

const PRIORITIES = { critical: 'P1', warning: 'P3', info: 'P5', good: 'P5' }

/**
 * For \`/v2/alerts\` of Opsgenie, with the header \`Authorization: GenieKey …\`. An incident here is an alert there; events of
 * single alerts and devices have no message.
 */
export const opsgenieFormat = {
  isForPeople: true,
  body(envelope, present) {
    const step = stepOf(envelope)
    if (step === null) return null
    if (step.action !== 'create') return JSON.stringify(step)
    const { title, tone, facts } = webhookMessage(envelope, present)
    const description = facts.map(({ name, value }) => \`\${name}: \${cut(value, 500)}\`).join('\\n')
    const about = { message: cut(title, 130), description, priority: PRIORITIES[tone], source: 'Tocsin' }
    return JSON.stringify({ ...step, ...about })
  },
  options: { team: { pattern: /^[\\w -]{1,100}$/, example: 'Night shift' } },
  request(stored, { team }) {
    const { action, alias, ...alert } = JSON.parse(stored.body) as { action: string; alias: string }
    if (action === 'create') {
      const responders = [{ name: team, type: 'team' }]
      return { url: stored.url, body: JSON.stringify({ alias, ...alert, responders }) }
    }
    const url = new URL(stored.url)
    url.pathname += \`/\${alias}/\${action}\`
    url.searchParams.set('identifierType', 'alias')
    return { url: url.href, body: JSON.stringify({ source: 'Tocsin' }) }
  },
} satisfies FormatKind

function stepOf({ event, data }: Envelope): { action: 'create' | 'acknowledge' | 'close'; alias: string } | null {
  switch (event) {
    case 'incident.created':
    case 'incident.reopened':
    case 'incident.nobody_told':
      return { action: 'create', alias: \`tocsin-incident-\${data.incident_id}\` }
    case 'incident.acknowledged':
      return { action: 'acknowledge', alias: \`tocsin-incident-\${data.incident_id}\` }
    case 'incident.resolved':
      return { action: 'close', alias: \`tocsin-incident-\${data.incident_id}\` }
    case 'webhook.test':
      return { action: 'create', alias: \`tocsin-test-\${data.webhook_id}\` }
    default:
      return null
  }
}
`,
  },
  edits: {
    'src/core/webhooks/formats/formats.ts': [
      [
        "import { pagerdutyFormat } from './pagerduty.ts'\n",
        "import { opsgenieFormat } from './opsgenie.ts'\nimport { pagerdutyFormat } from './pagerduty.ts'\n",
      ],
      ['  pagerduty: pagerdutyFormat,\n', '  pagerduty: pagerdutyFormat,\n  opsgenie: opsgenieFormat,\n'],
    ],
    'src/words/en.ts': [
      ["    pagerduty: 'PagerDuty',\n", "    pagerduty: 'PagerDuty',\n    opsgenie: 'Opsgenie',\n"],
      [
        "    chat_id: { label: 'Chat', hint:",
        "    team: { label: 'Team', hint: 'Opsgenie: the team to which alerts are assigned.' },\n    chat_id: { label: 'Chat', hint:",
      ],
    ],
    'src/words/de.ts': [
      ["    pagerduty: 'PagerDuty',\n", "    pagerduty: 'PagerDuty',\n    opsgenie: 'Opsgenie',\n"],
      [
        "    chat_id: { label: 'Chat', hint:",
        "    team: { label: 'Team', hint: 'Opsgenie: das Team, dem Alarme zugewiesen werden.' },\n    chat_id: { label: 'Chat', hint:",
      ],
    ],
  },
  proof: `import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { withAddress } from '../src/core/webhooks/formats/formats.ts'
import { startApp } from './harness/app.ts'
import { addUser, openBrowser } from './harness/browser.ts'
import { startReceiver } from './harness/receiver.ts'

const AUTHORIZATION = 'GenieKey 0123-4567'

test('Opsgenie gets an incident from a webhook that was added with the API, and from one that was added in the console', async (t) => {
  const app = await startApp(t)
  const [first, second] = [await startReceiver(t), await startReceiver(t)]
  const admin = await app.logIn('admin')
  const webhook = { name: 'On call', url: first.url, format: 'opsgenie', headers: { Authorization: AUTHORIZATION } }
  const refused = await admin('POST', '/api/admin/webhooks', { ...webhook, format_options: { team: '<b>' } })
  assert.deepEqual([refused.status, refused.body.errors[0].field], [400, '/format_options/team'])
  const added = await admin('POST', '/api/admin/webhooks', { ...webhook, format_options: { team: 'Ward 3' } })
  assert.deepEqual([added.status, added.body.data.format_options], [201, ['team']])

  const browser = openBrowser(app.url)
  await browser.logIn((await addUser(app, 'admin')).email)
  const form = await browser.go('/webhooks/new')
  assert.match(form.text, /<option value="opsgenie">Opsgenie</)
  assert.match(form.text, /<label for="team">Team</)
  const fields = { name: 'Second', url: second.url, format: 'opsgenie', min_severity: 'info', tags: '' }
  const event = { 'event:incident.created': 'yes' }
  const headers = \`Authorization: \${AUTHORIZATION}\`
  assert.equal((await browser.send('/webhooks/new', { ...fields, ...event, headers, team: 'Ward 4' })).status, 201)

  await (await app.createDevice({ name: 'Worker 12', module: 'worker' })).send({ flags: { panic_pressed: true } })
  await app.runJobs()
  for (const receiver of [first, second]) {
    const team = receiver === first ? 'Ward 3' : 'Ward 4'
    const [{ headers, body }] = receiver.requests as [(typeof receiver.requests)[0]]
    const { description, message, ...alert } = JSON.parse(body)
    assert.equal(headers.authorization, AUTHORIZATION)
    assert.match(message, /^Worker 12: .*Panic/i)
    assert.match(description, /^Severity: /)
    const responders = [{ name: team, type: 'team' }]
    assert.deepEqual(alert, { alias: 'tocsin-incident-1', priority: 'P1', source: 'Tocsin', responders })
  }
  const stored = { url: 'https://api.opsgenie.com/v2/alerts', body: '{"action":"close","alias":"tocsin-incident-1"}' }
  const closed = withAddress('opsgenie', { team: 'Ward 3' }, stored)
  assert.equal(closed.url, 'https://api.opsgenie.com/v2/alerts/tocsin-incident-1/close?identifierType=alias')
})

test('Opsgenie has its bodies beside the tests, and its line in the manual', () => {
  const bodies = readFileSync('test/webhook-formats/opsgenie.txt', 'utf8')
  assert.match(bodies, /^incident.resolved \\{"action":"close","alias":"tocsin-incident-7"\\}$/m)
  assert.match(readFileSync('docs/webhooks.md', 'utf8'), /^\\| \`opsgenie\` \\| Opsgenie \\| \`team\`: /m)
})
`,
}
