import Type, { type Static } from 'typebox'
import type { Queryable } from '../../platform/database/database.ts'
import type { Reach } from '../reach/reach.ts'
import { PortableSite } from '../reach/site-name.ts'
import { listPeople } from './people-store.ts'
import { NewScheduleBody } from './schedule-shapes.ts'
import { listSchedules } from './schedule-store.ts'

const { site_id: _site, ...fields } = NewScheduleBody.properties
const { people: _, ...layerFields } = fields.layers.items.properties

/** A schedule with the e-mail addresses of its people: their ids differ between services. */
export const PortableSchedule = Type.Object(
  {
    ...fields,
    site: PortableSite,
    layers: Type.Array(
      Type.Object(
        { people: Type.Array(Type.String({ maxLength: 254 }), { minItems: 1, maxItems: 50 }), ...layerFields },
        { additionalProperties: false },
      ),
      { maxItems: 10 },
    ),
  },
  { additionalProperties: false },
)
export type PortableSchedule = Static<typeof PortableSchedule>

/** All schedules by name, without overrides: those belong to a date. */
export async function listPortableSchedules(db: Queryable, reach: Reach): Promise<PortableSchedule[]> {
  const emails = new Map((await listPeople(db, reach)).map(({ id, email }) => [id, email]))
  return (await listSchedules(db, reach)).map(({ site, name, time_zone, layers }) => ({
    name,
    ...(site === null ? {} : { site: site.name }),
    time_zone,
    layers: layers.map((layer) => ({ ...layer, people: layer.people.map((id) => emails.get(id) ?? `#${id}`) })),
  }))
}
