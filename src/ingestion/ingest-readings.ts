import { type DeviceRuleStates, type Evaluation, evaluateReadings } from '../alerts/evaluate-readings.ts'
import { recordEffects } from '../alerts/record-effects.ts'
import type { RuleSet } from '../alerts/rule-set.ts'
import { findRuleStates } from '../alerts/rule-state-store.ts'
import { type Device, offlineThresholdS } from '../devices/device.ts'
import type { IncidentSettings } from '../incidents/incident.ts'
import type { Database } from '../platform/database.ts'
import { foldLatest } from '../telemetry/latest-metrics.ts'
import { lockDeviceStates, updateDeviceStates } from '../telemetry/latest-store.ts'
import type { Reading } from '../telemetry/reading.ts'
import { storeReadings } from '../telemetry/telemetry-store.ts'

/** A reading and the device that was authenticated for it: step 1 of the specification is done. */
export interface ReceivedReading {
  device: Device
  reading: Reading
}

export interface IngestContext {
  /** A pipelining database: statements that do not wait for each other are issued together. */
  db: Database
  rules: () => RuleSet
  incidents: IncidentSettings
  offlineAfterS: number
  now: () => Date
}

/**
 * Steps 2 to 7 of the specification, for a group of readings in one transaction. When it returns, everything they
 * caused is on disk; when it throws, nothing is.
 */
export async function ingestReadings(context: IngestContext, received: readonly ReceivedReading[]): Promise<void> {
  const { db, offlineAfterS } = context
  const now = context.now()
  const rules = context.rules()
  const groups = groupByDevice(received)
  const deviceIds = groups.map((group) => group.device.id)
  const inOrder = groups.flatMap(({ device, readings }) =>
    readings.map((reading) => ({ device_id: device.id, reading })),
  )
  await db.transaction(async (tx) => {
    // 2, 5, 6: the telemetry log, the GPS record, the module event. Only readings not stored before go on from here.
    const storing = storeReadings(tx, inOrder)
    const locking = lockDeviceStates(tx, deviceIds)
    const remembering = findRuleStates(tx, deviceIds)
    const [stored, recordedAt, ruleStates] = await allOf(storing, locking, remembering)

    // 3, 4: latest metrics and device status, also of devices that only repeated themselves.
    const fresh = new Set(stored.map(({ reading }) => reading))
    const seen = groups.map(({ device, readings }) => ({
      device,
      readings: readings.filter((reading) => fresh.has(reading)),
      recordedAt: recordedAt.get(device.id) ?? null,
    }))
    // 7: the alert engine. In rounds, each up to the readings on which an alert turns, so that their effects are those
    // of readings that came alone. Nearly always the first round is the only one.
    for (let left = seen; left.length > 0; ) {
      const { evaluation, told, rest } = evaluateRound(rules, left, ruleStates)
      const updating = updateDeviceStates(
        tx,
        told.map(({ device, readings, recordedAt: before }) => ({
          change: foldLatest(device.id, readings, before),
          offlineAfterS: offlineThresholdS(device, offlineAfterS),
        })),
        now,
      )
      await allOf(updating, recordEffects(tx, evaluation, context.incidents, now))
      left = rest
    }
  })
}

interface DeviceGroup {
  device: Device
  readings: Reading[]
}

interface SeenGroup extends DeviceGroup {
  /** How new the latest-metrics record is before these readings (ms), or null. */
  recordedAt: number | null
}

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

interface Round {
  evaluation: Evaluation
  /** The readings that this round has been through, and those behind them. */
  told: SeenGroup[]
  rest: SeenGroup[]
}

function evaluateRound(rules: RuleSet, seen: readonly SeenGroup[], ruleStates: Map<number, DeviceRuleStates>): Round {
  let raised = 0
  const newAlertId = () => {
    raised += 1
    return -raised
  }
  const round: Round = { evaluation: { changes: [], effects: [] }, told: [], rest: [] }
  for (const group of seen) {
    const { device, readings, recordedAt } = group
    const states = statesOf(device, ruleStates)
    const { changes, effects, evaluated } = evaluateReadings(rules, device, readings, states, recordedAt, newAlertId)
    round.evaluation.changes.push(...changes)
    round.evaluation.effects.push(...effects)
    if (evaluated === readings.length) {
      round.told.push(group)
      continue
    }
    // Sorted by time, so the last one of these is their newest.
    const newest = Math.max(recordedAt ?? -Infinity, readings[evaluated - 1]!.evaluated_at)
    round.told.push({ ...group, readings: readings.slice(0, evaluated) })
    round.rest.push({ ...group, readings: readings.slice(evaluated), recordedAt: newest })
  }
  return round
}

/** Kept from round to round. */
function statesOf(device: Device, ruleStates: Map<number, DeviceRuleStates>): DeviceRuleStates {
  const known = ruleStates.get(device.id)
  if (known !== undefined) return known
  const none: DeviceRuleStates = new Map()
  ruleStates.set(device.id, none)
  return none
}

/** Like `Promise.all`, but waits for every one: the transaction must not end while a statement is under way. */
async function allOf<Results extends readonly unknown[]>(
  ...promises: { [Place in keyof Results]: Promise<Results[Place]> }
): Promise<Results> {
  const settled = await Promise.allSettled(promises)
  const failed = settled.find((outcome) => outcome.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  return settled.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value) as unknown as Results
}
