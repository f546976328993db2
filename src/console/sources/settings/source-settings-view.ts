import { FORMAT_NAMES } from '../../../core/sources/formats/formats.ts'
import { type Html, html } from '../../../platform/html.ts'
import {
  checkbox,
  choice,
  EMPTY_FORM,
  type FormState,
  field,
  filled,
  form,
  formMessage,
  textArea,
} from '../../frame/forms/forms.ts'
import { moduleField } from '../../frame/forms/module-field.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { card, dangerZone } from '../../frame/parts/page-parts.ts'
import { guidesCard } from '../adding/sender-guide.ts'
import type { ShownSource } from '../shown-source.ts'
import { formatName, sourceAddress, sourceShell } from '../source-state.ts'
import { settingFields, settingTexts } from './format-settings.ts'

/** State of the page's forms. */
export type SourceForms = Record<'settings' | 'token' | 'deletion', FormState>
export const EMPTY_SOURCE_FORMS: SourceForms = { settings: EMPTY_FORM, token: EMPTY_FORM, deletion: EMPTY_FORM }

export function sourceSettingsView(
  reader: Reader,
  source: ShownSource,
  url: string,
  forms: SourceForms,
  done: string | undefined,
): Html {
  const { t, csrf } = reader
  const { sources: words } = t
  const address = sourceAddress(source.id)
  return sourceShell(
    { reader, source, here: 'settings', done },
    html`
    ${card(
      t.shared.places.settings,
      form(
        { action: `${address}/settings`, csrf, label: t.shared.places.settings },
        html`
        ${formMessage(forms.settings)}
        ${fields(reader, source, forms.settings)}
        <button class="primary">${t.shared.save}</button>`,
      ),
    )}
    ${tokenCard(reader, source, forms.token)}
    ${guidesCard(reader, source, url)}
    ${dangerZone(
      words.danger,
      html`
      <p>${words.dangerHint}</p>
      ${form(
        { action: `${address}/deletion`, csrf, label: words.danger },
        html`
        ${formMessage(forms.deletion)}
        ${field({ name: 'confirmation', label: words.dangerName(source.name), autocomplete: 'off' }, forms.deletion)}
        <button class="danger">${words.delete}</button>`,
      )}`,
    )}`,
  )
}

function fields(reader: Reader, source: ShownSource, state: FormState): Html {
  const { t } = reader
  const { settings: words } = t.sources
  const isSent = Object.keys(state.values).length > 0
  // A box that is not ticked is not sent.
  const values = isSent
    ? state.values
    : {
        name: source.name,
        tags: source.tags.join(', '),
        time_zone: source.time_zone,
        networks: source.networks.join('\n'),
        rate_per_s: String(source.rate_per_s),
        burst: String(source.burst),
        token_in_address: source.token_in_address ? 'yes' : '',
        enabled: source.enabled ? 'yes' : '',
        ...settingTexts(source),
      }
  const shown = filled(values, state)
  const isTicked = (name: string) => shown.values[name] === 'yes'
  const formats = FORMAT_NAMES.map((value) => ({ value, text: formatName(t, value) }))
  return html`
    <input type="hidden" name="version" value="${shown.values.version ?? source.version}">
    <div class="pairs-of-fields">
      ${field({ name: 'name', label: t.terms.name, maxlength: 100 }, shown)}
      ${choice({ name: 'format', label: t.sources.format, hint: words.formatHint, options: formats, chosen: source.format }, shown)}
      ${moduleField(reader, { hint: t.sources.moduleHint, chosen: source.module }, shown)}
      ${field({ name: 'time_zone', label: t.terms.zone, hint: words.zoneHint, maxlength: 100 }, shown)}
      ${field({ name: 'tags', label: t.sources.tags, hint: words.tagsHint, maxlength: 1_100, optional: true, offers: { of: 'tags' } }, shown)}
    </div>
    <fieldset class="wide"><legend>${words.ofFormat(formatName(t, source.format))}</legend>${settingFields(reader, source.format, shown)}</fieldset>
    ${textArea({ name: 'networks', label: words.networks, hint: words.networksHint, rows: 3, maxlength: 1_200, optional: true }, shown)}
    <div class="pairs-of-fields">
      ${field({ name: 'rate_per_s', label: words.rate, hint: words.rateHint, type: 'number', min: 1, max: 10_000 }, shown)}
      ${field({ name: 'burst', label: words.burst, hint: words.burstHint, type: 'number', min: 1, max: 100_000 }, shown)}
    </div>
    ${checkbox({ name: 'token_in_address', label: words.tokenInAddress, hint: words.tokenInAddressHint }, isTicked('token_in_address'))}
    ${checkbox({ name: 'enabled', label: words.enabled, hint: words.enabledHint }, isTicked('enabled'))}`
}

function tokenCard({ t, csrf }: Reader, { id, token_hint }: ShownSource, state: FormState): Html {
  const { sources: words } = t
  const options = ['86400', '604800', '3600', '0'].map((value) => ({
    value,
    text: t.webhooks.overlaps[value as keyof typeof t.webhooks.overlaps],
  }))
  return card(
    words.token,
    html`
    <p>${words.tokenEnds(token_hint)}</p>
    ${form(
      { action: `${sourceAddress(id)}/token`, csrf, label: words.rotate },
      html`
      ${formMessage(state)}
      ${choice({ name: 'overlap_s', label: words.overlap, hint: words.rotateHint, options, chosen: '86400' }, state)}
      <button>${words.rotate}</button>`,
    )}`,
  )
}
