import { isDeepStrictEqual } from 'node:util'
import { type FieldError, fieldError, invalidFields } from '../../../platform/errors.ts'
import { type ConnectionKey, FAULTS, type GivenConnections, SPELLED } from '../../settings/connections/connection.ts'
import { parseSmtpUrl } from '../../settings/connections/smtp-settings.ts'
import { ANYWHERE, isAddressAllowed } from '../../webhooks/sending/public-address.ts'
import { type AddressPolicy, checkWebhookUrl, type Lookup, systemResolver } from '../../webhooks/webhook-address.ts'

/** As people enter them: a secret that is left out stays as it is, as long as it is for the same server and user. */
export interface EnteredConnections extends Omit<GivenConnections, 'ntfy'> {
  ntfy: { url: string; token?: string | null }
}

export interface Guard {
  /** The servers that administrators may name here, like those of webhooks. */
  policy: AddressPolicy
  resolver?: Lookup
}

/**
 * The entered setting, complete and in its usual spelling. Throws 400 with the fields that are wrong. Mail servers may be in the
 * local network, as most are; ntfy and the heartbeat are requested over HTTP, so they are guarded like webhooks; so that
 * nobody who has only got into the console can send a secret to a server of theirs, it is not kept for another one.
 */
export async function checkConnection<Key extends ConnectionKey>(
  key: Key,
  entered: EnteredConnections[Key],
  stored: GivenConnections[Key] | undefined,
  guard: Guard,
): Promise<GivenConnections[Key]> {
  const given = COMPLETED[key](entered as never, stored as never) as GivenConnections[Key] | FieldError
  if (isFault(given)) throw invalidFields([given])
  const faults = FAULTS[key](given).flatMap(({ field, fault }) =>
    fault === null ? [] : [{ field: `/${key}${field}`, ...fault }],
  )
  if (faults.length > 0) throw invalidFields(faults)
  const spelled = SPELLED[key](given)
  await checkServer(key, spelled, guard)
  return spelled
}

const isFault = (given: unknown): given is FieldError =>
  typeof given === 'object' && given !== null && 'reason' in given

type Complete<Key extends ConnectionKey> = (
  entered: EnteredConnections[Key],
  stored: GivenConnections[Key] | undefined,
) => GivenConnections[Key] | FieldError

const COMPLETED: { [Key in ConnectionKey]: Complete<Key> } = {
  public_url: (url) => url.trim().replace(/\/$/, ''),
  smtp(entered, stored) {
    const url = URL.parse(entered.url)
    if (url === null || url.username === '' || url.password !== '') return entered
    const isSame = stored !== undefined && isDeepStrictEqual(serverAndUser(stored.url), serverAndUser(entered.url))
    if (isSame) return { url: stored.url, from: entered.from }
    return stored === undefined || new URL(stored.url).password === ''
      ? entered
      : fieldError('/smtp/url', 'secret_of_another')
  },
  ntfy({ url, token }, stored) {
    if (token !== undefined) return { url, token }
    if (stored === undefined || stored.token === null) return { url, token: null }
    return URL.parse(url)?.origin === stored.url
      ? { url, token: stored.token }
      : fieldError('/ntfy/token', 'secret_of_another')
  },
  telegram_bot_token: (token) => token.trim(),
  heartbeat_url: (url) => url.trim(),
}

/** A mail server and its user, however the URL is spelled; null: it is no such URL. */
function serverAndUser(url: string): object | null {
  const parsed = parseSmtpUrl(url)
  return parsed && { ...parsed, auth: parsed.auth?.user }
}

async function checkServer(key: ConnectionKey, given: GivenConnections[ConnectionKey], guard: Guard): Promise<void> {
  const { policy, resolver = systemResolver } = guard
  if (key === 'ntfy') await checkWebhookUrl((given as GivenConnections['ntfy']).url, policy, resolver, '/ntfy/url')
  if (key === 'heartbeat_url') await checkWebhookUrl(given as string, policy, resolver, '/heartbeat_url')
  if (key === 'smtp') await checkMailHost(parseSmtpUrl((given as GivenConnections['smtp']).url)!.host, resolver)
}

async function checkMailHost(host: string, resolver: Lookup): Promise<void> {
  const found = await resolver(host).catch(() => [])
  if (found.length === 0) throw invalidFields([fieldError('/smtp/url', 'host_unknown')])
  if (!found.every(({ address }) => isAddressAllowed(address, ANYWHERE)))
    throw invalidFields([fieldError('/smtp/url', 'host_never')])
}
