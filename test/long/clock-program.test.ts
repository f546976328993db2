import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { FAKETIME, fakedClock, startDatabaseBy } from '../harness/faked-clock.ts'
import { startReceiver } from '../harness/receiver.ts'
import { servedProgram } from '../harness/served.ts'

const ADMIN = { email: 'ana@example.org', password: 'a quiet harbour at dawn' }
const TWO_HOURS_S = 7_200

test(
  'the program and its database live through a clock that jumps two hours ahead and comes back',
  FAKETIME,
  async (t) => {
    const clock = fakedClock(t)
    const dataDir = mkdtempSync(join(tmpdir(), 'tocsin-jump-'))
    const receiver = await startReceiver(t)
    const served = await servedProgram(t, {
      DATA_DIR: dataDir,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      WORKERS: '1',
      ...clock.env,
    })
    await startDatabaseBy(clock, dataDir)
    await served.start()
    const call = async (method: string, path: string, token: string, body?: unknown) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const answer = await fetch(served.url + path, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      assert.ok(answer.ok, `${path}: ${answer.status}`)
      return ((await answer.json()) as { data: Record<string, unknown> }).data
    }
    const { token } = (await call('POST', '/api/mobile/login', '', ADMIN)) as { token: string }
    await call('POST', '/api/admin/webhooks', token, { name: 'Desk', url: receiver.url })
    const device = { name: 'Bedside monitor', module: 'health' }
    const monitor = (await call('POST', '/api/admin/devices', token, device)) as { id: number; token: string }
    const send = async (systolic: number) => {
      const answer = await fetch(`${served.url}/api/telemetry/ingest`, {
        method: 'POST',
        headers: { 'x-device-token': monitor.token, 'content-type': 'application/json' },
        body: JSON.stringify({ module: 'health', metrics: { systolic } }),
      })
      assert.equal(answer.status, 200)
      return Date.parse(answer.headers.get('date')!)
    }

    await send(120)
    await clock.set(TWO_HOURS_S)
    const ahead = await send(121)
    assert.ok(ahead - Date.now() > 7_100_000, 'the service lives two hours ahead')
    await clock.set(0)
    const back = await send(200)
    assert.ok(back - Date.now() < 60_000, 'it is back')
    for (let tries = 0; tries < 200 && receiver.received('alert.triggered').length === 0; tries += 1) await sleep(50)
    assert.equal(receiver.received('alert.triggered').length, 1)
    assert.equal(receiver.received('device.offline').length, 0)
    const isNoticed = () => served.output().includes('the clock has gone back')
    for (let tries = 0; tries < 200 && !isNoticed(); tries += 1) await sleep(50)
    assert.ok(isNoticed())
    const latest = (await call('GET', `/api/mobile/devices/${monitor.id}`, token)) as { last_seen: string }
    assert.ok(Date.parse(latest.last_seen) < Date.now() + 60_000)
    const doctor = await served.run('doctor', '--json')
    const { findings } = JSON.parse(doctor.stdout) as { findings: { about: string; state: string; says: string }[] }
    const steps = findings.find(({ about }) => about === 'clock steps')!
    assert.equal(steps.state, 'warn')
    assert.match(steps.says, /went back by 7\d\d\d s/)
  },
)
