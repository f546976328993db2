import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '../harness/browser.ts'
import { databaseUrl } from '../harness/database.ts'
import { codeOf, newAppOf } from '../harness/second-factor.ts'
import { servedProgram } from '../harness/served.ts'

test('a fresh service is set up with the printed code, and its people and tokens are managed by commands', async (t) => {
  const served = await servedProgram(t, { DATABASE_URL: await databaseUrl(t) })
  await served.start()
  const code = /\/setup\?code=([0-9A-Z]{5}(?:-[0-9A-Z]{5}){4})$/m.exec(served.output())![1]!
  const browser = openBrowser(served.url)
  await browser.go('/')
  const ana = { email: 'ana@example.org', password: 'a quiet harbour at dawn' }
  assert.equal((await browser.send('/setup', { ...ana, code })).path, '/setup/preferences')

  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await served.run(...args, '--json')
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout)
  }
  const { url } = await json('user', 'add', 'bo@example.org', '--role', 'operator', '--link')
  const path = new URL(url).pathname
  const bo = openBrowser(served.url)
  await bo.go(path)
  assert.equal((await bo.send(path, { password: 'the second quiet harbour' })).path, '/')

  const { key, draft } = await newAppOf(bo)
  await bo.send('/account/second-factor/app', { draft, code: codeOf(key, new Date()) })
  const reset = () => json('user', 'reset-second-factor', 'bo@example.org')
  assert.equal((await reset()).reset, true)
  assert.equal((await reset()).reset, false, 'there is none any more')
  assert.match((await bo.go('/account')).path, /^\/login/)

  const token = await json('token', 'create', 'Backup', '--user', 'bo@example.org', '--role', 'viewer', '--days', '7')
  const me = () => fetch(`${served.url}/api/mobile/me`, { headers: { authorization: `Bearer ${token.token}` } })
  assert.equal((await me()).status, 200)
  const listed = await json('token', 'list', '--user', 'bo@example.org')
  assert.deepEqual([listed.length, listed[0].name, listed[0].token], [1, 'Backup', undefined])
  await json('token', 'revoke', String(token.id))
  assert.equal((await me()).status, 401)

  assert.match((await json('user', 'reset-password', 'bo@example.org')).password, /^\S{20}$/)
  assert.equal((await json('user', 'disable', 'bo@example.org')).enabled, false)
  const last = await served.run('user', 'disable', 'ana@example.org')
  assert.deepEqual([last.code, last.stderr], [1, 'This is the last administrator; make somebody else one first\n'])
  const nobody = await served.run('user', 'enable', 'nobody@example.org')
  assert.deepEqual([nobody.code, nobody.stderr], [1, 'User nobody@example.org not found\n'])
  const users = (await json('user', 'list')) as { email: string; role: string; enabled: boolean }[]
  assert.deepEqual(
    users.map(({ email, role, enabled }) => [email, role, enabled]),
    [
      ['ana@example.org', 'admin', true],
      ['bo@example.org', 'operator', false],
    ],
  )
})
