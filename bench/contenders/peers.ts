// Time series databases that are compared with the service if they are installed (Debian: influxdb, victoria-metrics).
// They get the same reading as a line of InfluxDB's line protocol. Neither checks rules, devices or duplicates.
import { join } from 'node:path'
import { freePort, type Running, startProgram } from '../harness/start-program.ts'
import type { Contender } from './contenders.ts'
import { debianVersion, findCommand, skipped } from './find-command.ts'

/** Acknowledges when its write-ahead log is on disk, like the service. Null if it is not installed. */
export async function startInfluxDb(folder: string, settings: NodeJS.ProcessEnv = {}): Promise<Contender | null> {
  const command = findCommand('influxd')
  if (command === null) return skipped('InfluxDB', 'influxdb')
  const own = join(folder, 'influxdb')
  const rpcPort = await freePort()
  const env = (port: number) => ({
    HOME: own,
    INFLUXDB_REPORTING_DISABLED: 'true',
    INFLUXDB_BIND_ADDRESS: `127.0.0.1:${rpcPort}`,
    INFLUXDB_META_DIR: join(own, 'meta'),
    INFLUXDB_DATA_DIR: join(own, 'data'),
    INFLUXDB_DATA_WAL_DIR: join(own, 'wal'),
    INFLUXDB_DATA_QUERY_LOG_ENABLED: 'false',
    INFLUXDB_HTTP_BIND_ADDRESS: `127.0.0.1:${port}`,
    INFLUXDB_HTTP_LOG_ENABLED: 'false',
    ...settings,
  })
  const program = await startProgram({ name: 'InfluxDB', command, args: () => ['run'], env, folder })
  await fetch(`${program.origin}/query?q=${encodeURIComponent('create database bench')}`, { method: 'POST' })
  return { ...takingLines(program, '/write?db=bench&precision=ms'), version: debianVersion('influxdb') }
}

/** Acknowledges data in memory and writes it to disk within seconds. Null if it is not installed. */
export async function startVictoriaMetrics(folder: string): Promise<Contender | null> {
  const command = findCommand('victoria-metrics')
  if (command === null) return skipped('VictoriaMetrics', 'victoria-metrics')
  const args = (port: number) => [
    `-storageDataPath=${join(folder, 'victoria-metrics')}`,
    `-httpListenAddr=127.0.0.1:${port}`,
    '-retentionPeriod=12',
    '-loggerLevel=ERROR',
  ]
  const program = await startProgram({ name: 'VictoriaMetrics', command, args, folder })
  return { ...takingLines(program, '/write?precision=ms'), version: debianVersion('victoria-metrics') }
}

const takingLines = (program: Running, path: string): Contender => ({
  ...program,
  url: `${program.origin}${path}`,
  sends: 'line',
  databasePid: null,
})
