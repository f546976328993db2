import { DEVICE_COLUMNS } from '../../../core/people/preferences/preferences.ts'
import { type Html, html } from '../../../platform/html.ts'
import { icon } from '../../parts/icon.ts'
import { form } from '../../shell/forms.ts'
import type { Reader } from '../../shell/reader.ts'

/** Chooses the columns of the list. Stored in the account; exports always have all columns. */
export function columnsMenu({ t, csrf, preferences, address }: Reader): Html {
  const { columns, columnsMenu: words } = t.devices
  const box = (name: (typeof DEVICE_COLUMNS)[number]) => html`
    <div class="field tick"><input id="column-${name}" type="checkbox" name="columns" value="${name}"${preferences.device_columns.includes(name) ? html` checked` : null}><label for="column-${name}">${columns[name]}</label></div>`
  return html`<details class="columns-menu" data-menu><summary class="button quiet">${icon('columns-3')}${words.title}</summary>
  ${form(
    { action: '/devices/columns', csrf, label: words.title },
    html`<input type="hidden" name="to" value="${address}">
    ${DEVICE_COLUMNS.map(box)}
    <div class="buttons"><button class="primary">${words.show}</button><button class="quiet" name="usual" value="yes">${words.usual}</button></div>`,
  )}</details>`
}
