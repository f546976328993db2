import type { Delay } from './beside-zabbix/alarms.ts'
import type { Loss } from './beside-zabbix/kills.ts'
import type { Pair } from './beside-zabbix/readings-in-turn.ts'
import { busyness } from './harness/report.ts'

export interface DiskResults {
  settings: { readings: number }
  results: { kind: string; cadence: string; bytes: Record<string, number | null> }[]
}

export interface ZabbixResults {
  settings: { alarms: number; DEVICES: number }
  versions: { zabbix: string | null; postgres: string }
  pairs: Pair[]
  delays: { tocsin: Delay; zabbix: Delay }
  bytes: { tocsin: number; zabbix: number }
  memory: { tocsinMb: number; zabbixMb: number }
  kills: { rate: number | null; seconds: number; tocsin: Loss; zabbix: Loss }[]
}

/** Stages of a month of ours, as the columns are called. */
const OWN: Record<string, string> = { rows: 'Tocsin', chunks: 'Tocsin, compacted' }

/** Renders the bytes on disk, by kind and cadence. */
export function diskSection({ settings, results }: DiskResults): string {
  const stores = Object.keys(results[0]!.bytes)
  const rows = results.map(({ kind, cadence, bytes }) =>
    row([`${kind}, every ${cadence}`, ...stores.map((store) => bytes[store]?.toFixed(0) ?? '-')]),
  )
  const heading = (store: string) => OWN[store] ?? store
  return `\`npm run bench -- disk\`: bytes a reading of the last whole month, the same ${number(settings.readings)} readings in each store. Database
files with their indexes, vacuumed or merged, without write-ahead logs and without sums for charts. Readings of health
devices have six metrics, two flags, battery and signal. Values wander as in the simulator, and times deviate from their
interval by some milliseconds.

${row(['Readings', ...stores.map(heading)])}
${row(['---', ...stores.map(() => '---')])}
${rows.join('\n')}

A reading is a row at first, with its digest and its time of receipt, and [compacted](database.md#compacted-history)
later. The other stores keep the values and their times.`
}

/** Renders the comparison with Zabbix. */
export function zabbixSection(results: ZabbixResults): string {
  const { settings, versions, pairs, delays, bytes, memory, kills } = results
  const [, connection] = pairs
  const lines = [
    ...pairs.map(({ name, tocsin, zabbix }) =>
      row([
        `CPU per reading, ${name}`,
        `${tocsin.cpuUs.toFixed(0)} µs`,
        `${zabbix.cpuUs.toFixed(0)} µs`,
        `${zabbix.cpuRatio.toFixed(2)} ×`,
      ]),
    ),
    ...pairs.map(({ name, tocsin, zabbix }) =>
      row([
        `stored readings/s, ${name}`,
        number(tocsin.readingsPerS),
        number(zabbix.readingsPerS),
        `${zabbix.ratio.toFixed(1)} ×`,
      ]),
    ),
    row([
      'acknowledged after (median), one a connection',
      `${connection!.tocsin.p50Ms.toFixed(0)} ms`,
      `${connection!.zabbix.p50Ms.toFixed(0)} ms`,
      '',
    ]),
    row(['from a breach to its webhook, median', delayOf(delays.tocsin), delayOf(delays.zabbix), '']),
    row(['bytes on disk a reading', bytes.tocsin.toFixed(0), bytes.zabbix.toFixed(0), '']),
    row(['memory, with PostgreSQL', `${memory.tocsinMb.toFixed(0)} MB`, `${memory.zabbixMb.toFixed(0)} MB`, '']),
    ...kills.map(({ rate, seconds, tocsin, zabbix }) =>
      row([
        `lost by kill -9 after ${seconds} s ${rate === null ? 'of as many as it takes' : `at ${rate}/s`}`,
        lossOf(tocsin),
        lossOf(zabbix),
        '',
      ]),
    ),
  ]
  return `\`npm run bench -- zabbix\`: Zabbix ${versions.zabbix} with PostgreSQL ${versions.postgres}, both of Debian 12, evaluates triggers and sends webhooks, as Tocsin
evaluates rules. Its ${number(settings.DEVICES)} hosts have 12 trapper items and 26 triggers each, with the
limits of all built-in rules of health devices except silence. Its PostgreSQL has the settings of ours. It takes values by the protocol of zabbix_sender, which opens a
connection for each request, and acknowledges them in memory: its readings count when they are in its tables. It has ten
trappers, larger caches for configuration and values, and else its defaults. Batches are of one device for Tocsin, and of
100 hosts for Zabbix, as its proxies send them. Both are driven in turn.
${busyness(pairs.flatMap(({ tocsin, zabbix }) => [tocsin, zabbix]))}

${row(['', 'Tocsin', 'Zabbix', 'Tocsin / Zabbix'])}
${row(['---', '---', '---', '---'])}
${lines.join('\n')}

Zabbix is sooner with its acknowledgement, since it does not wait for the disk, and loses what is in memory when it dies:
little at a low rate. Triggers that look at a minute of values, as rules with \`for_s\` do, were 10 to 20 % of its CPU time
(tried with \`last\` instead). Its escalator runs every three seconds, which is most of the time to its webhook. Not
compared: agents, SNMP, templates, discovery and reports, which Zabbix has and Tocsin has not. Not measured: proxies,
TimescaleDB, later versions, and larger machines.`
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const number = (value: number): string => Math.round(value).toLocaleString('en')
const delayOf = ({ medianMs, mostMs }: Delay): string => `${timeOf(medianMs)}, the slowest ${timeOf(mostMs)}`
const timeOf = (ms: number): string =>
  ms < 1_000 ? `${ms.toFixed(ms < 10 ? 1 : 0)} ms` : `${(ms / 1_000).toFixed(1)} s`
const lossOf = ({ lost, acknowledged }: Loss): string => `${number(lost)} of ${number(acknowledged)}`
