import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Policy } from '../../../platform/http/route-list.ts'
import { checkProgramRights, isOpenToPrograms } from './program-rights.ts'

const route = (policy: Policy, operationId?: string) => ({
  method: 'POST',
  url: '/api/admin/keys',
  policy,
  scope: 'site' as const,
  isLimited: true,
  schema: operationId === undefined ? { hide: true } : { operationId },
})

test('an operation without a policy for programs prevents the start, and is refused to programs', () => {
  assert.throws(() => checkProgramRights([route('admin', 'createKey')]), /POST \/api\/admin\/keys: .+ createKey/)
  checkProgramRights([route('admin', 'createUser'), route('viewer', 'getMe')])
  checkProgramRights([route('public', 'createKey'), route('device', 'createKey'), route('admin')])
  const operations = ['createKey', undefined, 'createUser', 'getMe']
  assert.deepEqual(operations.map(isOpenToPrograms), [false, false, false, true])
})
