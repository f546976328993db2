import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import { recordDownload } from '../../../core/audit-log/record-download.ts'
import { AttributesShape } from '../../../core/devices/device-attributes.ts'
import { settingShapes } from '../../../core/devices/device-settings.ts'
import { type ListedSettings, listDeviceSettings } from '../../../core/devices/lists/list-devices.ts'
import { listPortablePolicies, PortablePolicy } from '../../../core/escalation/portable-policies.ts'
import { listPortableSchedules, PortableSchedule } from '../../../core/on-call/portable-schedules.ts'
import { userOf } from '../../../core/people/credentials/caller.ts'
import { listUsers, type UserRecord } from '../../../core/people/user-store.ts'
import { INSTALLATION } from '../../../core/reach/reach.ts'
import type { SiteName } from '../../../core/reach/site-name.ts'
import { listGeofences, type NamedGeofence } from '../../../core/rules/geofences/geofence-store.ts'
import { listRulesBehind, type StoredRule } from '../../../core/rules/rule-store.ts'
import { CONFIGURATION_FORMAT } from '../../../core/settings/configuration-format.ts'
import { listPortableSites, PortableSiteShape } from '../../../core/sites/portable-sites.ts'
import { listPortableStatusPages } from '../../../core/status-pages/portable-status-pages.ts'
import { ModuleShape, SeverityShape } from '../../../core/vocabulary/shapes.ts'
import type { WebhookRecord } from '../../../core/webhooks/webhook.ts'
import { listWebhooks } from '../../../core/webhooks/webhook-store.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { jsonList, pagesOf, written } from '../../../platform/files/file-format.ts'
import { forPrograms } from '../../../platform/http/route-list.ts'
import { AnyObject, DataResponse, NullableText, Text, Time } from '../../../platform/http/schemas/shapes.ts'
import { fileSender, JSON_TYPE, textBy } from '../../../platform/http/send-file.ts'
import type { AdminContext } from './admin-context.ts'

const PAGE_ROWS = 200
const Enabled = Type.Boolean()
const Texts = Type.Array(Text)

/** The schema leaves out everything that is not a setting: states, ids and secrets. */
const ConfigurationShape = Type.Object(
  {
    format: Type.Literal(CONFIGURATION_FORMAT),
    exported_at: Time,
    sites: Type.Array(PortableSiteShape),
    devices: Type.Array(Type.Object({ ...settingShapes, site: NullableText, attributes: AttributesShape })),
    status_pages: Type.Array(
      Type.Object({
        site: NullableText,
        title: Text,
        devices: Type.Array(
          Type.Object({ device: Text, nth: Type.Optional(Type.Integer()), group_name: Text, label: Text }),
        ),
      }),
    ),
    geofences: Type.Array(Type.Object({ name: Text, site: NullableText, fence: AnyObject })),
    rules: Type.Array(
      Type.Object({ key: Text, site: NullableText, enabled: Enabled, origin: Text, definition: AnyObject }),
    ),
    webhooks: Type.Array(
      Type.Object({
        name: Text,
        site: NullableText,
        url: Text,
        format: Text,
        events: Texts,
        min_severity: SeverityShape,
        modules: Type.Array(ModuleShape),
        tags: Texts,
        enabled: Enabled,
      }),
    ),
    schedules: Type.Array(Type.Object({ ...PortableSchedule.properties, name: Text })),
    policies: Type.Array(Type.Object({ ...PortablePolicy.properties, name: Text })),
    users: Type.Array(Type.Object({ email: Text, role: Text, enabled: Enabled })),
  },
  { title: 'Configuration', description: 'The whole configuration, without secrets.' },
)

export const adminExportRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (server, { db, now }) => {
  const sendFile = fileSender(server)

  server.get(
    '/api/admin/export',
    {
      config: { policy: 'admin', scope: 'installation' },
      // A HEAD request would do all the work and discard it.
      exposeHeadRoute: false,
      schema: {
        ...forPrograms('exportConfiguration', 'Configuration', 'Export the configuration'),
        refusals: [429],
        response: { 200: DataResponse(ConfigurationShape) },
      },
    },
    async (request, reply) =>
      sendFile(reply, {
        download: {
          name: 'tocsin-configuration.json',
          record: () => recordDownload(db, request, { what: 'configuration' }, now()),
        },
        type: JSON_TYPE,
        reader: userOf(request).id,
        check: request.readmit,
        pieces: (signal) => configurationPieces(db, reply, now(), signal),
      }),
  )
}

type Next<Row> = (last: Row | null, limit: number) => Promise<Row[]>

/** With the name of the site instead of the site. */
const named = (row: object & { site?: SiteName | null }) => ({ ...row, site: row.site?.name ?? null })

/** Reads a page of each list at a time: the number of devices and users is unlimited. */
async function* configurationPieces(
  db: Queryable,
  reply: FastifyReply,
  now: Date,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { devices, geofences, rules, webhooks, users } = ConfigurationShape.properties
  type Shown = object & { site?: SiteName | null }
  function list<Row extends Shown>({ items }: Type.TArray, next: Next<Row>, show: (row: Row) => object = named) {
    const text = textBy(reply, items)
    return written(
      jsonList<Row>((row) => text(show(row))),
      pagesOf(next, PAGE_ROWS, signal),
    )
  }
  const behind = (last: { id: number } | null, limit: number) => ({ afterId: last?.id ?? 0, limit })

  const sites = await listPortableSites(db, INSTALLATION)
  yield `{"status":"ok","data":{"format":"${CONFIGURATION_FORMAT}","exported_at":"${now.toISOString()}","sites":${JSON.stringify(sites)},"devices":`
  yield* list(
    devices,
    (last: ListedSettings | null, limit) => listDeviceSettings(db, behind(last, limit)),
    sites.length === 0 ? (device) => ({ ...device, site: null }) : named,
  )
  const pages = (await listPortableStatusPages(db)).map((page) => (sites.length === 0 ? { ...page, site: null } : page))
  yield `,"status_pages":${JSON.stringify(pages)}`
  yield ',"geofences":'
  yield* list(geofences, async (last: NamedGeofence | null) => (last === null ? listGeofences(db, INSTALLATION) : []))
  yield ',"rules":'
  yield* list(rules, (last: StoredRule | null, limit) => listRulesBehind(db, INSTALLATION, last?.key ?? '', limit))
  yield ',"webhooks":'
  yield* list(webhooks, (last: WebhookRecord | null, limit) => listWebhooks(db, INSTALLATION, behind(last, limit), now))
  yield `,"schedules":${JSON.stringify(await listPortableSchedules(db, INSTALLATION))}`
  yield `,"policies":${JSON.stringify(await listPortablePolicies(db, INSTALLATION))}`
  yield ',"users":'
  yield* list(users, (last: UserRecord | null, limit) => listUsers(db, INSTALLATION, behind(last, limit)))
  yield '}}'
}
