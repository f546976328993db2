import { BY_COMMAND } from '../../../core/audit-log/record-change.ts'
import { saveStatusPage } from '../../../core/status-pages/manage-status-page.ts'
import { listPortableStatusPages, type PortableStatusPage } from '../../../core/status-pages/portable-status-pages.ts'
import type { PageDevice } from '../../../core/status-pages/status-page-store.ts'
import { listMemberIds } from '../../../fleet/demo/demo-store.ts'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import { OperatorError } from '../../../platform/errors.ts'
import { changesOf, type FieldChange } from './field-changes.ts'
import type { FileSites } from './sites-as-files.ts'

interface StatusPageImport {
  /** The site's. */
  name: string
  change: 'added' | 'changed' | 'same'
  fields: FieldChange[]
  /** Secret of the address of a new page. */
  secret?: string
}

/** The status pages in a file; the demo fleet is on none. */
export const portableStatusPages = async (db: Queryable) => listPortableStatusPages(db, await listMemberIds(db))

/** A device that pages can show. In a dry run, those that the file adds have no id yet. */
interface NamedDevice {
  id: number | null
  /** With its site, where there are several. */
  name: string
}

/** Brings status pages in, behind the devices that they show: one for each site. A new one gets a new address. */
export async function importStatusPages(
  db: Database,
  pages: readonly PortableStatusPage[],
  sites: FileSites,
  { dryRun, now, devices }: { dryRun: boolean; now: Date; devices: readonly NamedDevice[] },
): Promise<StatusPageImport[]> {
  const known = new Map((await portableStatusPages(db)).map(({ site, ...page }) => [site, page]))
  const named = Map.groupBy(devices, ({ name }) => name)
  const changes: StatusPageImport[] = []
  for (const { site, title: given, devices: rows } of pages) {
    const title = given.trim()
    const siteId = sites.idOfOwned({ site }, `The status page "${title}"`)
    const name = sites.nameOf(siteId)
    if (changes.some((one) => one.name === name)) throw new OperatorError(`The site "${name}" has two status pages`)
    const wanted = rows.map(({ device, nth, group_name = '', label }) => ({
      device: device.trim(),
      ...(nth === undefined ? {} : { nth }),
      ...{ group_name: group_name.trim(), label: label.trim() },
    }))
    const found = wanted.map(({ device, nth }) =>
      deviceFor(title, { name: device, nth, all: named.get(sites.called(device, siteId)) ?? [] }),
    )
    const twice = found.findIndex((one, place) => found.indexOf(one) < place)
    if (twice !== -1) {
      throw new OperatorError(`The status page "${title}" names the device "${wanted[twice]!.device}" twice`)
    }
    const before = known.get(name)
    const fields = before === undefined ? [] : changesOf(before, { title, devices: wanted })
    const change = before === undefined ? 'added' : fields.length > 0 ? 'changed' : 'same'
    changes.push({ name, change, fields })
    if (dryRun || change === 'same') continue
    const shown = wanted.map(
      ({ group_name, label }, place): PageDevice => ({
        ...{ device_id: found[place]!.id!, group_name, label },
      }),
    )
    const secret = await saveStatusPage(db, siteId, { title, devices: shown }, null, BY_COMMAND, now)
    if (secret !== null) changes.at(-1)!.secret = secret
  }
  return changes
}

function deviceFor(
  title: string,
  { name, nth, all }: { name: string; nth: number | undefined; all: readonly NamedDevice[] },
): NamedDevice {
  const page = `The status page "${title}" names the device "${name}"`
  if (all.length === 0) throw new OperatorError(`${page}, which does not exist in its site`)
  if (nth === undefined && all.length > 1) {
    throw new OperatorError(`${page}, but ${all.length} have this name: say which one by nth, from 1 to ${all.length}`)
  }
  const found = all[(nth ?? 1) - 1]
  if (found === undefined) throw new OperatorError(`${page} as nth: ${nth}, but only ${all.length} have this name`)
  return found
}
