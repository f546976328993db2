import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { databaseUrl } from '../harness/database.ts'
import { servedProgram } from '../harness/served.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

test('commands manage sites, and put people, devices, webhooks and silences into them', async (t) => {
  const served = await servedProgram(t, {
    DATABASE_URL: await databaseUrl(t),
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
  })
  await served.start()
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await served.run(...args, '--json')
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout)
  }
  const { id } = await json('site', 'add', 'Ward 3')
  assert.equal((await json('site', 'rename', 'Ward 3', 'Ward three')).id, id)
  const ward = ['--site', 'Ward three']
  await json('device', 'add', 'Bed 7', '--module', 'health', ...ward)
  const file = join(temporaryFolder(t), 'beds.csv')
  writeFileSync(file, 'name,module,site\nBed 8,health,Ward three\nBoiler,factory,Home\n')
  await json('device', 'import', file)
  const sites = (await json('site', 'list')) as { name: string; devices: number }[]
  assert.deepEqual(
    sites.map(({ name, devices }) => [name, devices]),
    [
      ['Home', 1],
      ['Ward three', 2],
    ],
  )
  assert.equal((await json('user', 'add', 'nurse@example.org', '--role', 'operator', ...ward)).role, null)
  assert.equal((await json('silence', 'add', '--reason', 'Cleaning', '--for', '2h', ...ward)).site.id, id)
  const webhook = await json('webhook', 'add', 'http://127.0.0.1:9/hook', ...ward)
  assert.equal(webhook.site.name, 'Ward three')
  const limited = await json('site', 'limit', 'Ward three', '--device', '60', '--all', '0')
  assert.deepEqual([limited.device_readings_per_minute, limited.site_readings_per_minute], [60, 0])
  assert.equal((await json('site', 'limit', 'Ward three', '--device', 'default')).device_readings_per_minute, null)
  assert.equal((await json('site', 'retention', 'Ward three', '90')).retention_days, 90)
  const ward3 = (await json('site', 'list')).find(({ name }: { name: string }) => name === 'Ward three')
  assert.deepEqual(
    [ward3.device_readings_per_minute, ward3.site_readings_per_minute, ward3.retention_days],
    [null, 0, 90],
  )
  assert.equal((await json('site', 'retention', 'Ward three', 'default')).retention_days, null)
  for (const wrong of [
    ['limit', 'Ward three'],
    ['limit', 'Ward three', '--all', '-1'],
    ['retention', 'Ward three', '0'],
  ])
    assert.equal((await served.run('site', ...wrong)).code, 1, wrong.join(' '))
  const unknown = await served.run('device', 'add', 'Bed 9', '--module', 'health', '--site', 'Ward 3')
  assert.deepEqual([unknown.code, unknown.stderr], [1, 'There is no site called "Ward 3"; see `tocsin site list`.\n'])
  const several = await served.run('device', 'add', 'Bed 9', '--module', 'health')
  assert.match(several.stderr, /there are several sites/)
})
