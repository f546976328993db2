import { once } from 'node:events'
import net from 'node:net'
import tls from 'node:tls'
import { INSTALLATION } from '../../core/reach/reach.ts'
import { guardedLookup } from '../../core/webhooks/sending/guarded-lookup.ts'
import { detailOf, failureOf } from '../../core/webhooks/sending/send-failure.ts'
import type { WebhookRecord } from '../../core/webhooks/webhook.ts'
import {
  type AddressPolicy,
  checkWebhookUrl,
  literalAddress,
  systemResolver,
} from '../../core/webhooks/webhook-address.ts'
import { listWebhooks } from '../../core/webhooks/webhook-store.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { sentenceOf } from '../../platform/error-messages/reasons.ts'
import { RequestError } from '../../platform/errors.ts'
import { type CheckResult, fail, okResult, warn } from './finding.ts'

const CONNECT_WITHIN_MS = 5_000

/** Checks that webhook receivers accept connections, by the same rules as deliveries. Sends no message. */
export async function checkReceivers(db: Queryable, policy: AddressPolicy, now: Date): Promise<CheckResult[]> {
  const webhooks = await listWebhooks(db, INSTALLATION, { afterId: 0, limit: 1_000 }, now)
  const enabled = webhooks.filter((webhook) => webhook.enabled)
  return Promise.all(enabled.map((webhook) => checkReceiver(webhook, policy)))
}

async function checkReceiver({ id, name, url, state }: WebhookRecord, policy: AddressPolicy): Promise<CheckResult> {
  const about = `webhook ${id}`
  try {
    await checkWebhookUrl(url, policy)
    await connectTo(new URL(url), policy)
  } catch (error) {
    const why = error instanceof RequestError ? sentenceOf(error.fault) : detailOf(failureOf(error), error)
    return fail(
      about,
      `${name}: ${why}`,
      'Check that the receiver is running, and the network between it and this machine',
    )
  }
  if (state !== 'held') return okResult(about, `${name} can be reached`)
  return warn(
    about,
    `${name} can be reached, but its deliveries are held because they kept failing`,
    'See its delivery log for the errors; deliveries resume by themselves',
  )
}

async function connectTo(url: URL, policy: AddressPolicy): Promise<void> {
  const isHttps = url.protocol === 'https:'
  const host = literalAddress(url) ?? url.hostname
  const port = Number(url.port) || (isHttps ? 443 : 80)
  const lookup = guardedLookup(policy, systemResolver)
  const isName = literalAddress(url) === null
  const socket = isHttps
    ? tls.connect({ host, port, lookup, ...(isName ? { servername: host } : {}) })
    : net.connect({ host, port, lookup })
  try {
    await once(socket, isHttps ? 'secureConnect' : 'connect', { signal: AbortSignal.timeout(CONNECT_WITHIN_MS) })
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error
    throw Object.assign(new Error('no connection within 5 seconds'), { code: 'TIMED_OUT' })
  } finally {
    // Destroyed in the middle of a handshake, the socket may still emit an error.
    socket.on('error', () => undefined).destroy()
  }
}
