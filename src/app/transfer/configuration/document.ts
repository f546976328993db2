import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { fenceFaults } from '../../../core/conditions/check-condition.ts'
import { AttributesShape } from '../../../core/devices/device-attributes.ts'
import { NewDeviceBody } from '../../../core/devices/device-bodies.ts'
import { PortablePolicy } from '../../../core/escalation/portable-policies.ts'
import { PortableSchedule } from '../../../core/on-call/portable-schedules.ts'
import { PortableSite } from '../../../core/reach/site-name.ts'
import { PortableGeofence } from '../../../core/rules/geofences/geofence-shapes.ts'
import { CONFIGURATION_FORMAT } from '../../../core/settings/configuration-format.ts'
import { SiteInFile } from '../../../core/sites/portable-sites.ts'
import { PortableStatusPage } from '../../../core/status-pages/portable-status-pages.ts'
import { NewWebhookBody } from '../../../core/webhooks/webhook-shapes.ts'
import { type FieldError, OperatorError } from '../../../platform/errors.ts'
import { yamlOf } from '../../../platform/files/yaml-text.ts'
import { isNestedDeeper } from '../../../platform/nesting.ts'
import { sentenceOf } from '../../../platform/reasons.ts'
import { schemaFaults } from '../../../platform/schema-faults.ts'
import { type RuleInFile, rulesIn } from './rules-as-files.ts'

const enabled = Type.Optional(Type.Boolean())

const site = PortableSite
const { site_id: _ofDevice, ...deviceFields } = NewDeviceBody.properties
const { site_id: _ofWebhook, ...webhookFields } = NewWebhookBody.properties

const DeviceInFile = Type.Object(
  { ...deviceFields, site, enabled, attributes: Type.Optional(AttributesShape) },
  { additionalProperties: false },
)

const WebhookInFile = Type.Object({ ...webhookFields, site, enabled }, { additionalProperties: false })

/** `exported_at` and `users` are information for readers of an API export. */
const DocumentShape = Type.Object(
  {
    format: Type.Literal(CONFIGURATION_FORMAT),
    exported_at: Type.Optional(Type.Unknown()),
    sites: Type.Optional(Type.Array(SiteInFile)),
    devices: Type.Optional(Type.Array(DeviceInFile)),
    status_pages: Type.Optional(Type.Array(PortableStatusPage)),
    rules: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()))),
    webhooks: Type.Optional(Type.Array(WebhookInFile)),
    geofences: Type.Optional(Type.Array(PortableGeofence)),
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
  sites: SiteInFile[]
  devices: DeviceInFile[]
  status_pages: PortableStatusPage[]
  geofences: PortableGeofence[]
  rules: RuleInFile[]
  webhooks: WebhookInFile[]
  schedules: PortableSchedule[]
  policies: PortablePolicy[]
}

/** Parses YAML or JSON, as written by `config export` and by the export of the API. Throws 400 with all faults. */
export function parseConfiguration(text: string, name: string): ConfigurationDocument {
  const content = parsed(text, name)
  if (isNestedDeeper(content)) throw new OperatorError(`${name} is nested too deep`)
  const inShape = schemaFaults(shape, content)
  const faults = (inShape.length > 0 ? inShape : faultsOfFences(content as Static<typeof DocumentShape>)).map(
    (fault) => `${fault.field === '/' ? 'the file' : fault.field} ${sentenceOf(fault)}`,
  )
  if (faults.length > 0) throw new OperatorError(`${name} is invalid.\n  ${faults.join('\n  ')}`)
  const {
    sites = [],
    devices = [],
    status_pages = [],
    geofences = [],
    rules = [],
    webhooks = [],
    schedules = [],
    policies = [],
  } = content as Static<typeof DocumentShape>
  return { sites, devices, status_pages, geofences, webhooks, schedules, policies, rules: rulesIn(rules, name) }
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

const faultsOfFences = ({ geofences = [] }: Static<typeof DocumentShape>): FieldError[] =>
  geofences.flatMap(({ fence }, place) =>
    fenceFaults(fence).map((fault) => ({ ...fault, field: `/geofences/${place}${fault.field}` })),
  )
