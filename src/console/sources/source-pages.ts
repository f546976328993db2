import type { FastifyPluginAsync } from 'fastify'
import Type from 'typebox'
import { changeBy } from '../../core/audit-log/record-change.ts'
import { reachOf } from '../../core/people/credentials/caller.ts'
import { createSource } from '../../core/sources/manage-sources.ts'
import { listSources } from '../../core/sources/source-store.ts'
import { MODULES } from '../../core/vocabulary/modules.ts'
import { mustExist } from '../../platform/errors.ts'
import { NameText } from '../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../console-context.ts'
import { EMPTY_FORM } from '../frame/forms/forms.ts'
import { siteIdIn, siteInForm } from '../frame/forms/site-field.ts'
import { showPage, takeForm } from '../frame/page/pages-and-forms.ts'
import { readerOf } from '../frame/page/reader.ts'
import { newSourceView } from './adding/new-source-view.ts'
import { findSender } from './adding/senders.ts'
import { sourceTokenView } from './adding/source-token-view.ts'
import { sourceDevicePages } from './devices/source-device-pages.ts'
import { sourceMessagePages } from './messages/source-message-pages.ts'
import { sourceSettingsPages } from './settings/source-settings-pages.ts'
import { showSource } from './shown-source.ts'
import { sourcesView } from './sources-view.ts'

/** High enough for all: `site-limits.ts`. */
const ALL = { afterId: 0, limit: 100_000 }
const Sender = Type.String({ maxLength: 40 })

/** The list of sources, and the way to a new one. */
export const sourcePages: FastifyPluginAsync<ConsoleContext> = async (server, context) => {
  const { db, now, publicUrl } = context

  showPage(server, 'operator', 'site', '/sources', {
    show: async (reader, { query }) => sourcesView(reader, await listSources(db, reader.listed, ALL), query.done),
  })

  showPage(server, 'operator', 'site', '/sources/new', {
    query: Type.Object({ sender: Type.Optional(Sender) }),
    show: async (reader, { query }) => newSourceView(reader, query.sender, EMPTY_FORM),
  })

  takeForm(server, 'operator', 'site', '/sources/new', {
    body: Type.Object({
      ...siteInForm,
      sender: Sender,
      name: NameText({ maxLength: 100 }),
      module: Type.Enum([...MODULES]),
    }),
    async submit(request, fields, reply) {
      const sender = mustExist('Sender', findSender(fields.sender))
      const site_id = siteIdIn(fields)
      const body = { name: fields.name.trim(), format: sender.format, module: fields.module }
      const wanted = { ...body, ...(site_id == null ? {} : { site_id }) }
      const { id, token } = await createSource(db, wanted, changeBy(request), now())
      const source = await showSource(db, reachOf(request), id)
      reply.code(201)
      const url = `${publicUrl()}${source.url}`
      return sourceTokenView(readerOf(request), { source, url, token, sender: sender.name })
    },
    again: async (request, state) => newSourceView(readerOf(request), state.values.sender, state),
  })

  await server.register(sourceDevicePages, context)
  await server.register(sourceMessagePages, context)
  await server.register(sourceSettingsPages, context)
}
