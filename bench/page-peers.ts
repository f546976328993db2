import type { Delay } from './beside-zabbix/alarms.ts'
import type { Loss } from './beside-zabbix/kills.ts'
import type { Pair } from './beside-zabbix/readings-in-turn.ts'

export interface DiskResults {
  settings: { readings: number }
  results: { kind: string; cadence: string; bytes: Record<string, number | null> }[]
}

export interface ZabbixResults {
  settings: { alarms: number; DEVICES: number }
  versions: { zabbix: string; postgres: string }
  pairs: Pair[]
  delays: { tocsin: Delay; zabbix: Delay }
  bytes: { tocsin: number; zabbix: number }
  memory: { tocsinMb: number; zabbixMb: number }
  kills: { rate: number | null; seconds: number; tocsin: Loss; zabbix: Loss }[]
}

/** Renders the bytes on disk, by kind and cadence. */
export function diskSection({ settings, results }: DiskResults): string {
  const stores = Object.keys(results[0]!.bytes)
  const rows = results.map(({ kind, cadence, bytes }) =>
    row([`${kind}, every ${cadence}`, ...stores.map((store) => bytes[store]?.toFixed(0) ?? '-')]),
  )
  const heading = (store: string) => (store === 'rows' ? 'Tocsin' : store)
  return `\`npm run bench -- disk\`: bytes a reading of the last whole month, the same ${number(settings.readings)} readings in each store. Database
files with their indexes, vacuumed or merged, without write-ahead logs and without sums for charts. Readings of health
devices have six metrics, two flags, battery and signal. Values wander as in the simulator, and times deviate from their
interval by some milliseconds.

${row(['Readings', ...stores.map(heading)])}
${row(['---', ...stores.map(() => '---')])}
${rows.join('\n')}

InfluxDB and VictoriaMetrics are made for this, and need a small part of the disk. They keep numbers as numbers of one
device and field; a reading in Tocsin is a row that also has its digest, time of receipt and module.`
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
evaluates rules. Its ${number(settings.DEVICES)} hosts have 12 trapper items and 26 triggers each, which say what the built-in rules say of health
devices. Its PostgreSQL has the settings of ours. It takes values by the protocol of zabbix_sender, which opens a
connection for each request, and acknowledges them in memory: its readings count when they are in its tables. It has ten
trappers, larger caches for configuration and values, and else its defaults. Both are driven in turn.

${row(['', 'Tocsin', 'Zabbix', 'Tocsin / Zabbix'])}
${row(['---', '---', '---', '---'])}
${lines.join('\n')}

A restart of Zabbix in good order loses nothing, and at a low rate a crash loses little. Triggers that look at a minute of
values, as our rules with \`for_s\` do, are about a fifth of its CPU time. Zabbix looks for new problems every three
seconds, which is most of the time to its webhook. Not compared: agents, SNMP, templates, discovery and reports, which
Zabbix has and Tocsin has not; proxies, TimescaleDB, later versions, and larger machines.`
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const number = (value: number): string => Math.round(value).toLocaleString('en')
const delayOf = ({ medianMs, mostMs }: Delay): string => `${timeOf(medianMs)}, the slowest ${timeOf(mostMs)}`
const timeOf = (ms: number): string =>
  ms < 1_000 ? `${ms.toFixed(ms < 10 ? 1 : 0)} ms` : `${(ms / 1_000).toFixed(1)} s`
const lossOf = ({ lost, acknowledged }: Loss): string => `${number(lost)} of ${number(acknowledged)}`
