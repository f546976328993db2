import sql, { raw } from 'sql-template-tag'
import { inCellOfDevice } from '../../src/core/cells/find-cell.ts'
import { readingMonths } from '../../src/core/telemetry/storage/open-months.ts'
import { monthOf } from '../../src/core/telemetry/storage/reading-months.ts'
import type { TestApp } from './app.ts'

export const HISTORY_BEGIN = Date.parse('2026-02-01T00:00:00.000Z')

export const historyTime = (seconds: number) => new Date(HISTORY_BEGIN + seconds * 1_000).toISOString()

/** Inserts thousands of readings, one per second (or `everyS`). In the expressions, `i` is the second. */
export async function fillHistory(
  app: TestApp,
  deviceId: number,
  count: number,
  {
    metrics = 'null::jsonb',
    lat = 'null::float8',
    lng = 'null::float8',
    everyS = 1,
  }: { metrics?: string; lat?: string; lng?: string; everyS?: number },
): Promise<void> {
  const end = HISTORY_BEGIN + count * everyS * 1_000
  const months: number[] = []
  for (let at = HISTORY_BEGIN; at <= end; at = monthOf(at).to) months.push(at)
  const cell = await inCellOfDevice(app.service.db, deviceId)
  await readingMonths(cell).ensure(months, new Date(HISTORY_BEGIN))
  await cell.query(sql`
    insert into reading_rows (at, digest, received_at, ts, lat, lng, battery, device_id, clock_suspect, module, metrics)
    select at, i, at, extract(epoch from at), ${raw(lat)}, ${raw(lng)}, 50 + i % 10, ${deviceId}, false, 'factory', ${raw(metrics)}
    from generate_series(0, ${count}::integer - 1) as i,
      lateral (select to_timestamp(${HISTORY_BEGIN}::float8 / 1000) + make_interval(secs => i * ${everyS}::float8) as at) as moment`)
}
