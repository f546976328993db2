import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { basename } from 'node:path'
import { Command } from 'commander'
import { BY_COMMAND } from '../../core/audit-log/record-change.ts'
import { type AddedDevice, addDevices } from '../../core/devices/add-devices.ts'
import { DeviceFileError, type DeviceRow, OPTIONAL_COLUMNS, readDeviceFile } from '../../core/devices/device-csv.ts'
import { importableRows } from '../../core/devices/refuse-taken-names.ts'
import { INSTALLATION } from '../../core/reach/reach.ts'
import { systemClock } from '../../platform/clock.ts'
import { counted } from '../../platform/counted.ts'
import type { Database } from '../../platform/database/database.ts'
import { csvLine } from '../../platform/files/csv.ts'
import { withDatabase } from './connect.ts'
import { JSON_FLAG } from './output.ts'

interface ImportOptions {
  tokens?: string
  dryRun?: boolean
  json?: boolean
}

export function importDevicesCommand(): Command {
  return new Command('import')
    .description('add the devices of a CSV file, all of them or none; prints their tokens, once')
    .argument(
      '<file>',
      `CSV with the columns name and module, and optionally site, ${OPTIONAL_COLUMNS}; tags are separated by semicolons`,
    )
    .option('--tokens <file>', 'write id, name, module and token to this file instead, readable by you only')
    .option('--dry-run', 'check the file without adding devices')
    .option(...JSON_FLAG)
    .action(importDevices)
}

async function importDevices(path: string, options: ImportOptions, command: Command): Promise<void> {
  const file = basename(path)
  try {
    const read = await readDeviceFile(file, readFileSync(path, 'utf8'))
    const added = await withDatabase(async (db) => {
      const rows = await importableRows(db, INSTALLATION, file, read)
      return options.dryRun ? null : addAll(db, rows, options.tokens)
    })
    if (added === null) process.stderr.write(`${file} is valid: ${counted(read.length, 'device')} would be added.\n`)
    else printAdded(added, options)
  } catch (error) {
    if (!(error instanceof DeviceFileError || (error instanceof Error && 'syscall' in error))) throw error
    command.error(`error: ${error.message}`)
  }
}

async function addAll(db: Database, rows: readonly DeviceRow[], tokens: string | undefined): Promise<AddedDevice[]> {
  const devices = rows.map(({ device }) => device)
  if (tokens === undefined) return addDevices(db, devices, BY_COMMAND, systemClock())
  // Created before any device, and never over an existing file: lost tokens cannot be shown again.
  const target = openSync(tokens, 'wx', 0o600)
  try {
    return await addDevices(db, devices, BY_COMMAND, systemClock(), (added) => void writeSync(target, tableOf(added)))
  } catch (error) {
    rmSync(tokens)
    throw error
  } finally {
    closeSync(target)
  }
}

function printAdded(added: readonly AddedDevice[], { tokens, json }: ImportOptions): void {
  const shown = tokens === undefined ? added : added.map(({ token: _, ...device }) => device)
  if (json) process.stdout.write(`${JSON.stringify(shown)}\n`)
  else if (tokens === undefined) process.stdout.write(tableOf(added))
  process.stderr.write(
    `Added ${counted(added.length, 'device')}. Their tokens are ${tokens === undefined ? 'shown only once' : `in ${tokens}`}.\n`,
  )
}

const tableOf = (added: readonly AddedDevice[]): string =>
  [
    csvLine(['id', 'name', 'module', 'token']),
    ...added.map(({ id, name, module, token }) => csvLine([id, name, module, token])),
  ].join('')
