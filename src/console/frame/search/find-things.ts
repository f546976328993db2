import { alertField } from '../../../core/conditions/condition.ts'
import { listTags } from '../../../core/devices/lists/browse-devices.ts'
import { ALL_DEVICES, type DeviceRecord, findDevice, listDevices } from '../../../core/devices/lists/list-devices.ts'
import type { IncidentRecord } from '../../../core/incidents/incident-shape.ts'
import { findIncident, listIncidents } from '../../../core/incidents/list-incidents.ts'
import { listSilencesIn } from '../../../core/notifications/list-silences.ts'
import { listPeople } from '../../../core/on-call/people-store.ts'
import { listSchedules } from '../../../core/on-call/schedule-store.ts'
import type { Role } from '../../../core/reach/role.ts'
import { listRules, type StoredRule } from '../../../core/rules/rule-store.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { measureName, WORDS, type Words } from '../../../words/words.ts'
import type { Reader } from '../page/reader.ts'
import { type Action, actionsFor, type Command } from './actions.ts'
import { bestFirst, isFound, wordsOf } from './matching.ts'
import { findSections } from './sections.ts'

/** Most results of one kind. */
const MOST_FOUND = 8
/** Rows looked through, where only the text that a person reads can be compared. */
const MOST_READ = 200

export interface Found {
  name: string
  /** Text that tells it from others of this name. */
  about?: string
  /** Its page. */
  address?: string
  command?: Command
  /** Its value in a form. */
  value?: string
}

/** The typed text: its words as they are compared, the longest as it is, and the id after a `#`. */
interface Query {
  words: readonly string[]
  longest: string | null
  id: number | null
}

export type Kind = keyof Words['search']['kinds']
type Find = (reader: Reader, db: Queryable, query: Query) => Promise<Found[]> | Found[]

/** Where an action can be done that is about a site or a schedule. */
const PLACES: Record<
  NonNullable<Action['each']>,
  (reader: Reader, db: Queryable, role: Role) => Promise<Omit<Found, 'name'>[]>
> = {
  sites: async ({ sites, may }, _db, role) =>
    sites
      .filter(({ id }) => may(role, id))
      .map(({ id, name }) => ({ ...(sites.length < 2 ? {} : { about: name }), address: `/sites/${id}` })),
  schedules: async ({ reach, may }, db, role) =>
    (await listSchedules(db, reach))
      .filter(({ site_id }) => may(role, site_id))
      .map(({ id, name }) => ({ about: name, address: `/on-call/${id}` })),
}

/** Everything is in reach of the reader, in their language, and found in all languages. */
const FINDERS: Record<Kind, Find> = {
  async actions(reader, db, { words }) {
    const found = actionsFor(reader).map(async ([key, { role, address, command, each, at = '' }]) => {
      const { name } = reader.t.search.actions[key]
      const also = Object.values(WORDS).map(({ search }) => Object.values(search.actions[key]).join(' '))
      const all: Omit<Found, 'name'>[] =
        each === undefined
          ? [{ ...(address ? { address } : {}), ...(command ? { command } : {}) }]
          : (await PLACES[each](reader, db, role)).map((one) => ({ ...one, address: `${one.address}${at}` }))
      return all
        .filter(({ about = '' }) => isFound(words, `${also.join(' ')} ${about}`))
        .map((one) => ({ name, ...one }))
    })
    return (await Promise.all(found)).flat()
  },

  sections: (reader, _db, { words }) => findSections(reader, words),

  async incidents(reader, db, { words, id }) {
    if (id !== null) {
      const incident = await findIncident(db, reader.reach, id)
      return incident === null ? [] : [incidentFound(reader, incident)]
    }
    const active = { severities: null, modules: null, deviceId: null, from: null, to: null }
    const page = { beforeId: null, limit: MOST_READ }
    const incidents = await listIncidents(db, reader.reach, { ...active, statuses: ['open', 'acknowledged'] }, page)
    return incidents
      .filter((one) =>
        isFound(words, `#${one.incident_id} ${reader.titleOf(one)} ${one.title} ${one.device_name ?? ''}`),
      )
      .map((one) => incidentFound(reader, one))
  },

  async devices({ reach }, db, { words, longest, id }) {
    if (id !== null) {
      const device = await findDevice(db, reach, id)
      return device === null ? [] : [deviceFound(device)]
    }
    const devices = await listDevices(db, reach, { ...ALL_DEVICES, name: longest }, { afterId: 0, limit: MOST_READ })
    return devices.filter(({ name }) => isFound(words, name)).map(deviceFound)
  },

  async rules(reader, db, { words }) {
    const rules = await listRules(db, reader.reach)
    return rules
      .filter((rule) => isFound(words, textsOf(rule)))
      .map(({ key, definition }) => ({
        name: reader.ruleName(definition),
        about: key,
        address: `/rules/${key}`,
        value: key,
      }))
  },

  async people(reader, db, { words }) {
    if (!reader.may('admin')) return []
    const hasPages = reader.may('admin', null)
    const people = await listPeople(db, reader.reach)
    return people
      .filter(({ name, email }) => isFound(words, `${name} ${email}`))
      .map(({ id, name, email }) => ({
        name,
        about: email,
        value: email,
        ...(hasPages ? { address: `/users/${id}` } : {}),
      }))
  },

  /** People in the audit log. */
  async actors(reader, db, query) {
    const { actors } = reader.t.audit
    const others = (['command', 'system'] as const).map((value) => ({ name: actors[value], value }))
    const people = await FINDERS.people(reader, db, query)
    return [...people, ...others.filter(({ name }) => isFound(query.words, name))]
  },

  sites: ({ sites }, _db, { words }) =>
    sites.length < 2
      ? []
      : sites.filter(({ name }) => isFound(words, name)).map(({ id, name }) => ({ name, address: `/sites/${id}` })),

  async silences({ reach, now }, db, { words, id }) {
    const silences = await listSilencesIn(db, reach, null, { beforeId: null, limit: MOST_READ }, now)
    return silences
      .filter((one) => (id === null ? isFound(words, one.reason) : one.id === id))
      .map((one) => ({ name: one.reason, about: `#${one.id}`, address: `/silences/${one.id}` }))
  },

  async tags({ reach, t }, db, { words }) {
    const tags = await listTags(db, reach, MOST_READ)
    return tags
      .filter(({ tag }) => isFound(words, tag))
      .map(({ tag, count }) => ({
        name: tag,
        about: t.shared.devices(count),
        address: `/devices?${new URLSearchParams({ tag })}`,
        value: tag,
      }))
  },
}

/** The first things of a kind that match what was typed. */
export async function findThings(reader: Reader, db: Queryable, kind: Kind, text: string): Promise<Found[]> {
  const number = /^\s*#\s*([1-9]\d{0,8})\s*$/.exec(text)
  const words = wordsOf(text)
  const longest =
    text
      .trim()
      .split(/\s+/)
      .toSorted((one, other) => other.length - one.length)[0] || null
  const found = await FINDERS[kind](reader, db, { words, longest, id: number === null ? null : Number(number[1]) })
  return bestFirst(words, found).slice(0, MOST_FOUND)
}

const deviceFound = ({ id, name }: DeviceRecord): Found => ({
  name,
  about: `#${id}`,
  address: `/devices/${id}`,
  value: `#${id}`,
})

const incidentFound = (
  { titleOf }: Reader,
  incident: Pick<IncidentRecord, 'incident_id' | 'title' | 'title_of' | 'device_name'>,
): Found => ({
  name: titleOf(incident),
  about: [`#${incident.incident_id}`, incident.device_name].filter((part) => part !== null).join(' · '),
  address: `/incidents/${incident.incident_id}`,
})

/** A rule is found by its names in all languages, by its key, and by what it looks at. */
function textsOf({ key, definition }: StoredRule): string {
  const { name, translations, condition } = definition
  const names = Object.values(translations ?? {}).map((translation) => translation?.name ?? '')
  const measures = Object.values(WORDS).map((words) => measureName(words, alertField(condition)))
  return [key, name, alertField(condition), ...names, ...measures].join(' ')
}
