import { decryptSecret } from '../../../platform/secrets.ts'
import { linked, withAddress } from '../formats/formats.ts'
import type { ClaimedDelivery } from '../outbox/claim-deliveries.ts'
import { openValues } from '../sealed-values.ts'
import { requestHeaders, timestampOf } from './request-headers.ts'
import type { OutgoingMessage } from './send-webhook.ts'
import { sign } from './signature.ts'

/** The request of one attempt. Throws if the key is not the one that encrypted the secret. */
export function outgoingMessage(
  delivery: ClaimedDelivery,
  { encryptionKey, publicUrl }: { encryptionKey: Buffer; publicUrl: () => string },
  at: Date,
): OutgoingMessage {
  const { headers, options } = openValues(encryptionKey, delivery.values_sealed)
  const { url, body } = withAddress(delivery.format, options, {
    url: delivery.url,
    body: linked(delivery.format, delivery.body, publicUrl()),
  })
  const timestampS = timestampOf(at)
  const signatures = [delivery.secret_sealed, delivery.old_secret_sealed]
    .filter((sealed) => sealed !== null)
    .map((sealed) => sign(decryptSecret(encryptionKey, sealed), delivery.message_id, timestampS, body))
  return {
    url,
    body,
    headers: {
      ...headers,
      ...requestHeaders({ ...delivery, n: delivery.last_n + 1, at, signature: signatures.join(' ') }),
    },
  }
}
