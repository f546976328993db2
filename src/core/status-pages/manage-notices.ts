import { isDeepStrictEqual } from 'node:util'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { conflict, type FieldError, fieldError, invalidField, invalidFields, mustExist } from '../../platform/errors.ts'
import { changedMeanwhile } from '../../platform/http/etags.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import { lockOwnPage } from './manage-status-page.ts'
import { NOTICE_STATES, type NoticeUpdate } from './notice.ts'
import {
  MOST_NOTICES,
  MOST_UPDATES,
  type NewNoticeBody,
  type NoticeChangesBody,
  type NoticeUpdateBody,
} from './notice-shapes.ts'
import {
  countNotices,
  deleteNotice,
  insertNotice,
  lockNotice,
  type NoticeContent,
  type StoredNotice,
  updateNotice,
} from './notice-store.ts'
import { listServiceIds, nextNews } from './status-page-store.ts'

/** Writes a notice on the page of a site. Returns its id. Throws 400, 403, 404, and 409 if the page has very many. */
export async function createNotice(
  db: Database,
  siteId: number,
  body: NewNoticeBody,
  by: ChangeBy,
  now: Date,
): Promise<number> {
  return db.transaction(async (tx) => {
    const page = await lockOwnPage(tx, siteId, by)
    if ((await countNotices(tx, siteId)) >= MOST_NOTICES) throw conflict('status_notices_most', MOST_NOTICES)
    const after = contentOf(body, now)
    await checkContent(tx, siteId, after, [], now)
    const id = await insertNotice(tx, siteId, after, now)
    await record(tx, by, 'created', page, { before: null, after }, now)
    return id
  })
}

/** Changes what a notice says; its updates stay. Throws 400, 403, 404 and 412. */
export async function changeNotice(
  db: Database,
  siteId: number,
  id: number,
  body: NoticeChangesBody,
  versions: number[] | null,
  by: ChangeBy,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { page, known } = await lockOwnNotice(tx, siteId, id, versions, by)
    const before = only(known)
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
    const after = contentOf({ ...asSent(before), ...given }, now)
    await checkContent(tx, siteId, after, before.device_ids, now)
    const isMoved = after.kind === 'maintenance' && !isDeepStrictEqual(timesOf(before), timesOf(after))
    const news = isMoved ? await nextNews(tx, siteId) : known.news
    await updateNotice(tx, { ...known, ...after, news })
    await record(tx, by, 'updated', page, { before, after }, now)
  })
}

/** Says what has become of it. Throws 400, 403, 404, and 409 if it has very many updates. */
export async function addNoticeUpdate(
  db: Database,
  siteId: number,
  id: number,
  body: NoticeUpdateBody,
  by: ChangeBy,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { page, known } = await lockOwnNotice(tx, siteId, id, null, by)
    if (known.updates.length >= MOST_UPDATES) throw conflict('notice_updates_most', MOST_UPDATES)
    const update = { at: momentOfField('at', body.at) ?? now, state: body.state, text: tidy(body.text ?? '') }
    checkUpdate(known, update, now)
    const numbered = { ...update, news: await nextNews(tx, siteId) }
    // The one that was written later is the later one of the same time.
    const updates = [...known.updates, numbered].sort((one, other) => one.at.getTime() - other.at.getTime())
    await updateNotice(tx, { ...known, updates })
    const after = { title: known.title, ...update }
    await record(tx, by, 'update_added', page, { before: null, after }, now)
  })
}

/** Throws 403, 404 and 412. */
export async function removeNotice(
  db: Database,
  siteId: number,
  id: number,
  versions: number[] | null,
  by: ChangeBy,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { page, known } = await lockOwnNotice(tx, siteId, id, versions, by)
    await deleteNotice(tx, siteId, known.id)
    const updates = known.updates.map(({ at, state, text }) => ({ at, state, text }))
    await record(tx, by, 'deleted', page, { before: { ...only(known), updates }, after: null }, now)
  })
}

/** A notice and its page, locked until the transaction ends. Throws 403, 404, and 412 for a version that is none of these. */
async function lockOwnNotice(tx: Queryable, siteId: number, id: number, versions: number[] | null, by: ChangeBy) {
  const page = await lockOwnPage(tx, siteId, by)
  const known = mustExist('Notice', await lockNotice(tx, siteId, id))
  if (versions !== null && !versions.includes(known.version)) throw changedMeanwhile()
  return { page, known }
}

const only = ({ kind, title, text, starts_at, ends_at, device_ids }: StoredNotice): NoticeContent => ({
  ...{ kind, title, text, starts_at, ends_at, device_ids },
})

const timesOf = ({ starts_at, ends_at }: NoticeContent) => ({ starts_at, ends_at })

const asSent = ({ starts_at, ends_at, ...content }: NoticeContent): NewNoticeBody => ({
  ...content,
  starts_at: starts_at.toISOString(),
  ends_at: ends_at?.toISOString() ?? null,
})

/** Browsers send line breaks as two characters. */
const tidy = (text: string): string => text.replaceAll('\r\n', '\n').trim()

function contentOf({ kind, title, text, device_ids = [], ...times }: NewNoticeBody, now: Date): NoticeContent {
  const starts = momentOfField('starts_at', times.starts_at)
  if (starts === null && kind === 'maintenance') throw invalidField('/starts_at', 'missing', 'starts_at')
  const ends_at = momentOfField('ends_at', times.ends_at)
  return { kind, title: title.trim(), text: tidy(text), starts_at: starts ?? now, ends_at, device_ids }
}

function momentOfField(field: string, given: string | null | undefined): Date | null {
  if (given == null) return null
  const time = new Date(given)
  if (Number.isNaN(time.getTime())) throw invalidField(`/${field}`, 'no_time')
  return time
}

/** `known` are devices of which it may go on to speak, although they have left the page. */
async function checkContent(
  tx: Queryable,
  siteId: number,
  { kind, text, starts_at, ends_at, device_ids }: NoticeContent,
  known: readonly number[],
  now: Date,
): Promise<void> {
  const errors: FieldError[] = []
  if (text === '') errors.push(fieldError('/text', 'missing', 'text'))
  if (kind === 'incident') {
    if (starts_at > now) errors.push(fieldError('/starts_at', 'note_to_come'))
    if (ends_at !== null) errors.push(fieldError('/ends_at', 'incident_ends'))
  } else if (ends_at === null) errors.push(fieldError('/ends_at', 'missing', 'ends_at'))
  else if (ends_at <= starts_at) errors.push(fieldError('/ends_at', 'end_before_start'))
  const shown = new Set([...known, ...(device_ids.length === 0 ? [] : await listServiceIds(tx, siteId))])
  for (const [place, id] of device_ids.entries()) {
    if (!shown.has(id)) errors.push(fieldError(`/device_ids/${place}`, 'not_on_page', id))
  }
  if (errors.length > 0) throw invalidFields(errors)
}

function checkUpdate({ kind, starts_at, ends_at }: StoredNotice, { at, state }: NoticeUpdate, now: Date): void {
  const own: readonly string[] = NOTICE_STATES[kind]
  if (!own.includes(state)) throw invalidField('/state', 'notice_state', own.join(', '))
  if (at > now) throw invalidField('/at', 'note_to_come')
  if (kind === 'incident' && at < starts_at) throw invalidField('/at', 'end_before_start')
  if (ends_at !== null && at >= ends_at && state !== 'completed') throw invalidField('/state', 'maintenance_over')
}

function record(
  tx: Queryable,
  by: ChangeBy,
  what: string,
  { site_id, title }: { site_id: number; title: string },
  states: { before: object | null; after: object | null },
  now: Date,
): Promise<void> {
  const subject = { type: 'status_page', id: site_id, name: title, site_id }
  return recordChange(tx, by, { action: `status_page.notice_${what}`, subject, ...states }, now)
}
