import type { Condition, Fence, Leaf, LeafName } from '../../../core/conditions/condition.ts'
import { exactDurationText } from '../../../platform/duration.ts'
import { cornersOf, cornersText, limitText, scoreOf, scoreText } from './field-texts.ts'
import { type FieldReader, present, unlessEmpty } from './fields.ts'

/** Condition types without nested conditions. */
export const LEAF_KINDS = ['threshold', 'range', 'flag', 'rate', 'aggregate', 'stale', 'geofence', 'score'] as const

type Texts = Record<string, string>

/** The form fields of one part of a condition; their names begin with `p`. */
export function leafFields(leaf: Leaf, p: string): Texts {
  const of: Record<string, string | undefined> = {}
  const all = leaf as Leaf & Record<string, unknown>
  for (const name of ['op', 'mode', 'fn', 'calc', 'when'] as const) if (name in all) of[name] = all[name] as string
  for (const name of ['min', 'max', 'margin', 'min_points', 'buffer_m', 'min_parts'])
    if (all[name] !== undefined) of[name] = String(all[name])
  if ('field' in leaf && leaf.field != null) of.field = leaf.field
  if ('where' in leaf && leaf.where !== undefined) {
    of.where_field = leaf.where.field
    of.where_equals = leaf.where.equals
  }
  if ('value' in leaf && leaf.value !== undefined) of.value = limitText(leaf.value)
  if ('clear' in leaf && leaf.clear !== undefined) of.clear = limitText(leaf.clear)
  if ('window_s' in leaf) of.window = exactDurationText(leaf.window_s)
  if (leaf.type === 'stale' && leaf.after_s !== undefined) of.after = exactDurationText(leaf.after_s)
  if (leaf.type === 'flag' && leaf.equals !== undefined) of.equals = leaf.equals ? 'yes' : 'no'
  if (leaf.type === 'score') of.parts = scoreText(leaf.parts)
  if (leaf.type === 'geofence') Object.assign(of, fenceFields(leaf))
  return Object.fromEntries(Object.entries({ kind: leaf.type, ...of }).map(([name, text]) => [p + name, text!]))
}

function fenceFields({ geofence, fence }: Extract<Leaf, { type: 'geofence' }>): Texts {
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
 * own limit.
 */
export function leafOf(reader: FieldReader, p: string, at: string, isInside: boolean): Condition {
  const kind = reader.text(`${p}kind`, `${at}/type`) ?? 'threshold'
  const chosen = reader.text(`${p}field`, `${at}/field`)
  const field = chosen === 'other' ? reader.text(`${p}other`, `${at}/field`) : chosen
  const inside = isInside
    ? { value: reader.limit(`${p}value`, `${at}/value`), clear: reader.limit(`${p}clear`, `${at}/clear`) }
    : {}
  const word = (name: string) => reader.text(p + name, `${at}/${name}`)
  const number = (name: string) => reader.number(p + name, `${at}/${name}`)
  const window_s = () => reader.duration(`${p}window`, `${at}/window_s`)
  // Missing values are left out, and reported by validation.
  const made = (parts: object) => present({ type: kind, ...parts }) as Condition
  switch (kind as LeafName) {
    case 'range':
      return made({
        field,
        mode: word('mode'),
        min: number('min'),
        max: number('max'),
        margin: number('margin'),
        where: where(reader, p, at),
      })
    case 'flag':
      return made({ field, equals: reader.truth(`${p}equals`, `${at}/equals`) })
    case 'rate':
      return made({
        field,
        window_s: window_s(),
        calc: word('calc'),
        op: word('op'),
        min_points: number('min_points'),
        where: where(reader, p, at),
        ...inside,
      })
    case 'aggregate':
      return made({
        field,
        fn: word('fn'),
        window_s: window_s(),
        op: word('op'),
        min_points: number('min_points'),
        where: where(reader, p, at),
        ...inside,
      })
    case 'stale':
      return made({ field, after_s: reader.duration(`${p}after`, `${at}/after_s`) })
    case 'geofence':
      return made({
        ...(reader.text(`${p}shape`, `${at}/fence`) === 'named'
          ? { geofence: word('geofence') }
          : { fence: shapeOf(reader, p, `${at}/fence`) }),
        when: word('when'),
        buffer_m: number('buffer_m'),
        min_points: number('min_points'),
      })
    case 'score':
      return made({
        parts: reader.read(`${p}parts`, `${at}/parts`, scoreOf),
        min_parts: number('min_parts'),
        op: word('op'),
        ...inside,
      })
    default:
      return made({ field, op: word('op'), where: where(reader, p, at), ...inside })
  }
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
