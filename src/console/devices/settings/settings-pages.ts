import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { deleteDevice } from '../../../core/actions/delete-device.ts'
import { handOverDevice } from '../../../core/actions/hand-over-device.ts'
import { moveDevice } from '../../../core/actions/move-device.ts'
import { type ChangeBy, changeBy } from '../../../core/audit-log/record-change.ts'
import { changeDevice } from '../../../core/devices/change-device.ts'
import type { DeviceSettings } from '../../../core/devices/device-settings.ts'
import { findOldTokenEnd } from '../../../core/devices/device-store.ts'
import { rotateToken } from '../../../core/devices/device-tokens.ts'
import { getDevice } from '../../../core/devices/lists/list-devices.ts'
import { reachOf } from '../../../core/people/credentials/caller.ts'
import { faultOf } from '../../../platform/error-messages/reasons.ts'
import { forbidden, invalidField, RequestError } from '../../../platform/errors.ts'
import { type IdParams, OneOf, PlainText } from '../../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { idOf } from '../../frame/forms/form-fields.ts'
import type { FormState } from '../../frame/forms/forms.ts'
import { type RequestTo, showPage, takeForm } from '../../frame/page/pages-and-forms.ts'
import { type Reader, readerOf } from '../../frame/page/reader.ts'
import { connectView } from '../connect/connect-view.ts'
import { readConnection } from '../connect/read-connection.ts'
import { takeTestReading } from '../connect/test-reading.ts'
import { shownDevice } from '../device/find-device.ts'
import { SettingsForm, settingsIn } from './device-form.ts'
import { MetricsForm, metricsIn } from './metrics-card.ts'
import { type DeviceForms, deviceSettingsView, NO_FORMS, OVERLAPS_S } from './settings-view.ts'

const TestForm = Type.Object({}, { additionalProperties: true })

/** Settings of a device and actions on it. */
export const deviceSettingsPages: FastifyPluginAsyncTypebox<ConsoleContext> = async (server, context) => {
  const { db, publicUrl, offlineAfterS, takeReadings, now } = context
  const pathOf = (id: number) => `/devices/${id}/settings`

  async function page(visitor: Reader, id: number, forms: DeviceForms, done?: string) {
    const { device, reader } = await shownDevice(db, visitor, { id: String(id) })
    if (!reader.may('operator', device.site.id)) throw forbidden('needs_role', 'operator')
    const oldTokenUntil = await findOldTokenEnd(db, device.id, now())
    return deviceSettingsView(reader, { device, oldTokenUntil, offlineAfterS, forms, done })
  }
  const save = (id: number, settings: Partial<DeviceSettings>, version: string, by: ChangeBy) =>
    changeDevice(db, id, settings, [Number(version)], by, now()).catch((error: unknown) => {
      const isBehind = error instanceof RequestError && error.statusCode === 412
      throw isBehind ? new RequestError(412, faultOf('device_changed')) : error
    })
  const again = (name: keyof DeviceForms) => (request: RequestTo<typeof IdParams>, state: FormState) =>
    page(readerOf(request), idOf(request), { ...NO_FORMS, [name]: state })

  showPage(server, 'operator', 'device', '/devices/:id/settings', {
    show: (reader, { params, query }) => page(reader, Number(params.id), NO_FORMS, query.done),
  })

  takeForm(server, 'operator', 'device', '/devices/:id/settings', {
    body: SettingsForm,
    async submit(request, body) {
      const id = idOf(request)
      await save(id, settingsIn(body), body.version, changeBy(request))
      return `${pathOf(id)}?done=saved`
    },
    again: again('settings'),
  })

  takeForm(server, 'operator', 'device', '/devices/:id/settings/metrics', {
    body: MetricsForm,
    async submit(request, body) {
      const id = idOf(request)
      await save(id, metricsIn(body), body.version, changeBy(request))
      return `${pathOf(id)}?done=saved`
    },
    again: again('metrics'),
  })

  takeForm(server, 'operator', 'device', '/devices/:id/settings/token', {
    body: Type.Object({ overlap_s: Type.Enum(OVERLAPS_S.map(String)) }),
    async submit(request, { overlap_s }) {
      const id = idOf(request)
      const token = await rotateToken(db, id, Number(overlap_s), changeBy(request), now())
      const device = await getDevice(db, reachOf(request), id)
      return connectView(
        readerOf(request),
        await readConnection(db, reachOf(request), { device, token, publicUrl: publicUrl() }),
      )
    },
    again: again('token'),
  })

  takeForm(server, 'operator', 'device', '/devices/:id/settings/enabled', {
    body: Type.Object({ enabled: Type.Enum(['yes', 'no']) }),
    async submit(request, body) {
      const [id, enabled] = [idOf(request), body.enabled === 'yes']
      await changeDevice(db, id, { enabled }, null, changeBy(request), now())
      return `${pathOf(id)}?done=${enabled ? 'enabled' : 'disabled'}`
    },
    again: again('enabled'),
  })

  takeForm(server, 'operator', 'device', '/devices/:id/settings/site', {
    body: Type.Object({ site_id: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }), how: OneOf(['move', 'handover']) }),
    async submit(request, { site_id, how }) {
      const [id, siteId, by] = [idOf(request), Number(site_id), changeBy(request)]
      if (how === 'handover') {
        const given = await handOverDevice(db, id, siteId, by, now())
        return `${pathOf(given)}?done=handedOver`
      }
      await moveDevice(db, id, siteId, by, now())
      return `${pathOf(id)}?done=moved`
    },
    again: again('site'),
  })

  takeForm(server, 'operator', 'device', '/devices/:id/test-reading', {
    body: TestForm,
    async submit(request, body) {
      const id = idOf(request)
      await takeTestReading({ db, takeReadings }, id, { ...body }, changeBy(request), now())
      return `${pathOf(id)}?done=tested`
    },
    again: again('test'),
  })

  takeForm(server, 'operator', 'device', '/devices/:id/settings/deletion', {
    body: Type.Object({ typed_name: PlainText({ maxLength: 1_000 }) }),
    async submit(request, { typed_name }) {
      const { id, name } = await getDevice(db, reachOf(request), idOf(request))
      if (typed_name.trim() !== name) throw invalidField('/typed_name', 'not_its_name')
      await deleteDevice(db, id, null, changeBy(request), now())
      return '/devices?done=deleted'
    },
    again: again('deletion'),
  })
}
