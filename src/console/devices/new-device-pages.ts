import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { changeBy } from '../../audit-log/record-change.ts'
import { createDevice } from '../../devices/device-tokens.ts'
import { html } from '../../platform/html.ts'
import { IdParams } from '../../platform/http/shapes.ts'
import type { ConsoleContext } from '../console-context.ts'
import { EMPTY, type FormState, form, message } from '../shell/forms.ts'
import { shell } from '../shell/layout.ts'
import { showPage } from '../shell/show-page.ts'
import { takeForm } from '../shell/take-form.ts'
import { type Visit, visitOf } from '../shell/visit.ts'
import { connectView } from './connect-view.ts'
import { moduleChoice, NewDeviceForm, nameField, newDeviceIn, otherFields } from './device-form.ts'
import { getDevice, readConnection } from './read-connection.ts'

/** How a device is added, and watched until it has sent something. */
export const newDevicePages: FastifyPluginAsyncTypebox<ConsoleContext> = async (server, { db, publicUrl, now }) => {
  showPage(server, {
    path: '/devices/new',
    policy: 'operator',
    show: async (visit) => newDeviceView(visit, EMPTY),
  })

  takeForm(server, {
    path: '/devices/new',
    policy: 'operator',
    body: NewDeviceForm,
    async submit(request, body, reply) {
      const { id, token } = await createDevice(db, newDeviceIn(body), changeBy(request), now())
      reply.code(201)
      const device = await getDevice(db, id)
      return connectView(visitOf(request), await readConnection(db, { device, token, publicUrl }))
    },
    again: (request, state) => newDeviceView(visitOf(request), state),
  })

  showPage(server, {
    path: '/devices/:id/connect',
    policy: 'operator',
    params: IdParams,
    async show(visit, { params }) {
      const device = await getDevice(db, Number(params.id))
      return connectView(visit, await readConnection(db, { device, token: null, publicUrl }))
    },
  })
}

const newDeviceView = (visit: Visit, state: FormState) =>
  shell(
    visit,
    {
      title: visit.t.onboarding.newTitle,
      place: 'devices',
      trail: [{ name: visit.t.shared.places.devices, address: '/devices' }],
    },
    html`<section class="card form-card">${form(
      { action: '/devices/new', csrf: visit.csrf },
      html`${message(state)}${nameField(visit, state, true)}${moduleChoice(visit, state)}${otherFields(visit, state, null)}
      <p class="buttons"><button class="primary">${visit.t.onboarding.create}</button><a class="button" href="/devices">${visit.t.shared.cancel}</a></p>`,
    )}</section>`,
  )
