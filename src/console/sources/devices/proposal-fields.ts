import type { ExternalIdRecord } from '../../../core/sources/external-ids/external-id-shapes.ts'
import { DEVICE_ICONS } from '../../../core/vocabulary/device-icons.ts'
import { type Html, html } from '../../../platform/html.ts'
import { choice, EMPTY_FORM, type FormState, field, filled } from '../../frame/forms/forms.ts'
import { moduleField } from '../../frame/forms/module-field.ts'
import type { Reader } from '../../frame/page/reader.ts'

const FIELDS = ['name', 'module', 'icon', 'interval', 'device'] as const

/** The proposal for a device, to change before it is adopted. Folded: mostly it is right. */
export function proposalFields(reader: Reader, record: ExternalIdRecord, place: number, sent: FormState): Html {
  const { t, format } = reader
  const { sources: words } = t
  const { name, module, icon, expected_interval_s } = record.proposal
  const of = (one: (typeof FIELDS)[number]) => `${one}_${place}`
  // Another person may have changed the list meanwhile.
  const state = sent.values[`id_${place}`] === record.external_id ? sent : EMPTY_FORM
  const proposed = {
    [of('name')]: name,
    [of('module')]: module,
    [of('icon')]: icon ?? '',
    [of('interval')]: expected_interval_s === null ? '' : String(expected_interval_s),
    [of('device')]: '',
  }
  const shown = filled(proposed, state)
  const isFaulty = FIELDS.some((one) => state.errors[of(one)] !== undefined)
  const icons = [
    { value: '', text: words.moduleIcon },
    ...DEVICE_ICONS.map((value) => ({ value, text: t.deviceSettings.metrics.icons[value] })),
  ]
  const parts = [
    t.shared.modules[module],
    ...(icon === null ? [] : [t.deviceSettings.metrics.icons[icon]]),
    ...(expected_interval_s === null ? [] : [words.every(format.duration(expected_interval_s))]),
  ]
  return html`
  <details class="more"${isFaulty ? html` open` : null}>
    <summary>${words.proposal(name, parts.join(', '))}</summary>
    <div class="pairs-of-fields">
      ${field({ name: of('name'), label: t.terms.name, maxlength: 100, optional: true, autocomplete: 'off' }, shown)}
      ${moduleField(reader, { name: of('module') }, shown)}
      ${choice({ name: of('icon'), label: words.icon, options: icons }, shown)}
      ${field({ name: of('interval'), label: words.interval, hint: words.intervalHint, type: 'number', min: 1, max: 31_622_400, unit: t.onboarding.seconds, optional: true }, shown)}
    </div>
    ${field({ name: of('device'), label: words.already, hint: words.alreadyHint, maxlength: 100, optional: true, offers: { of: 'devices', isSingle: true } }, shown)}
  </details>`
}
