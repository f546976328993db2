import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkSources } from '../../src/app/doctor/check-sources.ts'
import { startApp } from '../harness/app.ts'
import { addSource } from '../harness/senders.ts'

const WRITE = { path: '/write' }
const line = (device: string, value: number) => `climate,device=${device} temperature=${value} 1795263620000000000`

test('doctor names sources that are silent, not understood, or short of room', async (t) => {
  const app = await startApp(t, { isNew: true })
  const found = async () =>
    (await checkSources(app.service.db, app.now())).map(({ about, state, says }) => `${state} ${about}: ${says}`)
  assert.deepEqual(await found(), [])
  const source = await addSource(app, await app.logIn('operator'), { format: 'influx' })
  assert.deepEqual(await found(), ['ok sources: nothing is wrong with 1 source'], 'one that waits')

  await source.post('not a line', WRITE)
  await source.record()
  const [failing, ...others] = await found()
  assert.match(failing!, /^warn source \d+: Cold store: its last message was not understood \(wrong_form/)
  assert.deepEqual(others, [])

  await source.post(line('cellar', 4), WRITE)
  await source.record()
  assert.deepEqual(await found(), ['ok sources: nothing is wrong with 1 source'])
  await app.rows('update source_states set quarantined_bytes = 0.9 * 64 * 1024 * 1024')
  assert.match((await found()).join(), /^warn .*its quarantine is 90 % full, with 2 messages$/)
  await app.rows('update source_states set quarantined_bytes = 0')
  app.setClock({ seconds: 86_401 })
  assert.match((await found()).join(), /^warn .*no message for a day/)

  await source.call('PATCH', '', { enabled: false })
  assert.deepEqual(await found(), [], 'people have disabled it')
})

test('a replay of older messages does not make a source work whose last message was not understood', async (t) => {
  const app = await startApp(t)
  const source = await addSource(app, await app.logIn('operator'), { format: 'influx' })
  await source.post(line('cellar', 4), WRITE)
  app.setClock({ seconds: 1 })
  await source.post('not a line', WRITE)
  assert.equal((await source.record()).state, 'failing')
  await source.adopt('cellar')
  const { state, counts } = await source.record()
  assert.deepEqual([state, counts.stored, counts.quarantined], ['failing', 1, 1])
})
