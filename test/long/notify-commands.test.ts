import assert from 'node:assert/strict'
import { test } from 'node:test'
import { databaseUrl } from '../harness/database.ts'
import { servedProgram } from '../harness/served.ts'

test('policies are listed, and a person without a contact method cannot be tested', async (t) => {
  const served = await servedProgram(t, { DATABASE_URL: await databaseUrl(t) })
  await served.start()
  const list = await served.run('policy', 'list')
  assert.equal(list.code, 0)
  assert.match(list.stdout, /Everyone: every incident\n +at once: whoever is on call\n +after 5 min: role operator\n/)
  assert.match(list.stdout, /3 rounds 5 min apart, for warnings 1/)
  const [policy] = JSON.parse((await served.run('policy', 'list', '--json')).stdout) as { is_last: boolean }[]
  assert.equal(policy!.is_last, true)
  await served.run('user', 'add', 'ana@example.org')
  const test = await served.run('notify', 'test', '--user', 'ana@example.org')
  assert.deepEqual([test.code, test.stderr], [1, 'ana@example.org has no verified contact method\n'])
  assert.match(
    (await served.run('notify', 'test', '--user', 'tom@example.org')).stderr,
    /User tom@example\.org not found/,
  )
})
