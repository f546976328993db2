import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startReachableApp } from './harness/reachable.ts'

test('many devices that go offline at once are told by how many, of how many, where, since when, and which was first', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const person = await addReachable()
  const add = (name: string, tag: string, offline_after_s: number) =>
    app.createDevice({ name, tags: [tag], offline_after_s })
  const gateway = await add('Gateway', 'Hall 4', 20)
  const sensors = await Promise.all(Array.from({ length: 6 }, (_, place) => add(`Sensor ${place}`, 'Hall 4', 20)))
  const others = await Promise.all(Array.from({ length: 30 }, (_, place) => add(`Lamp ${place}`, 'Hall 1', 3_600)))
  await app.runJobs()
  await app.fastForward({ seconds: 20 })
  await gateway.send({})
  await app.fastForward({ seconds: 2 })
  for (const device of [...others, ...sensors.slice(0, 5)]) await device.send({})
  await app.fastForward({ seconds: 15 })
  await sensors[5]!.send({})
  await app.fastForward({ seconds: 25 })
  assert.deepEqual(person.titles(), ['Hall 4: 6 of 7 devices offline'])
  assert.deepEqual(person.lines(), ['Critical, since 12:00 UTC. First: Gateway.'])
})

test('a value is said to rise while it does, and no more while it stays at its peak', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const [caller, person] = [await addReachable(), await addReachable()]
  const room = await app.createDevice({ module: 'health', name: 'Room 3' })
  const reportedAt = async (systolic: number) => {
    await room.send({ ts: Number(app.now()), metrics: { systolic } })
    await app.fastForward({ seconds: 30 })
    const to = { type: 'user', id: person.id }
    assert.equal((await caller.call('POST', '/api/mobile/incidents/1/calls', { to })).status, 200)
    await app.runJobs()
    return person.lines().at(-1)!.split('. ')[1]
  }
  assert.equal(await reportedAt(190), 'Critical for 30 s.')
  assert.equal(await reportedAt(200), 'Critical for 1 min, rising.')
  assert.equal(await reportedAt(210), 'Critical for 1 min, rising.')
  assert.equal(await reportedAt(210), 'Critical for 2 min.')
  assert.equal(await reportedAt(205), 'Critical for 2 min.')
  assert.equal(await reportedAt(212), 'Critical for 3 min, rising.')
})
