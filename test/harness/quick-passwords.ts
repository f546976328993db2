import { breakPromise } from '../../faults/break-promise.ts'

// The service makes hashes that take a quarter of a second, so that nobody can guess many passwords. Loaded before the
// tests, this file has it make them 256 times as fast, in this process alone.
const FILE = ['/core/people/passwords/password-hashing.ts']
const broken = [
  breakPromise(FILE, 'const COST = 12', 'const COST = 4'),
  breakPromise(FILE, "DUMMY_HASH = '$2b$12$", "DUMMY_HASH = '$2b$04$"),
]
await import('../../src/core/people/passwords/password-hashing.ts')
for (const hooks of broken) hooks.deregister()
