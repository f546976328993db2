import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countIn, moveSiteTo, sendUntilTaken, startTwoCells } from '../harness/cells.ts'

const DAY_S = 86_400

test('each cell keeps its months as long as its own sites need them, and finds what a moved site brings', async (t) => {
  const { app, ana, here, there, siteId, cell } = await startTwoCells(t)
  const second = (await ana.call('POST', '/api/admin/sites', { name: 'Tower' })).body.data.id
  const tower = await app.createDevice({ name: 'Bed 3', module: 'health', site_id: second })
  await moveSiteTo(app, second, cell).catch(() => undefined)
  const at = Math.floor(app.now().getTime() / 1_000) - 100 * DAY_S
  for (const device of [here, there, tower]) {
    for (const ts of [at, at + 99 * DAY_S]) assert.equal((await device.send({ ts, battery: 50 })).status, 200)
  }
  const readingsOf = async () =>
    (
      await app.rows<{ count: number }>(
        'select (select count(*)::integer from readings as r where r.device_id = d.id) as count from devices as d order by id',
      )
    ).map(({ count }) => count)
  const keep = (site: number, retention_days: number | null) =>
    ana.call('PATCH', `/api/admin/sites/${site}`, { retention_days })
  assert.equal((await keep(siteId, 30)).status, 200)
  await app.leap({ seconds: 600 })
  assert.deepEqual(await readingsOf(), [2, 1, 2], 'in the cell, another site keeps the month')
  await keep(second, 30)
  await app.leap({ seconds: 600 })
  assert.deepEqual(await readingsOf(), [2, 1, 1])
  assert.equal(await countIn(app, 0, 'readings'), 2)

  await moveSiteTo(app, siteId, 0)
  assert.equal((await sendUntilTaken(there, { ts: at + 1, battery: 50 })).status, 200)
  await app.leap({ seconds: 600 })
  assert.deepEqual(await readingsOf(), [2, 1, 1])
})
