import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '../../../../test/harness/any-text.ts'
import { ENVELOPES, HOSTILE_NAME } from '../../../../test/harness/envelopes.ts'
import { faultOf } from '../../../platform/error-messages/reasons.ts'
import type { Envelope } from '../events/envelope.ts'
import { webhookBody, withAddress } from './formats.ts'
import { faultOfTemplate, filledTemplate, TEMPLATE_NAMES } from './template.ts'

const envelopes = Object.values(ENVELOPES) as Envelope[]
const TEMPLATE = `{
  "text": "{{ title }}: \\"{{data.device_name}}\\"\\n{{text}}",
  "value": {{data.triggered_value}},
  "place": [{{data.lat}},{{data.lng}}],
  "nested": {"tone":{{tone}}},
  "devices": {{data.devices}},
  "{{event}}": "{{timestamp}}"
}`

test('values are text inside quotes and JSON elsewhere', () => {
  const { data, timestamp } = ENVELOPES['alert.triggered']
  assert.deepEqual(JSON.parse(filledTemplate(TEMPLATE, ENVELOPES['alert.triggered'])), {
    text: `Critical alert: ${data.title}: "${HOSTILE_NAME}"\n${[
      'Device: <!channel> @everyone *Boiler* [x](http://e.vil) & <b> #7',
      'Value: 185',
      'Limit: 180',
      `Measured: ${timestamp} (reported late)`,
      'Incident: #7',
    ].join('\n')}`,
    value: 185,
    place: [null, null],
    nested: { tone: 'critical' },
    devices: null,
    'alert.triggered': timestamp,
  })
})

test('a template that is accepted makes JSON of any event, whatever it holds', () => {
  assert.equal(faultOfTemplate(TEMPLATE), null)
  fc.assert(
    fc.property(fc.constantFrom(...envelopes), anyText(), (envelope, text) => {
      const data = { ...envelope.data, title: text, device_name: text }
      JSON.parse(filledTemplate(TEMPLATE, { ...envelope, data } as Envelope))
    }),
  )
})

test('a wrong name and a body that is no JSON are found', () => {
  for (const name of TEMPLATE_NAMES) assert.equal(faultOfTemplate(`{"x": {{${name}}}}`), null, name)
  assert.deepEqual(faultOfTemplate('{"x": "{{data.devise}}"}'), faultOf('template_name', 'data.devise'))
  assert.deepEqual(faultOfTemplate('{"x": "{{constructor}}"}'), faultOf('template_name', 'constructor'))
  assert.deepEqual(faultOfTemplate('{"x": "{{}}"}'), faultOf('template_no_json'))
  for (const template of [
    '',
    '{',
    '{"x": {{title}}',
    '{"x": {{title}} {{text}}}',
    '{{title}} {',
    '{"x\\": {{title}}}',
  ]) {
    assert.deepEqual(faultOfTemplate(template), faultOf('template_no_json'), template)
  }
})

test('the template is filled in when a delivery is sent, from the envelope of the outbox', () => {
  const body = webhookBody('template', ENVELOPES['device.online'])!
  const sent = withAddress('template', { template: '{"text":"{{title}}"}' }, { url: 'https://example.org/', body })
  assert.equal(sent.url, 'https://example.org/')
  assert.match(JSON.parse(sent.body).text, /^Device online again: <!channel>/)
})
