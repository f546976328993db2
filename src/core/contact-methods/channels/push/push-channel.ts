import { sentenceOf } from '../../../../platform/error-messages/reasons.ts'
import { openSender, openTrustedSender } from '../../../webhooks/sending/send-webhook.ts'
import type { Lookup } from '../../../webhooks/webhook-address.ts'
import { otherOutcome } from '../../outcome-texts.ts'
import type { Channel, ChannelOutcome } from '../channel.ts'
import type { PersonalMessage } from '../personal-message.ts'
import { encryptPush } from './encrypt-push.ts'
import { faultOfEndpoint, isAllowedOrigin } from './push-address.ts'
import type { PushAddress } from './push-notification.ts'
import { pushOutcome } from './push-outcome.ts'
import { pushPayload, pushTopic } from './push-payload.ts'
import { type PushKeys, vapidSigner } from './vapid.ts'

interface PushChannelOptions {
  keys: PushKeys
  publicUrl: string
  /** From PUSH_ALLOWED_ORIGINS, as `URL.origin` spells them. */
  allowedOrigins: readonly string[]
  resolver?: Lookup | undefined
}

/** Sends to browsers that have subscribed, through the push services of their makers. */
export function pushChannel({ keys, publicUrl, allowedOrigins, resolver }: PushChannelOptions): Channel<PushAddress> {
  const authorizationFor = vapidSigner(keys, publicUrl)
  const guarded = openSender({ allowHttp: false, allowedNetworks: [] }, resolver)
  const trusted = openTrustedSender(resolver)
  return {
    async send({ endpoint, keys: browser }, message, now) {
      // Again, since the environment may have changed after it was saved.
      const fault = faultOfEndpoint(endpoint, allowedOrigins)
      if (fault !== null) return failed(`the endpoint ${sentenceOf(fault)}`)
      const url = new URL(endpoint)
      const sender = isAllowedOrigin(url, allowedOrigins) ? trusted : guarded
      const sent = await sender.send({
        url: endpoint,
        headers: { ...pushHeaders(message), authorization: authorizationFor(endpoint, now) },
        body: encryptPush(pushPayload(message), browser),
      })
      return pushOutcome(sent, url.host, now)
    },
    close() {
      guarded.close()
      trusted.close()
    },
  }
}

const failed = (text: string): ChannelOutcome => ({ verdict: 'failed', detail: otherOutcome(text), not_before: null })

const pushHeaders = ({ ttl_s, quiet, tag }: PersonalMessage): Record<string, string> => ({
  'content-type': 'application/octet-stream',
  'content-encoding': 'aes128gcm',
  'user-agent': 'Tocsin',
  ttl: String(Math.max(0, Math.floor(ttl_s))),
  // A phone that sleeps takes minutes for what is not urgent.
  urgency: quiet ? 'normal' : 'high',
  ...(tag === null ? {} : { topic: pushTopic(tag) }),
})
