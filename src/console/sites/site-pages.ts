import type { FastifyPluginAsync } from 'fastify'
import Type from 'typebox'
import { putMember, removeMember } from '../../core/actions/change-members.ts'
import { moveDevice } from '../../core/actions/move-device.ts'
import { changeBy } from '../../core/audit-log/record-change.ts'
import { findDevicesNamed } from '../../core/devices/lists/find-devices-named.ts'
import { getDevice } from '../../core/devices/lists/list-devices.ts'
import { inviteUser, linkAddress } from '../../core/people/invite-user.ts'
import { MOST_FAMILY_DEVICES } from '../../core/people/memberships.ts'
import { provenBy } from '../../core/people/second-factor/recent-proof.ts'
import { findUserByEmail } from '../../core/people/user-store.ts'
import { ofSite } from '../../core/reach/reach.ts'
import { MEMBER_ROLES, type MemberRole } from '../../core/reach/role.ts'
import { readRetention } from '../../core/settings/settings-store.ts'
import { changeSite, createSite, deleteSite } from '../../core/sites/manage-sites.ts'
import { LONGEST_RETENTION_DAYS, MOST_READINGS_PER_MINUTE } from '../../core/sites/site-shapes.ts'
import { findSite, listSiteMembers, listSites } from '../../core/sites/site-store.ts'
import { findRetentionLoss, type RetentionLoss } from '../../core/telemetry/storage/retention-cuts.ts'
import { forbidden, invalidField, mustExist } from '../../platform/errors.ts'
import { IdParams, NameText, OneOf, PlainText } from '../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../console-context.ts'
import { idOf, splitText } from '../frame/forms/form-fields.ts'
import { EMPTY_FORM, type FormState } from '../frame/forms/forms.ts'
import { type RequestTo, showPage, takeForm } from '../frame/page/pages-and-forms.ts'
import { type Reader, readerOf } from '../frame/page/reader.ts'
import { invitedView, linkView } from '../people/link-view.ts'
import { type SitePage, siteView } from './site-view.ts'
import { sitesView } from './sites-view.ts'

const Digits = Type.String({ pattern: '^[0-9]{0,9}$' })
const MemberParams = Type.Object({ ...IdParams.properties, user: IdParams.properties.id })

/** Sites and their people. */
export const sitePages: FastifyPluginAsync<ConsoleContext> = async (server, context) => {
  const { db, publicUrl, mailLink, environment, now } = context
  const list = async (reader: Reader, state: FormState, done?: string) =>
    sitesView(reader, await listSites(db, reader.reach), state, done)

  async function page(
    reader: Reader,
    id: number,
    states: SitePage['states'],
    { done, loss = null }: { done?: string | undefined; loss?: RetentionLoss | null } = {},
  ) {
    const site = mustExist('Site', await findSite(db, reader.reach, id))
    const members = reader.may('admin', id) ? await listSiteMembers(db, site.id) : []
    const retention = { installationDays: (await readRetention(db, environment.retention)).readings_days, loss }
    return siteView({ reader, site, members, installation: environment.readingLimits, retention, states, done })
  }
  const again = (form: keyof SitePage['states']) => (request: RequestTo<typeof IdParams>, state: FormState) =>
    page(readerOf(request), idOf(request), { [form]: state })

  showPage(server, 'viewer', 'site', '/sites', { show: (reader, { query }) => list(reader, EMPTY_FORM, query.done) })

  takeForm(server, 'admin', 'installation', '/sites', {
    body: Type.Object({ name: NameText({ maxLength: 100 }) }),
    async submit(request, { name }) {
      const id = await createSite(db, { name, notes: '' }, changeBy(request), now())
      return `/sites/${id}?done=created`
    },
    again: (request, state) => list(readerOf(request), state),
  })

  showPage(server, 'viewer', 'site', '/sites/:id', {
    show: (reader, { params, query }) => page(reader, Number(params.id), {}, { done: query.done }),
  })

  takeForm(server, 'admin', 'site', '/sites/:id', {
    body: Type.Object({ name: NameText({ maxLength: 100 }), notes: PlainText({ maxLength: 2_000 }) }),
    async submit(request, body) {
      await changeSite(db, idOf(request), body, null, changeBy(request), now())
      return `/sites/${idOf(request)}?done=saved`
    },
    again: again('about'),
  })

  // One after another. Those that are there already are skipped, so the form can be sent again after one was refused.
  takeForm(server, 'operator', 'site', '/sites/:id/devices', {
    body: Type.Object({ devices: PlainText({ minLength: 1, maxLength: 20_000 }) }),
    async submit(request, { devices }) {
      const { reach, may } = readerOf(request)
      const site = mustExist('Site', await findSite(db, reach, idOf(request)))
      if (!may('operator', site.id)) throw forbidden('needs_role', 'operator')
      for (const id of await findDevicesNamed(db, reach, splitText(devices, /\r?\n/))) {
        const device = await getDevice(db, reach, id)
        if (device.site.id !== site.id) await moveDevice(db, id, site.id, changeBy(request), now())
      }
      return `/sites/${site.id}?done=moved`
    },
    again: again('devices'),
  })

  takeForm(server, 'admin', 'installation', '/sites/:id/limits', {
    body: Type.Object({ device_readings_per_minute: Digits, site_readings_per_minute: Digits }),
    async submit(request, fields) {
      const limits = {
        device_readings_per_minute: perMinute('device_readings_per_minute', fields.device_readings_per_minute),
        site_readings_per_minute: perMinute('site_readings_per_minute', fields.site_readings_per_minute),
      }
      await changeSite(db, idOf(request), limits, null, changeBy(request), now())
      return `/sites/${idOf(request)}?done=saved`
    },
    again: again('limits'),
  })

  takeForm(server, 'admin', 'installation', '/sites/:id/retention', {
    body: Type.Object({ retention_days: Digits, confirmed: Type.Optional(Type.String({ maxLength: 9 })) }),
    async submit(request, { retention_days: text, confirmed }) {
      const [reader, id, days] = [readerOf(request), idOf(request), daysIn(text)]
      const loss = confirmed === text ? null : await lossOf(reader, id, days)
      if (loss !== null)
        return page(reader, id, { retention: { ...EMPTY_FORM, values: { retention_days: text } } }, { loss })
      await changeSite(db, id, { retention_days: days }, null, changeBy(request), now())
      return `/sites/${id}?done=saved`
    },
    again: again('retention'),
  })

  /** Readings that a shorter retention would delete. */
  async function lossOf(reader: Reader, id: number, days: number | null): Promise<RetentionLoss | null> {
    const site = mustExist('Site', await findSite(db, reader.reach, id))
    const { readings_days } = await readRetention(db, environment.retention)
    const [present, wanted] = [site.retention_days ?? readings_days, days ?? readings_days]
    return findRetentionLoss(db, site.id, { present, wanted }, now())
  }

  takeForm(server, 'admin', 'installation', '/sites/:id/removal', {
    async submit(request) {
      await deleteSite(db, idOf(request), changeBy(request), now())
      return '/sites?done=deleted'
    },
    again: again('page'),
  })

  // Somebody with an account gets the role at once, somebody new an invitation.
  takeForm(server, 'admin', 'site', '/sites/:id/members', {
    body: Type.Object({
      email: Type.String({ minLength: 1, maxLength: 254 }),
      role: OneOf(MEMBER_ROLES),
      family_devices: Type.Optional(PlainText({ maxLength: 20_000 })),
    }),
    async submit(request, { email, role, family_devices: text = '' }, reply) {
      const [siteId, by] = [idOf(request), await provenBy(db, request, now())]
      const devices = await familyDevices(readerOf(request), siteId, role, splitText(text, /\r?\n/))
      const known = await findUserByEmail(db, email)
      if (known !== null) {
        await putMember(db, { siteId, user: known.email, role, devices }, by, now())
        return `/sites/${siteId}?done=added`
      }
      const wanted = { email, role: null, memberships: [{ site_id: siteId, role, devices }] }
      const { user, link } = await inviteUser(db, wanted, by, now())
      reply.code(201)
      const [reader, back] = [readerOf(request), `/sites/${siteId}`]
      if (await mailLink(user, link, by)) return invitedView(reader, user, back)
      return linkView(reader, user, { ...link, address: linkAddress(publicUrl(), link), mailed: false }, back)
    },
    again: again('member'),
  })

  /** Ids of the devices that were named, with faults at their field. */
  async function familyDevices(
    { reach }: Reader,
    siteId: number,
    role: MemberRole,
    names: string[],
  ): Promise<number[]> {
    if (role !== 'family' && names.length > 0) throw invalidField('/family_devices', 'family_alone')
    if (role === 'family' && (names.length === 0 || names.length > MOST_FAMILY_DEVICES))
      throw invalidField('/family_devices', 'family_devices', MOST_FAMILY_DEVICES)
    return findDevicesNamed(db, ofSite(reach, siteId), names, '/family_devices')
  }

  takeForm(server, 'admin', 'site', '/sites/:id/members/:user/removal', {
    params: MemberParams,
    async submit(request) {
      const [siteId, userId] = [Number(request.params.id), Number(request.params.user)]
      await removeMember(db, { siteId, userId }, await provenBy(db, request, now()), now())
      return `/sites/${siteId}?done=removed`
    },
    again: (request, state) => page(readerOf(request), Number(request.params.id), { page: state }),
  })
}

/** An empty field means the limit of the installation. Throws 400. */
function perMinute(name: string, text: string): number | null {
  if (text !== '' && Number(text) > MOST_READINGS_PER_MINUTE)
    throw invalidField(`/${name}`, 'too_large', MOST_READINGS_PER_MINUTE)
  return text === '' ? null : Number(text)
}

/** An empty field means the retention of the installation. Throws 400. */
function daysIn(text: string): number | null {
  if (text === '') return null
  const days = Number(text)
  if (days >= 1 && days <= LONGEST_RETENTION_DAYS) return days
  throw invalidField('/retention_days', 'days_outside', 1, LONGEST_RETENTION_DAYS)
}
