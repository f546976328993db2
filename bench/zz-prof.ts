import { measure } from './harness/measure.ts'
import { newTokens, query } from './harness/bench-database.ts'
import { newPerson } from './harness/person.ts'
import { onSite } from './harness/site.ts'
import { uplinkBody, readingLine } from './harness/readings.ts'
const what = process.argv[2]!
const SOURCES = 8, DEVICES = 25
await onSite(async (site) => {
  const { connection, tocsin, signal } = site
  const plainTokens = await newTokens(connection, 200)
  const call = await newPerson(site, 'operator')
  const tokens: string[] = [], urls: string[] = []
  const format = what === 'lines' ? 'influx' : 'the-things-stack'
  for (let n = 0; n < SOURCES; n += 1) {
    const { id, token } = await call<any>('POST', '/api/admin/sources', { name: `B ${n}`, format, module: 'health', adopt: { match: { id: '*' }, module: 'health', limit: DEVICES }, rate_per_s: 10000, burst: 100000 })
    tokens.push(token); urls.push(`${site.tocsin.origin}/api/sources/${id}${what === 'lines' ? '/api/v2/write?precision=ms' : ''}`)
  }
  await Promise.all(tokens.map(async (token, place) => { for (let d = 0; d < DEVICES; d += 1) {
    const [number, now] = [d * SOURCES + place, Date.now() - 60000]
    const body = format === 'influx' ? readingLine(0, now, number) : uplinkBody(0, now, number, now)
    const r = await fetch(urls[place]!, { method: 'POST', headers: { 'x-source-token': token }, body }); if (r.status !== 204) throw new Error(String(r.status)) } }))
  const sends = what === 'lines' ? 'source lines' : what === 'garbage' ? 'source garbage' : what === 'plain' || what === 'batch' ? 'reading' : 'source uplink'
  const many = what === 'lines' || what === 'batch'
  const load = what === 'plain' ? { tokens: plainTokens, devices: DEVICES } : what === 'batch' ? { tokens: plainTokens, devices: DEVICES } : { tokens, urls, devices: DEVICES }
  for (let i = 0; i < 3; i += 1) {
    const r = await measure({ ...tocsin, ...(what === 'batch' ? { url: tocsin.url.replace('ingest', 'batch') } : {}), sends: sends as never }, { ...load, readingsPerRequest: many ? 100 : 1, connections: many ? 16 : 64, warmUpS: 2, seconds: 6 }, signal)
    console.log(what, Math.round(r.answered / r.seconds), 'per s; app', r.appUs!.toFixed(1), 'db', r.databaseUs!.toFixed(1), 'p99', r.p99Ms.toFixed(1), 'others', r.othersCores?.toFixed(2), JSON.stringify(r.statuses))
  }
  console.log((await (await fetch(`${tocsin.origin}/metrics`, { headers: { authorization: 'Bearer x' } })).text()).split('\n').filter((l) => /group|commit|event_loop|wait/.test(l) && !l.startsWith('#') ).join('\n'))
  console.log(await query(connection, `select device_id, at, digest, ts, module, metrics, flags, battery, signal, lat, lng, pg_column_size(r.*) from reading_rows r order by at desc limit 2`))
  console.log(await query(connection, `select sum(stored) s, sum(ignored) i, sum(quarantined) q from source_states`))
  console.log(await query(connection, `select count(*) from source_message_keys`), await query(connection, `select count(*) from reading_rows`), await query(connection, `select state, count(*) from external_ids group by 1`))
  const t = await query(connection, `select relname, n_tup_ins, n_tup_upd, n_tup_hot_upd, n_tup_del, n_dead_tup from pg_stat_user_tables order by n_tup_ins + n_tup_upd desc limit 12`)
  console.table(t)
}, process.env.PROF ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=/work/tmp/prof/${what}` } : {})
