import Type, { type Static } from 'typebox'
import { Changed } from '../../../platform/http/schemas/ignored-keys.ts'
import { Count, described, NameText, Text, Time } from '../../../platform/http/schemas/shapes.ts'
import type { Fence } from '../../conditions/condition.ts'
import { AnySiteNameShape } from '../../reach/site-name.ts'
import { siteChoice } from '../../sites/site-choice.ts'

const EXAMPLE = { circle: { lat: 46.0569, lng: 14.5058, radius_m: 500 } }

/** Checked as in a condition, by `fenceFaults`. */
const FenceShape = Type.Unsafe<Fence>({
  type: 'object',
  additionalProperties: true,
  description: '`{circle: {lat, lng, radius_m}}`, or `{polygon}` with 3 to 200 corners, each `[lat, lng]`',
  examples: [EXAMPLE],
})

const name = NameText({ maxLength: 100, examples: ['Depot'] })

export const NewGeofenceBody = Type.Object({ name, fence: FenceShape, ...siteChoice }, { additionalProperties: false })
export type NewGeofenceBody = Static<typeof NewGeofenceBody>

/** A geofence in the APIs. */
export const GeofenceShape = Type.Object(
  {
    id: Count,
    site: AnySiteNameShape,
    name: Text,
    fence: FenceShape,
    rules: described<string[]>(Type.Array(Text), 'Keys of the rules that use it'),
    created_at: Time,
    updated_at: Time,
  },
  {
    title: 'Geofence',
    examples: [
      {
        id: 1,
        site: { id: 1, name: 'Home' },
        name: 'Depot',
        fence: EXAMPLE,
        rules: ['depot.left'],
        created_at: '2026-11-21T12:19:35.245Z',
        updated_at: '2026-11-21T12:19:35.245Z',
      },
    ],
  },
)

export const GeofenceChangesBody = Changed(
  GeofenceShape,
  { name: Type.Optional(name), fence: Type.Optional(FenceShape) },
  { minProperties: 1, additionalProperties: false },
)
export type GeofenceChangesBody = Static<typeof GeofenceChangesBody>
