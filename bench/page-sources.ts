import type { Machine } from './harness/report.ts'

export interface SourceResults {
  machine: Machine
  settings: { sources: number; devices: number }
  results: { name: string; beside: string; ratio: number; cpuUs: number; appUs: number; databaseUs: number }[]
  mappingUs: number
  flooded: { name: string; p50Ms: number; p99Ms: number; garbagePerS: number }[]
}

const WHAT: Record<string, string> = {
  reading: 'a plain reading, by the express lane',
  'reading through the framework': 'the same, by the way that all other requests take',
  uplink: 'an uplink of The Things Stack: one reading with a key',
  'batch of 100': 'a batch of 100 plain readings, each',
  '100 lines': '100 lines of InfluxDB, each',
  garbage: 'a message that is not understood, in quarantine',
}

/** Renders the costs of messages of sources; empty if they were not measured. */
export function sourceSection(measured: SourceResults | undefined): string {
  if (measured === undefined) return ''
  const { settings, results, mappingUs, flooded } = measured
  const rows = results.map(({ name, beside, ratio, cpuUs, databaseUs }) =>
    [
      ...['', WHAT[name] ?? name, `${cpuUs.toFixed(0)} µs, ${databaseUs.toFixed(0)} of them PostgreSQL`],
      ...[name === beside ? '' : `${ratio.toFixed(2)} × ${beside}`, ''],
    ]
      .join(' | ')
      .trim(),
  )
  const waits = flooded.map(({ name, p50Ms, p99Ms, garbagePerS }) => {
    const sent = garbagePerS === 0 ? '' : `, ${Math.round(garbagePerS / 100) * 100} messages a second`
    return `${name}${sent}: ${p50Ms.toFixed(1)} and ${p99Ms.toFixed(0)} ms`
  })
  return `\`npm run bench -- sources\`: messages of ${settings.sources} sources with ${settings.devices} devices in all, in turn with plain readings.

| Message | CPU | Beside |
|---|---|---|
${rows.join('\n')}

A mapping with ten values adds ${mappingUs.toFixed(1)} µs. How long plain readings wait (median, 99 of 100) while garbage is sent as fast as it can be: ${waits.join('; ')}. How long they wait beside a source that keeps to its rate: \`node bench/garbage.ts\`.

`
}
