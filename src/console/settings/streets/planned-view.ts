import type { Place } from '../../../core/headline/nearest-town.ts'
import type { FetchedStreets } from '../../../core/settings/map-source.ts'
import type { StreetsState } from '../../../core/streets/fetched-file.ts'
import type { StreetsPlan } from '../../../core/streets/plan-streets.ts'
import { type Html, html } from '../../../platform/html.ts'
import { form } from '../../frame/forms/forms.ts'
import { shell } from '../../frame/page/layout.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { card, keyValues } from '../../frame/parts/page-parts.ts'

/** Streets with the name of the place of each area, if one is known. */
export interface NamedStreets {
  streets: FetchedStreets['streets']
  places: (Place | null)[]
}

export interface FetchedShown extends NamedStreets {
  state: StreetsState
}

interface Planned extends NamedStreets {
  plan: StreetsPlan
  /** The credit of the map, in the words of its archive. */
  attribution: string
  devices: { all: number; inside: number }
  /** The form, to be sent again. */
  form: Record<string, string>
}

/** "25 km around Ljubljana", one after another. */
export const areasText = ({ t, format }: Reader, { streets, places }: NamedStreets): string =>
  format.list(
    streets.areas.map(({ lat, lng, radius_km }, at) => {
      const place = places[at] ?? null
      const name = place === null ? `${lat.toFixed(2)}, ${lng.toFixed(2)}` : place.name
      return t.settings.streets.around(format.distance(radius_km * 1_000), name)
    }),
  )

/** The size and the terms of the streets that somebody has asked for, which are fetched once this is confirmed. */
export function plannedView(reader: Reader, planned: Planned): Html {
  const { t, csrf, format } = reader
  const { streets: words } = t.settings
  const { plan, attribution, devices, form: values, streets } = planned
  const { host } = new URL(streets.source)
  const size = format.bytes(plan.bytes)
  const facts = keyValues([
    [words.areas, areasText(reader, planned)],
    [words.devices, words.devicesInside(devices.inside, devices.all)],
    [words.size, size],
    [words.detail, `${words.detailOf(plan.maxZoom)}${plan.isReduced ? `. ${words.reduced}` : ''}`],
    [words.source, streets.source],
    ...(attribution === '' ? [] : ([[words.credit, attribution]] as const)),
  ])
  return shell(
    reader,
    { title: words.planned, place: 'settings', scripts: [] },
    card(
      words.planned,
      html`${facts}
      <h3>${words.terms}</h3>
      <ul class="terms">${words.areaTerms(host).map((term) => html`<li>${term}</li>`)}</ul>
      ${form(
        { action: '/settings/streets/area', csrf, label: words.planned },
        html`${Object.entries({ ...values, confirmed: 'yes' }).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
        <div class="buttons"><button class="primary">${words.fetch(size)}</button><a class="button quiet" href="/settings/streets?${new URLSearchParams({ to: values.to ?? '/map' }).toString()}">${t.shared.cancel}</a></div>`,
      )}`,
    ),
  )
}
