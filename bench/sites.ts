// Measures the lists of somebody who reaches one quiet site of a hundred, beside those of somebody who reaches all.
import { parseArgs } from 'node:util'
import { newDevices, query } from './harness/bench-database.ts'
import { newPerson } from './harness/person.ts'
import { machine } from './harness/report.ts'
import { median, onSite, saveJson } from './harness/site.ts'

const { values } = parseArgs({
  options: {
    devices: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '40' },
    json: { type: 'string' },
  },
})
const [DEVICES, ROUNDS] = [Number(values.devices), Number(values.rounds)]
const SITES = 100
const ALERTS_A_DEVICE = 20

const LISTS = [
  '/api/mobile/devices',
  '/api/mobile/devices?status=online',
  '/api/mobile/alerts',
  '/api/mobile/alerts?status=open',
  '/api/mobile/alerts?severity=critical',
  '/api/mobile/incidents',
  '/api/mobile/incidents?status=active',
  '/api/mobile/incidents?severity=info',
  '/api/mobile/incidents/statistics',
  '/api/mobile/summary',
  '/api/admin/rules',
  '/api/admin/silences',
]

await onSite(async (site) => {
  const { connection } = site
  const everywhere = await newPerson(site, 'operator')
  await newDevices(connection, DEVICES)
  const inSite = await newPerson(site, 'viewer')
  // The first site is quiet: its alerts are all older than those of the others.
  await query(
    connection,
    `insert into sites (name, created_at) select 'Site ' || n, now() from generate_series(2, ${SITES}) as n;
     update devices set site_id = 1 + id % ${SITES};
     update users set role = null where email = 'viewer@example.org';
     insert into site_members select 1, id, 'operator' from users where role is null;
     insert into incidents (
       incident_id, site_id, device_id, origin, status, severity, title, module, created_at, last_activity_at, resolved_at
     )
     select
       row_number() over (order by d.site_id, n, d.id), d.site_id, d.id, 'alert',
       case when n = 0 then 'open' else 'resolved' end, (array['info', 'warning', 'critical'])[1 + n % 3], 'Too high',
       'health', now(), now(), case when n > 0 then now() end
     from devices as d, generate_series(0, 3) as n;
     insert into alerts (
       device_id, alert_id, rule_key, rule_version, module, severity, status, title, field, triggered_value, last_value,
       peak_value, occurrences, triggered_at, raised_at, resolved_at, late, latched
     )
     select
       d.id, row_number() over (order by d.site_id, n, d.id), 'rule.' || n, 1, 'health',
       (array['info', 'warning', 'critical'])[1 + n % 3], case when n = 0 then 'firing' else 'resolved' end, 'Too high',
       'metrics.systolic', 190, 190, 190, 1, now(), now(), case when n > 0 then now() end, false, false
     from devices as d, generate_series(0, ${ALERTS_A_DEVICE - 1}) as n;
     analyze`,
  )
  const results: { list: string; everywhereMs: number; inSiteMs: number; ratio: number }[] = []
  for (const list of LISTS) {
    const times = { everywhere: [] as number[], inSite: [] as number[] }
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [name, call] of [
        ['everywhere', everywhere],
        ['inSite', inSite],
      ] as const) {
        const began = performance.now()
        await call('GET', list)
        // The first round has cold caches.
        if (round > 0) times[name].push(performance.now() - began)
      }
    }
    const [everywhereMs, inSiteMs] = [median(times.everywhere), median(times.inSite)]
    results.push({ list, everywhereMs, inSiteMs, ratio: inSiteMs / everywhereMs })
    console.log(
      `${list}: everywhere ${everywhereMs.toFixed(2)} ms, in one site of ${SITES} ${inSiteMs.toFixed(2)} ms (${(inSiteMs / everywhereMs).toFixed(2)} x)`,
    )
  }
  saveJson(values.json, { machine: await machine(connection), devices: DEVICES, sites: SITES, results })
})
