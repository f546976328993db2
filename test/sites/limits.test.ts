import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limitOf, mostOf } from '../../src/core/sites/site-limits.ts'
import { HELD, type LimitedBySite } from '../../src/platform/site-contents.ts'
import { needOf } from '../access/request.ts'
import { type Person, startApp, type TestApp } from '../harness/app.ts'
import { addSite, memberOf } from '../harness/sites.ts'

const { devices: _devices, incidents: _incidents, ...LIMITED } = HELD

/** The end of the address of a kind, and its table. */
const pathOf = (kind: LimitedBySite): string => (kind === 'policies' ? 'escalation-policies' : kind)
const tableOf = (kind: LimitedBySite): string => pathOf(kind).replaceAll('-', '_')

/** Copies the only one of a site. */
async function copy(app: TestApp, kind: LimitedBySite, siteId: number | null, copies: number): Promise<void> {
  await app.rows(
    `insert into ${tableOf(kind)} ${kind === 'rules' ? '' : 'overriding system value'}
     select (jsonb_populate_record(one, jsonb_build_object('id', 1000 * coalesce($1, 0) + 100 + n, 'name', 'Copy ' || n,
       'key', 'copy.of_' || coalesce($1, 0) || '_' || n))).*
     from ${tableOf(kind)} as one, generate_series(1, $2) as n
     where one.site_id is not distinct from $1 and coalesce(to_jsonb(one) ->> 'is_last', 'false') = 'false'
       and coalesce(to_jsonb(one) ->> 'origin', 'user') = 'user'`,
    [siteId, copies],
  )
}

for (const [kind, [, name]] of Object.entries(LIMITED) as [LimitedBySite, [string, string]][]) {
  test(`one site cannot use up the ${name} of the others`, async (t) => {
    const app = await startApp(t)
    const { each, shared } = limitOf(kind)
    const sites = [1, await addSite(app, 'South'), await addSite(app, 'East')]
    const [first, ...others] = await Promise.all(sites.map((id) => memberOf(app, id, 'admin')))
    const url = `/api/admin/${pathOf(kind)}`
    const route = app.service.http.routeList.find((one) => one.method === 'POST' && one.url === url)!
    const create = async (person: Person) => {
      // In the site of its person.
      const { site_id: _site, ...sent } = (await needOf(app, route)).body as { site_id?: number }
      const { status, body } = await person('POST', url, sent)
      return status === 201 ? 201 : [status, body.message]
    }
    const full = (count: number) => [409, `This site has ${count} ${name}, the most there may be: delete some first`]

    assert.equal(await create(first!), 201)
    await copy(app, kind, sites[0]!, each + shared - 2)
    assert.equal(await create(first!), 201)
    assert.deepEqual(await create(first!), full(each + shared))
    // The first site has all that is shared; every other one still has its own.
    for (const [place, person] of others.entries()) {
      assert.equal(await create(person), 201)
      if (each > 2) await copy(app, kind, sites[place + 1]!, each - 2)
      assert.equal(await create(person), 201)
      assert.deepEqual(await create(person), full(each))
    }
    // They belong to a site always, so the installation itself has none.
    if (kind === 'sources') return
    const everywhere = await app.logIn('admin')
    assert.equal(await create(everywhere), 201)
    await copy(app, kind, null, each - 2)
    const late = await Promise.all([create(everywhere), create(everywhere), create(everywhere)])
    assert.deepEqual(
      late.filter((answer) => answer !== 201),
      Array(2).fill([409, `The installation itself has ${each} ${name}, the most there may be: delete some first`]),
      'nor at the same moment',
    )
    assert.equal(mostOf(kind, sites.length), shared + each * 4)
  })
}
