import type { FastifyPluginAsync } from 'fastify'
import Type, { type Static } from 'typebox'
import { changeBy } from '../../core/audit-log/record-change.ts'
import { findDevicesNamed } from '../../core/devices/lists/find-devices-named.ts'
import { listDeviceNames } from '../../core/devices/lists/list-devices.ts'
import { ofSite } from '../../core/reach/reach.ts'
import { requireRole } from '../../core/reach/require-role.ts'
import { findSite, type SiteRecord } from '../../core/sites/site-store.ts'
import {
  deleteStatusPage,
  renewSecret,
  saveStatusPage,
  statusAddress,
} from '../../core/status-pages/manage-status-page.ts'
import { removeSubscriber } from '../../core/status-pages/manage-subscriptions.ts'
import { listNotices } from '../../core/status-pages/notice-store.ts'
import { readStates } from '../../core/status-pages/read-status.ts'
import {
  countByTag,
  findStatusPage,
  listAbsentNames,
  type PageDevice,
  type PageTag,
} from '../../core/status-pages/status-page-store.ts'
import { countSubscribers } from '../../core/status-pages/subscription-store.ts'
import { invalidField, mustExist } from '../../platform/errors.ts'
import { type IdParams, NameText, PlainText } from '../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../console-context.ts'
import { idOf } from '../frame/forms/form-fields.ts'
import { EMPTY_FORM, type FormState } from '../frame/forms/forms.ts'
import { type RequestTo, showPage, takeForm } from '../frame/page/pages-and-forms.ts'
import { type Reader, readerOf } from '../frame/page/reader.ts'
import { EditorForm, groupTogether, sentDevices, sentTags } from './editor-fields.ts'
import { addressView, newPageView, statusPageEditorView } from './editor-view.ts'
import { mailsSubscribers } from './subscription-form.ts'

/** Suggested to be added; others can be typed. */
const MOST_NAMES = 500
/** Others have a page. */
const LATEST_NOTICES = 5
/** 200 devices with long labels. */
const FORM_LIMIT_BYTES = 256 * 1024

/** Where administrators of a site make and edit its status page. */
export const statusPageEditor: FastifyPluginAsync<ConsoleContext> = async (server, context) => {
  const { db, publicUrl, now } = context
  async function siteOf(reader: Reader, id: number): Promise<SiteRecord> {
    const site = await findSite(db, reader.reach, id)
    requireRole(reader.reach, 'admin', 'Site', site && { site_id: site.id })
    return site!
  }

  async function show(reader: Reader, id: number, state: FormState, done?: string, sent?: Rows) {
    const site = await siteOf(reader, id)
    const page = await findStatusPage(db, reader.reach, id)
    if (page === null) return newPageView(reader, site, state, done)
    const { devices, tags } = sent ?? page
    const ids = devices.map(({ device_id }) => device_id)
    const [named, absent, states, counts, notices, subscribers] = await Promise.all([
      listDeviceNames(db, ofSite(reader.reach, id), ids),
      listAbsentNames(db, site.id, MOST_NAMES),
      readStates(db, site.id, now()),
      countByTag(db, site.id),
      listNotices(db, site.id, { beforeId: null, limit: LATEST_NOTICES }),
      countSubscribers(db, site.id),
    ])
    const names = new Map(named.map(({ id: device, name }) => [device, name]))
    return statusPageEditorView({
      ...{ reader, site, page, devices, tags, names, absent, states, counts, notices, subscribers, state, done },
      ...{ publicUrl: publicUrl(), isMailing: mailsSubscribers(context) },
    })
  }
  const again = (request: RequestTo<typeof IdParams>, state: FormState) => show(readerOf(request), idOf(request), state)

  const path = '/sites/:id/status-page' as const
  showPage(server, 'admin', 'site', path, {
    show: (reader, { params, query }) => show(reader, Number(params.id), EMPTY_FORM, query.done),
  })

  takeForm(server, 'admin', 'site', `${path}/creation`, {
    body: Type.Object({ title: NameText({ maxLength: 100 }) }),
    async submit(request, { title }) {
      const [reader, id] = [readerOf(request), idOf(request)]
      const site = await siteOf(reader, id)
      const secret = await saveStatusPage(db, id, { title, devices: [], tags: [] }, null, changeBy(request), now())
      // Somebody else may have made it meanwhile.
      return secret === null
        ? `/sites/${id}/status-page`
        : addressView(reader, site, title, statusAddress(publicUrl(), secret))
    },
    again,
  })

  takeForm(server, 'admin', 'site', path, {
    body: EditorForm,
    bodyLimit: FORM_LIMIT_BYTES,
    async submit(request, body) {
      const [reader, id] = [readerOf(request), idOf(request)]
      await siteOf(reader, id)
      const devices = [...sentDevices(body), ...(await added(reader, id, body))]
      const tags = [...sentTags(body), ...addedTags(body)]
      const versions = body.version === undefined ? null : [Number(body.version)]
      await saveStatusPage(
        db,
        id,
        { title: body.title, devices: groupTogether({ devices }), tags, subscription: body.subscription === 'yes' },
        versions,
        changeBy(request),
        now(),
      )
      return `/sites/${id}/status-page?done=saved`
    },
    again: (request, state) =>
      show(readerOf(request), idOf(request), withoutPlaces(state), undefined, {
        devices: sentDevices(request.body),
        tags: sentTags(request.body),
      }),
  })

  /** The device to be added, if any. Only of this site: others are unknown here. */
  async function added(reader: Reader, id: number, body: Static<typeof EditorForm>): Promise<PageDevice[]> {
    const name = (body.new_device ?? '').trim()
    if (name === '') return []
    const label = (body.new_label ?? '').trim()
    if (label === '') throw invalidField('/new_label', 'missing', 'label')
    const ids = await findDevicesNamed(db, ofSite(reader.reach, id), [name], '/new_device')
    return ids.map((device_id) => ({ device_id, label, group_name: body.new_group ?? '' }))
  }

  takeForm(server, 'admin', 'site', `${path}/secret`, {
    async submit(request) {
      const [reader, id] = [readerOf(request), idOf(request)]
      const site = await siteOf(reader, id)
      const secret = await renewSecret(db, id, changeBy(request), now())
      const { title } = mustExist('Status page', await findStatusPage(db, reader.reach, id))
      return addressView(reader, site, title, statusAddress(publicUrl(), secret))
    },
    again,
  })

  takeForm(server, 'admin', 'site', `${path}/subscribers/removal`, {
    body: Type.Object({ email: PlainText({ minLength: 1, maxLength: 1_000 }) }),
    async submit(request, { email }) {
      await removeSubscriber(db, idOf(request), email, changeBy(request), now())
      return `/sites/${idOf(request)}/status-page?done=subscriber_removed`
    },
    again,
  })

  takeForm(server, 'admin', 'site', `${path}/removal`, {
    async submit(request) {
      await deleteStatusPage(db, idOf(request), null, changeBy(request), now())
      return `/sites/${idOf(request)}/status-page?done=deleted`
    },
    again,
  })
}

/** Rows of the two lists, as stored or as they were sent. */
interface Rows {
  devices: readonly PageDevice[]
  tags: readonly PageTag[]
}

/** The tag to be added, if any. */
function addedTags(body: Static<typeof EditorForm>): PageTag[] {
  const tag = (body.new_tag ?? '').trim()
  if (tag === '') return []
  const label = (body.new_tag_label ?? '').trim()
  if (label === '') throw invalidField('/new_tag_label', 'missing', 'label')
  return [{ tag, label, group_name: body.new_tag_group ?? '' }]
}

/** A fault inside the list of devices is shown above the form: its rows have no fields of their own. */
function withoutPlaces(state: FormState): FormState {
  const own = new Set([
    'title',
    'new_device',
    'new_label',
    'new_group',
    'new_tag',
    'new_tag_label',
    'new_tag_group',
    'email',
  ])
  const [other] = Object.entries(state.errors).flatMap(([field, text]) => (own.has(field) ? [] : [text]))
  return { ...state, message: state.message ?? other ?? null }
}
