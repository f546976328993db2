import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { brokenBy } from '../../faults/break-promise.ts'
import { check } from '../../faults/check.ts'
import { startApp } from '../harness/app.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const PROGRAM = join(import.meta.dirname, '../../faults/faults.ts')

/** A short run of `npm run audit:faults`; its exit code also shows that the control run found its broken promise. */
test('under load with kills, lost connections, power cuts, invalid values and restarts, each reading answered 200 has its effects once', async () => {
  const args = [PROGRAM, '--seconds', '2', '--faults', 'F1W,F4,F5,F7,F9,F12']
  const audit = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [audit.stdout, audit.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const [code] = (await once(audit, 'close')) as [number | null]
  assert.equal(code, 0, output)
})

test('the audit sees one moment of the database, whatever is still being stored', async (t) => {
  const app = await startApp(t)
  const device = await app.createDevice({ module: 'health' })
  const ledger = join(temporaryFolder(t), 'ledger.jsonl')
  writeFileSync(ledger, '')
  let [sent, isEnding] = [0, false]
  const sending = (async () => {
    for (; !isEnding; sent += 1) await device.send({ metrics: { audit: sent }, ts: 1_750_000_000 + sent })
  })()
  const received: [] = []
  for (let times = 0; times < 5; times += 1) {
    const before = sent
    while (sent < before + 5) await setImmediate()
    const { broken } = await check({ ledger, received, order: 'by time' }, app.connection)
    assert.deepEqual(broken, {})
  }
  isEnding = true
  await sending
})

test('what the faults audit changes in the program, for its controls and to stop at steps, is there', () => {
  const files = ['answer-early.ts', 'commit-lazily.ts', 'stop-at-steps.ts', 'compact-in-two.ts', 'forget-chunks.ts']
  const commands = ['serve', 'compact'].map((name) => join(import.meta.dirname, `../../src/app/commands/${name}.ts`))
  const loads = commands.map((path) => `await import(${JSON.stringify(path)})`).join(';')
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', loads], {
    env: { ...process.env, ...brokenBy(...files) },
    encoding: 'utf8',
  })
  assert.equal(status, 0, stderr)
})
