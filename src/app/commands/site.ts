import { Command, InvalidArgumentError } from 'commander'
import { moveSite } from '../../core/actions/move-site.ts'
import { BY_COMMAND } from '../../core/audit-log/record-change.ts'
import { INSTALLATION } from '../../core/reach/reach.ts'
import { changeSite, createSite } from '../../core/sites/manage-sites.ts'
import { LONGEST_RETENTION_DAYS, MOST_READINGS_PER_MINUTE } from '../../core/sites/site-shapes.ts'
import { listSites } from '../../core/sites/site-store.ts'
import { systemClock } from '../../platform/clock.ts'
import { counted } from '../../platform/counted.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { OperatorError } from '../../platform/errors.ts'
import { withDatabase } from './connect.ts'
import { JSON_FLAG, print } from './output.ts'

interface Flags {
  json?: boolean
}

/** Option of commands that add something. */
export const SITE_FLAG = ['--site <name>', 'site that it belongs to'] as const

export function siteCommand(): Command {
  const site = new Command('site').description('manage sites: where devices belong, and what people see')
  site
    .command('list')
    .description('list all sites')
    .option(...JSON_FLAG)
    .action(printSites)
  site
    .command('add <name>')
    .description('add a site')
    .option('--notes <text>', 'notes about it', '')
    .option(...JSON_FLAG)
    .action(addSite)
  site
    .command('rename <name> <new-name>')
    .description('give a site another name')
    .option(...JSON_FLAG)
    .action(renameSite)
  site
    .command('limit <name>')
    .description('limit the readings of a site and its devices; default: as many as the installation says, 0: no limit')
    .option('--device <readings>', 'readings of each device a minute', limitArgument)
    .option('--all <readings>', 'readings of all its devices a minute', limitArgument)
    .option(...JSON_FLAG)
    .action(limitSite)
  site
    .command('retention <name> <days>')
    .description('keep the readings of a site for so many days; default: as many as the installation says')
    .option(...JSON_FLAG)
    .action(keepReadings)
  site
    .command('move-to-cell <name> <cell>')
    .description('move everything of a site to another cell; its readings wait meanwhile')
    .option(...JSON_FLAG)
    .action(moveToCell)
  return site
}

async function moveToCell(given: string, cell: string, flags: Flags): Promise<void> {
  const moved = await withDatabase(async (db) => {
    const number = Number(cell)
    if (!db.cells().includes(number)) throw new OperatorError(`There is no cell ${cell}; see \`tocsin cell list\`.`)
    return moveSite(db, await getSiteNamed(db, given), number, BY_COMMAND, systemClock())
  })
  print(
    moved,
    `Moved ${counted(moved.devices, 'device')} and ${counted(moved.incidents, 'incident')} to cell ${moved.cell}.`,
    flags,
  )
}

async function printSites(flags: Flags): Promise<void> {
  const sites = await withDatabase((db) => listSites(db, INSTALLATION))
  const lines = sites.map(({ id, name, devices }) =>
    [String(id).padStart(6), counted(devices, 'device').padStart(15), name].join('  '),
  )
  print(sites, lines.join('\n'), flags)
}

async function addSite(given: string, { notes, ...flags }: Flags & { notes: string }): Promise<void> {
  const name = checkedName(given)
  const id = await withDatabase((db) => createSite(db, { name, notes }, BY_COMMAND, systemClock()))
  print({ id, name, notes }, `Added site ${id}, ${name}.`, flags)
}

async function renameSite(from: string, to: string, flags: Flags): Promise<void> {
  const name = checkedName(to)
  const id = await withDatabase(async (db) => {
    const site = await getSiteNamed(db, from)
    await changeSite(db, site, { name }, null, BY_COMMAND, systemClock())
    return site
  })
  print({ id, name }, `Site ${id} is called ${name}.`, flags)
}

type Limit = number | 'default'

async function limitSite(name: string, { device, all, ...flags }: Flags & { device?: Limit; all?: Limit }) {
  const limits = {
    ...(device === undefined ? {} : { device_readings_per_minute: device === 'default' ? null : device }),
    ...(all === undefined ? {} : { site_readings_per_minute: all === 'default' ? null : all }),
  }
  if (Object.keys(limits).length === 0) throw new OperatorError('Say --device or --all.')
  const id = await withDatabase(async (db) => {
    const site = await getSiteNamed(db, name)
    await changeSite(db, site, limits, null, BY_COMMAND, systemClock())
    return site
  })
  print({ id, name, ...limits }, `The limits of ${name} hold from now on.`, flags)
}

async function keepReadings(name: string, text: string, flags: Flags): Promise<void> {
  const days = text === 'default' ? null : Number(text)
  if (days !== null && !(/^\d{1,5}$/.test(text) && days >= 1 && days <= LONGEST_RETENTION_DAYS))
    throw new OperatorError(`The days are a number from 1 to ${LONGEST_RETENTION_DAYS}, or default.`)
  const id = await withDatabase(async (db) => {
    const site = await getSiteNamed(db, name)
    await changeSite(db, site, { retention_days: days }, null, BY_COMMAND, systemClock())
    return site
  })
  const says = 'Older readings are deleted within ten minutes; `tocsin prune --dry-run` shows which.'
  print({ id, name, retention_days: days }, says, flags)
}

function limitArgument(text: string): Limit {
  if (text === 'default') return text
  if (/^\d{1,8}$/.test(text) && Number(text) <= MOST_READINGS_PER_MINUTE) return Number(text)
  throw new InvalidArgumentError('It must be a number of readings, 0 for no limit, or default.')
}

function checkedName(text: string): string {
  const name = text.trim()
  if (name === '' || name.length > 100) throw new OperatorError('The name of a site has 1 to 100 characters.')
  return name
}

/** Id of the site with this name. Throws if there is none. */
export async function getSiteNamed(db: Queryable, name: string): Promise<number> {
  const site = (await listSites(db, INSTALLATION)).find((one) => one.name === name.trim())
  if (site === undefined) throw new OperatorError(`There is no site called "${name}"; see \`tocsin site list\`.`)
  return site.id
}

/** The same for an option; undefined without it. */
export const chosenSiteId = async (db: Queryable, { site }: { site?: string }): Promise<number | undefined> =>
  site === undefined ? undefined : getSiteNamed(db, site)
