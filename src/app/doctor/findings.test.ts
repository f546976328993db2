import assert from 'node:assert/strict'
import { test } from 'node:test'
import { certificateFinding } from './check-certificate.ts'
import { clockResult } from './check-clock.ts'
import { clockFinding } from './check-database.ts'
import { folderFinding, roomFinding } from './check-files.ts'
import { loginsFinding } from './check-login-addresses.ts'
import { checkSettings } from './check-settings.ts'
import { sourceFindings } from './check-sources.ts'
import { backupFinding, floodFinding, hoursFinding } from './check-upkeep.ts'

const GIB = 1024 ** 3

const states = (host: string, publicUrl: string, trustProxy: string | null) =>
  checkSettings({ host, publicUrl, trustProxy }).map(({ about, state }) => `${about} ${state}`)

test('PUBLIC_URL, host names and proxies that contradict each other are reported', () => {
  const well = ['PUBLIC_URL ok', 'TRUST_PROXY ok', 'HOST ok']
  assert.deepEqual(states('127.0.0.1', 'https://tocsin.example.org', '127.0.0.1'), well)
  assert.deepEqual(states('0.0.0.0', 'http://tocsin.local:8080', null), well)
  assert.deepEqual(states('127.0.0.1', 'http://localhost:8080', null), well)
  assert.ok(states('0.0.0.0', 'http://localhost:8080', null).includes('PUBLIC_URL warn'))
  assert.ok(states('127.0.0.1', 'https://tocsin.example.org', null).includes('TRUST_PROXY warn'))
  assert.ok(states('127.0.0.1', 'http://tocsin.local', '127.0.0.1').includes('TRUST_PROXY warn'))
  assert.ok(states('127.0.0.1', 'https://tocsin.example.org', '10.0.0.0/8, 0.0.0.0/0').includes('TRUST_PROXY fail'))
  assert.ok(states('0.0.0.0', 'https://tocsin.example.org', '127.0.0.1').includes('HOST warn'))
})

test('a clock that is off by more than a second is a warning, by 30 seconds a failure; a slow response is not judged', () => {
  assert.equal(clockFinding(999, 0).state, 'ok')
  assert.equal(clockFinding(-1_000, 0).state, 'warn')
  assert.equal(clockFinding(29_999, 0).state, 'warn')
  assert.equal(clockFinding(30_000, 0).state, 'fail')
  assert.equal(clockFinding(2_500, 2_000).state, 'ok')
  assert.match(clockFinding(-5_000, 0).says, /5\.0 s behind/)
})

test('a clock that was set back is reported for a week, and stored times in the future while there are any', () => {
  const now = new Date('2026-03-08T12:00:00Z')
  const steady = { alive_ahead_s: -0.5, devices_ahead: 0, stepped_back_at: null, stepped_back_s: null }
  const stepped = (at: string) => ({ ...steady, stepped_back_at: new Date(at), stepped_back_s: 7_200 })
  assert.equal(clockResult(steady, now).state, 'ok')
  assert.equal(clockResult({ ...steady, alive_ahead_s: 30 }, now).state, 'ok')
  assert.equal(clockResult({ ...steady, alive_ahead_s: 31 }, now).state, 'warn')
  assert.equal(clockResult({ ...steady, devices_ahead: 1 }, now).state, 'warn')
  assert.match(clockResult(stepped('2026-03-01T12:00:01Z'), now).says, /went back by 7200 s at 2026-03-01/)
  assert.equal(clockResult(stepped('2026-03-01T12:00:00Z'), now).state, 'ok')
})

test('free disk space below 10 % is a warning, below 5 % or 1 GiB a failure', () => {
  assert.equal(roomFinding(10 * GIB, 100 * GIB).state, 'ok')
  assert.equal(roomFinding(9.9 * GIB, 100 * GIB).state, 'warn')
  assert.equal(roomFinding(0.9 * GIB, 100 * GIB).state, 'fail')
  assert.equal(roomFinding(0.4 * GIB, 10 * GIB).state, 'fail')
  assert.equal(roomFinding(0.6 * GIB, 10 * GIB).state, 'warn')
  assert.equal(roomFinding(30 * GIB, 4_000 * GIB).state, 'ok')
})

test('nearly all logins from one private address are those behind a proxy that is not trusted', () => {
  const state = (network: string, people: number, of: number) => loginsFinding({ network, people, of }).state
  assert.equal(state('172.18.0.1', 5, 5), 'warn')
  assert.equal(state('127.0.0.1', 18, 20), 'warn')
  assert.equal(state('fd00::', 9, 10), 'warn')
  assert.equal(state('172.18.0.1', 4, 4), 'ok', 'few people')
  assert.equal(state('172.18.0.1', 17, 20), 'ok', 'people elsewhere too')
  assert.equal(state('9.9.9.9', 20, 20), 'ok', 'an office')
  assert.match(loginsFinding({ network: '10.0.0.1', people: 9, of: 10 }).says, /^9 of 10 people log in from 10.0.0.1/)
})

test('a certificate is a warning three weeks before it ends, and a failure afterwards', () => {
  const now = new Date('2026-03-08T12:00:00Z')
  const inDays = (days: number) => certificateFinding(new Date(now.getTime() + days * 86_400_000), now)
  assert.deepEqual(
    [21, 20.9, 0.1, 0].map((days) => inDays(days).state),
    ['ok', 'warn', 'warn', 'fail'],
  )
  assert.equal(inDays(22.5).says, 'expires on 2026-03-31, in 22 days')
})

test('a backup that is older than two days is a warning, and so is none on an installation older than that', () => {
  const now = new Date('2026-03-08T12:00:00Z')
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const state = (backup: number | null, first: number) =>
    backupFinding({ backup_at: backup === null ? null : daysAgo(backup), first_at: daysAgo(first) }, now).state
  assert.deepEqual([state(1, 90), state(2.1, 90), state(null, 1), state(null, 3)], ['ok', 'warn', 'ok', 'warn'])
})

test('a backlog of hours, and a device that sends five readings a second, are warnings', () => {
  assert.deepEqual([hoursFinding(9_999).state, hoursFinding(10_000).state], ['ok', 'warn'])
  const busy = (readings: number) => floodFinding([{ id: 7, name: 'Boiler "1"', readings }])
  assert.deepEqual([floodFinding([]).state, busy(300).state, busy(301).state], ['ok', 'ok', 'warn'])
  assert.match(busy(301).says, /"Boiler \\"1\\"" \(7\) sent more than 300 readings/)
  assert.match(busy(1).says, / sent 1 reading$/)
})

test('a folder on a read-only file system is not put down to the account', () => {
  const fault = (code: string) => Object.assign(new Error(code), { code })
  assert.equal(folderFinding('/srv', null).state, 'ok')
  assert.match(folderFinding('/srv', fault('EROFS')).says, /the file system is read-only/)
  assert.match(folderFinding('/srv', fault('EACCES')).says, /by this account/)
})

test('a source that was silent for a day, is not understood or has little room is a warning each', () => {
  const now = new Date('2026-03-08T12:00:00Z')
  const mebibytes = (count: number) => Math.ceil(count * 1024 * 1024)
  const well = {
    ...{ id: 3, name: 'Cold store', format: 'influx', last_message_at: new Date('2026-03-07T12:00:00Z') },
    ...{ failure: null, quarantined: 7, quarantined_bytes: mebibytes(51.1) },
  }
  const found = (changed: Partial<Parameters<typeof sourceFindings>[0]>) =>
    sourceFindings({ ...well, ...changed }, now).map(({ about, state, says }) => `${about} ${state} ${says}`)
  assert.deepEqual(found({}), [])
  assert.deepEqual(found({ last_message_at: null }), [], 'it has never worked')
  assert.match(
    found({ last_message_at: new Date('2026-03-07T11:59:59Z') })[0]!,
    /^source 3 warn .*no message for a day/,
  )
  assert.match(found({ failure: { code: 'not_json', at: '17' } })[0]!, /not understood \(not_json at 17\)/)
  assert.match(found({ quarantined_bytes: mebibytes(51.2) })[0]!, /80 % full, with 7 messages/)
})
