import Type, { type Static } from 'typebox'
import type { Reach } from '../../../core/reach/reach.ts'
import { AdoptBody, type Adoption, EXTERNAL_ID_STATES } from '../../../core/sources/external-ids/external-id-shapes.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { invalidFields } from '../../../platform/errors.ts'
import { schemaCheck } from '../../../platform/http/schemas/schema-check.ts'
import { PlainText } from '../../../platform/http/schemas/shapes.ts'
import { deviceNamed } from '../../frame/formats/device-names.ts'
import { atFieldsOf } from '../source-form.ts'

/** Fields of each row have its number at their end: `id_0`, `chosen_0`, `name_0`, `device_0` … */
export const AdoptionForm = Type.Object(
  {
    what: Type.Enum(['adopt', 'ignore', 'release']),
    state: Type.Optional(Type.Enum([...EXTERNAL_ID_STATES])),
  },
  { additionalProperties: PlainText({ maxLength: 200 }) },
)
type AdoptionFields = Static<typeof AdoptionForm>

const check = schemaCheck(AdoptBody)

const chosenRows = (sent: Record<string, string | undefined>): string[] =>
  Object.keys(sent).flatMap((name) => (name.startsWith('chosen_') ? [name.slice('chosen_'.length)] : []))

/** The external IDs of the rows that are ticked. */
export function chosenIds(fields: AdoptionFields): string[] {
  const sent = fields as Record<string, string | undefined>
  return chosenRows(sent).flatMap((row) => sent[`id_${row}`] ?? [])
}

/** `/items/1/device/name` is a fault of the field `name_7`, if row 7 is the second one that is ticked. */
export const rowFieldOf =
  (rows: readonly string[]) =>
  (field: string): string => {
    const [, , place = '', ...path] = field.split('/')
    const [first = '', second = ''] = path
    const name = first === 'device_id' ? 'device' : second === 'expected_interval_s' ? 'interval' : second || 'name'
    return `${name}_${rows[Number(place)] ?? ''}`
  }

/** Items to adopt, with their rows of the form. Throws 400 with the field for a device that is not there. */
export async function adoptionsIn(
  db: Queryable,
  reach: Reach,
  fields: AdoptionFields,
): Promise<{ rows: readonly string[]; items: readonly Adoption[] }> {
  const sent = fields as Record<string, string | undefined>
  const rows = chosenRows(sent).filter((row) => sent[`id_${row}`] !== undefined)
  const textOf = (name: string, row: string) => (sent[`${name}_${row}`] ?? '').trim()
  const items: unknown[] = []
  for (const row of rows) {
    const [external_id, present] = [sent[`id_${row}`]!, textOf('device', row)]
    if (present !== '') {
      const { id, fault } = await deviceNamed(db, reach, present)
      if (fault !== null) throw invalidFields([{ ...fault, field: `/device_${row}` }])
      items.push({ external_id, device_id: id })
      continue
    }
    const interval = textOf('interval', row)
    const device = {
      name: textOf('name', row),
      module: textOf('module', row),
      icon: textOf('icon', row) || null,
      expected_interval_s: interval === '' ? null : Number(interval),
    }
    items.push({ external_id, device })
  }
  const checked = await atFieldsOf(rowFieldOf(rows), () => check({ items }))
  return { rows, items: checked.items }
}
