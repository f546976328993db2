import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { type FoundExplanation, findExplanation } from '../../../core/rehearsal/explanation/find-explanation.ts'
import { findRule, type StoredRule } from '../../../core/rules/rule-store.ts'
import { notFound } from '../../../platform/errors.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { IdParams } from '../../../platform/http/schemas/shapes.ts'
import { whyItFires } from '../../alerts/alert/why-it-fires.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { dataTable } from '../../frame/lists/data-table.ts'
import { showPage } from '../../frame/page/pages-and-forms.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { card, live } from '../../frame/parts/page-parts.ts'
import { RulePageParams } from '../../rules/rule-params.ts'
import { sentenceOfRule } from '../../rules/rule-sentence.ts'
import { deviceShell } from './device-header.ts'
import { shownDevice } from './find-device.ts'

/** Why a rule fires for a device, or why it does not. */
export function ruleOfDevicePage(server: FastifyInstance, { db, offlineAfterS }: ConsoleContext): void {
  showPage(server, 'viewer', 'device', '/devices/:id/rules/:key', {
    params: Type.Object({ ...IdParams.properties, ...RulePageParams.properties }),
    async show(visitor, { params }) {
      const { device, reader } = await shownDevice(db, visitor, params)
      const { reach, now } = reader
      const [rule, explanation] = await Promise.all([
        findRule(db, reach, params.key),
        findExplanation(db, reach, params.key, device.id, offlineAfterS, now),
      ])
      if (rule === null || explanation === null) throw notFound('Rule')
      return deviceShell(
        reader,
        device,
        'alerts',
        {},
        live('rule-of-device', 'reading alert rule silence', explained(reader, rule, explanation), device.id),
      )
    },
  })
}

function explained(reader: Reader, { key, definition }: StoredRule, explanation: FoundExplanation): Html {
  const { t, format } = reader
  const { rehearsal: words } = t
  const { in_scope, in_hours, enabled, alert_id, newest_reading } = explanation
  const notes = [
    in_scope ? null : words.outOfScope,
    enabled ? null : words.off,
    in_hours ? null : words.outOfHours,
    newest_reading === null ? t.telemetry.neverSent : null,
  ].filter((note) => note !== null)
  return card(
    reader.ruleName(definition),
    html`<p>${sentenceOfRule(reader, definition)}</p>
    ${notes.map((note) => html`<p class="notice">${note}</p>`)}
    ${in_scope ? whyItFires(reader, { ...explanation, enabled: true }, definition) : null}
    ${alert_id === null ? null : html`<p><a href="/alerts/${alert_id}">${t.telemetry.rules.alert}</a></p>`}
    ${newest_reading === null ? null : html`<p class="meta">${words.lastAt} ${format.ago(newest_reading.at)}</p>`}
    <p><a class="button" href="/rules/${key}">${t.telemetry.rules.open}</a></p>`,
  )
}

/** The rules of a device, each with the page that explains it. */
export function rulesOfDevice(reader: Reader, deviceId: number, rules: readonly StoredRule[]): Content {
  const { t } = reader
  const { rules: words } = t.telemetry
  if (rules.length === 0) return null
  const address = ({ key }: StoredRule) => `/devices/${deviceId}/rules/${key}`
  return card(
    words.title,
    html`<p class="meta">${words.hint}</p>
    ${dataTable({
      caption: words.title,
      rows: rules,
      key: ({ key }) => key,
      address,
      columns: [
        {
          name: t.terms.rule,
          kind: 'main',
          show: (rule) =>
            html`<a href="${address(rule)}">${reader.ruleName(rule.definition)}</a>${rule.enabled ? null : html` <span class="badge off">${t.rules.off}</span>`}`,
        },
        { name: words.condition, show: ({ definition }) => html`<span>${sentenceOfRule(reader, definition)}</span>` },
      ],
    })}`,
  )
}
