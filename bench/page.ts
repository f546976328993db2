import { busyness, type Machine, type Report, type Summary } from './harness/report.ts'
import { type DiskResults, diskSection, type ZabbixResults, zabbixSection } from './page-peers.ts'
import { type SourceResults, sourceSection } from './page-sources.ts'
import type { Beside } from './readings-beside-pages.ts'

interface Stage {
  stored: number
  seconds: number
  p99Ms: number
}

/** Results of all parts, by name. */
export interface Results {
  /** Days, by the name of the part. */
  measured_on: Record<string, string>
  ingestion: Report
  ways: { ways: (Summary & { connections: number; readingsPerRequest: number; ratio: number })[] }
  overload: { peak: number; stages: Record<string, Stage>; recoveredAfterS: number }
  refusals: { settings: { connections: number }; results: { name: string; ratio: number }[] }
  stored: {
    ratio: number
    all: { stored: number; cpuUs: number; readingsPerS: number; p99Ms: number }[]
    size: { table: number; index: number }
  }
  disk: DiskResults
  zabbix: ZabbixResults
  history: { results: { name: string; rowsMs: number; chunksMs: number; mostMs: number }[] }
  compaction: {
    rate: number
    idleMs: number
    compactingMs: number
    alone: { nodeUs: number; databaseUs: number; lockedMs: number; mostLockedMs: number }
  }
  alerts: { settings: { rate: number }; result: { medianMs: number; p99Ms: number; mostMs: number } }
  logins: { settings: { rate: number; logins: number }; pairs: { idleMs: number; floodedMs: number }[]; ratio: number }
  sources?: SourceResults
  'readings-beside-pages'?: { settings: { rate: number }; results: Beside[] }
  engine: { us_per_reading: Record<'no_rules' | 'packs' | 'rules_200' | 'rules_elsewhere' | 'window', number> }
  webhooks: {
    settings: { deliveries: number }
    result: {
      delivered: { perS: number }
      claim: { idleMs: number; heldMs: number }
      ingested: { ratio: number }
    }
  }
  start: { result: { startMs: number; appMb: number; databaseMb: number } }
}

const WHAT_IT_DOES: Record<string, string> = {
  tocsin: 'all of it: stored, latest, status, track, event, rules; one transaction per group',
  'tocsin, new connections': 'the same, with a new TCP connection for each reading',
  'bare route': 'the same framework validates the same body, and stores nothing',
  'transaction per request': 'the same steps with the same code, ungrouped',
  'insert per request': 'one `insert` in a transaction, nothing else',
  InfluxDB: 'stores the values of the same reading; on disk when it answers',
  Zabbix:
    'stores the values and checks 26 triggers a host with the limits of our rules; answers when they are in memory; counted until they are in its database',
  VictoriaMetrics: 'stores the values of the same reading; answers before they are on disk',
}

const compactionSection = ({ rate, idleMs, compactingMs, alone }: Results['compaction']): string =>
  `\`npm run bench -- compaction\`: making chunks of rows takes ${alone.nodeUs.toFixed(0)} µs of the service and
${alone.databaseUs.toFixed(0)} µs of PostgreSQL a reading, with the comparison. A device is locked for ${ms(alone.lockedMs)}, ${ms(alone.mostLockedMs)} at most. With ${number(rate)}
readings a second, 99 of 100 are stored within ${ms(compactingMs)} while it runs, and within ${ms(idleMs)} while it does not.`

/** Renders docs/performance.md. */
export function writePage(results: Results): string {
  const { ingestion } = results
  return `# Performance

What the service does on a small machine, and how to measure it on yours. This page is written by \`npm run bench -- all\`
from [performance.json](performance.json); do not edit it by hand.

${measuredOn(results)}

The load generator, the service and its embedded PostgreSQL (\`fsync\` on) share the machine. The speed of such a machine
drifts by a factor of two within an hour, so contenders are driven in turn, round by round, and the ratios within a run are
what can be compared. Rates are medians.

## Taking in readings

\`npm run bench -- ingestion\`: ${ingestion.settings.connections} connections, one request at a time on each, ${ingestion.settings.devices} devices, one health reading a
request: six metrics, two flags, a position, battery and signal.

| Contender | What it does | CPU per reading | Tocsin's is | Tocsin's rate is | readings/s | p50 | p99 |
|---|---|---|---|---|---|---|---|
${ingestion.contenders.map(contenderRow).join('\n')}

CPU per reading is that of the contender and its database together, without the load generator. It depends less on what
else the machine does than a rate. Peers are those of Debian 12 if installed (\`apt-get install influxdb victoria-metrics
zabbix-server-pgsql postgresql-15\`): ${versionsOf(ingestion.versions)}. InfluxDB and VictoriaMetrics check no rules, devices
or duplicates; [Zabbix](#beside-zabbix) does more.
${busyness(ingestion.contenders)}
Errors: ${ingestion.contenders.reduce((sum, { errors }) => sum + errors, 0)}. Of ${number(ingestion.readings.answered)} readings that were answered 200, ${number(ingestion.readings.stored)} are stored: the bench counts them.

\`npm run bench -- ways\`: the same readings over fewer or more connections, and in batches.

| Readings a request | Connections | Rate | readings/s | p50 | p99 |
|---|---|---|---|---|---|
${results.ways.ways.map(wayRow).join('\n')}

\`npm run bench -- overload\`: requests are sent by the clock, whether answers come or not.

| Asked for | Stored | p99 of what was stored |
|---|---|---|
${Object.entries(results.overload.stages).map(stageRow(results.overload.peak)).join('\n')}

After the overload the service is its old self ${results.overload.recoveredAfterS === 0 ? 'at once' : `within ${results.overload.recoveredAfterS} s`}.

\`npm run bench -- refusals\`: what a refused request costs the service and its database, in CPU time of a good reading, on
${results.refusals.settings.connections} connections: ${results.refusals.results
    .slice(1)
    .map(({ name, ratio }) => `${name} ${ratio.toFixed(2)}`)
    .join('; ')}.

\`npm run bench -- stored\`: what a reading costs beside ${number(results.stored.all[0]!.stored)} stored readings and beside ${number(results.stored.all[1]!.stored)}: ${results.stored.ratio.toFixed(2)}
times the CPU time (${results.stored.all.map(({ cpuUs }) => `${cpuUs.toFixed(0)} µs`).join(' and ')}).

\`npm run bench -- logins\`: beside ${number(results.logins.settings.logins)} logins a second, far more than can be hashed, the slowest hundredth of the
answers to ${number(results.logins.settings.rate)} readings a second takes ${results.logins.ratio.toFixed(1)} times as long as without.

${besideSection(results['readings-beside-pages'])}${sourceSection(results.sources)}## Rules

\`npm run bench -- engine\`: what the rules cost per reading, without the database.

| Rules | per reading |
|---|---|
| none | ${us(results.engine.us_per_reading.no_rules)} |
| the built-in packs | ${us(results.engine.us_per_reading.packs)} |
| 200 that look at the device | ${us(results.engine.us_per_reading.rules_200)} |
| the packs, and 10,000 of other devices | ${us(results.engine.us_per_reading.rules_elsewhere)} |
| the packs, and a mean over an hour | ${us(results.engine.us_per_reading.window)} |

## Alerts and webhooks

\`npm run bench -- alerts\`: ${number(results.alerts.settings.rate)} readings a second of 500 devices, one in a hundred of them breaching a rule of a device that
was well. From the 200 of the breaching reading to the signed request at a receiver on the same machine: median
${ms(results.alerts.result.medianMs)}, 99 of 100 within ${ms(results.alerts.result.p99Ms)}, the slowest ${ms(results.alerts.result.mostMs)}.

\`npm run bench -- webhooks\`: ${number(results.webhooks.result.delivered.perS)} deliveries a second to a receiver on the same machine. With ${number(results.webhooks.settings.deliveries)}
held for a dead one, looking for work takes ${ms(results.webhooks.result.claim.heldMs)} instead of ${ms(results.webhooks.result.claim.idleMs)}, and ingestion goes on at ${results.webhooks.result.ingested.ratio.toFixed(2)} of its rate.

## History

\`npm run bench -- history\`, over HTTP:

| Question | From rows, median | From chunks, median | Slowest |
|---|---|---|---|
${results.history.results.map(({ name, rowsMs, chunksMs, mostMs }) => `| ${name} | ${ms(rowsMs)} | ${ms(chunksMs)} | ${ms(mostMs)} |`).join('\n')}

${compactionSection(results.compaction)}

## Beside Zabbix

${zabbixSection(results.zabbix)}

## Bytes on disk

${diskSection(results.disk)}

## Room and start

| | |
|---|---|
| a health reading with six metrics, two flags and a position, on disk | ${results.stored.size.table.toFixed(0)} bytes and ${results.stored.size.index.toFixed(0)} of index |
| memory at idle (\`npm run bench -- start\`) | ${results.start.result.appMb.toFixed(0)} MB of the service, ${results.start.result.databaseMb.toFixed(0)} MB of PostgreSQL |
| from start to ready with an existing database | ${(results.start.result.startMs / 1_000).toFixed(1)} s |

## What pays, and what did not

[One transaction per group of readings](decisions/0001-one-transaction-and-group-commit.md) is what most of the speed is made
of; then one row per reading, one statement for a reading and its latest metrics, an express lane that takes plain readings
without the framework, the next group sent to the database before the last is answered, and a young generation of 64 MB for
JavaScript's memory. On two cores a second worker process costs a quarter of the rate, since PostgreSQL needs the other core;
with four and more it pays. Charts of days and weeks come from sums by the minute. Over MQTT a door of our own spends 0.85 of
the processor time for a message that a whole broker did. [decisions/](decisions/README.md) lists the pages that say why.

Measured and not kept, because nothing came of it: more than one queue, a COMMIT sent without waiting for the
statements before it, generic plans, groups of more than 500, larger young generations, fewer threads for the collector.

\`npm run audit:faults\` shows what these numbers do not: that nothing is lost ([faults.md](faults.md)).
`
}

const number = (value: number): string => Math.round(value).toLocaleString('en')
const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`
const machineOf = ({ cores, model, node, postgres }: Machine): string =>
  `${cores} cores of a virtual machine (${model}), Node ${node.slice(1)}, PostgreSQL ${postgres}`

/** A line for each day and machine. */
function measuredOn(results: Results): string {
  const lines = Object.entries(results.measured_on).map(([part, day]) => {
    const { machine = results.ingestion.machine } = results[part as keyof Results] as { machine?: Machine }
    return { part: `\`${part}\``, about: `Measured on ${day} on ${machineOf(machine)}` }
  })
  return Map.groupBy(lines, ({ about }) => about)
    .entries()
    .map(([about, parts]) => `- ${about}: ${parts.map(({ part }) => part).join(', ')}`)
    .toArray()
    .join('\n')
}

const us = (value: number): string => `${value.toFixed(1)} µs`

function contenderRow({
  contender,
  cpuUs,
  cpuRatio,
  ratio,
  readingsPerS,
  p50Ms,
  p99Ms,
  databaseUs,
}: Report['contenders'][number]) {
  const cpu = `${cpuUs.toFixed(0)} µs${databaseUs === null ? '' : `, ${databaseUs.toFixed(0)} of them PostgreSQL`}`
  const ratios = contender === 'tocsin' ? ['', ''] : [times(cpuRatio), times(ratio)]
  return `| ${[contender, WHAT_IT_DOES[contender], cpu, ...ratios, number(readingsPerS), ms(p50Ms), ms(p99Ms)].join(' | ')} |`
}

const versionsOf = (versions: Report['versions']): string =>
  Object.entries(versions)
    .map(([name, version]) => `${name} ${version ?? 'of unknown version'}`)
    .join(', ')

const times = (ratio: number): string => `${ratio < 2 ? ratio.toFixed(2) : ratio.toFixed(1)} ×`

const wayRow = ({
  readingsPerRequest,
  connections,
  ratio,
  readingsPerS,
  p50Ms,
  p99Ms,
}: Results['ways']['ways'][number]) =>
  `| ${[number(readingsPerRequest), number(connections), `${ratio.toFixed(2)} ×`, number(readingsPerS), ms(p50Ms), ms(p99Ms)].join(' | ')} |`

/** Each kind of request follows a measurement without any. */
function besideSection(measured: Results['readings-beside-pages']): string {
  if (measured === undefined) return ''
  const { settings, results } = measured
  const waits = ({ p50Ms, p95Ms, mostMs }: Beside['known']) => [p50Ms, p95Ms, mostMs].map(ms).join(', ')
  const rows = results.flatMap((beside, place) => {
    const alone = results[place - 1]
    if (alone === undefined || beside.connections === 0) return []
    const { name, connections, known, first } = beside
    const asked = `${name}, ${connections} connection${connections === 1 ? '' : 's'}`
    return row([asked, number(beside.pagesPerS), waits(alone.known), waits(known), waits(alone.first), waits(first)])
  })
  return `\`npm run bench -- readings-beside-pages\`: ${settings.rate} readings a second of known devices, and ten of devices whose tokens are
looked up, beside people and strangers who ask for pages as fast as they come. Median, 95th percentile and slowest.

| Beside | Pages a second | A reading alone | Beside them | A first reading alone | Beside them |
|---|---|---|---|---|---|
${rows.join('\n')}

`
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const stageRow =
  (peak: number) =>
  ([name, { stored, seconds, p99Ms }]: [string, Stage]) =>
    `| ${name} | ${number(stored / seconds)}/s, ${Math.round((100 * stored) / seconds / peak)} % of the peak | ${ms(p99Ms)} |`
