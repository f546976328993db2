// The simplest way to store a reading: one insert in a transaction of its own for each request. It does far less than
// the service: no latest values, no rules, no token check, no deduplication.
import pg from 'pg'
import { type ReadingBody, toReading } from '../../src/core/telemetry/reading.ts'
import { serveReadings } from './reading-route.ts'

const CONNECTIONS = 16

// The variables PGHOST, PGPORT and so on tell where the database is.
const pool = new pg.Pool({ max: CONNECTIONS })
await pool.query(`
  create table readings (
    at timestamptz not null,
    digest bigint not null,
    received_at timestamptz not null,
    ts bigint not null,
    lat float8,
    lng float8,
    battery float8,
    signal float8,
    device_id integer not null,
    clock_suspect boolean not null,
    module text not null,
    metrics jsonb,
    flags jsonb,
    primary key (device_id, at, digest)
  )`)

const INSERT = `
  insert into readings (
    at, digest, received_at, ts, lat, lng, battery, signal, device_id, clock_suspect, module, metrics, flags
  )
  values (to_timestamp($1), $2, to_timestamp($3), $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`

async function store(deviceId: number, body: ReadingBody): Promise<number> {
  const reading = toReading(body, Date.now())
  const { at, digest, received_at, ts, lat, lng, battery, signal, clock_suspect, module } = reading
  const times = [at / 1_000, digest, received_at / 1_000, ts]
  const rest = [lat, lng, battery, signal, deviceId, clock_suspect, module, reading.metrics_json, reading.flags_json]
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query({ name: 'insert_reading', text: INSERT, values: [...times, ...rest] })
    await client.query('commit')
    return ts
  } finally {
    client.release()
  }
}

// A number from the token identifies the device.
await serveReadings((body, token) => store(Number.parseInt(token.slice(0, 7), 16), body))
