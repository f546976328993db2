import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { changeBy } from '../../../core/audit-log/record-change.ts'
import { createDevice } from '../../../core/devices/device-tokens.ts'
import { getDevice } from '../../../core/devices/lists/list-devices.ts'
import { reachOf } from '../../../core/people/credentials/caller.ts'
import { forbidden } from '../../../platform/errors.ts'
import { html } from '../../../platform/html.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { EMPTY_FORM, type FormState, form, formMessage } from '../../frame/forms/forms.ts'
import { siteField } from '../../frame/forms/site-field.ts'
import { shell } from '../../frame/page/layout.ts'
import { showPage, takeForm } from '../../frame/page/pages-and-forms.ts'
import { type Reader, readerOf } from '../../frame/page/reader.ts'
import { moduleChoice, NewDeviceForm, nameField, newDeviceIn, otherFields } from '../settings/device-form.ts'
import { connectView } from './connect-view.ts'
import { readConnection } from './read-connection.ts'

/** Pages for adding a device and watching it until its first reading. */
export const newDevicePages: FastifyPluginAsyncTypebox<ConsoleContext> = async (server, { db, publicUrl, now }) => {
  showPage(server, 'operator', 'site', '/devices/new', {
    show: async (reader) => newDeviceView(reader, EMPTY_FORM),
  })

  takeForm(server, 'operator', 'site', '/devices/new', {
    body: NewDeviceForm,
    async submit(request, body, reply) {
      const { id, token } = await createDevice(db, newDeviceIn(body), changeBy(request), now())
      reply.code(201)
      const device = await getDevice(db, reachOf(request), id)
      return connectView(
        readerOf(request),
        await readConnection(db, reachOf(request), { device, token, publicUrl: publicUrl() }),
      )
    },
    again: (request, state) => newDeviceView(readerOf(request), state),
  })

  showPage(server, 'operator', 'device', '/devices/:id/connect', {
    async show(reader, { params }) {
      const device = await getDevice(db, reader.reach, Number(params.id))
      if (!reader.may('operator', device.site.id)) throw forbidden('needs_role', 'operator')
      return connectView(
        reader,
        await readConnection(db, reader.reach, { device, token: null, publicUrl: publicUrl() }),
      )
    },
  })
}

const newDeviceView = (reader: Reader, state: FormState) =>
  shell(
    reader,
    {
      title: reader.t.devices.add,
      place: 'devices',
      trail: [{ name: reader.t.shared.places.devices, address: '/devices' }],
    },
    html`<section class="card form-card">${form(
      { action: '/devices/new', csrf: reader.csrf },
      html`${formMessage(state)}${nameField(reader, state, true)}${moduleChoice(reader, state)}${siteField(reader, 'operator', state, { isShared: false })}${otherFields(reader, state, null)}
      <p class="buttons"><button class="primary">${reader.t.devices.add}</button><a class="button" href="/devices">${reader.t.shared.cancel}</a></p>`,
    )}</section>`,
  )
