import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mostOf, SITE_LIMITS, type SiteLimited } from '../../src/core/sites/site-limits.ts'
import { type Person, startApp, type TestApp } from '../harness/app.ts'
import { layer } from '../harness/on-call-scene.ts'
import { addSite, memberOf } from '../harness/sites.ts'

const LATER = '2100-01-01T00:00:00Z'
const DEPOT = { circle: { lat: 46.05, lng: 14.5, radius_m: 1_000 } }

/** How a person creates the n-th of each kind, and what the refusal calls them. */
const KINDS: Record<SiteLimited, { table: string; path: string; body: (n: number, userId: number) => object }> = {
  webhooks: {
    table: 'webhooks',
    path: 'webhooks',
    body: (n) => ({ name: `Webhook ${n}`, url: 'http://127.0.0.1:9/' }),
  },
  schedules: {
    table: 'schedules',
    path: 'schedules',
    body: (n, userId) => ({
      name: `Schedule ${n}`,
      time_zone: 'Europe/Berlin',
      layers: [layer([userId])],
    }),
  },
  policies: {
    table: 'escalation_policies',
    path: 'escalation-policies',
    body: (n) => ({ name: `Policy ${n}`, steps: [{ targets: [{ type: 'role', role: 'admin' }], wait_s: 300 }] }),
  },
  geofences: { table: 'geofences', path: 'geofences', body: (n) => ({ name: `Fence ${n}`, fence: DEPOT }) },
  silences: { table: 'silences', path: 'silences', body: (n) => ({ reason: `Works ${n}`, ends_at: LATER }) },
  rules: {
    table: 'rules',
    path: 'rules',
    body: (n) => ({
      key: `own.rule_${n}`,
      name: `Rule ${n}`,
      title: 'High',
      condition: { type: 'threshold', field: 'metrics.pressure', op: 'gt' },
      levels: [{ severity: 'warning', value: 3 }],
    }),
  },
}

const NAMES: Record<SiteLimited, string> = {
  webhooks: 'webhooks',
  schedules: 'schedules',
  policies: 'escalation policies',
  geofences: 'geofences',
  silences: 'silences',
  rules: 'rules',
}

/** Copies the only one of a site. */
async function copy(app: TestApp, kind: SiteLimited, siteId: number | null, copies: number): Promise<void> {
  await app.rows(
    `insert into ${KINDS[kind].table} ${kind === 'rules' ? '' : 'overriding system value'}
     select (jsonb_populate_record(one, jsonb_build_object('id', 1000 * coalesce($1, 0) + 100 + n, 'name', 'Copy ' || n,
       'key', 'copy.of_' || coalesce($1, 0) || '_' || n))).*
     from ${KINDS[kind].table} as one, generate_series(1, $2) as n
     where one.site_id is not distinct from $1 and coalesce(to_jsonb(one) ->> 'is_last', 'false') = 'false'
       and coalesce(to_jsonb(one) ->> 'origin', 'user') = 'user'`,
    [siteId, copies],
  )
}

for (const kind of Object.keys(KINDS) as SiteLimited[]) {
  test(`one site cannot use up the ${NAMES[kind]} of the others`, async (t) => {
    const app = await startApp(t)
    const { each, shared } = SITE_LIMITS[kind]
    const sites = [1, await addSite(app, 'South'), await addSite(app, 'East')]
    const [first, second, third] = (await Promise.all(sites.map((id) => memberOf(app, id, 'admin')))) as [
      Person & { id: number },
      Person & { id: number },
      Person & { id: number },
    ]
    const { path, body } = KINDS[kind]
    let made = 0
    const create = async (person: Person & { id: number }) => {
      made += 1
      const { status, body: answer } = await person('POST', `/api/admin/${path}`, body(made, person.id))
      return status === 201 ? 201 : [status, answer.message]
    }
    const full = (count: number) => [
      409,
      `This site has ${count} ${NAMES[kind]}, the most there may be: delete some first`,
    ]

    assert.equal(await create(first), 201)
    await copy(app, kind, sites[0]!, each + shared - 2)
    assert.equal(await create(first), 201)
    assert.deepEqual(await create(first), full(each + shared))
    // The first site has all that is shared; every other one still has its own.
    for (const [place, person] of [second, third].entries()) {
      assert.equal(await create(person), 201)
      if (each > 2) await copy(app, kind, sites[place + 1]!, each - 2)
      assert.equal(await create(person), 201)
      assert.deepEqual(await create(person), full(each))
    }
    const everywhere = Object.assign(await app.logIn('admin'), { id: first.id })
    assert.equal(await create(everywhere), 201)
    await copy(app, kind, null, each - 2)
    const late = await Promise.all([create(everywhere), create(everywhere), create(everywhere)])
    assert.deepEqual(
      late.filter((answer) => answer !== 201),
      Array(2).fill([
        409,
        `The installation itself has ${each} ${NAMES[kind]}, the most there may be: delete some first`,
      ]),
      'nor at the same moment',
    )
    assert.equal(mostOf(kind, sites.length), shared + each * 4)
  })
}
