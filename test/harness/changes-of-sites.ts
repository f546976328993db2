import type { Answer } from './app.ts'
import type { Asked, ChangingSites, Device, Mark, Thing } from './changing-sites.ts'

export interface Change {
  name: string
  /** How often, beside the others. */
  weight: number
  /** The request of this change; null if there is nothing to change. */
  ask(world: ChangingSites): Asked | null | Promise<Asked | null>
}

const ADMIN = '/api/admin'
const MOBILE = '/api/mobile'
const ROLES = ['viewer', 'operator', 'admin'] as const

const hours = (world: ChangingSites, count: number) =>
  new Date(world.app.now().getTime() + count * 3_600_000).toISOString()

const kept =
  (things: Thing[], site: number): NonNullable<Asked['afterwards']> =>
  ({ body }: Answer) =>
    void things.push({ id: body.data.id, site })

/** Some request about one of these things. */
const about = <Item>(world: ChangingSites, items: readonly Item[], ask: (item: Item) => Asked): Asked | null =>
  items.length === 0 ? null : ask(world.pick(items))

interface IncidentRow {
  id: number
  device_id: number | null
  site_id: number
}

/** One of the newest twenty, and its words. */
async function anIncident(world: ChangingSites, where = 'true'): Promise<IncidentRow | null> {
  const rows = await world.app.rows<IncidentRow>(
    `select incident_id::integer as id, device_id, site_id from incidents where ${where} order by incident_id desc limit 20`,
  )
  return rows.length === 0 ? null : world.pick(rows)
}

async function toIncident(
  world: ChangingSites,
  ask: (incident: IncidentRow) => Asked | Promise<Asked>,
  where?: string,
): Promise<Asked | null> {
  const incident = await anIncident(world, where)
  return incident === null ? null : ask(incident)
}

async function toAlert(
  world: ChangingSites,
  ask: (alert: { id: number; site: number; marks: Mark[] }) => Asked,
): Promise<Asked | null> {
  const rows = await world.app.rows<{ id: number; device_id: number; site: number }>(`
    select a.alert_id::integer as id, a.device_id, d.site_id as site
    from alerts as a join devices as d on d.id = a.device_id
    order by a.alert_id desc limit 20`)
  const marksOf = (id: number) => world.devices.find((device) => device.id === id)?.marks ?? []
  return about(world, rows, ({ id, site, device_id }) => ask({ id, site, marks: marksOf(device_id) }))
}

const ruleBody = (world: ChangingSites, site: number, marks: Mark[]) => ({
  name: world.mark(site, 'name of a rule', marks),
  condition: { type: 'threshold', field: 'metrics.heart_rate', op: 'gt' },
  levels: [{ severity: 'warning', value: 100 }],
  title: `${world.mark(site, 'title of a rule', marks)} above {threshold}`,
})

const stepsOf = (world: ChangingSites) => [
  { wait_s: 0, targets: [{ type: 'user', id: world.pick(world.accounts).id }] },
]

const layersOf = (world: ChangingSites) => [
  { people: [world.pick(world.accounts).id], start_date: '2026-01-05', unit: 'week', length: 1, handover: '09:00' },
]

/**
 * The past of a device goes along with it: its words, those of its rules, and those of incidents about it alone,
 * with what their timelines say of others.
 */
async function goAlong(world: ChangingSites, device: Device, site: number): Promise<void> {
  device.site = site
  const keys = await world.app.rows<{ key: string }>(
    'select distinct rule_key as key from alerts where device_id = $1',
    [device.id],
  )
  const incidents = await world.app.rows<{ id: number }>(
    'select incident_id::integer as id from incidents where device_id = $1 and site_id = $2',
    [device.id, site],
  )
  const ofRules = world.rules.filter(({ key }) => keys.some((one) => one.key === key)).flatMap(({ marks }) => marks)
  const told = await world.app.rows<{ text: string }>(
    'select coalesce(text, facts::text) as text from incident_timeline where incident_id = any ($1::bigint[])',
    [incidents.map(({ id }) => id)],
  )
  const ofTimelines = world.marksIn(told.map(({ text }) => text).join(' '))
  const ofIncidents = [...incidents.flatMap(({ id }) => world.marksOfIncident(id)), ...ofTimelines]
  for (const mark of [...device.marks, ...ofRules, ...ofIncidents]) mark.sites.add(site)
}

/** People, sites and devices. */
const PLACES: Change[] = [
  {
    name: 'gives a role in a site',
    weight: 6,
    ask: (world) => ({
      method: 'PUT',
      path: `${ADMIN}/sites/${world.pick(world.sites)}/members/${world.pick(world.accounts).id}`,
      body: { role: world.pick(ROLES) },
    }),
  },
  {
    name: 'takes a member out of a site',
    weight: 5,
    ask(world) {
      const { id, sees } = world.pick(world.accounts)
      if (sees === 'all' || sees.size === 0) return null
      return { method: 'DELETE', path: `${ADMIN}/sites/${world.pick([...sees])}/members/${id}` }
    },
  },
  {
    name: 'gives or takes a role everywhere',
    weight: 1,
    ask: (world) => ({
      method: 'PATCH',
      path: `${ADMIN}/users/${world.pick(world.accounts).id}`,
      body: { role: world.chance(0.25) ? world.pick(ROLES) : null },
    }),
  },
  {
    name: 'renames a site',
    weight: 1,
    ask(world) {
      const site = world.pick(world.sites)
      const body = { name: world.mark(site, 'name of a site'), notes: world.mark(site, 'notes of a site') }
      return { method: 'PATCH', path: `${ADMIN}/sites/${site}`, body }
    },
  },
  {
    name: 'adds a device',
    weight: 3,
    ask(world) {
      if (world.devices.length > 30) return null
      const site = world.pick(world.sites)
      const marks: Mark[] = []
      const body = {
        name: world.mark(site, 'name of a device', marks),
        module: 'health',
        site_id: site,
        tags: [world.mark(site, 'tag of a device', marks)],
      }
      return {
        method: 'POST',
        path: `${ADMIN}/devices`,
        body,
        afterwards: ({ body: { data } }) => void world.devices.push({ id: data.id, token: data.token, site, marks }),
      }
    },
  },
  {
    name: 'renames a device',
    weight: 8,
    ask: (world) =>
      about(world, world.devices, ({ id, site, marks }) => ({
        method: 'PATCH',
        path: `${ADMIN}/devices/${id}`,
        body: {
          name: world.mark(site, 'name of a device', marks),
          notes: world.mark(site, 'notes of a device', marks),
          ...(world.chance(0.5) ? { tags: [world.mark(site, 'tag of a device', marks)] } : {}),
        },
      })),
  },
  {
    name: 'writes a note about a device',
    weight: 2,
    ask: (world) =>
      about(world, world.devices, ({ id, site, marks }) => ({
        method: 'POST',
        path: `${MOBILE}/devices/${id}/notes`,
        body: { text: world.mark(site, 'note about a device', marks) },
      })),
  },
  {
    name: 'moves a device',
    weight: 8,
    ask: (world) =>
      about(world, world.devices, (device) => {
        const site_id = world.pick(world.sites)
        return {
          method: 'POST',
          path: `${ADMIN}/devices/${device.id}/move`,
          body: { site_id },
          afterwards: () => goAlong(world, device, site_id),
        }
      }),
  },
  {
    name: 'hands a device over',
    weight: 2,
    ask: (world) =>
      about(
        world,
        world.devices.filter(({ token }) => token !== ''),
        (device) => {
          const site_id = world.pick(world.sites)
          return {
            method: 'POST',
            path: `${ADMIN}/devices/${device.id}/handover`,
            body: { site_id },
            afterwards({ body: { data } }) {
              // Its settings go along, with the names in them.
              for (const mark of device.marks) if (/^(name|tag) of/.test(mark.what)) mark.sites.add(site_id)
              const marks = device.marks.filter(({ sites }) => sites.has(site_id))
              world.devices.push({ id: data.id, token: device.token, site: site_id, marks })
              device.token = ''
            },
          }
        },
      ),
  },
  {
    name: 'deletes a device',
    weight: 1,
    ask: (world) =>
      about(world, world.devices, (device) => ({
        method: 'DELETE',
        path: `${ADMIN}/devices/${device.id}`,
        afterwards: () => void world.devices.splice(world.devices.indexOf(device), 1),
      })),
  },
]

/** Alerts and incidents. */
const TROUBLE: Change[] = [
  {
    name: 'writes to an alert',
    weight: 2,
    ask: (world) =>
      toAlert(world, ({ id, site, marks }) => ({
        method: 'POST',
        path: `${MOBILE}/alerts/${id}/notes`,
        body: { text: world.mark(site, 'note on an alert', marks) },
      })),
  },
  {
    name: 'acknowledges or resolves an alert',
    weight: 2,
    ask: (world) =>
      toAlert(world, ({ id }) => ({
        method: 'POST',
        path: `${MOBILE}/alerts/${id}/${world.pick(['acknowledgement', 'resolution'])}`,
      })),
  },
  {
    name: 'declares an incident',
    weight: 3,
    ask(world) {
      const device = world.chance(0.4) && world.devices.length > 0 ? world.pick(world.devices) : null
      const site = device?.site ?? world.pick(world.sites)
      const marks: Mark[] = []
      const body = {
        title: world.mark(site, 'title of a declared incident', marks),
        note: world.mark(site, 'note of a declared incident', marks),
        ...(device === null ? { site_id: site } : { device_id: device.id }),
      }
      return {
        method: 'POST',
        path: `${MOBILE}/incidents`,
        body,
        afterwards: ({ body: { data } }) => void world.marksOfIncident(Number(data.incident_id)).push(...marks),
      }
    },
  },
  {
    name: 'writes to an incident',
    weight: 4,
    ask: (world) =>
      toIncident(world, ({ id, site_id }) => ({
        method: 'POST',
        path: `${MOBILE}/incidents/${id}/notes`,
        body: { text: world.mark(site_id, 'note on an incident', world.marksOfIncident(id)) },
      })),
  },
  {
    name: 'acknowledges or reopens an incident',
    weight: 3,
    ask: (world) =>
      toIncident(world, ({ id }) => ({
        method: 'POST',
        path: `${MOBILE}/incidents/${id}/${world.pick(['acknowledgement', 'reopening'])}`,
      })),
  },
  {
    name: 'resolves an incident',
    weight: 5,
    ask: (world) =>
      toIncident(
        world,
        ({ id, site_id }) => ({
          method: 'POST',
          path: `${MOBILE}/incidents/${id}/resolution`,
          body: { note: world.mark(site_id, 'resolution of an incident', world.marksOfIncident(id)) },
        }),
        `status <> 'resolved'`,
      ),
  },
  {
    name: 'assigns an incident',
    weight: 3,
    ask: (world) =>
      toIncident(world, async ({ id, site_id }) => {
        const able = await world.app.rows<{ id: number }>(
          "select user_id as id from site_members where site_id = $1 and role <> 'viewer' order by user_id",
          [site_id],
        )
        const { id: user_id } = world.pick(able.length > 0 ? able : world.accounts)
        return { method: 'POST', path: `${MOBILE}/incidents/${id}/assignment`, body: { user_id } }
      }),
  },
  {
    name: 'merges two incidents',
    weight: 8,
    ask: (world) =>
      toIncident(
        world,
        async ({ id, site_id }) => {
          const where = `status <> 'resolved' and incident_id <> ${id} and site_id = ${site_id}`
          const other = (await anIncident(world, where))?.id ?? 0
          return {
            method: 'POST',
            path: `${MOBILE}/incidents/${id}/merge`,
            body: { incident_ids: [other] },
            // Its title is in the timeline.
            afterwards: () => void world.marksOfIncident(id).push(...world.marksOfIncident(other)),
          }
        },
        `status <> 'resolved'`,
      ),
  },
]

/** Everything that is set up in a site. */
const CONFIGURATION: Change[] = [
  {
    name: 'adds a rule',
    weight: 2,
    ask(world) {
      if (world.rules.length > 12) return null
      const site = world.pick(world.sites)
      const key = `made.at_${world.step}`
      const marks: Mark[] = []
      const body = { key, site_id: site, ...ruleBody(world, site, marks) }
      return {
        method: 'POST',
        path: `${ADMIN}/rules`,
        body,
        afterwards: () => void world.rules.push({ key, site, marks }),
      }
    },
  },
  {
    name: 'changes a rule',
    weight: 2,
    ask: (world) =>
      about(world, world.rules, ({ key, site, marks }) => ({
        method: 'PUT',
        path: `${ADMIN}/rules/${key}`,
        body: ruleBody(world, site, marks),
      })),
  },
  {
    name: 'schedules a silence',
    weight: 2,
    ask(world) {
      const site = world.pick(world.sites)
      const own = world.devices.filter((device) => device.site === site)
      const body = {
        site_id: site,
        reason: world.mark(site, 'reason of a silence'),
        duration_s: 3_600,
        device_ids: own.length === 0 ? [] : [world.pick(own).id],
      }
      return { method: 'POST', path: `${ADMIN}/silences`, body, afterwards: kept(world.silences, site) }
    },
  },
  {
    name: 'changes or ends a silence',
    weight: 1,
    ask: (world) =>
      about(world, world.silences, ({ id, site }) =>
        world.chance(0.5)
          ? { method: 'POST', path: `${ADMIN}/silences/${id}/end` }
          : {
              method: 'PATCH',
              path: `${ADMIN}/silences/${id}`,
              body: { reason: world.mark(site, 'reason of a silence') },
            },
      ),
  },
  {
    name: 'makes a schedule',
    weight: 1,
    ask(world) {
      if (world.schedules.length > 10) return null
      const site = world.pick(world.sites)
      const name = world.mark(site, 'name of a schedule')
      const body = { site_id: site, name, time_zone: 'UTC', layers: layersOf(world) }
      return { method: 'POST', path: `${ADMIN}/schedules`, body, afterwards: kept(world.schedules, site) }
    },
  },
  {
    name: 'changes a schedule',
    weight: 1,
    ask: (world) =>
      about(world, world.schedules, ({ id, site }) => ({
        method: 'PATCH',
        path: `${ADMIN}/schedules/${id}`,
        body: { name: world.mark(site, 'name of a schedule'), layers: layersOf(world) },
      })),
  },
  {
    name: 'takes over a shift',
    weight: 1,
    ask: (world) =>
      about(world, world.schedules, ({ id }) => ({
        method: 'POST',
        path: `${ADMIN}/schedules/${id}/overrides`,
        body: { user_id: world.pick(world.accounts).id, from: hours(world, 0), to: hours(world, 2) },
      })),
  },
  {
    name: 'adds a geofence',
    weight: 1,
    ask(world) {
      if (world.geofences.length > 10) return null
      const site = world.pick(world.sites)
      const name = world.mark(site, 'name of a geofence')
      const body = { site_id: site, name, fence: { circle: { lat: 46.05, lng: 14.5, radius_m: 500 } } }
      return { method: 'POST', path: `${ADMIN}/geofences`, body, afterwards: kept(world.geofences, site) }
    },
  },
  {
    name: 'renames a geofence',
    weight: 1,
    ask: (world) =>
      about(world, world.geofences, ({ id, site }) => ({
        method: 'PATCH',
        path: `${ADMIN}/geofences/${id}`,
        body: { name: world.mark(site, 'name of a geofence') },
      })),
  },
  {
    name: 'adds a source',
    weight: 1,
    ask(world) {
      if (world.sources.length > 10) return null
      const site = world.pick(world.sites)
      const body = {
        ...{ name: world.mark(site, 'name of a source'), format: 'influx', site_id: site },
        tags: [world.mark(site, 'tag of a source')],
      }
      return { method: 'POST', path: `${ADMIN}/sources`, body, afterwards: kept(world.sources, site) }
    },
  },
  {
    name: 'renames a source',
    weight: 1,
    ask: (world) =>
      about(world, world.sources, ({ id, site }) => ({
        method: 'PATCH',
        path: `${ADMIN}/sources/${id}`,
        body: { name: world.mark(site, 'name of a source') },
      })),
  },
  {
    name: 'adds a webhook',
    weight: 1,
    ask(world) {
      if (world.webhooks.length > 5) return null
      const site = world.pick(world.sites)
      const body = { site_id: site, name: world.mark(site, 'name of a webhook'), url: 'http://127.0.0.1:9/hook' }
      return { method: 'POST', path: `${ADMIN}/webhooks`, body, afterwards: kept(world.webhooks, site) }
    },
  },
  {
    name: 'makes an escalation policy',
    weight: 1,
    ask(world) {
      if (world.policies.length > 10) return null
      const site = world.pick(world.sites)
      const body = { site_id: site, name: world.mark(site, 'name of a policy'), steps: stepsOf(world) }
      return { method: 'POST', path: `${ADMIN}/escalation-policies`, body, afterwards: kept(world.policies, site) }
    },
  },
  {
    name: 'shows a device on the status page',
    weight: 1,
    ask(world) {
      const site = world.pick(world.sites)
      const own = world.devices.filter((device) => device.site === site).slice(0, 3)
      const devices = own.map(({ id }) => ({ device_id: id, label: world.mark(site, 'label on a status page') }))
      const body = { title: world.mark(site, 'title of a status page'), devices }
      return { method: 'PUT', path: `${ADMIN}/sites/${site}/status-page`, body }
    },
  },
]

export const CHANGES: readonly Change[] = [...PLACES, ...TROUBLE, ...CONFIGURATION]
