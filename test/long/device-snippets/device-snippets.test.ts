import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { parse } from 'yaml'
import { deviceSnippets, type SnippetKey } from '../../../src/core/devices/snippets/device-snippets.ts'
import { MODULES } from '../../../src/core/vocabulary/modules.ts'
import { startApp, type TestApp, type TestDevice } from '../../harness/app.ts'
import { cleanUp } from '../../harness/cleanup.ts'
import { needs } from '../../harness/programs.ts'

const MICROPYTHON = join(import.meta.dirname, 'micropython')
const ARDUINO = join(import.meta.dirname, 'arduino')

/** Commands that run the snippets. */
const PROGRAMS: { key: SnippetKey; file: string; program: string; command: (file: string) => string[] }[] = [
  { key: 'curl', file: 'send.sh', program: 'curl', command: (file) => ['sh', file] },
  { key: 'shell', file: 'send.sh', program: 'curl', command: (file) => ['sh', file] },
  { key: 'python', file: 'send.py', program: 'python3', command: (file) => ['python3', file] },
  { key: 'node', file: 'send.mjs', program: 'node', command: (file) => ['node', file] },
  { key: 'arduino', file: 'send.cpp', program: 'g++', command: (file) => [compiled(file)] },
  {
    key: 'micropython',
    file: 'send.py',
    program: 'python3',
    command: (file) => ['env', `PYTHONPATH=${MICROPYTHON}`, 'python3', file],
  },
  { key: 'powershell', file: 'send.ps1', program: 'pwsh', command: (file) => ['pwsh', '-File', file] },
]

for (const { key, file, program, command } of PROGRAMS) {
  test(`the ${key} snippet sends a reading as it stands`, needs(program), async (t) => {
    const { app, device, text } = await snippetOf(t, key)
    const folder = mkdtempSync(join(tmpdir(), 'tocsin-snippet-'))
    cleanUp(t, () => rmSync(folder, { recursive: true, force: true }))
    writeFileSync(join(folder, file), text)
    const [started, ...args] = command(join(folder, file))
    // In its own process group: most of them never end, and some have children.
    const running = spawn(started!, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    let printed = ''
    for (const stream of [running.stdout, running.stderr]) stream.on('data', (chunk) => (printed += String(chunk)))
    const ended = once(running, 'close')
    cleanUp(t, async () => {
      if (running.exitCode === null) process.kill(-running.pid!, 'SIGKILL')
      await ended
    })
    const [reading] = await readingsOf(app, device, () => printed)
    assert.deepEqual([reading!.module, reading!.metrics], ['factory', { temperature: 22.4 }])
    assert.ok(Math.abs(Date.parse(reading!.at) - Date.now()) < 600_000, reading!.at)
  })
}

test('the Node-RED flow sends a reading, and resends it without a response', async (t) => {
  const { app, device, text } = await snippetOf(t, 'node-red')
  const nodes = JSON.parse(text) as { id: string; func?: string; url?: string; wires?: string[][] }[]
  const ids = nodes.map(({ id }) => id)
  for (const target of nodes.flatMap(({ wires = [] }) => wires.flat())) assert.ok(ids.includes(target), target)
  const nodeOf = (id: string) => nodes.find((node) => node.id === id)!
  const run = (id: string, msg: object) =>
    new Function('msg', 'node', nodeOf(id).func!)(msg, { status: () => undefined })

  const msg = run('tocsin_reading', { payload: 22.4 })
  const again = run('tocsin_answer', { ...msg, statusCode: 503, responseHeaders: { 'retry-after': '7' }, payload: {} })
  assert.deepEqual(again.payload, msg.reading)
  assert.ok(again.delay >= 7_000, again.delay)
  const answer = await fetch(nodeOf('tocsin_request').url!, {
    method: 'POST',
    headers: { ...again.headers, 'content-type': 'application/json' },
    body: JSON.stringify(again.payload),
  })
  assert.equal(answer.status, 200)
  assert.equal(run('tocsin_answer', { ...again, statusCode: answer.status, payload: await answer.json() }), null)
  assert.deepEqual((await readingsOf(app, device))[0]!.metrics, { temperature: 22.4 })
})

test('the Home Assistant command sends a reading from its templates', async (t) => {
  const { app, device, text } = await snippetOf(t, 'home-assistant')
  const { tocsin } = parse(text).rest_command
  const answer = await fetch(tocsin.url, {
    method: tocsin.method,
    headers: { ...tocsin.headers, 'content-type': tocsin.content_type },
    body: tocsin.payload.replace('{{ value }}', '21.5').replace('{{ ts }}', String(Math.floor(Date.now() / 1_000))),
  })
  assert.equal(answer.status, 200)
  assert.deepEqual((await readingsOf(app, device))[0]!.metrics, { temperature: 21.5 })
})

test('no snippet has a placeholder left, for any module', () => {
  for (const module of MODULES) {
    for (const { key, text } of deviceSnippets({ url: 'https://tocsin.example', token: 'a'.repeat(64), module })) {
      assert.doesNotMatch(text, /__[A-Z]+__/, `${key} for ${module}`)
      assert.match(text, /https:\/\/tocsin\.example\/api\/telemetry\//, key)
    }
  }
})

test('a URL in a snippet is escaped', () => {
  const url = 'http://x/\'";`$(id){{ y }}\\'
  for (const { key, text } of deviceSnippets({ url, token: 'YOUR TOKEN', module: 'fleet' })) {
    assert.ok(text.includes('http://x/%27%22;%60%24(id)%7B%7B%20y%20%7D%7D%5C/api/'), key)
  }
})

function compiled(file: string): string {
  execFileSync('g++', [
    '-std=c++17',
    '-Wall',
    '-Werror',
    '-include',
    'Arduino.h',
    '-I',
    ARDUINO,
    '-o',
    `${file}.out`,
    file,
  ])
  return `${file}.out`
}

async function snippetOf(t: TestContext, key: SnippetKey) {
  const app = await startApp(t)
  const device = await app.createDevice({ module: 'factory' })
  const snippets = deviceSnippets({ url: app.url, token: device.token, module: 'factory' })
  return { app, device, text: snippets.find((snippet) => snippet.key === key)!.text }
}

interface StoredReading {
  module: string
  at: string
  metrics: Record<string, number>
}

/** Waits for the first reading. */
async function readingsOf(app: TestApp, device: TestDevice, printed = () => ''): Promise<StoredReading[]> {
  const viewer = await app.logIn('viewer')
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(50)) {
    const { body } = await viewer('GET', `/api/mobile/devices/${device.id}/readings`)
    if (body.data.length > 0) return body.data
  }
  throw new Error(`No reading came. ${printed()}`)
}
