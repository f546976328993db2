import { Command, InvalidArgumentError, Option } from 'commander'
import { BY_COMMAND } from '../../core/audit-log/record-change.ts'
import { newDeviceOf } from '../../core/devices/device-bodies.ts'
import { findDeviceIdByName } from '../../core/devices/device-store.ts'
import { createDevice, rotateToken } from '../../core/devices/device-tokens.ts'
import { DEVICE_MODULES, MODULES, type Module } from '../../core/vocabulary/modules.ts'
import { runSimulation, type SentReading } from '../../fleet/simulator/run-simulation.ts'
import { SCENARIO_NAMES, type ScenarioName } from '../../fleet/simulator/scenarios.ts'
import type { SimulationDevice } from '../../fleet/simulator/simulated-fleet.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { withDatabase } from './connect.ts'
import { serviceUrl } from './service-url.ts'

interface SimulateOptions {
  url: string
  scenario?: ScenarioName
  interval: number
  duration?: number
  speed: number
  seed: number
  json?: boolean
}

export function simulateCommand(): Command {
  return new Command('simulate')
    .description('send readings of a simulated fleet with a device of each module to the service, until Ctrl+C')
    .addOption(new Option('--scenario <name>', 'an event that affects one of the devices').choices([...SCENARIO_NAMES]))
    .option('--interval <seconds>', 'interval between the readings of a device', positive, 5)
    .option('--duration <seconds>', 'stop after this many simulated seconds', positive)
    .option('--speed <factor>', 'simulated seconds per second; timestamps stay real', positive, 1)
    .option('--seed <number>', 'the same seed gives the same readings', positive, 1)
    .option('--url <url>', 'address of the service', serviceUrl())
    .option('--json', 'print one JSON value per reading')
    .action(simulate)
}

async function simulate(options: SimulateOptions): Promise<void> {
  const devices = await withDatabase((db) =>
    Promise.all(MODULES.map((module) => prepareDevice(db, module, options.interval))),
  )
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  const result = await runSimulation({
    devices,
    url: options.url,
    intervalS: options.interval,
    scenario: options.scenario,
    durationS: options.duration,
    speed: options.speed,
    seed: options.seed,
    signal: stop.signal,
    onSent: (sent) => console.log(options.json ? JSON.stringify(sent) : line(sent)),
  })
  if (!options.json) console.log(`${result.sent} sent, ${result.rejected} rejected, ${result.failed} failed`)
  if (result.rejected + result.failed > 0) process.exitCode = 1
}

/** Tokens are not stored, so a device of an earlier run gets a new one. */
async function prepareDevice(db: Database, module: Module, intervalS: number): Promise<SimulationDevice> {
  const name = `Simulated ${DEVICE_MODULES[module].device}`
  const known = await findDeviceIdByName(db, name)
  if (known !== null) return { name, module, token: await rotateToken(db, known, 0, BY_COMMAND, systemClock()) }
  const device = newDeviceOf({ name, module, tags: ['simulated'], expected_interval_s: intervalS })
  return { name, module, token: (await createDevice(db, device, BY_COMMAND, systemClock())).token }
}

function line({ device, body, outcome, message, struck }: SentReading): string {
  const values = Object.entries({ ...body.metrics, ...body.flags })
    .filter(([, value]) => value !== false)
    .map(([key, value]) => `${key}=${value}`)
  return `${struck ? '!' : ' '} ${device.padEnd(26)} ${outcome}${message === null ? '' : ` (${message})`} ${values.join(' ')}`
}

function positive(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, at least 1.')
  return Number(text)
}
