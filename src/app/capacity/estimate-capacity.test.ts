import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { estimateCapacity, SERVICE_US, STORED_US, TRANSACTION_US } from './estimate-capacity.ts'

const at = (devices: number, interval_s: number) => estimateCapacity({ devices, interval_s, cores: 32 })

test('a thousand devices a minute need next to nothing, and one server', () => {
  const { readings_per_s, servers, database_cores, service_cores } = at(1_000, 60)
  assert.ok(readings_per_s > 16 && readings_per_s < 17)
  assert.equal(servers, 1)
  assert.ok(database_cores + service_cores < 0.01)
})

test('more readings share a transaction, so each costs less, until groups are full', () => {
  const costs = [10, 1_000, 10_000, 40_000].map((devices) => at(devices, 1).database_cores / devices)
  assert.deepEqual(
    costs.toSorted((one, other) => other - one),
    costs,
  )
  assert.equal(at(100_000, 1).group, 500)
})

test('servers are added when one is busy for more than 60 % of its time, and never fewer for more devices', () => {
  const servers = [100_000, 400_000, 800_000, 3_000_000, 10_000_000].map((devices) => at(devices, 1).servers)
  assert.deepEqual(
    servers,
    servers.toSorted((one, other) => one - other),
  )
  assert.equal(servers[0], 1)
  assert.ok(servers.at(-1)! > 10)
  for (const devices of [400_000, 3_000_000]) {
    const { database_cores, servers } = at(devices, 1)
    assert.ok(database_cores <= servers * 32 * 0.6)
  }
})

test('the CPU times of the model are those of the last benchmark, within a third', () => {
  const path = new URL('../../../docs/performance.json', import.meta.url)
  const { contenders } = JSON.parse(readFileSync(path, 'utf8')).ingestion as {
    contenders: { contender: string; appUs: number; databaseUs: number }[]
  }
  const find = (name: string) => contenders.find(({ contender }) => contender === name)!
  const [grouped, alone] = [find('tocsin'), find('transaction per request')]
  const isNear = (model: number, measured: number) => assert.ok(Math.abs(model / measured - 1) < 1 / 3, `${measured}`)
  isNear(SERVICE_US, grouped.appUs)
  isNear(STORED_US + TRANSACTION_US, alone.databaseUs)
  // With groups of about a hundred.
  isNear(STORED_US + TRANSACTION_US / 100, grouped.databaseUs)
})
