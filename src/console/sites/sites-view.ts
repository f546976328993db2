import type { SiteRecord } from '../../core/sites/site-store.ts'
import { type Html, html } from '../../platform/html.ts'
import { doneOf, type FormState, field, form, formMessage } from '../frame/forms/forms.ts'
import { dataTable } from '../frame/lists/data-table.ts'
import { shell } from '../frame/page/layout.ts'
import type { Reader } from '../frame/page/reader.ts'
import { card } from '../frame/parts/page-parts.ts'

export function sitesView(reader: Reader, sites: readonly SiteRecord[], state: FormState, done?: string): Html {
  const { t, csrf } = reader
  const { sites: words } = t
  return shell(
    reader,
    { title: t.shared.places.sites, place: 'sites' },
    html`
    ${doneOf(words.done, done)}
    ${dataTable({
      caption: t.shared.places.sites,
      rows: sites,
      key: ({ id }) => `site-${id}`,
      address: ({ id }) => `/sites/${id}`,
      columns: [
        { name: t.terms.name, kind: 'main', show: ({ id, name }) => html`<a href="/sites/${id}">${name}</a>` },
        { name: t.shared.places.devices, kind: 'number', show: ({ devices }) => devices },
        { name: t.terms.notes, show: ({ notes }) => notes },
      ],
    })}
    ${
      reader.may('admin', null)
        ? card(
            words.add,
            form(
              { action: '/sites', csrf, label: words.add },
              html`
              ${formMessage(state)}
              <p>${words.addHint}</p>
              ${field({ name: 'name', label: t.terms.name, hint: words.nameHint, maxlength: 100, autocomplete: 'off' }, state)}
              <button class="primary">${words.add}</button>`,
            ),
          )
        : null
    }`,
  )
}
