import type { SettingOrigin } from '../../core/settings/connections/connection.ts'
import { type Content, html } from '../../platform/html.ts'
import { actionButton } from '../frame/forms/forms.ts'
import type { Reader } from '../frame/page/reader.ts'
import type { ConnectionSection } from './connections/read-connection-form.ts'

/** Settings that can be chosen although the environment sets them. */
const OVER_ENVIRONMENT: readonly string[] = ['map', 'retention']

/** Where a setting comes from, with a button to reset one that was chosen here. */
export function settingOrigin(
  { t, csrf }: Reader,
  key: 'map' | 'retention' | ConnectionSection,
  origin: SettingOrigin,
): Content {
  const { origins, reset } = t.settings
  if (origin === 'settings')
    return html`<div class="action"><p class="meta">${origins.settings}</p>${actionButton({ action: `/settings/${key}/environment`, csrf, inPlace: false }, reset)}</div>`
  const isFixed = origin === 'environment' && !OVER_ENVIRONMENT.includes(key)
  return html`<p class="meta">${isFixed ? origins.fixed : origins[origin]}</p>`
}
