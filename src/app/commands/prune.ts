import { join } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { BY_COMMAND, recordChange } from '../../core/audit-log/record-change.ts'
import { readRetention } from '../../core/settings/settings-store.ts'
import { systemClock } from '../../platform/clock.ts'
import { reserveIn } from '../../platform/postgres/reserve.ts'
import { type Pruned, previewPrune, prune } from '../node/prune.ts'
import { withDatabase } from './connect.ts'
import { JSON_FLAG, print } from './output.ts'

interface Flags {
  retentionDays?: number
  dryRun?: boolean
  json?: boolean
}

export function pruneCommand(): Command {
  return new Command('prune')
    .description('delete old months of readings and other expired rows now')
    .option('--retention-days <days>', 'keep readings for this many days instead of the configured retention', days)
    .option('--dry-run', 'show what would be deleted without deleting it')
    .option(...JSON_FLAG)
    .action(makeRoom)
}

async function makeRoom({ dryRun = false, ...flags }: Flags): Promise<void> {
  const pruned = await withDatabase(async (db, environment) => {
    const now = systemClock()
    const { retentionDays, auditRetentionDays } = environment
    const chosen = await readRetention(db, { readings_days: retentionDays, audit_days: auditRetentionDays })
    const retention = { ...chosen, readings_days: flags.retentionDays ?? chosen.readings_days }
    if (dryRun) return previewPrune(db, retention, now)
    const pruned = await prune(db, retention, now, {
      makeRoom: async () =>
        environment.databaseUrl === null && reserveIn(join(environment.dataDir, 'postgres')).giveBack(),
      onProgress: (line) => process.stderr.write(`${line}\n`),
    })
    if (pruned.months.length > 0) {
      const subject = { type: 'readings', id: pruned.months.map(({ month }) => month).join(' ') }
      const after = { retention_days: retention.readings_days }
      await recordChange(db, BY_COMMAND, { action: 'readings.pruned', subject, before: null, after }, now)
    }
    return pruned
  })
  print({ dry_run: dryRun, ...pruned }, inWords(pruned, dryRun), flags)
  if (pruned.left.length > 0) process.exitCode = 1
}

const KEPT_BY: Record<Pruned['left'][number]['reason'], string> = {
  disk_full: 'the disk has no room to sum up its hours: free some space with other means, then run this again',
  in_use: 'another program reads it, such as a backup or an export: run this again when that has ended',
  hours_wait: 'devices still send readings of that time: run this again',
  kept_longer: 'a site keeps them now',
}

function inWords(pruned: Pruned, isDry: boolean): string {
  const left = pruned.left.map(({ month, reason }) => `  readings of ${month}: ${KEPT_BY[reason]}`)
  return [deletedInWords(pruned, isDry), ...(left.length === 0 ? [] : ['Not deleted:', ...left])].join('\n')
}

function deletedInWords({ months, rows }: Pruned, isDry: boolean): string {
  const lines = [
    ...months.map(({ month, bytes }) => `  readings of ${month}, ${(bytes / 1_000_000).toFixed(1)} MB`),
    ...Object.entries(rows).map(([table, count]) => `  ${count} rows of ${table}`),
  ]
  if (lines.length === 0) return 'Nothing to delete.'
  return [isDry ? 'Would delete:' : 'Deleted:', ...lines].join('\n')
}

function days(text: string): number {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (value < 1) throw new InvalidArgumentError('It must be a whole number of days, at least 1.')
  return value
}
