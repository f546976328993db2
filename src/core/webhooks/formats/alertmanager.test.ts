import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENVELOPES } from '../../../../test/harness/envelopes.ts'
import type { Envelope } from '../events/envelope.ts'
import { linked, webhookBody, withAddress, withTagsOf } from './formats.ts'

interface Posted {
  labels: Record<string, string>
  startsAt?: string
  endsAt: string
}

const posted = (envelope: Envelope): Posted[] => JSON.parse(webhookBody('alertmanager', envelope)!)
const isFiring = ({ startsAt }: Posted) => startsAt !== undefined
const identity = ({ labels }: Posted) => JSON.stringify(Object.entries(labels).sort())

for (const [begins, ends] of [
  ['alert.triggered', 'alert.resolved'],
  ['incident.created', 'incident.resolved'],
  ['incident.reopened', 'incident.resolved'],
  ['device.offline', 'device.online'],
] as const) {
  test(`${ends} ends what ${begins} began, of any severity`, () => {
    const [began, ended] = [posted(ENVELOPES[begins]), posted(ENVELOPES[ends])]
    assert.equal(began.filter(isFiring).length, 1)
    assert.equal(ended.filter(isFiring).length, 0)
    assert.deepEqual(began.map(identity).sort(), ended.map(identity).sort())
    assert.ok(began.find(isFiring)!.endsAt > began.find(isFiring)!.startsAt!)
  })
}

test('an alert that becomes more severe ends as what it was', () => {
  const { data } = ENVELOPES['alert.triggered']
  const before = posted({ ...ENVELOPES['alert.triggered'], data: { ...data, severity: 'warning' } }).find(isFiring)!
  const escalated = posted(ENVELOPES['alert.escalated'])
  assert.equal(escalated.find(isFiring)!.labels.severity, 'critical')
  const former = escalated.find((alert) => identity(alert) === identity(before))!
  assert.equal(former.endsAt, ENVELOPES['alert.escalated'].timestamp)
})

test('the address may end before that of the API', () => {
  const url = (text: string) => withAddress('alertmanager', {}, { url: text, body: '[]' }).url
  assert.equal(url('https://am.example.org/'), 'https://am.example.org/api/v2/alerts')
  assert.equal(url('https://example.org/am/'), 'https://example.org/am/api/v2/alerts')
  assert.equal(url('https://am.example.org/api/v2/alerts'), 'https://am.example.org/api/v2/alerts')
})

test('a webhook that is limited to tags has them as a label, the same when an alert begins and ends', () => {
  const labelled = (event: 'alert.triggered' | 'alert.resolved', tags: string[]): Posted[] =>
    JSON.parse(withTagsOf('alertmanager', webhookBody('alertmanager', ENVELOPES[event])!, tags))
  const [began, ended] = [labelled('alert.triggered', ['ward-3', 'icu']), labelled('alert.resolved', ['ward-3', 'icu'])]
  assert.ok([...began, ...ended].every(({ labels }) => labels.tags === 'ward-3,icu'))
  assert.deepEqual(began.map(identity).sort(), ended.map(identity).sort())
  assert.equal('tags' in labelled('alert.triggered', [])[0]!.labels, false)
})

test('each alert names its site, and links to its page; what concerns several sites has none', () => {
  const first = (envelope: Envelope) => {
    const [alert] = JSON.parse(
      linked('alertmanager', webhookBody('alertmanager', envelope)!, 'https://tocsin.example.org'),
    )
    return [alert.labels.site, alert.generatorURL]
  }
  assert.deepEqual(first(ENVELOPES['alert.triggered']), ['Home', 'https://tocsin.example.org/alerts/1'])
  assert.deepEqual(first(ENVELOPES['incident.resolved']), ['Home', 'https://tocsin.example.org/incidents/7'])
  assert.deepEqual(first(ENVELOPES['device.online']), ['Home', 'https://tocsin.example.org/devices/1'])
  const { data } = ENVELOPES['incident.created']
  const everywhere = { ...ENVELOPES['incident.created'], data: { ...data, site: null } }
  assert.deepEqual(first(everywhere), [undefined, 'https://tocsin.example.org/incidents/7'])
})
