import Type, { type Static } from 'typebox'
import { emailKey } from '../../platform/email-key.ts'
import { OperatorError } from '../../platform/errors.ts'
import { Text } from '../../platform/http/schemas/shapes.ts'
import { PortableSite } from '../reach/site-name.ts'
import { configurationSection } from '../sites/configuration-section.ts'
import { changeSchedule, createSchedule } from './manage-schedules.ts'
import { listPeople } from './people-store.ts'
import { NewScheduleBody } from './schedule-shapes.ts'
import { listSchedules } from './schedule-store.ts'

const { site_id: _site, ...fields } = NewScheduleBody.properties
const { people: _, ...layerFields } = fields.layers.items.properties

/** A schedule with the e-mail addresses of its people: their ids differ between services. */
const PortableSchedule = Type.Object(
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

/**
 * Schedules, without overrides: those belong to a date. Changes hold from now on. Everybody they name must have an account.
 */
export const schedulesInFiles = configurationSection<Static<typeof PortableSchedule>, Static<typeof NewScheduleBody>>({
  kind: 'schedule',
  section: 'schedules',
  shape: PortableSchedule,
  exportShape: Type.Object({ ...PortableSchedule.properties, name: Text }),
  isWrittenEmpty: true,
  async list({ db, reach }) {
    const emails = new Map((await listPeople(db, reach)).map(({ id, email }) => [id, email]))
    return (await listSchedules(db, reach)).map(({ id, site, name, time_zone, layers: stored }) => {
      const layers = stored.map((layer) => ({ ...layer, people: layer.people.map((id) => emails.get(id) ?? `#${id}`) }))
      return { id, name, site, fields: { name, time_zone, layers } }
    })
  },
  async reader({ db, reach, sites }) {
    const ids = new Map((await listPeople(db, reach)).map(({ id, email }) => [email, id]))
    return ({ site, ...schedule }) => {
      const name = schedule.name.trim()
      const site_id = sites.idOf({ site }, name)
      const fields = { ...schedule, name, layers: schedule.layers.map((layer) => ({ ...layer })) }
      const idOf = (email: string): number => {
        const id = ids.get(emailKey(email))
        if (id !== undefined) return id
        throw new OperatorError(`The schedule "${sites.called(name, site_id)}" names ${email}, who has no account`)
      }
      const layers = fields.layers.map((layer) => ({ ...layer, people: layer.people.map(idOf) }))
      return { name, site_id, fields, body: { ...fields, layers, site_id } }
    }
  },
  add: ({ body }, { db, by, now }) => createSchedule(db, body, by, now),
  change: ({ id }, { body: { site_id: _, ...changes } }, { db, by, now }) => changeSchedule(db, id, changes, by, now),
})
