import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

/** ARCHITECTURE.md explains this order; a folder may import from those behind it in the list. */
const TOP_TO_BOTTOM = [
  'commands',
  'doctor',
  'server',
  'clock',
  'metrics',
  'backup',
  'configuration',
  'console',
  'openapi',
  'mobile',
  'admin',
  'live-events',
  'mqtt',
  'demo',
  'simulator',
  'recordings',
  'client',
  'ingestion',
  'response',
  'rehearsal',
  'alerts',
  'incidents',
  'telemetry',
  'devices',
  'silences',
  'webhooks',
  'settings',
  'users',
  'audit-log',
  'vocabulary',
  'platform',
]
/** These speak to a running service through its HTTP door. */
const OUTSIDERS = ['simulator', 'recordings', 'client']

const root = join(import.meta.dirname, '..')
const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
)

function importedFolders(file: string): string[] {
  const source = readFileSync(join(root, 'src', file), 'utf8')
  return [...source.matchAll(/(?:from|import\() ?'(?:\.\.\/)+([\w-]+)\//g)].map(([, folder]) => folder!)
}

test('every folder has its place in the order of imports', () => {
  const folders = new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/')[0]!))
  assert.deepEqual([...folders].sort(), [...TOP_TO_BOTTOM].sort())
})

test('imports point down', () => {
  const upward = files.flatMap((file) => {
    const folder = file.split('/')[0]!
    if (!file.includes('/') || file.endsWith('.test.ts')) return []
    const height = TOP_TO_BOTTOM.indexOf(folder)
    return importedFolders(file)
      .filter((imported) => TOP_TO_BOTTOM.includes(imported) && TOP_TO_BOTTOM.indexOf(imported) < height)
      .map((imported) => `${file} imports from ${imported}`)
  })
  assert.deepEqual(upward, [])
})

test('whatever a silence may hold goes through announce(), not straight to the outbox', () => {
  const callers = files.filter((file) => /\bqueueDeliveries\(/.test(readFileSync(join(root, 'src', file), 'utf8')))
  assert.deepEqual(callers.sort(), ['silences/announce.ts', 'webhooks/queue-deliveries.ts'])
})

test('what speaks to the service from outside knows of its inside only what a reading is', () => {
  const inside = files
    .filter((file) => OUTSIDERS.includes(file.split('/')[0]!) && !file.endsWith('.test.ts'))
    .flatMap((file) => importedFolders(file).map((imported) => `${file} imports from ${imported}`))
    .filter((line) => !/from (platform|vocabulary|recordings|telemetry|client)$/.test(line))
  assert.deepEqual(inside, [])
})

test('no file is longer than 300 lines, but for what is generated', () => {
  const written = files.filter((file) => file !== 'client/api-types.ts')
  const long = written.filter((file) => readFileSync(join(root, 'src', file), 'utf8').split('\n').length > 301)
  assert.deepEqual(long, [])
})

test('only commands read the environment, and main.ts the place of compiled code', () => {
  const readers = files.filter(
    (file) =>
      !file.startsWith('commands/') &&
      !file.endsWith('.test.ts') &&
      readFileSync(join(root, 'src', file), 'utf8').includes('process.env'),
  )
  assert.deepEqual(readers, ['main.ts', 'platform/embedded-postgres/cluster.ts'])
})
