import { type RequestError, tooManyRequests } from '../../platform/errors.ts'
import type { Device } from '../devices/device.ts'
import type { LimitReason } from '../devices/refusals/refusal.ts'
import type { GroupCommit } from './group-commit.ts'
import type { ReceivedReading } from './ingest-readings.ts'

const MINUTE_MS = 60_000
/** Fractions of a reading that computing leaves. */
const NEARLY = 1e-6
/** The devices of a site that are refused together do not all come back together. */
const SITE_RETRY_SPREAD_S = 5

/** Readings a minute; 0: as many as they like. */
export interface ReadingLimits {
  device: number
  site: number
}

interface LimitedBy {
  /** Limits of sites that have none of their own. */
  limits: ReadingLimits
  /** Whether a reading is one that no limit refuses. */
  isAlarm(received: ReceivedReading): boolean
  /** Called for each refusal with the number of its readings. */
  onRefused(refused: LimitedReadings): void
  now(): Date
}

export interface LimitedReadings {
  device: Device
  reason: LimitReason
  /** Readings a minute. */
  limit: number
  count: number
  /** Whether it is the first refusal of this device, or of this site, within a minute. */
  isNews: boolean
}

/** The part of its minute that a device, or a site, has used; it is given back evenly. */
interface Account {
  used: number
  at: number
  limit: number
  reportedAt: number
}

/**
 * Refuses readings of a device, or of a site, beyond so many a minute, before they are queued. As many as are allowed a
 * minute may come at once. Those of one request are taken or refused together: also more than a minute's worth, once
 * half of the minute is there, and what comes next waits the longer. Constant time for each request. Memory is for the devices
 * and sites that are not back at their whole minute, and none without limits.
 */
export function limitedCommits(commits: GroupCommit, limited: LimitedBy): GroupCommit {
  const refusal = readingLimiter(limited)
  return {
    ...commits,
    submit(received, bytes) {
      const { device } = received
      if (isUnlimited(device, limited.limits)) return commits.submit(received, bytes)
      const refused = commits.isFull() ? null : refusal(device, [received])
      return refused === null ? commits.submit(received, bytes) : Promise.reject(refused)
    },
    submitMany(received, bytes) {
      const device = received[0]?.device
      if (device === undefined || isUnlimited(device, limited.limits)) return commits.submitMany(received, bytes)
      const refused = commits.isFull() ? null : refusal(device, received)
      return refused === null ? commits.submitMany(received, bytes) : Promise.reject(refused)
    },
  }
}

const isUnlimited = (device: Device, limits: ReadingLimits): boolean =>
  (device.device_readings_per_minute ?? limits.device) === 0 && (device.site_readings_per_minute ?? limits.site) === 0

/** Returns the function that takes readings of one device into account, or says why it does not. */
export function readingLimiter({ limits, isAlarm, onRefused, now }: LimitedBy) {
  const devices = new Map<number, Account>()
  const sites = new Map<number, Account>()
  let sweptAt = 0

  function accountOf(accounts: Map<number, Account>, id: number, limit: number, at: number): Account {
    let account = accounts.get(id)
    if (account === undefined) {
      account = { used: 0, at, limit, reportedAt: -Infinity }
      accounts.set(id, account)
    }
    giveBack(account, at)
    // Nobody waits longer than a minute for what another limit left.
    if (account.limit !== limit) account.used = Math.min(account.used, limit)
    account.limit = limit
    return account
  }

  /** Once a minute, so that each request pays for what it adds. */
  function sweep(at: number): void {
    if (Math.abs(at - sweptAt) < MINUTE_MS) return
    sweptAt = at
    for (const accounts of [devices, sites]) {
      for (const [id, account] of accounts) {
        giveBack(account, at)
        if (account.used === 0 && at - account.reportedAt >= MINUTE_MS) accounts.delete(id)
      }
    }
  }

  return (device: Device, readings: readonly ReceivedReading[]): RequestError | null => {
    const at = now().getTime()
    sweep(at)
    const [ofDevice, ofSite] = [
      device.device_readings_per_minute ?? limits.device,
      device.site_readings_per_minute ?? limits.site,
    ]
    const own = ofDevice === 0 ? null : accountOf(devices, device.id, ofDevice, at)
    const shared = ofSite === 0 ? null : accountOf(sites, device.site_id, ofSite, at)
    const count = readings.length
    const takenFrom = [own, shared].filter((account) => account !== null)
    const full = takenFrom.find((account) => !hasRoom(account, count))
    if (full === undefined) {
      for (const account of takenFrom) account.used += count
      return null
    }
    if (readings.some(isAlarm)) {
      // Readings after it do not wait longer than after a minute's worth.
      for (const account of takenFrom)
        account.used = Math.max(account.used, Math.min(account.used + count, account.limit))
      return null
    }
    const reason = full === own ? 'device_limit' : 'site_limit'
    const isNews = Math.abs(at - full.reportedAt) >= MINUTE_MS
    if (isNews) full.reportedAt = at
    onRefused({ device, reason, limit: full.limit, count, isNews })
    const spreadS = full === own ? 0 : Math.random() * SITE_RETRY_SPREAD_S
    return tooManyRequests(waitS(full, count) + spreadS, reason, full.limit)
  }
}

/** A clock that goes back gives nothing, and takes nothing. */
function giveBack(account: Account, at: number): void {
  account.used = Math.max(0, account.used - (Math.max(0, at - account.at) * account.limit) / MINUTE_MS)
  account.at = at
}

/**
 * The most that may be used for so many to be taken. For more than a minute's worth, half of it: the whole minute of a site with
 * many devices is hardly ever there.
 */
const mostUsed = (limit: number, count: number): number => (count > limit ? limit / 2 : limit - count)

const hasRoom = ({ used, limit }: Account, count: number): boolean => used < mostUsed(limit, count) + NEARLY

const waitS = ({ used, limit }: Account, count: number): number =>
  Math.max(1, ((used - mostUsed(limit, count)) * 60) / limit)
