import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { AttributesShape } from '../../../core/devices/device-attributes.ts'
import { NewDeviceBody } from '../../../core/devices/device-bodies.ts'
import { PortablePolicy } from '../../../core/escalation/portable-policies.ts'
import { PortableSchedule } from '../../../core/on-call/portable-schedules.ts'
import { parseRules } from '../../../core/rules/packs/rule-packs.ts'
import type { RuleDefinition } from '../../../core/rules/rule.ts'
import { CONFIGURATION_FORMAT } from '../../../core/settings/configuration-format.ts'
import { NewWebhookBody } from '../../../core/webhooks/webhook-shapes.ts'
import { OperatorError } from '../../../platform/errors.ts'
import { yamlOf } from '../../../platform/files/yaml-text.ts'
import { isNestedDeeper } from '../../../platform/nesting.ts'
import { sentenceOf } from '../../../platform/reasons.ts'
import { schemaFaults } from '../../../platform/schema-faults.ts'

const enabled = Type.Optional(Type.Boolean())

const DeviceInFile = Type.Object(
  { ...NewDeviceBody.properties, enabled, attributes: Type.Optional(AttributesShape) },
  { additionalProperties: false },
)

const WebhookInFile = Type.Object({ ...NewWebhookBody.properties, enabled }, { additionalProperties: false })

/** `exported_at` and `users` are information for readers of an API export. */
const DocumentShape = Type.Object(
  {
    format: Type.Literal(CONFIGURATION_FORMAT),
    exported_at: Type.Optional(Type.Unknown()),
    devices: Type.Optional(Type.Array(DeviceInFile)),
    rules: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()))),
    webhooks: Type.Optional(Type.Array(WebhookInFile)),
    schedules: Type.Optional(Type.Array(PortableSchedule)),
    policies: Type.Optional(Type.Array(PortablePolicy)),
    users: Type.Optional(Type.Unknown()),
  },
  { additionalProperties: false },
)

const shape = Compile(DocumentShape)

export type DeviceInFile = Static<typeof DeviceInFile>
export type WebhookInFile = Static<typeof WebhookInFile>

export interface ConfigurationDocument {
  devices: DeviceInFile[]
  rules: RuleDefinition[]
  webhooks: WebhookInFile[]
  schedules: PortableSchedule[]
  policies: PortablePolicy[]
}

/** Parses YAML or JSON, as written by `config export` and by the export of the API. Throws 400 with all faults. */
export function parseConfiguration(text: string, name: string): ConfigurationDocument {
  const content = parsed(text, name)
  if (isNestedDeeper(content)) throw new OperatorError(`${name} is nested too deep`)
  const faults = schemaFaults(shape, content).map(
    (fault) => `${fault.field === '/' ? 'the file' : fault.field} ${sentenceOf(fault)}`,
  )
  if (faults.length > 0) throw new OperatorError(`${name} is not sound.\n  ${faults.join('\n  ')}`)
  const {
    devices = [],
    rules = [],
    webhooks = [],
    schedules = [],
    policies = [],
  } = content as Static<typeof DocumentShape>
  return { devices, webhooks, schedules, policies, rules: rulesOf(rules, name) }
}

function parsed(text: string, name: string): unknown {
  try {
    const content = yamlOf(text, name) as { status?: unknown; data?: unknown } | null
    // A saved answer of the API.
    return content?.status === 'ok' ? content.data : content
  } catch (error) {
    throw new OperatorError((error as Error).message)
  }
}

/** The API shows a rule's definition together with its state. */
function rulesOf(rules: readonly Record<string, unknown>[], name: string): RuleDefinition[] {
  const definitions = rules.map((rule) =>
    typeof rule.definition === 'object' && 'origin' in rule ? { ...rule.definition, enabled: rule.enabled } : rule,
  )
  try {
    return parseRules(JSON.stringify(definitions), name)
  } catch (error) {
    throw new OperatorError((error as Error).message)
  }
}
