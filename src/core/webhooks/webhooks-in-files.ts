import Type, { type Static } from 'typebox'
import { NullableText, Text } from '../../platform/http/schemas/shapes.ts'
import { PortableSite } from '../reach/site-name.ts'
import { configurationSection } from '../sites/configuration-section.ts'
import { ModuleShape, SeverityShape } from '../vocabulary/shapes.ts'
import { changeWebhook } from './change-webhook.ts'
import { createWebhook, type NewWebhook, type Protection } from './create-webhook.ts'
import { DEFAULT_EVENTS } from './events/webhook-events.ts'
import { normalizedUrl } from './webhook-address.ts'
import { NewWebhookBody } from './webhook-shapes.ts'
import { listWebhooks } from './webhook-store.ts'

declare module '../sites/configuration-section.ts' {
  interface ImportContext {
    protection: Protection
  }
}

const { site_id: _, ...fields } = NewWebhookBody.properties
const WebhookInFile = Type.Object(
  { ...fields, site: PortableSite, enabled: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
)
/** High enough for all: there are at most a hundred. */
const ALL = { afterId: 0, limit: 1_000 }

/** Webhooks, without their secrets. */
export const webhooksInFiles = configurationSection<Static<typeof WebhookInFile>, NewWebhook & { enabled: boolean }>({
  kind: 'webhook',
  section: 'webhooks',
  shape: WebhookInFile,
  exportShape: Type.Object({
    name: Text,
    site: NullableText,
    url: Text,
    format: Text,
    events: Type.Array(Text),
    min_severity: SeverityShape,
    modules: Type.Array(ModuleShape),
    tags: Type.Array(Text),
    enabled: Type.Boolean(),
  }),
  isWrittenEmpty: true,
  hasNamesakes: true,
  secret: { name: 'secret' },
  list: async ({ db, reach, now }) =>
    (await listWebhooks(db, reach, ALL, now)).map((webhook) => {
      const { id, site, name, url, format, events, min_severity, modules, tags, enabled } = webhook
      return { id, name, site, fields: { name, url, format, events, min_severity, modules, tags, enabled } }
    }),
  reader: ({ sites }) => {
    const defaults = { format: 'envelope', min_severity: 'info', modules: [], tags: [] } as const
    return ({ site, headers, format_options, enabled = true, ...given }) => {
      const [name, url] = [given.name.trim(), normalizedUrl(given.url)]
      const site_id = sites.idOf({ site }, name)
      const fields = {
        ...defaults,
        modules: [],
        tags: [],
        events: [...DEFAULT_EVENTS],
        ...given,
        ...{ name, url, enabled },
      }
      const sealed = { ...(headers && { headers }), ...(format_options && { format_options }) }
      return { name, site_id, fields, body: { ...fields, ...sealed, site_id } }
    }
  },
  async add({ body: { enabled, ...body } }, { db, protection, by, now }) {
    const { id, secret } = await createWebhook(db, body, protection, by, now)
    if (!enabled) await changeWebhook(db, id, { enabled }, protection, { by, versions: null, now })
    return secret
  },
  change: ({ id }, { body: { site_id: _, ...changes } }, { db, protection, by, now }) =>
    changeWebhook(db, id, changes, protection, { by, versions: null, now }),
})
