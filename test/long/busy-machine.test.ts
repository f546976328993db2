import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { test } from 'node:test'
import { databaseUrl } from '../harness/database.ts'
import { servedProgram } from '../harness/served.ts'

const PASSWORD = 'a quiet harbour at dawn'

test('people can log in while no core is ever idle', async (t) => {
  const admin = { ADMIN_EMAIL: 'ana@example.org', ADMIN_PASSWORD: PASSWORD }
  const served = await servedProgram(t, { DATABASE_URL: await databaseUrl(t), ...admin })
  await served.start()
  const loops = Array.from({ length: 2 * availableParallelism() }, () => spawn('sh', ['-c', 'while :; do :; done']))
  t.after(() => {
    for (const loop of loops) loop.kill('SIGKILL')
  })
  const logIn = async (password: string): Promise<number> => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ email: admin.ADMIN_EMAIL, password })
    return (await fetch(`${served.url}/api/mobile/login`, { method: 'POST', headers, body })).status
  }
  assert.equal(await logIn(PASSWORD), 200)
  assert.deepEqual(await Promise.all([logIn(PASSWORD), logIn('another quiet harbour')]), [200, 401])
})
