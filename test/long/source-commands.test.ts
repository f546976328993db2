import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { databaseUrl } from '../harness/database.ts'
import { servedProgram } from '../harness/served.ts'

/** One for all: each test looks at a source of its own. */
const scope = { after }
const served = await servedProgram(scope, { DATABASE_URL: await databaseUrl(scope) })
before(() => served.start())

interface Added {
  id: number
  url: string
  token: string
}

async function json<Result>(...args: string[]): Promise<Result> {
  const { code, stdout, stderr } = await served.run('source', ...args, '--json')
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout) as Result
}

async function send({ id, token }: Added, body: string, path = ''): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(`${served.url}/api/sources/${id}${path}`, { method: 'POST', headers, body })
  assert.ok(response.ok, `${response.status} ${await response.text()}`)
}

const line = (device: string, value: number) => `climate,device=${device} temperature=${value} 1795263620000000000`

test('a source is added on the command line, and its sender is let in with the token that is printed', async () => {
  const { code, stdout } = await served.run('source', 'add', 'Cold store', '--format', 'influx')
  assert.equal(code, 0)
  const [, id, url, token] = /^Added source (\d+)\.\nURL: (\S+)\nToken: ([0-9a-f]{64})\n$/.exec(stdout)!
  assert.equal(new URL(url!).pathname, `/api/sources/${id}`)
  await send({ id: Number(id), url: url!, token: token! }, line('cellar', 4.5), '/write')
  const listed = await json<{ id: number; name: string; token?: string }[]>('list')
  const source = listed.find((one) => one.id === Number(id))!
  assert.deepEqual([source.name, source.token], ['Cold store', undefined])
})

test('settings and a mapping are given on the command line', async () => {
  const file = join(served.dataDir, 'pump.yaml')
  writeFileSync(file, 'device: /pump\nmetrics:\n  pressure_bar: /p\nrest: drop\n')
  const tags = 'device_tags=["pump"]'
  const lines = await json<Added>('add', 'Pumps', '--format', 'influx', '--setting', tags)
  const mapped = await json<Added>('add', 'Pumps', '--format', 'json', '--mapping', file)
  const listed = await json<{ id: number; settings: { device_tags?: string[] }; mapping: object | null }[]>('list')
  const of = ({ id }: Added) => listed.find((one) => one.id === id)!
  assert.deepEqual(of(lines).settings.device_tags, ['pump'])
  assert.deepEqual(of(mapped).mapping, { device: '/pump', metrics: { pressure_bar: '/p' }, rest: 'drop' })
})

test('devices that wait are adopted as they are proposed, by name or all at once', async () => {
  const source = await json<Added>('add', 'Greenhouse', '--format', 'influx')
  await send(source, [line('cellar', 4.5), line('attic', 21), line('yard', 9)].join('\n'), '/write')
  const id = String(source.id)
  type Adopted = { external_id: string; state: string; device_id: number }[]
  const one = await json<Adopted>('adopt', id, 'cellar', '--module', 'factory')
  assert.deepEqual(
    one.map(({ external_id, state }) => [external_id, state]),
    [['cellar', 'adopted']],
  )
  const others = await json<Adopted>('adopt', id, '--all')
  assert.deepEqual(
    others.map(({ external_id }) => external_id),
    ['attic', 'yard'],
  )
  assert.deepEqual(await json<Adopted>('adopt', id, '--all'), [])
  const devices = JSON.parse((await served.run('device', 'list', '--json')).stdout) as { id: number; module: string }[]
  const moduleOf = ({ device_id }: Adopted[number]) => devices.find((device) => device.id === device_id)!.module
  assert.deepEqual([...one, ...others].map(moduleOf), ['factory', 'home_infra', 'home_infra'])
})

test('messages in quarantine are read again, and the command waits until the service is done', async () => {
  const source = await json<Added>('add', 'Roof', '--format', 'influx')
  await send(source, `${line('roof', 4)}\nnot a line`, '/write')
  const id = String(source.id)
  type Replay = { messages: number; done: number; stored: number; finished_at: string | null }
  const replay = await json<Replay>('replay', id, '--reason', 'wrong_form')
  assert.deepEqual([replay.messages, replay.done, replay.stored], [1, 1, 0])
  assert.ok(replay.finished_at)
  const { stdout } = await served.run('source', 'replay', id, '--external-id', 'nobody')
  assert.match(stdout, /^Read 0 of 0 messages again: 0 readings stored\.\n$/)
})

test('the last messages of a source are shown with what became of them, and move no terminal', async () => {
  const source = await json<Added>('add', 'Noise', '--format', 'influx')
  await send(source, '\u001b[2Jnot a line', '/write')
  const { stdout } = await served.run('source', 'messages', String(source.id))
  assert.match(stdout, /quarantined {2}wrong_form/)
  assert.ok(!stdout.includes('\u001b'))
  const [message] = await json<{ outcome: string; reason: { code: string } }[]>('messages', String(source.id))
  assert.deepEqual([message!.outcome, message!.reason.code], ['quarantined', 'wrong_form'])
})

test('mistakes in commands about sources are explained, with a failing exit code', async () => {
  const { id } = await json<Added>('add', 'Mistakes', '--format', 'json')
  const broken = join(served.dataDir, 'broken.yaml')
  writeFileSync(broken, 'metrics: [1\n')
  const wrong: [string[], RegExp][] = [
    [['add', 'x', '--format', 'fax'], /Allowed choices are/],
    [['add', 'x', '--format', 'json', '--setting', 'colour=red'], /colour/],
    [['add', 'x', '--format', 'json', '--setting', 'red'], /name=value/],
    [['add', 'x', '--format', 'json', '--mapping', broken], /broken\.yaml, line \d/],
    [['add', 'x', '--format', 'json', '--mapping', '/nowhere.yaml'], /no such file/],
    [['add', 'x', '--format', 'json', '--site', 'Moon'], /There is no site/],
    [['messages', '999'], /not found/i],
    [['messages', 'one'], /number from `tocsin source list`/],
    [['adopt', String(id)], /Name external IDs, or say --all/],
    [['adopt', String(id), 'stranger'], /has not heard of "stranger"/],
    [['replay', String(id), '--reason', 'bad_luck'], /Allowed choices are/],
  ]
  for (const [args, says] of wrong) {
    const { code, stderr } = await served.run('source', ...args)
    assert.equal(code, 1, args.join(' '))
    assert.match(stderr, says, args.join(' '))
  }
})
