import { type ChangeBy, recordChange } from '../../../core/audit-log/record-change.ts'
import { listDevicesByIds } from '../../../core/devices/device-store.ts'
import type { DeviceRecord } from '../../../core/devices/lists/list-devices.ts'
import { checkedReading } from '../../../core/ingestion/checked-reading.ts'
import { toReading } from '../../../core/telemetry/reading.ts'
import { measureOf } from '../../../core/vocabulary/measures.ts'
import { MODULE_VALUES, type Module } from '../../../core/vocabulary/modules.ts'
import type { Database } from '../../../platform/database/database.ts'
import { conflict, invalidField, notFound } from '../../../platform/errors.ts'
import { type Html, html } from '../../../platform/html.ts'
import type { TakeReadings } from '../../console-context.ts'
import { type FormState, field, form, message, tick } from '../../shell/forms.ts'
import type { Reader } from '../../shell/reader.ts'
import { measureName } from '../../words/words.ts'

/** Flag that marks readings not measured by a device. */
const MARK = 'test'

/** Stores a reading typed by a person, through normal ingestion. Throws 400, 404 and 409. */
export async function takeTestReading(
  { db, takeReadings }: { db: Database; takeReadings: TakeReadings },
  id: number,
  sent: Readonly<Record<string, unknown>>,
  by: ChangeBy,
  now: Date,
): Promise<void> {
  const [device] = await listDevicesByIds(db, [id])
  if (device === undefined) throw notFound('Device')
  if (!device.enabled) throw conflict('device_disabled')
  const body = bodyOf(device.module, sent)
  const reading = toReading(checkedReading(body), now.getTime())
  const subject = { type: 'device', id, name: device.name }
  await recordChange(db, by, { action: 'device.test_reading', subject, before: null, after: body }, now)
  await takeReadings(device, [reading])
}

function bodyOf(module: Module, sent: Readonly<Record<string, unknown>>) {
  const { metrics, flags } = MODULE_VALUES[module]
  const numbers = metrics.flatMap((name) => {
    const text = String(sent[name] ?? '').trim()
    if (text === '') return []
    const value = Number(text.replace(',', '.'))
    if (!Number.isFinite(value)) throw invalidField(`/${name}`, 'no_number')
    return [[name, value] as const]
  })
  const raised = flags.filter((name) => sent[name] === 'yes').map((name) => [name, true] as const)
  return { module, metrics: Object.fromEntries(numbers), flags: { ...Object.fromEntries(raised), [MARK]: true } }
}

/** Values in stored units, so that they can be compared with the limits of rules. */
export function testReadingForm(reader: Reader, { id, module }: DeviceRecord, state: FormState): Html {
  const { t, csrf } = reader
  const { metrics, flags } = MODULE_VALUES[module]
  return form(
    { action: `/devices/${id}/test-reading`, csrf },
    html`
    ${message(state)}
    <div class="fields">${metrics.map((name) =>
      field({ name, label: measureName(t, name), type: 'number', step: 'any', optional: true, ...unitOf(name) }, state),
    )}</div>
    <div class="ticks">${flags.map((name) => tick({ name, label: measureName(t, name) }, state.values[name] === 'yes'))}</div>
    <button>${t.deviceSettings.sendTest}</button>`,
  )
}

const unitOf = (name: string): { unit?: string } => {
  const unit = measureOf(name)?.unit
  return unit ? { unit } : {}
}
