// Runs one benchmark: `npm run bench -- NAME [options]`. Without a name, or with one that does not exist, it lists them.
const BENCHMARKS = {
  ingestion: 'readings a second, one a request, beside a bare route, other ways to store, and other databases',
  ways: 'few connections and many, single readings and batches',
  overload: 'what is left of ingestion at three times the load it can take',
  refusals: 'what a refused request costs, in good readings',
  logins: 'what a flood of logins does to ingestion',
  stored: 'what a reading costs beside 20 million stored ones; takes 10 GB and ten minutes',
  disk: 'bytes a reading by kind and cadence, beside InfluxDB and VictoriaMetrics',
  compaction: 'processor time a reading, locks of devices, and readings that arrive meanwhile',
  engine: 'what rules cost per reading, without the database; --check fails when a promise is broken',
  alerts: 'how soon a receiver hears of an alert',
  sources: 'messages of sources beside plain readings, what garbage costs, and readings beside a flood of it',
  webhooks: 'deliveries, alone and beside ingestion while 10,000 are held',
  history: 'series, pages and tracks',
  console: 'how quickly pages come with 10,000 devices, and whether they stay smooth',
  'console-memory': 'the memory of open pages, for ten minutes',
  export: 'a million readings as a file, and what is left when the reader goes away',
  heavy: 'the most expensive requests, and a reading beside each',
  'readings-beside-pages': 'how long readings wait beside requests for pages',
  zabbix: 'the service beside Zabbix: readings, webhooks, bytes on disk, and what kill -9 loses',
  citus: 'a reading in a cell of a Citus, and lists over eight; needs CITUS_URL',
  sites: 'lists of one site of a hundred, beside those of all',
  start: 'start-up time and memory',
  all: 'those with a place in docs/performance.md, which it writes; an hour',
}

const [name = ''] = process.argv.splice(2, 1)
if (Object.hasOwn(BENCHMARKS, name)) await import(`./${name}.ts`)
else {
  const lines = Object.entries(BENCHMARKS).map(([known, measures]) => `  ${known.padEnd(24)}${measures}`)
  console.error(`npm run bench -- NAME [options], where NAME is one of\n${lines.join('\n')}`)
  process.exitCode = 1
}
