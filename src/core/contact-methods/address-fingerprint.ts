import { createHmac } from 'node:crypto'
import type { ContactKind } from './contact-method.ts'

/**
 * Tells whether two sealed addresses are the same. `address` is JSON. The secret of a webhook is new each time, so only
 * the rest counts; mail servers do not tell capital letters from small ones. Pure.
 */
export function fingerprintOf(key: Buffer, kind: ContactKind, address: string): string {
  const { secret: _secret, ...counts } = JSON.parse(kind === 'email' ? address.toLowerCase() : address) as Record<
    string,
    unknown
  >
  return createHmac('sha256', key)
    .update(`contact ${kind} ${JSON.stringify(counts)}`)
    .digest('hex')
}
