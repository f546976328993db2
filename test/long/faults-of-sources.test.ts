import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { brokenBy } from '../../faults/break-promise.ts'
import { cutAndRestart, noPowerCut, openDisk } from '../../faults/power-cut.ts'
import { openSite, type Site, untilReady } from '../../faults/site.ts'
import { checkSources, historiesOf } from '../../faults/source-check.ts'
import { isLeftWaiting, type LoadedSource, ledgerKey, startSourceLoad } from '../../faults/source-load.ts'
import { SOURCE_STEPS, type SourceStep } from '../../faults/source-steps.ts'
import { auditSide, STEPS_FOLDER } from '../../faults/steps.ts'
import { until } from '../harness/served-people.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

/** Longer runs: `SOURCE_FAULTS_S=1200`. */
const SECONDS = Number(process.env.SOURCE_FAULTS_S ?? 0)
const REACHED_WITHIN_MS = 8_000
const START_S = 1_790_000_000
/** Readings that the two sources with the same messages are compared by. */
const ENOUGH = 50
const RIGHT = { device: 'sensor', ts: 'at', metrics: { seq: 'seq', temperature: 't' }, rest: 'drop' }
const WRONG = { ...RIGHT, device: 'serial' }
const ofJson = (sensor: string, seq: number) => JSON.stringify({ sensor, at: START_S + seq, seq, t: 20 + (seq % 7) })

/** Lines with times; frames that are known by their counter, half of them without a time; JSON. */
const MESSAGES = {
  influx: (device: string, seq: number) =>
    `load,device=${device} seq=${seq},t=${20 + (seq % 7)} ${START_S + seq}000000000`,
  'the-things-stack': (device: string, seq: number) =>
    JSON.stringify({
      end_device_ids: { device_id: device, dev_eui: device },
      uplink_message: {
        ...{ session_key_id: 'AXTFUoae2WV6TtuOUy0bHQ==', f_port: 1, f_cnt: seq, decoded_payload: { seq, t: 20 } },
        ...(seq % 2 === 0 ? {} : { received_at: new Date((START_S + seq) * 1_000).toISOString() }),
      },
    }),
  mended: ofJson,
  right: ofJson,
} as const

async function addSource(site: Site, name: keyof typeof MESSAGES): Promise<LoadedSource> {
  const isJson = name === 'mended' || name === 'right'
  const answer = await site.call('POST', '/api/admin/sources', {
    ...{ name, format: isJson ? 'json' : name, module: 'home_infra', rate_per_s: 10_000, burst: 100_000 },
    ...(isJson ? { mapping: name === 'right' ? RIGHT : WRONG } : {}),
  })
  assert.equal(answer.status, 201)
  const { id, token } = ((await answer.json()) as { data: { id: number; token: string } }).data
  return { id, token, path: name === 'influx' ? '/write' : '', message: MESSAGES[name] }
}

/** A person who adopts whatever waits, and has messages read again. */
function startOperator(site: Site, sources: readonly LoadedSource[]) {
  const adopted = new Set<string>()
  const call = async (method: string, path: string, body?: unknown): Promise<{ data?: unknown }> =>
    site.call(method, `/api/admin/sources/${path}`, body).then(
      async (answer) => (answer.ok ? ((await answer.json()) as { data: unknown }) : {}),
      () => ({}),
    )
  async function adoptWaiting({ id }: LoadedSource): Promise<void> {
    const { data = [] } = await call('GET', `${id}/external-ids?limit=200`)
    type Row = { external_id: string; state: string }
    const waiting: object[] = []
    for (const { external_id, state } of data as Row[]) {
      if (state === 'adopted') adopted.add(ledgerKey(id, external_id))
      else if (!isLeftWaiting(external_id))
        waiting.push({ external_id, device: { name: external_id, module: 'home_infra' } })
    }
    if (waiting.length > 0) await call('POST', `${id}/external-ids/adopt`, { items: waiting })
  }
  let isEnding = false
  const working = (async () => {
    for (let turn = 0; !isEnding; turn += 1) {
      for (const source of sources) await adoptWaiting(source)
      if (turn % 3 === 0) await call('POST', `${sources[turn % sources.length]!.id}/replay`, {})
      await sleep(150)
    }
  })()
  return {
    isAdopted: (key: string) => adopted.has(key),
    async end() {
      isEnding = true
      await working
      for (const source of sources) {
        await adoptWaiting(source)
        await call('POST', `${source.id}/replay`, {})
        // New ones come out of quarantine.
        await sleep(2_500)
        await adoptWaiting(source)
      }
    },
  }
}

async function untilReplaysEnd(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await until('the end of all replays', async () => {
      const { rows } = await client.query('select from source_replays where finished_at is null')
      return rows.length === 0 ? true : undefined
    })
  } finally {
    await client.end()
  }
}

test('killed and cut off at each step under load, sources lose nothing, invent nothing and store nothing twice', async (t) => {
  const steps = join(temporaryFolder(t), 'steps')
  const audit = auditSide(steps)
  const settings = { ...brokenBy('stop-at-source-steps.ts'), [STEPS_FOLDER]: steps }
  const disk = noPowerCut() === null ? openDisk(t) : null
  const onDisk = disk === null ? {} : { DATA_DIR: join(disk.folder, 'data') }
  const site = await openSite(t, { ...settings, ...onDisk }, { devices: 1 })
  const { served } = site
  const sources: LoadedSource[] = []
  for (const name of Object.keys(MESSAGES)) sources.push(await addSource(site, name as keyof typeof MESSAGES))
  const [, , mended, right] = sources as [LoadedSource, LoadedSource, LoadedSource, LoadedSource]
  const operator = startOperator(site, sources)
  const load = startSourceLoad(served.url, sources, operator.isAdopted)
  const mend = () => site.call('PATCH', `/api/admin/sources/${mended.id}`, { mapping: RIGHT })

  const faults = {
    async 'kill -9 of the service'() {
      await served.killService()
      await served.start()
    },
    async 'kill -9 of the service and PostgreSQL'() {
      await served.killAll()
      await served.start()
    },
    async 'kill -9 of PostgreSQL'() {
      served.killDatabase()
      audit.resume()
      await sleep(50)
      await untilReady(served.url)
    },
    ...(disk === null ? {} : { 'power cut': () => cutAndRestart(disk, site) }),
  }
  const kinds = Object.entries(faults)
  const done: string[] = []
  const began = performance.now()
  let [isMended, round] = [false, 0]
  do {
    for (const [place, step] of (Object.keys(SOURCE_STEPS) as SourceStep[]).entries()) {
      const isReached = await audit.reach(step, REACHED_WITHIN_MS)
      const [kind, fault] = kinds[(place + round) % kinds.length]!
      await fault()
      audit.resume()
      done.push(`${isReached === null ? 'at any moment' : step}: ${kind}`)
      if (!isMended && done.length >= 5)
        isMended = await mend().then(
          ({ ok }) => ok,
          () => false,
        )
      await sleep(300 * Math.random())
    }
    round += 1
  } while ((performance.now() - began) / 1_000 < SECONDS)
  await untilReady(served.url)
  if (!isMended) assert.equal((await mend()).status, 200)
  const isOfBoth = (externalId: string, sequence: number) =>
    [mended, right].every(({ id }) => load.ledger.acknowledged.get(ledgerKey(id, externalId))?.has(sequence))
  const toCompare = () =>
    [...load.ledger.acknowledged].flatMap(([key, sequences]) => {
      const [id, externalId] = key.split(' ') as [string, string]
      const isAdopted = [mended, right].every((source) => operator.isAdopted(ledgerKey(source.id, externalId)))
      return Number(id) === right.id && isAdopted ? [...sequences].filter((one) => isOfBoth(externalId, one)) : []
    })
  await until('enough messages of both sources to compare', () => toCompare().length > ENOUGH || undefined)
  await load.end()
  await operator.end()

  const connection = await site.connection()
  await untilReplaysEnd(connection)
  const { findings, readings, waiting } = await checkSources(load.ledger, connection)
  t.diagnostic(`${done.length} faults; ${readings} readings, ${waiting} messages in quarantine`)
  for (const line of done) t.diagnostic(line)
  assert.deepEqual(findings, {})
  assert.ok(readings > 100 && waiting > 20, `${readings} readings, ${waiting} in quarantine`)
  const missed = Object.keys(SOURCE_STEPS).filter((step) => !done.some((line) => line.startsWith(`${step}:`)))
  assert.ok(missed.length <= 2, `never reached: ${missed.join(', ')}`)

  const histories = await Promise.all([mended, right].map(({ id }) => historiesOf(connection, id, isOfBoth)))
  assert.deepEqual(histories[0], histories[1])
  assert.ok(histories[0]!.length > ENOUGH, String(histories[0]!.length))
})
