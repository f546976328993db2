import { type ChangeBy, recordChange } from '../../../core/audit-log/record-change.ts'
import { lockDevice } from '../../../core/devices/change-device.ts'
import { findDeviceInReach } from '../../../core/devices/device-store.ts'
import type { DeviceRecord } from '../../../core/devices/lists/list-devices.ts'
import { checkedReading } from '../../../core/telemetry/checked-reading.ts'
import { TEXT_METRIC, toReading } from '../../../core/telemetry/reading.ts'
import { measureOf } from '../../../core/vocabulary/measures.ts'
import { DEVICE_MODULES, type Module } from '../../../core/vocabulary/modules.ts'
import type { OwnMetrics } from '../../../core/vocabulary/own-metrics.ts'
import type { Database } from '../../../platform/database/database.ts'
import { conflict, invalidField } from '../../../platform/errors.ts'
import { type Html, html } from '../../../platform/html.ts'
import { measureName } from '../../../words/words.ts'
import type { TakeReadings } from '../../console-context.ts'
import { checkbox, type FormState, field, form, formMessage } from '../../frame/forms/forms.ts'
import type { Reader } from '../../frame/page/reader.ts'

/** Flag that marks readings not measured by a device. */
const MARK = 'test'

/** Stores a reading typed by a person, through normal ingestion. Throws 400, 403, 404 and 409. */
export async function takeTestReading(
  { db, takeReadings }: { db: Database; takeReadings: TakeReadings },
  id: number,
  sent: Readonly<Record<string, unknown>>,
  by: ChangeBy,
  now: Date,
): Promise<void> {
  const { device, reading } = await db.transaction(async (tx) => {
    const { name, enabled, module, metrics } = await lockDevice(tx, id, by.reach)
    if (!enabled) throw conflict('device_disabled')
    const body = bodyOf(module, metrics, sent)
    const reading = toReading(checkedReading(body), now.getTime())
    const subject = { type: 'device', id, name }
    await recordChange(tx, by, { action: 'device.test_reading', subject, before: null, after: body }, now)
    return { device: (await findDeviceInReach(tx, by.reach, id))!, reading }
  })
  await takeReadings(device, [reading])
}

function bodyOf(module: Module, metrics: OwnMetrics, sent: Readonly<Record<string, unknown>>) {
  const flags = Object.keys(DEVICE_MODULES[module].flags)
  const numbers = namesOf(module, metrics).flatMap((name) => {
    const text = String(sent[name] ?? '').trim()
    if (text === '') return []
    const value = Number(text.replace(',', '.'))
    if (!Number.isFinite(value)) throw invalidField(`/${name}`, 'no_number')
    return [[name, value] as const]
  })
  const raised = flags.filter((name) => sent[name] === 'yes').map((name) => [name, true] as const)
  return { module, metrics: Object.fromEntries(numbers), flags: { ...Object.fromEntries(raised), [MARK]: true } }
}

/** Metrics that people may type: those of the device, and those of the module. */
const namesOf = (module: Module, metrics: OwnMetrics): string[] =>
  Object.keys({ ...metrics, ...DEVICE_MODULES[module].metrics }).filter((name) => name !== TEXT_METRIC)

/** Values in stored units, so that they can be compared with the limits of rules. */
export function testReadingForm(reader: Reader, device: DeviceRecord, state: FormState): Html {
  const { t, csrf } = reader
  const { id, module, metrics } = device
  const flags = Object.keys(DEVICE_MODULES[module].flags)
  return form(
    { action: `/devices/${id}/test-reading`, csrf },
    html`
    ${formMessage(state)}
    <div class="fields">${namesOf(module, metrics).map((name) =>
      field(
        { name, label: measureName(t, name), type: 'number', step: 'any', optional: true, ...unitOf(name, metrics) },
        state,
      ),
    )}</div>
    <div class="ticks">${flags.map((name) => checkbox({ name, label: measureName(t, name) }, state.values[name] === 'yes'))}</div>
    <button>${t.deviceSettings.sendTest}</button>`,
  )
}

const unitOf = (name: string, metrics: OwnMetrics): { unit?: string } => {
  const unit = measureOf(name, metrics)?.unit
  return unit ? { unit } : {}
}
