import type { Database, Queryable } from '../../platform/database/database.ts'
import { isPartitionMissing } from '../../platform/database/sql-errors.ts'
import { type Device, offlineThresholdS } from '../devices/device.ts'
import { announceReturn } from '../devices/presence/announce-return.ts'
import type { IncidentSettings } from '../incidents/incident.ts'
import { recordEffects } from '../rules/effects/record-effects.ts'
import { findRuleStates } from '../rules/effects/rule-state-store.ts'
import type { RuleSet } from '../rules/engine/rule-set.ts'
import { findCompacted } from '../telemetry/chunks/find-compacted.ts'
import { closedHours } from '../telemetry/hours/closed-hours.ts'
import { type DeviceHour, markHours } from '../telemetry/hours/hourly-metrics.ts'
import { foldLatest } from '../telemetry/latest/latest-metrics.ts'
import {
  type LockedState,
  lockDeviceStates,
  newestKnown,
  type SeenDevice,
  updateDeviceStates,
} from '../telemetry/latest/latest-store.ts'
import type { Reading } from '../telemetry/reading.ts'
import type { ReadingMonths } from '../telemetry/storage/reading-months.ts'
import { storeReadings } from '../telemetry/storage/telemetry-store.ts'
import { type DeviceGroup, evaluateRound, type SeenGroup } from './evaluate-round.ts'

/** A reading and its authenticated device: step 1 of the specification is done. */
export interface ReceivedReading {
  device: Device
  reading: Reading
}

export interface IngestContext {
  /** A pipelining database: statements that do not wait for each other are issued together. */
  db: Database
  rules: () => RuleSet
  months: ReadingMonths
  incidents: IncidentSettings
  offlineAfterS: number
  now: () => Date
}

/** Result of a group, for metrics and listeners. */
export interface IngestedGroup {
  /** Readings that had not been stored before. */
  fresh: ReadonlySet<Reading>
  /** Time spent on rules. */
  evaluationMs: number
}

/**
 * Steps 2 to 7 of the specification, for a group of readings in one transaction. When it returns, everything they
 * caused is on disk; when it throws, nothing is.
 */
export async function ingestReadings(
  context: IngestContext,
  received: readonly ReceivedReading[],
): Promise<IngestedGroup> {
  const { months } = context
  const times = received.map(({ reading }) => reading.at)
  const groups = groupByDevice(received)
  await months.ensure(times)
  const oldest = Math.min(...times)
  const isOld = oldest < context.now().getTime() - RECENT_MS
  try {
    return await ingestGroups(context, groups, isOld)
  } catch (error) {
    if (error instanceof MayBeCompacted) return await ingestGroups(context, groups, true)
    if (!isPartitionMissing(error)) throw error
    // The retention has just dropped this month. Late readings are stored all the same, until its next run.
    months.forget()
    await months.ensure(times)
    return await ingestGroups(context, groups, true)
  }
}

/** Younger readings are not in chunks, unless clocks differ; see `MayBeCompacted`. */
const RECENT_MS = 3_600_000

/** Rolls back a group that has to look into chunks after all. */
class MayBeCompacted extends Error {}

async function ingestGroups(
  context: IngestContext,
  groups: readonly DeviceGroup[],
  looksIntoChunks: boolean,
): Promise<IngestedGroup> {
  const now = context.now()
  const deviceIds = groups.map((group) => group.device.id)
  const inOrder = groups.flatMap(({ device, readings }) =>
    readings.map((reading) => ({ device_id: device.id, reading })),
  )
  return context.db.transaction(async (tx) => {
    // 2, 5, 6: the telemetry log, the GPS record, the module event. Only readings not stored before continue from here.
    // 3, 4: latest metrics and device status of most devices.
    const locking = lockDeviceStates(tx, deviceIds)
    const compacted = looksIntoChunks ? await compactedAmong(tx, groups, await locking) : NONE
    const storing = storeReadings(
      tx,
      compacted.size === 0 ? inOrder : inOrder.filter(({ reading }) => !compacted.has(reading)),
      now,
    )
    const remembering = findRuleStates(tx, deviceIds, now)
    const [lockedStates, { fresh, isUpToDate }, ruleStates] = await allOf(locking, storing, remembering)
    if (!looksIntoChunks && groups.some((group) => oldReadings(group, lockedStates).length > 0))
      throw new MayBeCompacted()
    // Read again: others may have stored later times while this transaction waited for the locks.
    const lockedAt = context.now().getTime()
    const seen = groups.map(({ device, readings }) => {
      const locked = lockedStates.get(device.id)
      return {
        device,
        readings: readings.filter((reading) => fresh.has(reading)),
        recordedAt: locked === undefined ? null : newestKnown(locked, lockedAt),
      }
    })

    // 3, 4 for the other devices, and for those whose readings were all stored before. 7: the alert engine, in rounds:
    // each goes up to the readings that open or resolve an alert, so that the effects are the same as for readings that
    // arrive alone. Usually, the first round is the only one.
    let evaluationMs = 0
    for (let left = seen; left.length > 0; ) {
      const began = performance.now()
      const { evaluation, told, rest } = evaluateRound(context.rules(), left, ruleStates)
      evaluationMs += performance.now() - began
      const outdated = told.filter(({ device }) => !isUpToDate(device.id))
      const updating = updateDeviceStates(tx, outdated.map(toSeenDevice(context)), now)
      await allOf(updating, recordEffects(tx, evaluation, context.incidents, now))
      left = rest
    }
    const returned = deviceIds.filter((id) => lockedStates.get(id)?.was_offline)
    if (returned.length > 0) await announceReturn(tx, returned, now)
    const hours = seen.flatMap((group) => hoursToSumUp(group, lockedStates.get(group.device.id)?.evaluated_at ?? null))
    if (hours.length > 0) await markHours(tx, hours)
    return { fresh, evaluationMs }
  })
}

const NONE: ReadonlySet<Reading> = new Set()

/** Readings that are stored in chunks already. */
async function compactedAmong(
  tx: Queryable,
  groups: readonly DeviceGroup[],
  locked: ReadonlyMap<number, LockedState>,
): Promise<ReadonlySet<Reading>> {
  const found = new Set<Reading>()
  for (const group of groups) {
    const old = oldReadings(group, locked)
    if (old.length === 0) continue
    for (const reading of await findCompacted(tx, group.device.id, old)) found.add(reading)
  }
  return found
}

/** Readings from the time of which the device has chunks. */
function oldReadings({ device, readings }: DeviceGroup, locked: ReadonlyMap<number, LockedState>): Reading[] {
  const until = locked.get(device.id)?.compacted_until ?? null
  return until === null ? [] : readings.filter(({ at }) => at <= until)
}

const toSeenDevice =
  ({ offlineAfterS }: IngestContext) =>
  ({ device, readings, recordedAt }: SeenGroup): SeenDevice => ({
    change: foldLatest(device.id, readings, recordedAt),
    offlineAfterS: offlineThresholdS(device, offlineAfterS),
  })

const hoursToSumUp = ({ device, readings, recordedAt }: SeenGroup, storedAt: number | null): DeviceHour[] =>
  closedHours(readings, storedAt, { forgotten: recordedAt === null }).map((hour) => ({ device_id: device.id, hour }))

/** By device in ascending order, the order in which every node locks; within a device by event time. */
function groupByDevice(received: readonly ReceivedReading[]): DeviceGroup[] {
  const groups = new Map<number, DeviceGroup>()
  for (const { device, reading } of received) {
    const group = groups.get(device.id)
    if (group === undefined) groups.set(device.id, { device, readings: [reading] })
    else group.readings.push(reading)
  }
  for (const { readings } of groups.values()) {
    if (readings.length > 1) readings.sort((one, other) => one.evaluated_at - other.evaluated_at)
  }
  return [...groups.values()].sort((one, other) => one.device.id - other.device.id)
}

/** Like `Promise.all`, but waits for all of them: the transaction must not end while a statement is in progress. */
async function allOf<Results extends readonly unknown[]>(
  ...promises: { [Place in keyof Results]: Promise<Results[Place]> }
): Promise<Results> {
  const settled = await Promise.allSettled(promises)
  const failed = settled.find((outcome) => outcome.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  return settled.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value) as unknown as Results
}
