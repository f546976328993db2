import type { Database, Queryable } from '../../platform/database/database.ts'
import { type FieldError, fieldError, invalidField, invalidFields, mustExist } from '../../platform/errors.ts'
import { changedMeanwhile } from '../../platform/http/etags.ts'
import { newToken } from '../../platform/secrets.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import { requireRole } from '../reach/require-role.ts'
import { lockSite } from '../sites/site-store.ts'
import { MOST_DEVICES, MOST_TAGS } from './status-page-shapes.ts'
import {
  deletePage,
  insertStatusPage,
  listOwnDevices,
  lockStatusPage,
  type PageDevice,
  type PageTag,
  replaceDevices,
  replaceSecret,
  replaceTags,
  type StatusPage,
  updateStatusPage,
} from './status-page-store.ts'
import { deleteSubscriptions, skipNews } from './subscription-store.ts'

/** The public address of a page. */
export const statusAddress = (publicUrl: string, secret: string): string =>
  `${publicUrl.replace(/\/$/, '')}/status/${secret}`

export interface PageContent {
  title: string
  devices: readonly PageDevice[]
  tags: readonly PageTag[]
  /** Whether visitors can subscribe; by default not. */
  subscription?: boolean
}

/**
 * Makes the status page of a site, or replaces its content. Returns the secret of a new one, which is never shown again,
 * or else null. Only administrators of the site may. Throws 400 for devices of other sites, 403, 404, and 412 if another
 * person changed it first.
 */
export async function saveStatusPage(
  db: Database,
  siteId: number,
  content: PageContent,
  versions: number[] | null,
  by: ChangeBy,
  now: Date,
): Promise<string | null> {
  return db.transaction(async (tx) => {
    await lockOwnSite(tx, siteId, by)
    const after = {
      title: content.title.trim(),
      devices: content.devices.map(trimmed),
      tags: content.tags.map(tidyTag),
      subscription: content.subscription ?? false,
    }
    checkTags(after.tags)
    // Devices are locked before the page, as where a device leaves it.
    await checkDevices(tx, siteId, after.devices)
    const known = await lockStatusPage(tx, siteId)
    if (versions !== null && (known === null || !versions.includes(known.version))) throw changedMeanwhile()
    const secret = known === null ? newToken() : null
    if (secret === null) await updateStatusPage(tx, { site_id: siteId, ...after })
    else await insertStatusPage(tx, { site_id: siteId, ...after }, secret, now)
    // Notices of the time in between are no news.
    if (known?.subscription === false && after.subscription) await skipNews(tx, siteId)
    await replaceDevices(tx, siteId, after.devices)
    await replaceTags(tx, siteId, after.tags)
    const before = known && contentOf(known)
    await record(tx, by, known === null ? 'created' : 'updated', { siteId, title: after.title }, { before, after }, now)
    return secret
  })
}

/**
 * Gives the page a new address; the former one is unknown from then on, and whoever subscribed by it gets no more mails.
 * Returns its secret. Throws 403 and 404.
 */
export async function renewSecret(db: Database, siteId: number, by: ChangeBy, now: Date): Promise<string> {
  return db.transaction(async (tx) => {
    const { title } = await lockOwnPage(tx, siteId, by)
    const secret = newToken()
    await replaceSecret(tx, siteId, secret)
    await deleteSubscriptions(tx, siteId)
    await record(tx, by, 'secret_renewed', { siteId, title }, { before: null, after: null }, now)
    return secret
  })
}

/** Throws 403, 404 and 412. */
export async function deleteStatusPage(
  db: Database,
  siteId: number,
  versions: number[] | null,
  by: ChangeBy,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const page = await lockOwnPage(tx, siteId, by)
    if (versions !== null && !versions.includes(page.version)) throw changedMeanwhile()
    await deletePage(tx, siteId)
    await record(tx, by, 'deleted', { siteId, title: page.title }, { before: contentOf(page), after: null }, now)
  })
}

const contentOf = ({ title, devices, tags, subscription }: StatusPage) => ({ title, devices, tags, subscription })

const lockOwnSite = async (tx: Queryable, siteId: number, by: ChangeBy) =>
  requireRole(by.reach, 'admin', 'Site', await lockSite(tx, siteId))

/** Throws 403 and 404. */
export async function lockOwnPage(tx: Queryable, siteId: number, by: ChangeBy): Promise<StatusPage> {
  await lockOwnSite(tx, siteId, by)
  return mustExist('Status page', await lockStatusPage(tx, siteId))
}

const trimmed = ({ device_id, group_name, label }: PageDevice): PageDevice => ({
  device_id,
  group_name: group_name.trim(),
  label: label.trim(),
})

const tidyTag = ({ tag, group_name, label }: PageTag): PageTag => ({
  tag: tag.trim(),
  group_name: group_name.trim(),
  label: label.trim(),
})

function checkTags(tags: readonly PageTag[]): void {
  const names = tags.map(({ tag }) => tag)
  const twice = names.findIndex((name, place) => names.indexOf(name) < place)
  if (twice !== -1) throw invalidField(`/tags/${twice}/tag`, 'page_tag_twice', names[twice]!)
  if (names.length > MOST_TAGS) throw invalidField('/tags', 'too_many', MOST_TAGS)
}

async function checkDevices(tx: Queryable, siteId: number, devices: readonly PageDevice[]): Promise<void> {
  const ids = devices.map(({ device_id }) => device_id)
  if (ids.length > MOST_DEVICES) throw invalidFields([fieldError('/devices', 'page_devices_most', MOST_DEVICES)])
  const own = await listOwnDevices(tx, siteId, ids)
  const errors = ids.flatMap((id, place): FieldError[] => {
    const field = `/devices/${place}/device_id`
    if (!own.has(id)) return [fieldError(field, 'no_such_device', id)]
    return ids.indexOf(id) < place ? [fieldError(field, 'page_device_twice', id)] : []
  })
  if (errors.length > 0) throw invalidFields(errors)
}

function record(
  tx: Queryable,
  by: ChangeBy,
  what: string,
  { siteId, title }: { siteId: number; title: string },
  states: { before: object | null; after: object | null },
  now: Date,
): Promise<void> {
  const subject = { type: 'status_page', id: siteId, name: title, site_id: siteId }
  return recordChange(tx, by, { action: `status_page.${what}`, subject, ...states }, now)
}
