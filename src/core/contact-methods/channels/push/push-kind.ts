import Type from 'typebox'
import type { ChannelKind } from '../channel-kind.ts'
import { checkSubscription } from './push-address.ts'
import { pushChannel } from './push-channel.ts'
import type { PushAddress } from './push-notification.ts'

/** A subscription as browsers write it: PushSubscription.toJSON(). */
export const SubscriptionBody = Type.Object(
  {
    endpoint: Type.String({ maxLength: 4_096 }),
    keys: Type.Object({ p256dh: Type.String({ maxLength: 200 }), auth: Type.String({ maxLength: 100 }) }),
  },
  { description: 'what the browser answered (PushSubscription.toJSON())' },
)

/** Push services beside the known ones, as `URL.origin` spells them. */
export type AllowedOrigins = readonly string[]

export const push: ChannelKind<{ subscription: PushAddress }, PushAddress, AllowedOrigins> = {
  icon: 'smartphone',
  fields: { subscription: { schema: SubscriptionBody, input: 'browser' } },
  details: 'full',
  verifiedBy: 'browser',
  completes: ['phone'],
  readSettings(text, faults) {
    const given = text('PUSH_ALLOWED_ORIGINS')
    const origins = given === null ? [] : originsIn(given)
    const wanted = 'origins such as https://push.example.org, separated by commas'
    if (origins === null) faults.push(`PUSH_ALLOWED_ORIGINS must be ${wanted}, not ${JSON.stringify(given)}`)
    return origins ?? []
  },
  addressOf: ({ subscription }, { settings }) => checkSubscription(subscription, settings),
  hintOf: ({ endpoint }) => new URL(endpoint).host,
  open: ({ settings, pushKeys: keys, publicUrl, resolver }) =>
    keys === null ? null : pushChannel({ keys, publicUrl, allowedOrigins: settings, resolver }),
}

function originsIn(text: string): string[] | null {
  const urls = text.split(',').map((part) => URL.parse(part.trim()))
  return urls.every((url) => url !== null && isOrigin(url)) ? urls.map((url) => url!.origin) : null
}

/** Whether it has a scheme, a host and a port, and nothing else. */
const isOrigin = ({ protocol, hostname, origin, href }: URL): boolean =>
  /^https?:$/.test(protocol) && !hostname.includes('*') && href === `${origin}/`
