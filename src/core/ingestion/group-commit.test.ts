import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LostCommit } from '../../platform/database/lost-commit.ts'
import { RequestError } from '../../platform/errors.ts'
import { toReading } from '../telemetry/reading.ts'
import { groupCommit } from './group-commit.ts'
import type { ReceivedReading } from './ingest-readings.ts'

const RECEIVED_AT = Date.UTC(2026, 2, 1)
const sqlError = (code: string) => Object.assign(new Error(`PostgreSQL says ${code}`), { code })

/** One reading of each of `devices` devices. */
const readingsOf = (devices: number): ReceivedReading[] =>
  Array.from({ length: devices }, (_, place) => ({
    device: {
      id: place + 1,
      site_id: 1,
      cell: 0,
      name: `Sensor ${place + 1}`,
      module: 'factory',
      enabled: true,
      tags: [],
      expected_interval_s: null,
      offline_after_s: null,
      attributes: {},
    },
    reading: toReading({ module: 'factory', metrics: { gas_ppm: place } }, RECEIVED_AT),
  }))

/** A group commit into a log that refuses whole groups, like a transaction, if `refusal` finds an error. */
function commitsInto(refusal: (group: readonly ReceivedReading[]) => Error | null) {
  const log = { stored: [] as ReceivedReading[], groups: 0, failures: [] as unknown[] }
  const commits = groupCommit(
    async (group) => {
      log.groups += 1
      const error = refusal(group)
      if (error !== null) throw error
      log.stored.push(...group)
      return { repeated: new Set() }
    },
    (error) => log.failures.push(error),
  )
  return {
    ...commits,
    log,
    submitAll: (all: ReceivedReading[]) => Promise.allSettled(all.map((one) => commits.submit(one, 100))),
  }
}

function refusals(outcomes: PromiseSettledResult<void>[]): { place: number; reason: RequestError }[] {
  return outcomes.flatMap((outcome, place) =>
    outcome.status === 'rejected' ? [{ place, reason: outcome.reason }] : [],
  )
}

test('readings that arrive together are stored together, each once', async () => {
  const all = readingsOf(500)
  const { submitAll, log } = commitsInto(() => null)
  assert.deepEqual(refusals(await submitAll(all)), [])
  assert.equal(log.groups, 1)
  assert.deepEqual(new Set(log.stored), new Set(all))
  assert.equal(log.stored.length, 500)
})

for (const code of ['22P05', '22P02', '22003']) {
  test(`of 500 readings the one whose value PostgreSQL refuses with ${code} fails alone, with 400`, async () => {
    const all = readingsOf(500)
    const poison = all[321]!
    const { submitAll, log } = commitsInto((group) => (group.includes(poison) ? sqlError(code) : null))

    const [refused, ...others] = refusals(await submitAll(all))
    assert.deepEqual(others, [])
    assert.equal(refused?.place, 321)
    assert.ok(refused.reason instanceof RequestError)
    assert.equal(refused.reason.statusCode, 400)
    assert.equal(log.stored.length, 499)
    assert.deepEqual(new Set(log.stored), new Set(all.filter((reading) => reading !== poison)))
    // Halving 500 down to one takes nine steps of two groups each.
    assert.ok(log.groups <= 1 + 9 * 2, `it took ${log.groups} groups`)
    assert.equal(log.failures.length, 1)
  })
}

test('several readings of a group that PostgreSQL rejects fail separately', async () => {
  const all = readingsOf(100)
  const poison = new Set([all[0], all[1], all[50], all[99]])
  const { submitAll, log } = commitsInto((group) =>
    group.some((reading) => poison.has(reading)) ? sqlError('22P05') : null,
  )
  const refused = refusals(await submitAll(all))
  assert.deepEqual(
    refused.map(({ place, reason }) => [place, reason.statusCode]),
    [0, 1, 50, 99].map((place) => [place, 400]),
  )
  assert.equal(log.stored.length, 96)
})

test('a reading that violates a constraint fails with an internal error, and the others of the group are stored', async () => {
  const all = readingsOf(10)
  const broken = sqlError('23505')
  const { submitAll, log } = commitsInto((group) => (group.includes(all[4]!) ? broken : null))
  assert.deepEqual(refusals(await submitAll(all)), [{ place: 4, reason: broken }])
  assert.equal(log.stored.length, 9)
  assert.deepEqual(log.failures, [broken])
})

for (const code of ['40P01', '40001']) {
  test(`a group that PostgreSQL rolls back with ${code} is stored at the next try`, async () => {
    const all = readingsOf(500)
    let tries = 0
    const { submitAll, log } = commitsInto(() => {
      tries += 1
      return tries < 3 ? sqlError(code) : null
    })
    assert.deepEqual(refusals(await submitAll(all)), [])
    assert.equal(log.stored.length, 500)
    assert.equal(log.groups, 3)
    assert.deepEqual(log.failures, [])
  })
}

test('after four deadlocks in a row, the group is answered 503', async () => {
  const { submitAll, log } = commitsInto(() => sqlError('40P01'))
  const refused = refusals(await submitAll(readingsOf(1)))
  assert.deepEqual(
    refused.map(({ reason }) => reason.statusCode),
    [503],
  )
  assert.equal(log.groups, 4)
})

for (const error of [sqlError('57P01'), sqlError('53100'), new Error('Connection terminated unexpectedly')]) {
  test(`after "${error.message}" the whole group is answered 503 with Retry-After, and is not tried again`, async () => {
    const { submitAll, log } = commitsInto(() => error)
    const refused = refusals(await submitAll(readingsOf(500)))
    assert.equal(refused.length, 500)
    for (const { reason } of refused) {
      assert.equal(reason.statusCode, 503)
      assert.equal(reason.headers['retry-after'], '1')
    }
    assert.equal(log.groups, 1)
    assert.deepEqual(log.failures, [error])
  })
}

for (const outcome of ['committed', 'aborted'] as const) {
  test(`a group whose COMMIT got no response and turns out ${outcome} is done again, for a COMMIT that is answered`, async () => {
    let tries = 0
    const { submitAll, log } = commitsInto(() => {
      tries += 1
      return tries === 1 ? new LostCommit(outcome, null) : null
    })
    assert.deepEqual(refusals(await submitAll(readingsOf(1))), [])
    assert.equal(log.groups, 2)
  })
}

test('a group whose COMMIT has an unknown outcome is answered 503, and is not retried', async () => {
  const { submitAll, log } = commitsInto(() => new LostCommit('unknown', null))
  const refused = refusals(await submitAll(readingsOf(1)))
  assert.deepEqual(
    refused.map(({ reason }) => reason.statusCode),
    [503],
  )
  assert.equal(log.groups, 1)
})

test('the readings after a failed group are stored', async () => {
  const [first, second] = readingsOf(2) as [ReceivedReading, ReceivedReading]
  let away = true
  const { submit, log } = commitsInto(() => (away ? sqlError('57P01') : null))
  await assert.rejects(submit(first, 100), { statusCode: 503 })
  away = false
  await submit(first, 100)
  await submit(second, 100)
  assert.deepEqual(log.stored, [first, second])
})

const QUEUE_BYTES = 32 * 1024 * 1024
/** Bytes that a reading counts for in addition to its body. */
const READING_BYTES = 1024

test('the queue is full at 32 MiB of waiting readings, and accepts more once they are stored', async () => {
  const { submit, submitMany, isFull, drain, log } = commitsInto(() => null)
  const [first, ...batch] = readingsOf(4) as [ReceivedReading, ...ReceivedReading[]]
  const all = [submit(first, QUEUE_BYTES - 300 - 4 * READING_BYTES), submitMany(batch, 299)]
  assert.equal(isFull(), true)
  await drain()
  assert.equal(isFull(), false)
  await Promise.all(all)
  assert.equal(log.stored.length, 4)

  const almost = submit(first, QUEUE_BYTES - READING_BYTES - 1)
  assert.equal(isFull(), false)
  await almost
})

test('very small readings fill the queue as well', async () => {
  const { submitAll, isFull } = commitsInto(() => null)
  const [one] = readingsOf(1) as [ReceivedReading]
  const most = submitAll(Array.from({ length: QUEUE_BYTES / (READING_BYTES + 100) }, () => one))
  assert.equal(isFull(), false)
  const last = submitAll([one])
  assert.equal(isFull(), true)
  assert.deepEqual(refusals([...(await most), ...(await last)]), [])
})

test('a full queue refuses with 503 and a Retry-After of one to five seconds', async () => {
  const { submit, submitMany, log } = commitsInto(() => null)
  const [first, ...late] = readingsOf(4) as [ReceivedReading, ...ReceivedReading[]]
  const queue = submit(first, QUEUE_BYTES)
  const isBusy = ({ statusCode, headers }: RequestError) =>
    statusCode === 503 && /^[1-5]$/.test(String(headers['retry-after']))
  await assert.rejects(submit(late[0]!, 1), isBusy)
  await assert.rejects(submitMany(late, 1), isBusy)
  await queue
  assert.equal(log.stored.length, 1)
})

/** A batch of `count` readings of one device. */
const batchOf = (device: ReceivedReading, count: number) => Array.from({ length: count }, () => ({ ...device }))

test('a reading waits for one turn of the batches before it, and a batch keeps its order', async () => {
  const { submit, submitMany, log } = commitsInto(() => null)
  const [first, second, third] = readingsOf(3) as [ReceivedReading, ReceivedReading, ReceivedReading]
  const batches = [batchOf(first, 1_000), batchOf(second, 1_000)]
  const stored = [...batches.map((batch) => submitMany(batch, 100_000)), submit(third, 100)]
  await Promise.all(stored)
  assert.equal(log.stored.indexOf(third), 100)
  for (const batch of batches) {
    assert.deepEqual(
      log.stored.filter(({ device }) => device === batch[0]!.device),
      batch,
    )
  }
})

test('ten full batches take turns without delay; from the eleventh on, waiting time is measured', async () => {
  const { submitMany, isFull, waitedMs } = commitsInto(() => null)
  const devices = readingsOf(11)
  const last = devices.pop()!
  const send = (device: ReceivedReading) => submitMany(batchOf(device, 1_000), 1024 * 1024)
  const batches = devices.map(send)
  waitAWhile()
  assert.deepEqual([isFull(), waitedMs()], [false, 0])
  batches.push(send(last))
  assert.ok(waitedMs() >= 20)
  await Promise.all(batches)
})

test('readings handed over together are settled together, each with its own outcome', async () => {
  const all = readingsOf(1).flatMap((one) => Array.from({ length: 1_000 }, () => ({ ...one })))
  const [poison, broken] = [all[3]!, all[700]!]
  const { submitMany, log } = commitsInto((group) => {
    if (group.includes(poison)) return sqlError('22003')
    return group.includes(broken) ? sqlError('23505') : null
  })
  const outcomes = await submitMany(all, 100_000)
  assert.equal((outcomes[3] as RequestError).statusCode, 400)
  assert.equal((outcomes[700] as { code: string }).code, '23505')
  assert.equal(outcomes.filter((outcome) => outcome === null).length, 998)
  assert.deepEqual(
    log.stored,
    all.filter((one) => one !== poison && one !== broken),
  )
  assert.deepEqual(await submitMany([], 2), [])
})

/** Blocks the event loop for 20 ms. */
function waitAWhile(): void {
  const began = performance.now()
  while (performance.now() - began < 20);
}

test('the waiting time of the next reading is reported when more devices wait than fit into a group', async () => {
  const { submitAll, waitedMs } = commitsInto(() => null)
  const few = submitAll(readingsOf(500))
  waitAWhile()
  assert.equal(waitedMs(), 0)
  const more = submitAll(readingsOf(1))
  waitAWhile()
  assert.ok(waitedMs() >= 40)
  await Promise.all([few, more])
  assert.equal(waitedMs(), 0)
})
