import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../harness/app.ts'
import { openBrowser } from '../harness/browser.ts'
import { addSite, browserOf } from '../harness/sites.ts'

const CSV = 'name,module,site\nPump,factory,South\nVan,fleet,Home\n'

test('a device file names the site of each device; unknown and foreign ones are refused alike', async (t) => {
  const app = await startApp(t)
  const south = await addSite(app, 'South')
  await addSite(app, 'East')
  const everywhere = await app.logIn('operator')
  const browser = openBrowser(app.url)
  await browser.logIn(everywhere.email)
  await browser.go('/devices/import')
  const added = await browser.send('/devices/import', { csv: CSV, step: 'add' })
  assert.equal(added.status, 201, added.text)
  assert.deepEqual(await app.rows('select name, site_id from devices order by id'), [
    { name: 'Pump', site_id: south },
    { name: 'Van', site_id: 1 },
  ])
  const member = await browserOf(app, south, 'operator')
  await member.go('/devices/import')
  for (const site of ['East', 'Nowhere']) {
    const refused = await member.send('/devices/import', { csv: `name,module,site\nX,fleet,${site}\n`, step: 'add' })
    assert.match(refused.text, new RegExp(`there is no site (&quot;|")${site}`))
  }
  await member.go('/devices/import')
  const own = await member.send('/devices/import', { csv: 'name,module\nOwn pump,factory\n', step: 'add' })
  assert.equal(own.status, 201)
  const [device] = await app.rows<{ site_id: number }>(`select site_id from devices where name = 'Own pump'`)
  assert.equal(device!.site_id, south)
})
