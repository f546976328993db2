import Type, { type Static } from 'typebox'
import { NameText } from '../../../platform/http/schemas/shapes.ts'
import { polygonFault } from '../../../platform/polygon.ts'
import { distanceFrom, nextSide, type SideMemory } from './fence-sides.ts'
import { type LeafKind, type LeafMeasure, notMeasured } from './kind.ts'
import type { Evaluated } from './read-field.ts'
import { closed, Fence } from './shapes.ts'

const Geofence = Type.Object(
  {
    type: Type.Literal('geofence'),
    /** Name of a geofence of its own. Saving the rule puts its shape into `fence`, as a change of the geofence does. */
    geofence: Type.Optional(NameText({ maxLength: 100 })),
    fence: Type.Optional(Fence),
    when: Type.Enum(['outside', 'inside', 'enter', 'exit']),
    /** Positions this close to the border do not change the side. */
    buffer_m: Type.Optional(Type.Number({ minimum: 0, maximum: 100_000 })),
    /** Consecutive positions on the other side that change the side. */
    min_points: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  },
  closed,
)
export type GeofenceLeaf = Static<typeof Geofence>

export const isGeofence = (condition: { type: string }): condition is GeofenceLeaf => condition.type === 'geofence'

/** On which side of a border a device is, or that it crosses it. */
export const geofence = {
  shape: Geofence,
  compares: 'distance',
  isStateful: true,
  notation: ['when', 'fence'],
  field: () => 'location',
  uses: () => [],
  faults({ geofence, fence }, report) {
    if (fence === undefined && geofence === undefined) report('/fence', 'fence_missing')
    const reason = fence !== undefined && 'polygon' in fence ? polygonFault(fence.polygon) : null
    if (reason !== null) report('/fence/polygon', reason)
  },
  // Only a rule that was never saved, as in a rule test, names a geofence without its shape: it is unknown.
  read: () => () => null,
  measure: (condition) => (condition.fence === undefined ? null : sides(condition, condition.fence)),
  limit: () => 0,
  isWorse: ({ when }, value, worstYet) => (when === 'outside' || when === 'exit' ? value > worstYet : value < worstYet),
  sentence: ({ when, geofence, fence }) => ({
    of: when,
    with: [{ area: { ...(geofence !== undefined && { geofence }), ...(fence !== undefined && { fence }) } }],
  }),
  form: [
    { as: 'choice', name: 'when' },
    { as: 'area' },
    { as: 'number', name: 'buffer_m', unit: 'm', usual: '30' },
    { as: 'number', name: 'min_points', label: 'fixes', usual: '2' },
    { as: 'map' },
  ],
} as const satisfies LeafKind<typeof Geofence>

function sides({ when, buffer_m = 30, min_points = 2 }: GeofenceLeaf, fence: Fence): LeafMeasure {
  /** Initial side of a device without state: the one that has no effect. */
  const quiet: SideMemory = { side: when === 'outside' || when === 'enter' ? 'inside' : 'outside', against: 0 }
  const distance = distanceFrom(fence)
  /** Null without a location, and of one that may be on either side of the border: it decides nothing. */
  const metres = ({ lat, lng, metrics }: Evaluated): number | null => {
    if (lat === null || lng === null) return null
    const rounded = Math.round(distance({ lat, lng }) * 10) / 10
    const { accuracy } = metrics
    return typeof accuracy === 'number' && Math.abs(rounded) < accuracy ? null : rounded
  }
  const isQuiet = ({ side, against }: SideMemory) => side === quiet.side && against === 0
  const isCrossing = when === 'enter' || when === 'exit'
  return {
    applies: ({ lat }) => lat !== null,
    isStateful: true,
    isPassing: isCrossing,
    resets(reading) {
      const value = metres(reading)
      return value === null || isQuiet(nextSide(quiet, value, buffer_m, min_points))
    },
    measure(reading, memory) {
      const value = metres(reading)
      if (value === null) return notMeasured(memory)
      const before = (memory as SideMemory | null) ?? quiet
      const after = nextSide(before, value, buffer_m, min_points)
      const breaks = isCrossing
        ? after.side !== before.side && after.side === (when === 'enter' ? 'inside' : 'outside')
        : after.side === when
      return { memory: isQuiet(after) ? null : after, value, breaks, holds: breaks }
    },
  }
}
