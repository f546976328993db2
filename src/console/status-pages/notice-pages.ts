import type { FastifyPluginAsync } from 'fastify'
import Type from 'typebox'
import { changeBy } from '../../core/audit-log/record-change.ts'
import { requireRole } from '../../core/reach/require-role.ts'
import { findSite, type SiteRecord } from '../../core/sites/site-store.ts'
import { addNoticeUpdate, changeNotice, createNotice, removeNotice } from '../../core/status-pages/manage-notices.ts'
import { NOTICE_KINDS, type NoticeKind } from '../../core/status-pages/notice.ts'
import { findNotice, listNotices } from '../../core/status-pages/notice-store.ts'
import { findStatusPage, listServiceLabels } from '../../core/status-pages/status-page-store.ts'
import { mustExist } from '../../platform/errors.ts'
import type { Html } from '../../platform/html.ts'
import { pageById, pageQuery } from '../../platform/http/pagination.ts'
import { IdParams, OneOf } from '../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../console-context.ts'
import { idOf, idsOf } from '../frame/forms/form-fields.ts'
import { EMPTY_FORM, type FormState } from '../frame/forms/forms.ts'
import { showPage, takeForm } from '../frame/page/pages-and-forms.ts'
import { type Reader, readerOf } from '../frame/page/reader.ts'
import { NewNoticeForm, NoticeForm, noticeBody, UpdateForm, updateBody } from './notice-fields.ts'
import { noticeListView, noticesAddress } from './notice-list.ts'
import { newNoticeView, noticeView } from './notice-view.ts'

const ROWS = 50
const NoticeParams = Type.Object({ ...IdParams.properties, notice_id: IdParams.properties.id })

/** Where administrators of a site write what visitors of its status page read. */
export const statusNoticePages: FastifyPluginAsync<ConsoleContext> = async (server, { db, now }) => {
  const path = '/sites/:id/status-page/notices' as const

  async function siteOf(reader: Reader, id: number): Promise<SiteRecord> {
    const site = await findSite(db, reader.reach, id)
    requireRole(reader.reach, 'admin', 'Site', site && { site_id: site.id })
    return site!
  }

  /** Devices that visitors see, by their labels. */
  async function devicesOf(reader: Reader, site: SiteRecord) {
    mustExist('Status page', await findStatusPage(db, reader.reach, site.id))
    return listServiceLabels(db, site.id)
  }

  showPage(server, 'admin', 'site', path, {
    query: Type.Object(pageQuery),
    async show(reader, { params, query }) {
      const site = await siteOf(reader, Number(params.id))
      const list = await pageById(query, 'id', (place) => listNotices(db, site.id, place), ROWS)
      return noticeListView(reader, { site, notices: list.data, nextCursor: list.next_cursor, done: query.done })
    },
  })

  async function showNew(reader: Reader, id: number, kind: NoticeKind, chosen: readonly number[], state: FormState) {
    const site = await siteOf(reader, id)
    // There is nothing to write on yet.
    if ((await findStatusPage(db, reader.reach, id)) === null) return `/sites/${id}/status-page`
    return newNoticeView(reader, site, { kind, devices: await devicesOf(reader, site), chosen }, state)
  }

  showPage(server, 'admin', 'site', `${path}/new`, {
    query: Type.Object({ kind: Type.Optional(OneOf(NOTICE_KINDS)) }),
    show: (reader, { params, query }) => showNew(reader, Number(params.id), query.kind ?? 'incident', [], EMPTY_FORM),
  })

  takeForm(server, 'admin', 'site', path, {
    body: NewNoticeForm,
    async submit(request, { kind, ...fields }) {
      const [reader, id] = [readerOf(request), idOf(request)]
      const body = noticeBody(kind, fields, reader.format.zone)
      const notice = await createNotice(db, id, body, changeBy(request), now())
      return `${noticesAddress(id)}/${notice}?done=published`
    },
    async again(request, state) {
      const { kind, devices } = sentIn(request.body)
      const shown = await showNew(readerOf(request), idOf(request), kind, devices, state)
      if (typeof shown === 'string') throw mustExist('Status page', null)
      return shown
    },
  })

  async function show(
    reader: Reader,
    { id, notice_id }: { id: string; notice_id: string },
    { edited = EMPTY_FORM, added = EMPTY_FORM, chosen, done }: Shown,
  ): Promise<Html> {
    const site = await siteOf(reader, Number(id))
    const notice = mustExist('Notice', await findNotice(db, site.id, Number(notice_id)))
    const devices = await devicesOf(reader, site)
    const ticked = chosen ?? notice.device_ids
    return noticeView(reader, { site, notice, kind: notice.kind, devices, chosen: ticked, edited, added, done })
  }

  showPage(server, 'admin', 'site', `${path}/:notice_id`, {
    params: NoticeParams,
    show: (reader, { params, query }) => show(reader, params, { done: query.done }),
  })

  takeForm(server, 'admin', 'site', `${path}/:notice_id`, {
    params: NoticeParams,
    body: NoticeForm,
    async submit(request, { version, ...fields }) {
      const [reader, siteId, id] = [readerOf(request), idOf(request), Number(request.params.notice_id)]
      const site = await siteOf(reader, siteId)
      const { kind, device_ids: known } = mustExist('Notice', await findNotice(db, site.id, id))
      const shown = new Set((await devicesOf(reader, site)).map(({ device_id }) => device_id))
      const { kind: _kind, device_ids = [], ...body } = noticeBody(kind, fields, reader.format.zone)
      // The form has no boxes for devices that have left the page.
      const kept = known.filter((device) => !shown.has(device))
      const versions = version === undefined ? null : [Number(version)]
      const after = { ...body, device_ids: [...kept, ...device_ids] }
      await changeNotice(db, siteId, id, after, versions, changeBy(request), now())
      return `${noticesAddress(siteId)}/${id}?done=saved`
    },
    again: (request, edited) =>
      show(readerOf(request), request.params, { edited, chosen: sentIn(request.body).devices }),
  })

  takeForm(server, 'admin', 'site', `${path}/:notice_id/updates`, {
    params: NoticeParams,
    body: UpdateForm,
    async submit(request, fields) {
      const [siteId, id] = [idOf(request), Number(request.params.notice_id)]
      const body = updateBody(fields, readerOf(request).format.zone)
      await addNoticeUpdate(db, siteId, id, body, changeBy(request), now())
      return `${noticesAddress(siteId)}/${id}?done=added`
    },
    again: (request, added) => show(readerOf(request), request.params, { added }),
  })

  takeForm(server, 'admin', 'site', `${path}/:notice_id/removal`, {
    params: NoticeParams,
    async submit(request) {
      await removeNotice(db, idOf(request), Number(request.params.notice_id), null, changeBy(request), now())
      return `${noticesAddress(idOf(request))}?done=deleted`
    },
    again: (request, edited) => show(readerOf(request), request.params, { edited }),
  })
}

interface Shown {
  edited?: FormState
  added?: FormState
  chosen?: readonly number[]
  done?: string | undefined
}

/** Choices of a form that was refused. */
function sentIn(body: unknown): { kind: NoticeKind; devices: number[] } {
  const { kind, devices } = (body ?? {}) as { kind?: unknown; devices?: string | string[] }
  return { kind: kind === 'maintenance' ? 'maintenance' : 'incident', devices: idsOf(devices) }
}
