import { type Html, html } from '../../platform/html.ts'
import { actionButton } from '../shell/forms.ts'
import type { Reader } from '../shell/reader.ts'

/** Shows whether a setting was chosen here, with a button to reset it to the environment. */
export const settingOrigin = ({ t, csrf }: Reader, key: 'map' | 'retention', isChosen: boolean): Html =>
  isChosen
    ? html`<div class="action"><p class="meta">${t.settings.chosenHere}</p>${actionButton({ action: `/settings/${key}/environment`, csrf, inPlace: false }, t.settings.giveBack)}</div>`
    : html`<p class="meta">${t.settings.fromEnvironment}</p>`
