import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sign } from '../../src/core/webhooks/sending/signature.ts'
import { startApp } from '../harness/app.ts'
import { cleanUp } from '../harness/cleanup.ts'
import { needs } from '../harness/programs.ts'
import { startReceiver } from '../harness/receiver.ts'
import { freePort } from '../harness/served.ts'

const root = join(import.meta.dirname, '../..')
const text = readFileSync(join(root, 'docs/webhooks.md'), 'utf8')

/** The first code block under a heading of docs/webhooks.md. */
function snippet(heading: string, language: string): string {
  const chapter = text.split(`\n### ${heading}\n`)[1]
  const [, code] = chapter?.match(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's')) ?? []
  assert.ok(code, `docs/webhooks.md has no ${language} under ${heading}`)
  return code
}

/** Receivers that are programs: their language and command. */
const SERVERS = [
  { heading: 'Node, with a library', language: 'js', file: 'library.mjs', command: [process.execPath] },
  { heading: 'Node', language: 'js', file: 'receiver.mjs', command: [process.execPath] },
  { heading: 'Python', language: 'python', file: 'receiver.py', command: ['python3'] },
  { heading: 'PHP', language: 'php', file: 'receiver.php', command: ['php', '-S', 'localhost:9000'] },
  { heading: 'Go', language: 'go', file: 'receiver.go', command: ['go', 'run'] },
]

for (const { heading, language, file, command } of SERVERS) {
  const code = snippet(heading, language)
  test(`the receiver in ${heading} takes genuine messages, and no others`, needs(command[0]!), async (t) => {
    const port = await freePort()
    const onPort = (line: string) => line.replaceAll('9000', String(port))
    // Inside the project, so that the library is found.
    const folder = mkdtempSync(join(root, 'node_modules/.snippet-'))
    cleanUp(t, () => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, file), onPort(code))
    const app = await startApp(t, { env: { WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8,::1' } })
    const { id, secret } = await app.createWebhook({ url: `http://127.0.0.1:${port}/` })
    await start(t, [...command.map(onPort), file], folder, secret, port)

    const call = await app.logIn('admin')
    const { attempt } = (await call('POST', `/api/admin/webhooks/${id}/test`)).body.data
    assert.deepEqual([attempt.outcome, attempt.status], ['delivered', 204], attempt.detail)
    const send = async (body: string, at: number, signed = body) => {
      const headers = {
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(at),
        'webhook-signature': `v1,bm90IHRoaXMgb25l ${sign(secret, 'msg_1', at, signed)}`,
      }
      return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status
    }
    const now = Math.floor(Date.now() / 1_000)
    const body = '{"event":"webhook.test","timestamp":"2026-01-01T00:00:00.000Z","data":{"message":"Grüße 🔔"}}'
    assert.deepEqual([await send(body, now), await send(body, now, body.replace('Gr', 'gr'))], [204, 401])
    assert.deepEqual([await send(body, now - 600), await send(body, now + 600)], [401, 401])
  })
}

test('the shell script accepts genuine messages and rejects others', needs('openssl', 'od'), async (t) => {
  const script = snippet('Shell', 'sh')
  const app = await startApp(t, { startsAt: new Date() })
  const receiver = await startReceiver(t)
  const { secret } = await app.createWebhook({ url: receiver.url })
  await (await app.createDevice({ name: 'Grüße', module: 'worker' })).send({ flags: { panic_pressed: true } })
  await app.runJobs()
  const { headers, body } = receiver.requests[0]!
  const verified = (id: unknown, timestamp: unknown, signatures: unknown, input: string) =>
    spawnSync('sh', ['-c', script, 'verify.sh', String(id), String(timestamp), String(signatures)], {
      input,
      env: { PATH: process.env.PATH ?? '', WEBHOOK_SECRET: secret },
    }).status === 0
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => headers[name],
  )
  assert.equal(verified(id, timestamp, `v1,other ${signature}`, body), true)
  assert.equal(verified(id, timestamp, signature, `${body} `), false)
  const old = Number(timestamp) - 600
  assert.equal(verified(id, old, sign(secret, String(id), old, body), body), false)
  assert.equal(verified(id, 'now', signature, body), false)
})

async function start(t: TestContext, [program, ...args]: string[], cwd: string, secret: string, port: number) {
  // In its own process group: `go run` has a child.
  const child: ChildProcess = spawn(program!, args, {
    cwd,
    env: { ...process.env, WEBHOOK_SECRET: secret },
    stdio: 'ignore',
    detached: true,
  })
  cleanUp(t, () => process.kill(-child.pid!, 'SIGKILL'))
  const patience = AbortSignal.timeout(60_000)
  while (!(await answers(port))) await sleep(100, undefined, { signal: patience })
}

const answers = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' }).then(
    () => true,
    () => false,
  )
