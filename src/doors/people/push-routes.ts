import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { ChannelSetup } from '../../core/contact-methods/add-contact-method.ts'
import { SubscriptionBody } from '../../core/contact-methods/channels/push/push-kind.ts'
import type { PushKeys } from '../../core/contact-methods/channels/push/vapid.ts'
import { removeSubscription, renewSubscription } from '../../core/contact-methods/renew-subscription.ts'
import type { Database } from '../../platform/database/database.ts'
import { notFound } from '../../platform/errors.ts'
import { operation } from '../../platform/http/route-list.ts'
import { requireJsonBody } from '../../platform/http/schemas/json-bodies.ts'

export interface PushRoutes {
  db: Database
  /** Null: they were encrypted with another ENCRYPTION_KEY. */
  pushKeys: PushKeys | null
  channels: () => ChannelSetup
  now: () => Date
}

const Known = Type.Object({ known: Type.Boolean({ description: 'false: the browser should end its subscription' }) })
const strict = { additionalProperties: false }
const config = { policy: 'public', scope: 'none' } as const
const EXAMPLE = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/fXc1…',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
}

/** For browsers that are subscribed to push messages, also without a session. */
export const pushRoutes: FastifyPluginAsyncTypebox<PushRoutes> = async (server, { db, pushKeys, channels, now }) => {
  const described = (operationId: string, summary: string) => operation(operationId, 'Notifications', summary)
  const onRequest = async (request: Parameters<typeof requireJsonBody>[0]) => requireJsonBody(request)

  server.get(
    '/push/key',
    {
      config,
      schema: {
        ...described('getPushKey', 'Get the key that browsers subscribe with'),
        response: { 200: Type.Object({ key: Type.String() }, { examples: [{ key: EXAMPLE.keys.p256dh }] }) },
        refusals: [404],
      },
    },
    async () => {
      if (pushKeys === null) throw notFound('Key')
      return { key: pushKeys.public_key }
    },
  )

  server.post(
    '/push/subscription',
    {
      config,
      onRequest,
      schema: {
        ...described('renewPushSubscription', 'Confirm or replace the subscription of a browser'),
        description: 'Without a login: the keys of the previous subscription, which may be the same, are the proof.',
        body: Type.Object(
          { previous: SubscriptionBody, subscription: SubscriptionBody },
          { ...strict, examples: [{ previous: EXAMPLE, subscription: EXAMPLE }] },
        ),
        response: { 200: Known },
      },
    },
    async ({ body, ip }) => ({ known: await renewSubscription(db, body, channels(), ip, now()) }),
  )

  server.post(
    '/push/subscription/removal',
    {
      config,
      onRequest,
      schema: {
        ...described('removePushSubscription', 'Remove the contact method of a browser'),
        description: 'Without a login: the keys of the subscription are the proof.',
        body: Type.Object({ subscription: SubscriptionBody }, { ...strict, examples: [{ subscription: EXAMPLE }] }),
        response: { 200: Known },
      },
    },
    async ({ body, ip }) => ({ known: await removeSubscription(db, body.subscription, channels(), ip, now()) }),
  )
}
