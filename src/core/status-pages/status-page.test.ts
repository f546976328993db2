import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Silence } from '../notifications/silence.ts'
import { type ServiceFacts, serviceState, wholeState } from './status-page.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const device: ServiceFacts = {
  ...{ id: 7, site_id: 1, module: 'factory', tags: ['hall-3'], enabled: true, status: 'online', alerts: [] },
}
const alert = { rule_key: 'factory.gas.high', module: 'factory', severity: 'warning', is_safety: false } as const
const silence: Silence = {
  ...{ id: 1, site_id: null, reason: 'Repair', device_ids: [7], tags: [], modules: [], rule_keys: [] },
  ...{ max_severity: 'critical', covers_safety: false, weekly: null, ended_at: null },
  starts_at: new Date('2026-03-01T11:00:00Z'),
  ends_at: new Date('2026-03-01T13:00:00Z'),
}
const state = (facts: Partial<ServiceFacts>, silences: Silence[] = []) =>
  serviceState({ ...device, ...facts }, silences, NOW)

test('a device works, is degraded by an open alert, or sends no data', () => {
  assert.equal(state({}), 'working')
  assert.equal(state({ alerts: [alert] }), 'degraded')
  assert.equal(state({ status: 'offline', alerts: [alert] }), 'no_data')
  assert.equal(state({ status: 'never_seen' }), 'no_data')
  assert.equal(state({ enabled: false }), 'no_data')
})

test('a silence makes maintenance of what it covers, and of nothing else', () => {
  assert.equal(state({}, [silence]), 'maintenance')
  assert.equal(state({ alerts: [alert] }, [silence]), 'maintenance')
  assert.equal(state({ status: 'offline' }, [silence]), 'maintenance')
  assert.equal(state({ alerts: [{ ...alert, is_safety: true }] }, [silence]), 'degraded')
  assert.equal(state({}, [{ ...silence, device_ids: [8] }]), 'working')
  assert.equal(state({}, [{ ...silence, site_id: 2 }]), 'working')
  assert.equal(state({}, [{ ...silence, ends_at: NOW }]), 'working')
})

test('a silence of some alerts alone, such as at night, does not call a working device in maintenance', () => {
  const night: Silence = { ...silence, max_severity: 'warning' }
  assert.equal(state({}, [night]), 'working')
  assert.equal(state({ alerts: [alert] }, [night]), 'maintenance')
  assert.equal(state({ alerts: [{ ...alert, severity: 'critical' }] }, [night]), 'degraded')
  assert.equal(state({ status: 'offline' }, [{ ...silence, rule_keys: [alert.rule_key] }]), 'no_data')
})

test('the worst state is that of the page', () => {
  assert.equal(wholeState([]).state, null)
  assert.equal(wholeState(['working', 'maintenance']).state, 'maintenance')
  assert.deepEqual(wholeState(['degraded', 'no_data', 'working']), {
    state: 'no_data',
    counts: { working: 1, maintenance: 0, degraded: 1, no_data: 1 },
  })
})
