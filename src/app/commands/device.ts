import { Command, InvalidArgumentError, Option } from 'commander'
import { BY_COMMAND } from '../../core/audit-log/record-change.ts'
import { createDevice, OVERLAP_LIMIT_S, rotateToken } from '../../core/devices/device-tokens.ts'
import { ALL_DEVICES, listDevices } from '../../core/devices/lists/list-devices.ts'
import { INSTALLATION } from '../../core/reach/reach.ts'
import { MODULES, type Module } from '../../core/vocabulary/modules.ts'
import { systemClock } from '../../platform/clock.ts'
import { withDatabase } from './connect.ts'
import { importDevicesCommand } from './import-devices.ts'
import { JSON_FLAG, print } from './output.ts'
import { chosenSiteId, SITE_FLAG } from './site.ts'

interface AddOptions {
  module: Module
  tag: string[]
  interval?: number
  offlineAfter?: number
  site?: string
  json?: boolean
}

export function deviceCommand(): Command {
  const device = new Command('device').description('manage devices and their tokens')
  device
    .command('add <name>')
    .description('add a device; prints its token, once')
    .addOption(new Option('--module <module>', 'module of the device').choices([...MODULES]).makeOptionMandatory())
    .option('--tag <tag>', 'a tag; may be given several times', (tag: string, tags: string[]) => [...tags, tag], [])
    .option(...SITE_FLAG)
    .option('--interval <seconds>', 'expected interval between readings', seconds)
    .option('--offline-after <seconds>', 'time without readings after which it counts as offline', seconds)
    .option(...JSON_FLAG)
    .action(addDevice)
  device
    .command('list')
    .description('list all devices')
    .option(...JSON_FLAG)
    .action(printDevices)
  device
    .command('rotate-token <id>')
    .description('replace the token of a device; prints the new one, once')
    .option('--overlap <seconds>', 'how long the old token stays valid, up to 7 days (default: 0)', overlap, 0)
    .option(...JSON_FLAG)
    .action(giveNewToken)
  device.addCommand(importDevicesCommand())
  return device
}

async function addDevice(name: string, options: AddOptions): Promise<void> {
  if (name.trim() === '' || name.length > 100) throw new InvalidArgumentError('The name must have 1 to 100 characters.')
  const device = {
    name: name.trim(),
    module: options.module,
    tags: options.tag,
    notes: '',
    expected_interval_s: options.interval ?? null,
    offline_after_s: options.offlineAfter ?? null,
    metrics: {},
    icon: null,
  }
  const { id, token } = await withDatabase(async (db) => {
    const site_id = (await chosenSiteId(db, options)) ?? null
    return createDevice(db, { ...device, site_id }, BY_COMMAND, systemClock())
  })
  print({ id, name: device.name, module: device.module, token }, `Added device ${id}.\nToken: ${token}`, options)
}

async function giveNewToken(id: string, options: { overlap: number; json?: boolean }): Promise<void> {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new InvalidArgumentError('The id must be a number from `tocsin device list`.')
  const token = await withDatabase((db) => rotateToken(db, Number(id), options.overlap, BY_COMMAND, systemClock()))
  print({ id: Number(id), token }, `Device ${id} has a new token.\nToken: ${token}`, options)
}

async function printDevices(options: { json?: boolean }): Promise<void> {
  const devices = await withDatabase((db) => listDevices(db, INSTALLATION, ALL_DEVICES, { afterId: 0, limit: 100_000 }))
  const lines = devices.map(({ id, name, module, status, last_seen }) =>
    [
      String(id).padStart(6),
      module.padEnd(10),
      status.padEnd(10),
      last_seen?.toISOString() ?? '-'.padEnd(24),
      name,
    ].join('  '),
  )
  print(devices, lines.length === 0 ? 'There are no devices yet.' : lines.join('\n'), options)
}

function seconds(text: string): number {
  if (!/^[1-9]\d{0,7}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of seconds, at least 1.')
  return Number(text)
}

function overlap(text: string): number {
  if (!/^\d{1,6}$/.test(text) || Number(text) > OVERLAP_LIMIT_S) {
    throw new InvalidArgumentError(`It must be a whole number of seconds from 0 to ${OVERLAP_LIMIT_S}.`)
  }
  return Number(text)
}
