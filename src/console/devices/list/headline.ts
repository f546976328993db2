import type { DeviceRecord } from '../../../core/devices/lists/list-devices.ts'
import { type Motion, motionOf } from '../../../core/devices/presence/motion.ts'
import { measureOf } from '../../../core/vocabulary/measures.ts'
import type { DeviceModule } from '../../../core/vocabulary/modules/device-module.ts'
import { DEVICE_MODULES } from '../../../core/vocabulary/modules.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { measureName } from '../../../words/words.ts'
import { type Reader, readerOfDevice } from '../../frame/page/reader.ts'

type Shown = Pick<DeviceRecord, 'module' | 'status' | 'latest' | 'metrics'>
type Metrics = Readonly<Record<string, unknown>>

/** One or two values that summarize the device, including the one that raised an alert. */
export function deviceHeadline(visitor: Reader, device: Shown): Content {
  if (device.latest === null) return null
  const { metrics } = device.latest
  const reader = readerOfDevice(visitor, device.metrics)
  const motion = motionOf(device)
  return html`<span class="latest">${motion === null ? values(reader, device, metrics) : moving(reader, motion, metrics)}${raisedFlags(reader, device.latest.flags)}</span>`
}

function values(reader: Reader, { module, metrics: own }: Shown, metrics: Metrics): Content {
  const isNumber = (name: string) => typeof metrics[name] === 'number'
  const chosen = Object.keys(own).find(isNumber)
  if (chosen !== undefined) return named(reader, chosen, metrics)
  const { headline: summaries }: DeviceModule = DEVICE_MODULES[module]
  const first = summaries.find((shown) => [shown].flat().every(isNumber))
  if (typeof first === 'object') {
    const [over, under] = first
    return html`${reader.format.number(Number(metrics[over]), 0)}/${reader.format.value(under, metrics[under])}`
  }
  // A value without a unit is shown with its name.
  if (first !== undefined && measureOf(first)?.unit !== '')
    return html`${substanceOf(first, metrics)}${reader.format.value(first, metrics[first])}`
  const field = first ?? Object.keys(metrics).find(isNumber)
  return field === undefined ? null : named(reader, field, metrics)
}

/** "CO " before parts per million, if the device says of what: `gas_type` for `gas_ppm`. */
function substanceOf(field: string, metrics: Metrics): string | null {
  const substance = metrics[`${field.split('_')[0]}_type`]
  return typeof substance === 'string' ? `${substance} ` : null
}

const named = ({ t, format }: Reader, field: string, metrics: Metrics): Html =>
  html`${measureName(t, field)} ${format.value(field, metrics[field])}`

function moving(reader: Reader, { state, speed_kmh, heading }: Motion, { fuel_level }: Metrics): Content {
  const { format, t } = reader
  const fuel =
    typeof fuel_level === 'number'
      ? html` <span class="meta nowrap">${t.shared.measures.fuel_level} ${format.value('fuel_level', fuel_level)}</span>`
      : null
  if (state === 'stopped') return html`${t.devices.stopped}${fuel}`
  return html`${heading === null ? null : headingArrow(reader, heading)}${format.value('speed_kmh', speed_kmh)}${fuel}`
}

/** Points in the direction of movement; north is up. */
const headingArrow = ({ t }: Reader, degrees: number): Html =>
  html`<svg class="heading" viewBox="0 0 24 24" role="img" aria-label="${t.devices.heading(t.devices.winds[Math.round((((degrees % 360) + 360) % 360) / 45) % 8]!)}"><path transform="rotate(${Math.round(degrees)} 12 12)" d="M12 3 19 20 12 16 5 20z"/></svg>`

const raisedFlags = ({ t }: Reader, flags: Metrics): Content =>
  Object.entries(flags)
    .filter(([, value]) => value === true)
    .map(([name]) => html` <span class="badge flag">${measureName(t, name)}</span>`)
