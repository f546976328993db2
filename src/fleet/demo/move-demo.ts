import { randomUUID } from 'node:crypto'
import type { Device } from '../../core/devices/device.ts'
import { type Reading, type ReadingBody, toReading } from '../../core/telemetry/reading.ts'
import type { Database } from '../../platform/database/database.ts'
import { type SimulatedDevice, type SimulatorMemory, simulatedDevice } from '../simulator/simulated-device.ts'
import { DEMO_INTERVAL_S } from './demo-fleet.ts'
import { UPLINK_INTERVAL_S } from './demo-network.ts'
import { type DemoScenario, demoScenarios, progressOf, scenarioEnd } from './demo-scenarios.ts'
import { addAdopted, type DemoMember, holdDemo, keepStates, listDemoMembers, recordDemoHistory } from './demo-store.ts'
import type { SendUplinks } from './send-uplinks.ts'

const PAST_S = 24 * 3_600
const PAST_STEP_S = 120

/** Stores readings of a device, with all their effects. */
export type Submit = (device: Device, readings: readonly Reading[]) => Promise<void>

interface Moving {
  device: Device
  model: SimulatedDevice
  memory: SimulatorMemory
}

/**
 * A job that keeps the demo fleet moving, on one node. It first generates the previous day, so that charts have
 * something to show; after that, each step is a reading of each device. Sensors behind its source send once a minute. After
 * a restart or on another node, it continues from there.
 */
export function demoMover(db: Database, submit: Submit, sendUplinks: SendUplinks): (now: Date) => Promise<boolean> {
  const holder = randomUUID()
  const models = new Map<number, Moving>()
  let scenarios: Generator<DemoScenario, null> | null = null
  let current: DemoScenario | null = null
  let before: number | null = null
  let uplinksAt: number | null = null

  function reset(): false {
    models.clear()
    scenarios = null
    before = null
    uplinksAt = null
    return false
  }

  function loadMembers(members: readonly DemoMember[], now: number): Moving[] {
    if (scenarios === null) {
      scenarios = demoScenarios(
        members.map(({ device }) => device),
        now,
      )
      current = scenarios.next().value
    }
    return members.map(({ device, seed, state }) => {
      const known = models.get(device.id)
      const memory = known?.memory ?? { state }
      const model = known?.model ?? simulatedDevice(device.module, seed, memory)
      const moving = { device, model, memory }
      models.set(device.id, moving)
      return moving
    })
  }

  function nextReading({ device, model }: Moving, now: number, passedS: number): Reading[] {
    const progress = current?.deviceId === device.id ? progressOf(current, now) : null
    if (current === null || progress === null) return [readingAt(model(passedS), now, now)]
    const body = current.scenario.apply(model(current.scenario.holdsStill ? 0 : passedS), progress)
    return body === null ? [] : [readingAt(body, now, now)]
  }

  return async (date) => {
    const held = await holdDemo(db, holder, date)
    if (held === null) return reset()
    const now = date.getTime()
    // After the clock has gone back, the fleet must not stand still.
    if (before !== null && before > now) before = now
    if (before !== null && now - before < DEMO_INTERVAL_S * 1_000) return false
    const moving = loadMembers(await listDemoMembers(db), now)
    if (!held.has_history) {
      for (const { device, model } of moving) await submit(device, past(model, now))
      await recordDemoHistory(db)
    }
    const passedS = before === null ? 0 : (now - before) / 1_000
    await Promise.all(moving.map((moved) => submit(moved.device, nextReading(moved, now, passedS))))
    await keepStates(
      db,
      moving.map(({ device, memory }) => ({ id: device.id, state: memory.state })),
    )
    before = now
    if (uplinksAt === null || Math.abs(now - uplinksAt) >= UPLINK_INTERVAL_S * 1_000) {
      uplinksAt = now
      await addAdopted(db)
      if (held.source_id !== null) await sendUplinks(held.source_id, now)
    }
    if (current !== null && now > scenarioEnd(current)) current = scenarios!.next().value
    return false
  }
}

/** Received at the time they were measured. */
function past(model: SimulatedDevice, now: number): Reading[] {
  return Array.from({ length: PAST_S / PAST_STEP_S }, (_, step) => {
    const at = now - (PAST_S - step * PAST_STEP_S) * 1_000
    return readingAt(model(PAST_STEP_S), at, at)
  })
}

const readingAt = (body: ReadingBody, at: number, now: number): Reading =>
  toReading({ ...body, ts: Math.floor(at / 1_000) }, now)
