import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BY_COMMAND } from '../../src/core/audit-log/record-change.ts'
import { createSite } from '../../src/core/sites/manage-sites.ts'
import type { Person, TestApp } from '../harness/app.ts'
import { PASSWORD } from '../harness/people.ts'
import { addMember } from '../harness/site-worlds.ts'
import { openPage, read, STATUS_PAGE, startStatusPage } from '../harness/status-page.ts'

async function startWithSouth(t: Parameters<typeof startStatusPage>[0]) {
  const scene = await startStatusPage(t)
  const south = await createSite(scene.app.service.db, { name: 'South', notes: '' }, BY_COMMAND, scene.app.now())
  return { ...scene, south }
}

async function memberOf(app: TestApp, siteId: number, role: 'admin' | 'operator') {
  const email = `${role}-${siteId}@example.org`
  await addMember(app, siteId, email, role)
  const login = await app.call('POST', '/api/mobile/login', { email, password: PASSWORD })
  const headers = { authorization: `Bearer ${login.body.data.token}`, 'content-type': 'application/json' }
  return async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${app.url}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: answer.status, text: await answer.text() }
  }
}

const shown = async (app: TestApp, url: string) => Object.keys(openPage((await read(app, url)).text).services)

test('a status page shows devices of its own site alone: moved and deleted ones leave it at once', async (t) => {
  const { app, url, head, boiler, pump, south } = await startWithSouth(t)
  assert.deepEqual(await shown(app, url), ['Boiler', 'Drinking water'])
  await head('POST', `/api/admin/devices/${boiler.id}/move`, { site_id: south })
  assert.deepEqual(await shown(app, url), ['Drinking water'])
  // It does not come back by itself.
  await head('POST', `/api/admin/devices/${boiler.id}/move`, { site_id: 1 })
  assert.deepEqual(await shown(app, url), ['Drinking water'])
  await head('DELETE', `/api/admin/devices/${pump.id}`)
  assert.deepEqual(await shown(app, url), [])
})

test('a device that is handed over leaves the page of its former site, and is on no other', async (t) => {
  const { app, url, head, boiler, south } = await startWithSouth(t)
  await head('POST', `/api/admin/devices/${boiler.id}/handover`, { site_id: south })
  assert.deepEqual(await shown(app, url), ['Drinking water'])
  assert.deepEqual(await app.rows('select device_id from status_page_devices where device_id <> 2'), [])
})

test('only administrators of a site make, see, renew and delete its status page', async (t) => {
  const { app, url, boiler, south } = await startWithSouth(t)
  const foreign = await memberOf(app, south, 'admin')
  const operator = await memberOf(app, 1, 'operator')
  const admin = await memberOf(app, 1, 'admin')
  const body = { title: 'Services', devices: [{ device_id: boiler.id, label: 'Boiler' }] }
  const requests: [string, string, object?][] = [
    ['GET', STATUS_PAGE],
    ['PUT', STATUS_PAGE, body],
    ['POST', `${STATUS_PAGE}/secret`],
    ['DELETE', STATUS_PAGE],
  ]
  const absent = await foreign('GET', '/api/admin/sites/999/status-page')
  for (const [method, path, sent] of requests) {
    const refused = await foreign(method, path, sent)
    assert.deepEqual([refused.status, refused.text], [404, absent.text], `${method} ${path}`)
    assert.equal((await operator(method, path, sent)).status, 403, `${method} ${path}`)
  }
  assert.equal((await read(app, url)).status, 200)
  for (const [method, path, sent] of requests) assert.equal((await admin(method, path, sent)).status, 200)
})

test('a page of one site takes no device of another, and does not say that it exists', async (t) => {
  const { app, boiler, south } = await startWithSouth(t)
  const admin = await memberOf(app, south, 'admin')
  const put = (device_id: number) =>
    admin('PUT', `/api/admin/sites/${south}/status-page`, { title: 'South', devices: [{ device_id, label: 'Boiler' }] })
  const [foreign, absent] = [await put(boiler.id), await put(998)]
  assert.equal(foreign.status, 400)
  assert.equal(foreign.text.replaceAll(String(boiler.id), '#'), absent.text.replaceAll('998', '#'))
})

test('a deleted site has no status page', async (t) => {
  const { app, head, south } = await startWithSouth(t)
  const made = await (head as Person)('PUT', `/api/admin/sites/${south}/status-page`, { title: 'South', devices: [] })
  assert.equal((await read(app, made.body.data.url)).status, 200)
  assert.equal((await head('DELETE', `/api/admin/sites/${south}`)).status, 200)
  assert.equal((await read(app, made.body.data.url)).status, 404)
})
