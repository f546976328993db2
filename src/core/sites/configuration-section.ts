import { isDeepStrictEqual } from 'node:util'
import type { TObject, TSchema } from 'typebox'
import type { Database } from '../../platform/database/database.ts'
import { type FieldError, OperatorError } from '../../platform/errors.ts'
import { ownProperty } from '../../platform/own-property.ts'
import type { ChangeBy } from '../audit-log/record-change.ts'
import type { Reach } from '../reach/reach.ts'
import type { SiteName } from '../reach/site-name.ts'

/** A kind of record in configuration files: how files write it, and how it is compared and imported. */
export interface ConfigurationSection {
  /** Its name in changes, as `status_page`. */
  kind: string
  /** Its key in files, as `status_pages`. */
  section: string
  /** A record in a file. */
  shape: TSchema
  /** A record in the export of the API. */
  exportShape: TObject
  /** Whether a file has the key also without records. */
  isWrittenEmpty?: boolean
  /** The name of a new record's secret, which is shown once, and how it is shown where it is not shown as it is. */
  secret?: { name: string; shown?: (secret: string, publicUrl: string) => string }
  /** Faults that the shape does not find. */
  faultsOf?: (entries: readonly unknown[]) => FieldError[]
  /** The records as they are imported. Throws for invalid ones. */
  parsed?: (entries: readonly unknown[], fileName: string) => readonly unknown[]
  list(context: FileContext): Promise<StoredEntry[]>
  /** A page of what the export of the API shows, where that is not what `list` gives, or unlimited. */
  exported?(context: FileContext, last: object | null, limit: number): Promise<object[]>
  importAll(entries: readonly unknown[], context: ImportContext): Promise<RecordChange[]>
}

export interface FileContext {
  db: Database
  reach: Reach
  sites: FileSites
  /** Devices that no file names: those of the demo. */
  hiddenDevices: ReadonlySet<number>
  now: Date
}

/** Sections add what only they need. */
export interface ImportContext extends FileContext {
  by: ChangeBy
  /** Reports the changes without making them. */
  dryRun: boolean
  /** The changes of the sections before. */
  changes: readonly RecordChange[]
}

/** A record of the service, as a file has it. */
interface StoredEntry {
  name: string
  site: SiteName | null
  /** Compared with the file, the name first. */
  fields: object
  /** Written to a file; else the fields, with the name of the site. */
  written?: object
  /** Not written: every service has it. */
  isCommon?: boolean
}

/** A record in a file, with the name of its site after its own. */
export function writtenEntry({ fields, site, written }: StoredEntry): object {
  if (written !== undefined) return written
  const { name, ...others } = fields as { name: string }
  return { name, ...(site === null ? {} : { site: site.name }), ...others }
}

/** A record of a file; `body` creates or changes a record. */
export interface GivenEntry<Body> {
  name: string
  site_id: number | null
  fields: object
  body: Body
}

/** One record of the file compared with the service. */
export interface RecordChange {
  kind: string
  name: string
  change: 'added' | 'changed' | 'same'
  fields: FieldChange[]
  /** Secret of a new record: the token of a device, the secret of a webhook or of a status page's address. Shown only once. */
  secret?: string
}

export interface FieldChange {
  field: string
  before: unknown
  after: unknown
}

interface SectionFacts<Entry, Body, Stored extends StoredEntry> extends Omit<ConfigurationSection, 'importAll'> {
  list(context: FileContext): Promise<Stored[]>
  /** Several records may have one name. */
  hasNamesakes?: boolean
  /** Reads a record of a file, by references looked up once. Throws for one that does not exist. */
  reader(context: ImportContext): ((entry: Entry) => GivenEntry<Body>) | Promise<(entry: Entry) => GivenEntry<Body>>
  /** Throws for a change that is not possible. */
  check?(given: GivenEntry<Body>, stored: Stored, changed: readonly FieldChange[]): void
  /** A text that it returns is the secret of the new record. */
  add(given: GivenEntry<Body>, context: ImportContext): Promise<unknown>
  change(stored: Stored, given: GivenEntry<Body>, context: ImportContext, changed: FieldChange[]): Promise<unknown>
}

/** A section whose records are imported one by one, in the order of the file. */
export function configurationSection<Entry, Body, Stored extends StoredEntry = StoredEntry & { id: number }>({
  hasNamesakes = false,
  reader,
  check = () => undefined,
  add,
  change,
  ...facts
}: SectionFacts<Entry, Body, Stored>): ConfigurationSection {
  async function importAll(entries: readonly unknown[], context: ImportContext): Promise<RecordChange[]> {
    const calledOf = (name: string, siteId: number | null) => context.sites.called(name, siteId)
    const read = await reader(context)
    const given = (entries as readonly Entry[]).map(read)
    const stored = (await facts.list(context)).map((one) => ({ one, name: calledOf(one.name, one.site?.id ?? null) }))
    const names = given.map(({ name, site_id }) => calledOf(name, site_id))
    const known = hasNamesakes ? byName(facts.section, stored, names) : byUniqueName(stored)
    const changes: RecordChange[] = []
    for (const [place, one] of given.entries()) {
      const name = names[place]!
      const before = known(name)?.one ?? null
      const fields = before === null ? [] : changesOf(before.fields, one.fields)
      if (before !== null) check(one, before, fields)
      const made: RecordChange = { kind: facts.kind, name, change: changeOf(before, fields), fields }
      changes.push(made)
      if (context.dryRun || made.change === 'same') continue
      if (before !== null) await change(before, one, context, fields)
      else {
        const secret = await add(one, context)
        if (typeof secret === 'string') made.secret = secret
      }
    }
    return changes
  }
  return { ...facts, importAll }
}

export const changeOf = (stored: object | null, fields: readonly FieldChange[]): RecordChange['change'] =>
  stored === null ? 'added' : fields.length > 0 ? 'changed' : 'same'

/** Fields that differ, in the order of their definition. Pure. */
export function changesOf(before: object, after: object): FieldChange[] {
  const [old, fresh] = [before, after] as [Record<string, unknown>, Record<string, unknown>]
  return [...new Set([...Object.keys(old), ...Object.keys(fresh)])]
    .map((field) => ({ field, before: ownProperty(old, field), after: ownProperty(fresh, field) }))
    .filter((change) => !isDeepStrictEqual(change.before, change.after))
}

function byUniqueName<Stored extends { name: string }>(stored: readonly Stored[]): (name: string) => Stored | null {
  const known = new Map(stored.map((one) => [one.name, one]))
  return (name) => known.get(name) ?? null
}

/**
 * Matches the names in a file with stored records, both in their order. Where several records share a name, the second in
 * the file is the second of the service. Throws 400 when the file names fewer of them, since it is unclear which ones are
 * meant.
 */
export function byName<Stored extends { name: string }>(
  what: string,
  stored: readonly Stored[],
  names: readonly string[],
): (name: string) => Stored | null {
  const namesakes = Map.groupBy(stored, ({ name }) => name)
  const wanted = Map.groupBy(names, (name) => name)
  return (name) => {
    const left = namesakes.get(name) ?? []
    const expected = wanted.get(name)!.length
    if (left.length > expected) {
      throw new OperatorError(
        `The service has ${left.length} ${what} called "${name}", the file ${expected}; rename them first`,
      )
    }
    wanted.get(name)!.pop()
    return left.shift() ?? null
  }
}

/** The sites that records of a file name. */
export interface FileSites {
  isOne: boolean
  /** Id of the site that a record names; null for the whole installation. Throws for an unknown one. */
  idOf(record: { site?: string | null | undefined }, called: string): number | null
  /** The same for what is in a site always: in the only one, unless it says otherwise. `what`: `The device "Pump"`. */
  idOfOwned(record: { site?: string | null | undefined }, what: string): number
  nameOf(siteId: number): string
  /** The name of a record; where there are several sites, with its site, since others may have the same name. */
  called(name: string, siteId: number | null): string
}

export function fileSites(sites: readonly SiteName[]): FileSites {
  const ids = new Map(sites.map(({ id, name }) => [name, id]))
  const names = new Map(sites.map(({ id, name }) => [id, name]))
  const isOne = sites.length === 1
  const idIn = ({ site }: { site?: string | null | undefined }, what: string) => {
    if (site == null) return null
    const id = ids.get(site.trim())
    if (id === undefined) throw new OperatorError(`${what} names the site "${site}", which does not exist`)
    return id
  }
  return {
    isOne,
    idOf: (record, called) => idIn(record, `"${called}"`),
    idOfOwned(record, what) {
      const id = idIn(record, what) ?? (isOne ? sites[0]!.id : null)
      if (id === null) throw new OperatorError(`${what} must name its site: there are several`)
      return id
    },
    nameOf: (siteId) => names.get(siteId)!,
    called: (name, siteId) => (isOne || siteId === null ? name : `${name} (${names.get(siteId)})`),
  }
}
