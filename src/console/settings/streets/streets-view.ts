import { type Content, type Html, html } from '../../../platform/html.ts'
import { fieldFault } from '../../../words/words.ts'
import { checkbox, choice, type FormState, field, form, formMessage } from '../../frame/forms/forms.ts'
import { shell } from '../../frame/page/layout.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { codeBlock } from '../../frame/parts/page-parts.ts'
import { areasText, type FetchedShown } from './planned-view.ts'

const POLICY = 'https://operations.osmfoundation.org/policies/tiles/'
const PRIVACY = 'https://osmfoundation.org/wiki/Privacy_Policy'
const EXTRACT = `pmtiles extract \\
  https://build.protomaps.com/20261101.pmtiles \\
  region.pmtiles --bbox=13.3,45.4,16.7,46.9`
const RADII_KM = [5, 10, 25, 50, 100, 200, 300]

interface StreetsPage {
  /** The map that people came from. */
  to: string
  /** Streets that the service fetches or has fetched. */
  fetched: FetchedShown | null
  /** Values and errors of the form for an area. */
  state: FormState
}

export function streetsView(reader: Reader, { to, fetched, state }: StreetsPage): Html {
  const { t, csrf, map } = reader
  const { streets: words } = t.settings
  return shell(
    reader,
    { title: words.title, place: 'settings', scripts: [] },
    html`
    ${fetched === null ? (map === null ? null : html`<p class="notice">${words.replaces}</p>`) : progress(reader, fetched, to)}
    <div class="two-ways">
      ${areaCard(reader, fetched, to, state)}
      <div class="stack">
      <section class="card" aria-labelledby="osm-title">
        <h2 id="osm-title">${words.osm}</h2>
        <p>${words.osmHint}</p>
        <h3>${words.terms}</h3>
        <ul class="terms">${words.osmTerms.map((term) => html`<li>${term}</li>`)}</ul>
        <p><a href="${POLICY}" rel="noreferrer">${words.policy}</a> · <a href="${PRIVACY}" rel="noreferrer">${words.privacy}</a></p>
        ${form({ action: '/settings/streets', csrf, label: words.osm }, html`<input type="hidden" name="to" value="${to}"><div class="buttons"><button>${words.turnOn}</button></div>`)}
      </section>
      <section class="card" aria-labelledby="file-title">
        <h2 id="file-title">${words.file}</h2>
        <p>${words.fileHint}</p>
        ${codeBlock(EXTRACT, words.file)}
        <p>${words.fileThen}</p>
        <p><a class="button" href="/settings#map">${t.settings.map.upload}</a></p>
      </section>
      </div>
    </div>`,
  )
}

function areaCard({ t, csrf, format }: Reader, fetched: FetchedShown | null, to: string, state: FormState): Html {
  const { settings, ruleForm } = t
  const { streets: words } = settings
  const radii = RADII_KM.map((km) => ({ value: String(km), text: format.distance(km * 1_000) }))
  const degrees = { autocomplete: 'off', maxlength: 30, size: 'short' } as const
  return html`<section class="card" aria-labelledby="area-title">
    <h2 id="area-title">${words.area}</h2>
    <p>${words.areaHint}</p>
    ${form(
      { action: '/settings/streets/area', csrf, label: words.area },
      html`${formMessage(state)}<input type="hidden" name="to" value="${to}">
      <div class="row even">
        ${field({ name: 'lat', label: ruleForm.lat, placeholder: '46.05', ...degrees }, state)}
        ${field({ name: 'lng', label: ruleForm.lng, placeholder: '14.51', ...degrees }, state)}
        ${choice({ name: 'radius_km', label: words.radius, options: radii }, state)}
      </div>
      ${field({ name: 'source', label: words.source, hint: words.sourceHint, type: 'url', maxlength: 2_000 }, state)}
      ${fetched === null ? null : checkbox({ name: 'keeps', label: words.keeps }, state.values.keeps === 'yes')}
      <div class="buttons"><button class="primary">${words.check}</button><a class="button quiet" href="${to}">${t.shared.cancel}</a></div>`,
    )}
  </section>`
}

/** How far the fetch is. Looks again every two seconds until it is over. */
function progress(reader: Reader, fetched: FetchedShown, to: string): Html {
  const { t, csrf, format } = reader
  const { streets: words } = t.settings
  const { state } = fetched
  const areas = areasText(reader, fetched)
  const around = (look: string, content: Content, attributes: Content = null) =>
    html`<div class="notice ${look}" id="streets-state" role="status"${attributes}><div>${content}</div></div>`
  if (state.is === 'ready')
    return around(
      'good',
      html`<p>${words.ready(areas, format.bytes(state.bytes))} <a href="${to}">${words.back}</a></p>`,
    )
  if (state.is === 'failed') {
    const again = html`<input type="hidden" name="to" value="${to}"><button>${words.again}</button>`
    return around(
      'bad',
      html`<p>${words.failed(areas)} ${fieldFault(t, state.fault)} ${words.nextTry}</p>${form({ action: '/settings/streets/again', csrf, label: words.again }, again)}`,
    )
  }
  const { stored, total } = state
  const bar = html`<progress${total === null ? null : html` max="${total}" value="${stored}"`} aria-label="${words.title}"></progress>`
  const page = `/settings/streets?${new URLSearchParams({ to }).toString()}`
  return around(
    '',
    html`<p>${words.fetching(areas)} ${total === null ? null : words.progress(format.bytes(stored), format.bytes(total))}</p>${bar}`,
    html` hx-get="${page}" hx-trigger="load delay:2s" hx-select="#streets-state" hx-target="this" hx-swap="outerHTML"`,
  )
}
