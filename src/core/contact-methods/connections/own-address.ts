import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Fault, faultOf } from '../../../platform/error-messages/reasons.ts'
import type { Sender } from '../../webhooks/sending/send-webhook.ts'
import { faultOfSent } from './connection-faults.ts'

/** Where a service proves that an address is its own. */
export const OWN_ADDRESS = '/own-address'
export const CHALLENGE = '^[0-9a-f]{64}$'

/** Answer to a challenge that only nodes of this installation can give. Pure. */
export const proofOf = (encryptionKey: Buffer, challenge: string): string =>
  createHmac('sha256', encryptionKey).update(`own address ${challenge}`).digest('hex')

/** Asks the service at an address whether it is this one. Returns what is wrong; null: it is. */
export async function tryOwnAddress(url: string, sender: Sender, encryptionKey: Buffer): Promise<Fault | null> {
  const challenge = randomBytes(32).toString('hex')
  const sent = await sender.send({
    url: `${url}${OWN_ADDRESS}`,
    headers: { 'content-type': 'application/json', 'user-agent': 'Tocsin' },
    body: JSON.stringify({ challenge }),
  })
  const { host } = new URL(url)
  // A status of another service says nothing about ours.
  if (sent.outcome === 'http_status') return faultOf('somebody_else', host)
  if (sent.outcome !== 'delivered') return faultOfSent(sent, url)
  const isOurs = isEqual(sent.response_body ?? '', JSON.stringify({ proof: proofOf(encryptionKey, challenge) }))
  return isOurs ? null : faultOf('somebody_else', host)
}

function isEqual(one: string, other: string): boolean {
  const [given, wanted] = [Buffer.from(one), Buffer.from(other)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
