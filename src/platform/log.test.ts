import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLog } from './log.ts'

test('secrets in log entries are not written', () => {
  const lines: string[] = []
  const log = openLog('info', { write: (line) => void lines.push(line) })
  const secret = 'a quiet harbour at dawn'
  log.info({ password: secret, body: { password: secret, token: secret, email: 'ana@example.org' } }, 'login')
  log.info({ req: { headers: { authorization: secret, cookie: secret, 'x-device-token': secret, host: 'here' } } })
  log.info({ headers: { 'set-cookie': secret, 'x-csrf-token': secret }, webhook: { secret } })
  const written = lines.join('')
  assert.ok(!written.includes(secret), written)
  assert.match(written, /"email":"ana@example\.org"/)
  assert.match(written, /"host":"here"/)
})

test('an error is logged with its cause, and without its attached objects', () => {
  const lines: string[] = []
  const log = openLog('info', { write: (line) => void lines.push(line) })
  const cause = Object.assign(new Error('the cause'), { code: '22P02', detail: 'Key (token)=(abc)' })
  log.error({ err: new Error('it failed', { cause }) }, 'a request failed')
  const { err } = JSON.parse(lines[0]!)
  assert.deepEqual([err.message, err.cause.message, err.cause.code], ['it failed', 'the cause', '22P02'])
  assert.ok(!lines[0]!.includes('Key (token)'))
})
