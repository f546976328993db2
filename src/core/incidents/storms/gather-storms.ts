import type { CellDatabase, InCell } from '../../../platform/database/database.ts'
import { announce } from '../../notifications/announce.ts'
import { incidentCreated } from '../announcing/incident-announcements.ts'
import { type IncidentRow, insertIncidents, newIncidentIds } from '../incident-store.ts'
import { absorbOfflineIncidents } from '../offline/absorb-offline-incidents.ts'
import { appendTimeline } from '../timeline.ts'
import { alertFact } from '../timeline-texts.ts'
import { findStorm, namesOf, type Storm, stormTitle } from './storm.ts'
import {
  addStormDevices,
  countPopulation,
  isAnythingToWatch,
  type LostDeviceRow,
  listGrowingStorms,
  listLostDevices,
  type OpenStorm,
  scheduleStormResolution,
  tryToWatch,
  updateStorm,
} from './storm-store.ts'

/**
 * Many devices of a site that go offline at once are one incident: a place without power or network. Takes the devices
 * lost within the last minute, adds them to a growing storm or opens one, and ends storms whose devices are all back.
 */
export async function gatherStorms(db: CellDatabase, now: Date): Promise<boolean> {
  if (!(await isAnythingToWatch(db, now))) return false
  return db.transaction(async (tx) => {
    if (!(await tryToWatch(tx))) return false
    await noteReturns(tx, now)
    const lost = await listLostDevices(tx, now)
    if (lost.length === 0) return false
    const left = await growStorms(tx, lost, now)
    let isFound = false
    for (const lostTogether of Map.groupBy(left, ({ site_id, is_demo }) => `${site_id} ${is_demo}`).values())
      if (await findAndOpen(tx, lostTogether, now)) isFound = true
    return isFound
  })
}

/** Devices of one site: each has storms of its own. So has the demo fleet, whose storms notify nobody. */
async function findAndOpen(tx: InCell, lost: readonly LostDeviceRow[], now: Date): Promise<boolean> {
  const { site_id, is_demo } = lost[0]!
  const storm = findStorm(lost, await countPopulation(tx, site_id, is_demo, now), now)
  if (storm !== null) await openStorm(tx, storm, now)
  return storm !== null
}

async function noteReturns(tx: InCell, now: Date): Promise<void> {
  const over = await scheduleStormResolution(tx, now)
  const says = { code: 'all_are_back' } as const
  await appendTimeline(
    tx,
    over.map(({ incident_id }) => ({ incident_id, kind: 'device_returned', user_id: null, says })),
    now,
  )
}

/** Adds devices to the growing storm of their site and tag; returns those without one. */
async function growStorms(tx: InCell, lost: readonly LostDeviceRow[], now: Date): Promise<LostDeviceRow[]> {
  let left = [...lost]
  for (const storm of await listGrowingStorms(tx, now)) {
    const joining = left.filter(
      ({ site_id, is_demo, tags }) =>
        site_id === storm.site_id &&
        is_demo === storm.is_demo &&
        (storm.storm_tag === null || tags.includes(storm.storm_tag)),
    )
    if (joining.length === 0) continue
    left = left.filter((device) => !joining.includes(device))
    await joinStorm(tx, storm, joining, now)
  }
  return left
}

async function joinStorm(
  tx: InCell,
  { incident_id, storm_tag, device_count, population: before }: OpenStorm,
  joining: readonly LostDeviceRow[],
  now: Date,
): Promise<void> {
  await addStormDevices(
    tx,
    incident_id,
    joining.map(({ id }) => id),
    now,
  )
  await absorbOfflineIncidents(tx, incident_id, joining, now)
  const count = device_count + joining.length
  const population = Math.max(before, count)
  await updateStorm(tx, incident_id, { ...stormTitle(count, population, storm_tag), population }, now)
  await appendTimeline(tx, [{ incident_id, kind: 'device_added', user_id: null, says: namesOf(joining) }], now)
}

async function openStorm(tx: InCell, storm: Storm<LostDeviceRow>, now: Date): Promise<void> {
  const { tag, devices, population } = storm
  const [incident_id] = await newIncidentIds(tx, 1)
  const modules = new Set(devices.map(({ module }) => module))
  const row: IncidentRow = {
    incident_id: incident_id!,
    site_id: devices[0]!.site_id,
    device_id: null,
    origin: 'storm',
    severity: 'critical',
    ...stormTitle(devices.length, population, tag),
    alert_id: null,
    rule_key: null,
    module: modules.size === 1 ? [...modules][0]! : null,
    storm_tag: tag,
    previous_incident_id: null,
    grouping: false,
    position: null,
  }
  await insertIncidents(tx, [row], now)
  await updateStorm(tx, incident_id!, { ...row, population }, now)
  await addStormDevices(
    tx,
    incident_id!,
    devices.map(({ id }) => id),
    now,
  )
  await absorbOfflineIncidents(tx, incident_id!, devices, now)
  const entry = { incident_id: incident_id!, user_id: null }
  await appendTimeline(
    tx,
    [
      { ...entry, kind: 'created', says: alertFact(row) },
      { ...entry, kind: 'device_added', says: namesOf(devices) },
    ],
    now,
  )
  await announce(tx, [incidentCreated(row, undefined, devices, now)], now)
}
