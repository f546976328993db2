import { secondsAfter } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { groupedLookUp } from '../../platform/database/grouped-look-up.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import { hashToken, isTokenShaped, newToken } from '../../platform/secrets.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import { SITE_CHANGED } from '../sites/site-store.ts'
import { addDevices } from './add-devices.ts'
import { lockDevice } from './change-device.ts'
import type { Device } from './device.ts'
import type { NewDevice } from './device-settings.ts'
import { DEVICE_CHANGED, EVERY_DEVICE, findDevicesByTokenHash, replaceToken, type TokenHolder } from './device-store.ts'

/** Limits memory even if every request has a different valid token. */
const CACHE_LIMIT = 100_000
/** Longest overlap of an old token with the new one: seven days. */
export const OVERLAP_LIMIT_S = 604_800

/** Creates a device and returns its token, which is never shown again. */
export async function createDevice(
  db: Database,
  device: NewDevice,
  by: ChangeBy,
  now: Date,
): Promise<{ id: number; token: string }> {
  const [added] = await addDevices(db, [device], by, now)
  const { id, token } = added!
  return { id, token }
}

/** Replaces the token at once; the old one stays valid for `overlapS` seconds. Throws 404. */
export async function rotateToken(
  db: Database,
  deviceId: number,
  overlapS: number,
  by: ChangeBy,
  now: Date,
): Promise<string> {
  const token = newToken()
  await db.transaction(async (tx) => {
    await lockDevice(tx, deviceId, by.reach)
    const replaced = await replaceToken(tx, deviceId, stored(token), secondsAfter(now, overlapS))
    const { name, ...states } = replaced
    const subject = { type: 'device', id: deviceId, name }
    await recordChange(tx, by, { action: 'device.token_rotated', subject, ...states }, now)
  })
  return token
}

const stored = (token: string) => ({ hash: hashToken(token), hint: token.slice(-4) })

export type FindDevice = (token: string) => Promise<Device | null> | Device | null

/**
 * Finds devices by token, from a cache if possible. Entries are dropped as soon as any node announces a change, and all
 * of them whenever announcements may have been missed. Unknown tokens are never cached: another node may be adding or
 * enabling their device at this moment.
 */
export function deviceFinder(db: Database, notifications: Notifications, now: () => Date): FindDevice {
  const known = new Map<string, TokenHolder>()
  // Counts invalidations, so that a lookup in progress when a token is revoked is not cached afterwards.
  let generation = 0
  notifications.onGap(() => {
    generation += 1
    known.clear()
  })
  notifications.on(SITE_CHANGED, () => {
    generation += 1
    known.clear()
  })
  notifications.on(DEVICE_CHANGED, (payload) => {
    generation += 1
    if (payload === EVERY_DEVICE) known.clear()
    const id = Number(payload)
    for (const [hash, { device }] of known) if (device.id === id) known.delete(hash)
  })

  const lookUp = groupedLookUp(async (tokenHashes) => {
    const before = generation
    const holders = await findDevicesByTokenHash(db, tokenHashes, now())
    if (generation !== before) return holders
    if (known.size + holders.size > CACHE_LIMIT) known.clear()
    for (const [tokenHash, holder] of holders) known.set(tokenHash, holder)
    return holders
  })

  return (token) => {
    if (!isTokenShaped(token)) return null
    const tokenHash = hashToken(token)
    const found = known.get(tokenHash)
    if (found !== undefined && (found.validUntil === null || found.validUntil > now())) return found.device
    return lookUp(tokenHash).then((holder) => holder?.device ?? null)
  }
}
