import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { listRules } from '../alerts/rule-store.ts'
import { listDeviceSettings } from '../devices/list-devices.ts'
import { operation } from '../platform/http/route-list.ts'
import { Answer, AnyObject, NullableInteger, ok, Text, Time } from '../platform/http/shapes.ts'
import { listUsers } from '../users/user-store.ts'
import { ModuleShape, SeverityShape } from '../vocabulary/shapes.ts'
import { listWebhooks } from '../webhooks/webhook-store.ts'
import type { AdminContext } from './admin-context.ts'
import { AttributesShape } from './attribute-routes.ts'

/** `tocsin config import` reads it, too. */
export const FORMAT = 'tocsin-configuration-1'
const ALL = { afterId: 0, limit: 1_000_000 }
const Enabled = Type.Boolean()
const Texts = Type.Array(Text)

/** Its answer's schema leaves out what is no setting: states, ids, and all that is secret. */
const ConfigurationShape = Type.Object(
  {
    format: Type.Literal(FORMAT),
    exported_at: Time,
    devices: Type.Array(
      Type.Object({
        name: Text,
        module: ModuleShape,
        enabled: Enabled,
        tags: Texts,
        notes: Text,
        expected_interval_s: NullableInteger,
        offline_after_s: NullableInteger,
        attributes: AttributesShape,
      }),
    ),
    rules: Type.Array(Type.Object({ key: Text, enabled: Enabled, origin: Text, definition: AnyObject })),
    webhooks: Type.Array(
      Type.Object({
        name: Text,
        url: Text,
        format: Text,
        events: Texts,
        min_severity: SeverityShape,
        modules: Type.Array(ModuleShape),
        tags: Texts,
        enabled: Enabled,
      }),
    ),
    users: Type.Array(Type.Object({ email: Text, role: Text, enabled: Enabled })),
  },
  { title: 'Configuration', description: 'All that people have set up, without any secret.' },
)

export const exportRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (server, { db, now }) => {
  server.get(
    '/api/admin/export',
    {
      config: { policy: 'admin' },
      schema: {
        ...operation('exportConfiguration', 'Configuration', 'Export the configuration'),
        response: { 200: Answer(ConfigurationShape) },
      },
    },
    async (_request, reply) => {
      const [devices, rules, webhooks, users] = await Promise.all([
        listDeviceSettings(db),
        listRules(db),
        listWebhooks(db, ALL, now()),
        listUsers(db, ALL),
      ])
      reply.header('content-disposition', 'attachment; filename="tocsin-configuration.json"')
      return ok({ format: FORMAT, exported_at: now(), devices, rules, webhooks, users } as const)
    },
  )
}
