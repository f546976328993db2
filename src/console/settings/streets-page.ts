import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { changeBy } from '../../core/audit-log/record-change.ts'
import { changeSetting } from '../../core/settings/change-settings.ts'
import { OPENSTREETMAP } from '../../core/settings/map-source.ts'
import { type Html, html } from '../../platform/html.ts'
import type { ConsoleContext } from '../console-context.ts'
import { EMPTY_FORM, type FormState, form, formMessage } from '../frame/forms/forms.ts'
import { shell } from '../frame/page/layout.ts'
import { showPage, takeForm } from '../frame/page/pages-and-forms.ts'
import { type Reader, readerOf } from '../frame/page/reader.ts'
import { safeReturn } from '../frame/page/return-to.ts'
import { codeBlock } from '../frame/parts/page-parts.ts'

const POLICY = 'https://operations.osmfoundation.org/policies/tiles/'
const PRIVACY = 'https://osmfoundation.org/wiki/Privacy_Policy'
const EXTRACT = `pmtiles extract \\
  https://build.protomaps.com/20261101.pmtiles \\
  region.pmtiles --bbox=13.3,45.4,16.7,46.9`
/** The map that people came from. */
const To = Type.Optional(Type.String({ maxLength: 2_000 }))

/** Two ways to streets: OpenStreetMap's server in one click, after its terms, or a file of the region. */
export function streetsPage(server: FastifyInstance, { db, now }: ConsoleContext): void {
  showPage(server, 'admin', 'installation', '/settings/streets', {
    query: Type.Object({ to: To }),
    show: async (reader, { query }) => streetsView(reader, mapBehind(query.to), EMPTY_FORM),
  })

  takeForm(server, 'admin', 'installation', '/settings/streets', {
    body: Type.Object({ to: To }),
    async submit(request, { to }) {
      await changeSetting(db, 'map', OPENSTREETMAP, changeBy(request), now())
      return mapBehind(to)
    },
    again: async (request, state) => streetsView(readerOf(request), mapBehind(state.values.to), state),
  })
}

const mapBehind = (to: string | undefined): string => (to === undefined ? '/map' : safeReturn(to))

function streetsView(reader: Reader, to: string, state: FormState): Html {
  const { t, csrf, map } = reader
  const { streets: words } = t.settings
  return shell(
    reader,
    { title: words.title, place: 'settings', scripts: [] },
    html`
    ${map === null ? null : html`<p class="notice">${words.replaces}</p>`}
    <div class="two-ways">
      <section class="card" aria-labelledby="osm-title">
        <h2 id="osm-title">${words.osm}</h2>
        <p>${words.osmHint}</p>
        <h3>${words.terms}</h3>
        <ul>${words.osmTerms.map((term) => html`<li>${term}</li>`)}</ul>
        <p><a href="${POLICY}" rel="noreferrer">${words.policy}</a> · <a href="${PRIVACY}" rel="noreferrer">${words.privacy}</a></p>
        ${formMessage(state)}
        ${form({ action: '/settings/streets', csrf, label: words.osm }, html`<input type="hidden" name="to" value="${to}"><div class="buttons"><button class="primary">${words.turnOn}</button><a class="button quiet" href="${to}">${t.shared.cancel}</a></div>`)}
      </section>
      <section class="card" aria-labelledby="file-title">
        <h2 id="file-title">${words.file}</h2>
        <p>${words.fileHint}</p>
        ${codeBlock(EXTRACT, words.file)}
        <p>${words.fileThen}</p>
        <p><a class="button" href="/settings#map">${t.settings.map.upload}</a></p>
      </section>
    </div>`,
  )
}
