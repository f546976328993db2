import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startApp } from './harness/app.ts'
import { temporaryFolder } from './harness/temporary-folder.ts'

test('the apps of tests leave the installation alone that is in the folder where the tests run', async (t) => {
  // Its disk is full, and its reserve given back: an app that took the reserve for its own would refuse readings.
  const folder = temporaryFolder(t)
  mkdirSync(join(folder, 'data/postgres'), { recursive: true })
  writeFileSync(join(folder, 'data/postgres/reserve'), '')
  const here = process.cwd()
  t.after(() => process.chdir(here))
  process.chdir(folder)
  const app = await startApp(t, { isNew: true })
  const device = await app.createDevice()
  assert.equal((await device.send({ module: 'health', metrics: { heart_rate: 70 } })).status, 200)
})
