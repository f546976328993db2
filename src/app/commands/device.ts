import { Command, InvalidArgumentError, Option } from 'commander'
import { BY_COMMAND } from '../../core/audit-log/record-change.ts'
import { NewDeviceBody, newDeviceOf } from '../../core/devices/device-bodies.ts'
import { NEW_SETTINGS, notationOf } from '../../core/devices/device-settings.ts'
import { createDevice, OVERLAP_LIMIT_S, rotateToken } from '../../core/devices/device-tokens.ts'
import { ALL_DEVICES, listDevices } from '../../core/devices/lists/list-devices.ts'
import { INSTALLATION } from '../../core/reach/reach.ts'
import { MODULES, type Module } from '../../core/vocabulary/modules.ts'
import { systemClock } from '../../platform/clock.ts'
import { schemaCheck } from '../../platform/http/schemas/schema-check.ts'
import { withDatabase } from './connect.ts'
import { importDevicesCommand } from './import-devices.ts'
import { JSON_FLAG, print } from './output.ts'
import { chosenSiteId, SITE_FLAG } from './site.ts'

/** Beside the options of settings. */
interface AddOptions {
  module: Module
  site?: string
  json?: boolean
}

/** Options of `device add`, with what they set. */
const SETTING_OPTIONS = NEW_SETTINGS.flatMap(([name, setting]) => {
  if (setting.option === undefined) return []
  const { flags, description, read = (text) => notationOf(setting).read(text, ',') } = setting.option
  return [{ name, option: new Option(flags, description).argParser(read) }]
})
const checked = schemaCheck(NewDeviceBody)

export function deviceCommand(): Command {
  const device = new Command('device').description('manage devices and their tokens')
  const add = device
    .command('add <name>')
    .description('add a device; prints its token, once')
    .addOption(new Option('--module <module>', 'module of the device').choices([...MODULES]).makeOptionMandatory())
    .option(...SITE_FLAG)
    .option(...JSON_FLAG)
    .action(addDevice)
  for (const { option } of SETTING_OPTIONS) add.addOption(option)
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
  const { module, ...given }: AddOptions & Record<string, unknown> = { ...options }
  const settings = SETTING_OPTIONS.map((one) => [one.name, given[one.option.attributeName()]])
  const body = checked({ name, module, ...Object.fromEntries(settings.filter(([, value]) => value !== undefined)) })
  const { id, token } = await withDatabase(async (db) => {
    const site_id = (await chosenSiteId(db, options)) ?? null
    return createDevice(db, { ...newDeviceOf(body), site_id }, BY_COMMAND, systemClock())
  })
  print({ id, name: body.name.trim(), module, token }, `Added device ${id}.\nToken: ${token}`, options)
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

function overlap(text: string): number {
  if (!/^\d{1,6}$/.test(text) || Number(text) > OVERLAP_LIMIT_S) {
    throw new InvalidArgumentError(`It must be a whole number of seconds from 0 to ${OVERLAP_LIMIT_S}.`)
  }
  return Number(text)
}
