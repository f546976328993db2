import type { CellDatabase, InCell } from '../../platform/database/database.ts'
import { isPartitionMissing, isUniqueViolation } from '../../platform/database/sql-errors.ts'
import type { Device } from '../devices/device.ts'
import { announceReturn } from '../devices/presence/announce-return.ts'
import { recordOfflineTime } from '../devices/presence/downtime-by-day.ts'
import { offlineThresholdS } from '../devices/presence/offline-threshold.ts'
import type { IncidentSettings } from '../incidents/incident.ts'
import { recordEffects } from '../rules/effects/record-effects.ts'
import { findRuleStates } from '../rules/effects/rule-state-store.ts'
import type { RuleSet } from '../rules/engine/rule-set.ts'
import { findCompacted } from '../telemetry/chunks/find-compacted.ts'
import { closedHours } from '../telemetry/hours/closed-hours.ts'
import { type DeviceHour, markHours } from '../telemetry/hours/hourly-metrics.ts'
import { seenBehind } from '../telemetry/latest/evaluation-time.ts'
import { foldLatest } from '../telemetry/latest/latest-metrics.ts'
import {
  type LockedState,
  lockDeviceStates,
  newestKnown,
  type SeenDevice,
  updateDeviceStates,
} from '../telemetry/latest/latest-store.ts'
import { type Reading, sortForEvaluation } from '../telemetry/reading.ts'
import { type MessageKeys, storeMessageKeys } from '../telemetry/storage/message-keys.ts'
import type { ReadingMonths } from '../telemetry/storage/open-months.ts'
import { erasedMeanwhile, storeNewest, storeReadings } from '../telemetry/storage/telemetry-store.ts'
import { type DeviceGroup, evaluateRound, type SeenGroup } from './evaluate-round.ts'

/** A reading and its authenticated device: step 1 of the specification is done. */
export interface ReceivedReading {
  device: Device
  reading: Reading
  /** If its message may come again with other readings. */
  message?: MessageKeys
}

export interface IngestContext {
  /** A pipelining database: statements that do not wait for each other are issued together. */
  db: CellDatabase
  rules: () => RuleSet
  months: ReadingMonths
  incidents: IncidentSettings
  offlineAfterS: number
  now: () => Date
}

/** Result of a group, for metrics and listeners. */
export interface IngestedGroup {
  /** Readings that had been stored before. */
  known: ReadonlySet<Reading>
  /** Those among them whose message had been stored before, whatever they say. */
  repeated: ReadonlySet<Reading>
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
  await months.ensure(times, context.now())
  try {
    return await ingestGroup(context, received)
  } catch (error) {
    // A device whose clock was ahead has sent a reading again that is newer than its record.
    if (isUniqueViolation(error)) return await ingestGroup(context, received, { mayBeKnown: true })
    if (!isPartitionMissing(error)) throw error
    // The retention has just dropped this month. Late readings are stored all the same, until its next run.
    months.forget()
    await months.ensure(times, context.now())
    return await ingestGroup(context, received)
  }
}

async function ingestGroup(
  context: IngestContext,
  received: readonly ReceivedReading[],
  { mayBeKnown } = { mayBeKnown: false },
): Promise<IngestedGroup> {
  const now = context.now()
  const heard = { now, offlineAfterS: context.offlineAfterS }
  return context.db.transaction(async (tx) => {
    const repeated = await storeMessageKeys(tx, received)
    const groups = groupByDevice(received, repeated)
    if (groups.length === 0) return { known: repeated, repeated, evaluationMs: 0 }
    const deviceIds = groups.map((group) => group.device.id)
    // 2 to 6 for nearly all devices: the telemetry log, the GPS record, the module event; latest metrics and status.
    const storing = storeNewest(tx, groups, heard, { mayBeKnown })
    const [stored, ruleStates] = await allOf(storing, findRuleStates(tx, deviceIds, now))
    // 2, 5, 6 for the others. Only readings not stored before continue from here.
    const others = groups.filter(({ device }) => !stored.has(device.id))
    const { states, fresh } = await storeOthers(tx, others)
    // Read again: others may have stored later times while this transaction waited for the locks.
    const lockedAt = context.now().getTime()
    const seen = groups.map(({ device, readings }): SeenGroup => {
      if (stored.has(device.id)) return { device, readings, recordedAt: stored.recordedAt(device.id), hasFirst: true }
      const state = states.get(device.id)
      const newest = state === undefined ? null : newestKnown(state, lockedAt)
      const known = readings.filter((reading) => fresh.has(reading))
      return { device, readings: seenBehind(known, newest), recordedAt: newest?.evaluated_at ?? null, hasFirst: false }
    })

    // 3, 4 for the other devices, and for those with several readings. 7: the alert engine, in rounds: each goes up to
    // the readings that open or resolve an alert, so that the effects are the same as for readings that arrive alone.
    // Usually, the first round is the only one.
    let evaluationMs = 0
    for (let left = seen; left.length > 0; ) {
      const began = performance.now()
      const { evaluation, evaluated, rest } = evaluateRound(context.rules(), left, ruleStates)
      evaluationMs += performance.now() - began
      const outdated = evaluated.filter(({ readings, hasFirst }) => !hasFirst || readings.length > 1)
      const updating = updateDeviceStates(tx, outdated.map(toSeenDevice(context)), heard)
      await allOf(updating, recordEffects(tx, evaluation, context.incidents, now))
      left = rest
    }
    const returned = others.map(({ device }) => device.id).filter((id) => states.get(id)?.was_offline)
    if (returned.length > 0) {
      await recordOfflineTime(tx, returned, now)
      await announceReturn(tx, returned, now)
    }
    const hours = seen.flatMap((group) =>
      hoursToSumUp(group, states.get(group.device.id)?.evaluated_at ?? stored.recordedAt(group.device.id)),
    )
    if (hours.length > 0) await markHours(tx, hours)
    const known = others.flatMap(({ readings }) => readings.filter((reading) => !fresh.has(reading)))
    return { known: new Set([...known, ...repeated]), repeated, evaluationMs }
  })
}

/** Stores what is not stored yet, as a row or in a chunk. Expects the devices to be locked already. */
async function storeOthers(tx: InCell, groups: readonly DeviceGroup[]) {
  if (groups.length === 0) return { states: new Map<number, LockedState>(), fresh: new Set<Reading>() }
  const deviceIds = groups.map(({ device }) => device.id)
  const states = await lockDeviceStates(tx, deviceIds)
  if (states.size < groups.length) throw erasedMeanwhile()
  const left: DeviceGroup[] = []
  for (const group of groups) {
    const until = states.get(group.device.id)?.compacted_until ?? -Infinity
    const old = group.readings.filter(({ at }) => at <= until)
    const compacted = old.length > 0 ? await findCompacted(tx, group.device.id, old) : NONE
    left.push({ ...group, readings: group.readings.filter((reading) => !compacted.has(reading)) })
  }
  return { states, fresh: await storeReadings(tx, left) }
}

const NONE: ReadonlySet<Reading> = new Set()

const toSeenDevice =
  ({ offlineAfterS }: IngestContext) =>
  ({ device, readings, recordedAt }: SeenGroup): SeenDevice => ({
    change: foldLatest(device.id, readings, recordedAt),
    offlineAfterS: offlineThresholdS(device, offlineAfterS),
  })

const hoursToSumUp = ({ device, readings, recordedAt }: SeenGroup, storedAt: number | null): DeviceHour[] =>
  closedHours(readings, storedAt, { forgotten: recordedAt === null }).map((hour) => ({ device_id: device.id, hour }))

/** All but these, by device in ascending order, the order in which every node locks; within a device by event time. */
function groupByDevice(received: readonly ReceivedReading[], without: ReadonlySet<Reading>): DeviceGroup[] {
  const groups = new Map<number, DeviceGroup>()
  for (const { device, reading } of received) {
    if (without.has(reading)) continue
    const group = groups.get(device.id)
    if (group === undefined) groups.set(device.id, { device, readings: [reading] })
    else group.readings.push(reading)
  }
  for (const { readings } of groups.values()) {
    if (readings.length > 1) sortForEvaluation(readings)
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
