import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { cleanUp } from '../harness/cleanup.ts'
import { servedProgram } from '../harness/served.ts'

const KIT = join(import.meta.dirname, '../../packages/device-client')
const TSC = join(import.meta.dirname, '../../node_modules/.bin/tsc')
/** Debian's Node, the oldest supported one, if installed. */
const NODE = ['/usr/bin/node', '/usr/local/bin/node'].find((path) => existsSync(path)) ?? process.execPath

/** A device that counts and prints each number once recorded. Its numbers continue after a restart. */
const DEVICE = `
import { deviceClient } from './dist/index.js'
import { fileStore } from './dist/file-store.js'
const [, , url, token, first] = process.argv
const client = deviceClient({ url, token, module: 'factory', store: fileStore({ folder: 'waiting' }) })
for (let count = Number(first); ; count += 1) {
  client.record({ metrics: { count } })
  process.stdout.write(count + '\\n')
  await new Promise((resolve) => setTimeout(resolve, 5))
}
`
const LAST_WORDS = `
import { deviceClient } from './dist/index.js'
import { fileStore } from './dist/file-store.js'
const [, , url, token] = process.argv
const client = deviceClient({ url, token, store: fileStore({ folder: 'waiting' }) })
await client.flush()
await client.close()
`

test('the device, the service and its database are killed in turn, and each reading is stored once', async (t) => {
  const served = await servedProgram(t)
  await served.start()
  const added = await served.run('device', 'add', 'Counter', '--module', 'factory', '--json')
  const { token } = JSON.parse(added.stdout) as { token: string }
  const folder = builtKit(t)
  let recorded = 0
  function startDevice(): ChildProcess {
    const device = spawn(NODE, ['device.mjs', served.url, token, String(recorded)], { cwd: folder })
    device.stdout!.on('data', (text) => (recorded += String(text).split('\n').length - 1))
    cleanUp(t, () => void device.kill('SIGKILL'))
    return device
  }
  const until = async (count: number) => {
    while (recorded < count) await sleep(20)
  }
  const device = startDevice()
  await until(40)
  await served.killAll()
  await until(recorded + 40)
  device.kill('SIGKILL')
  await once(device, 'close')
  await served.start()
  const second = startDevice()
  await until(recorded + 40)
  second.kill('SIGKILL')
  await once(second, 'close')
  execFileSync(NODE, ['flush.mjs', served.url, token], { cwd: folder, timeout: 120_000 })

  const counts = await countsOf(served)
  // Every printed number was stored. A number about to be printed when the device was killed may be stored as well.
  assert.deepEqual([...new Set(counts)].sort((one, other) => one - other).slice(0, recorded), [
    ...Array(recorded).keys(),
  ])
  const repeated = counts.filter((count, place) => counts.indexOf(count) < place)
  assert.ok(repeated.length <= 2, `stored twice: ${repeated}`)
})

/** Builds the client as published: plain JavaScript. */
function builtKit(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-kit-'))
  cleanUp(t, () => rmSync(folder, { recursive: true, force: true }))
  execFileSync(TSC, ['-p', KIT, '--outDir', join(folder, 'dist')], { stdio: 'inherit' })
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'device.mjs'), DEVICE)
  writeFileSync(join(folder, 'flush.mjs'), LAST_WORDS)
  return folder
}

async function countsOf(served: Awaited<ReturnType<typeof servedProgram>>): Promise<number[]> {
  const user = JSON.parse((await served.run('user', 'add', 'reader@example.org', '--json')).stdout)
  const made = await served.run('token', 'create', 'test', '--user', user.email, '--json')
  const authorization = `Bearer ${JSON.parse(made.stdout).token}`
  const answer = await fetch(`${served.url}/api/mobile/devices/1/readings/export?format=ndjson`, {
    headers: { authorization },
  })
  const lines = (await answer.text()).trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line).metrics.count)
}
