import {
  type Condition,
  type Fence,
  type Leaf,
  type LeafName,
  type Limit,
  leafKindOf,
  leafKinds,
} from '../../../core/conditions/condition.ts'
import type { KindField } from '../../../core/conditions/kinds/kind-field.ts'
import { exactDurationText } from '../../../platform/duration.ts'
import { cornersOf, cornersText, limitFieldText, scoreOf, scoreText } from './field-texts.ts'
import { type FieldReader, present, unlessEmpty } from './fields.ts'

type Texts = Record<string, string>

/** The kind with this name; threshold if there is none. */
export const kindNamed = (name: string | undefined) => leafKindOf({ type: name as LeafName }) ?? leafKinds.threshold

/** The name of a field in the rule: durations are in seconds. */
const keyOf = ({ as, name }: { as: string; name: string }) => (as === 'duration' ? `${name}_s` : name)

/** The form fields of one part of a condition; their names begin with `p`. */
export function leafFields(leaf: Leaf, p: string): Texts {
  const all = leaf as unknown as Readonly<Record<string, unknown>>
  const texts = {
    kind: leaf.type,
    ...Object.assign({}, ...kindNamed(leaf.type).form.map((field) => textsOf(field, all))),
  }
  return Object.fromEntries(Object.entries(texts as Texts).map(([name, text]) => [p + name, text]))
}

function textsOf(field: KindField, all: Readonly<Record<string, unknown>>): Texts {
  const { where, value, clear } = all as { where?: { field: string; equals: string }; value?: Limit; clear?: Limit }
  switch (field.as) {
    case 'field':
      return all.field == null ? {} : { field: String(all.field) }
    case 'limits':
      return {
        ...(value !== undefined && { value: limitFieldText(value) }),
        ...(clear !== undefined && { clear: limitFieldText(clear) }),
      }
    case 'where':
      return where === undefined ? {} : { where_field: where.field, where_equals: where.equals }
    case 'area':
      return areaTexts(all as { geofence?: string; fence?: Fence })
    case 'map':
      return {}
  }
  const one = all[keyOf(field)]
  return one === undefined ? {} : { [field.name]: textOfOne(field, one) }
}

function textOfOne({ as }: KindField, value: unknown): string {
  if (as === 'duration') return exactDurationText(value as number)
  if (as === 'raised') return value === true ? 'yes' : 'no'
  return as === 'points' ? scoreText(value as Parameters<typeof scoreText>[0]) : String(value)
}

function areaTexts({ geofence, fence }: { geofence?: string; fence?: Fence }): Texts {
  if (geofence !== undefined || fence === undefined) return { shape: 'named', geofence: geofence ?? '' }
  return shapeFields(fence)
}

/** The fields of a shape. */
export const shapeFields = (fence: Fence): Texts =>
  'polygon' in fence
    ? { shape: 'polygon', corners: cornersText(fence.polygon) }
    : {
        shape: 'circle',
        lat: String(fence.circle.lat),
        lng: String(fence.circle.lng),
        radius: String(fence.circle.radius_m),
      }

/**
 * The part described by the fields with prefix `p`; `at` is its path in the rule. Inside another condition, it has its
 * own limit. Missing values are left out, and reported by validation.
 */
export function leafOf(reader: FieldReader, p: string, at: string, isInside: boolean): Condition {
  const type = reader.text(`${p}kind`, `${at}/type`) ?? 'threshold'
  const read = (field: KindField): object => {
    switch (field.as) {
      case 'field': {
        const chosen = reader.text(`${p}field`, `${at}/field`)
        return { field: chosen === 'other' ? reader.text(`${p}other`, `${at}/field`) : chosen }
      }
      case 'limits':
        if (!isInside) return {}
        return {
          value: reader.limit(`${p}value`, `${at}/value`),
          clear: reader.limit(`${p}clear`, `${at}/clear`),
        }
      case 'where':
        return { where: where(reader, p, at) }
      case 'area':
        return reader.text(`${p}shape`, `${at}/fence`) === 'named'
          ? { geofence: reader.text(`${p}geofence`, `${at}/geofence`) }
          : { fence: shapeOf(reader, p, `${at}/fence`) }
      case 'map':
        return {}
    }
    const key = keyOf(field)
    return { [key]: readOne(reader, field.as, p + field.name, `${at}/${key}`) }
  }
  return present({ type, ...Object.assign({}, ...kindNamed(type).form.map(read)) }) as Condition
}

function readOne(reader: FieldReader, as: KindField['as'], name: string, at: string): unknown {
  if (as === 'number') return reader.number(name, at)
  if (as === 'duration') return reader.duration(name, at)
  if (as === 'raised') return reader.truth(name, at)
  return as === 'points' ? reader.read(name, at, scoreOf) : reader.text(name, at)
}

const where = (reader: FieldReader, p: string, at: string) =>
  unlessEmpty(
    present({
      field: reader.text(`${p}where_field`, `${at}/where/field`),
      equals: reader.text(`${p}where_equals`, `${at}/where/equals`),
    }),
  )

/** The shape in the fields with prefix `p`; `at` is its path. */
export function shapeOf(reader: FieldReader, p: string, at: string): object | undefined {
  if (reader.text(`${p}shape`, at) === 'polygon')
    return present({ polygon: reader.read(`${p}corners`, `${at}/polygon`, cornersOf) })
  const circle = present({
    lat: reader.number(`${p}lat`, `${at}/circle/lat`),
    lng: reader.number(`${p}lng`, `${at}/circle/lng`),
    radius_m: reader.number(`${p}radius`, `${at}/circle/radius_m`),
  })
  return { circle }
}
