import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { leafKinds } from '../src/core/conditions/kinds.ts'
import { CONTACT_KINDS } from '../src/core/contact-methods/channels/channels.ts'
import { DEVICE_SETTINGS } from '../src/core/devices/device-settings.ts'
import { MODULES } from '../src/core/vocabulary/modules.ts'
import { FORMATS } from '../src/core/webhooks/formats/formats.ts'
import { files, root, sources } from './harness/sources.ts'

/** ARCHITECTURE.md draws this order. A file may import from its own wing and from those further down. */
const WINGS = ['app', 'console', 'doors', 'core', 'words', 'platform']
/** At the height of the doors: simulated devices and recordings, which use the service from outside, and the demo. */
const BESIDE_DOORS = 'fleet'
/** Rooms of the core, each above those that it may import from. */
const CORE = [
  'configuration',
  'ingestion',
  'reports',
  'streets',
  'family',
  'actions',
  'rehearsal',
  'rules',
  'alerts',
  'incidents',
  'sources',
  'telemetry',
  'status-pages',
  'devices',
  'notifications',
  'escalation',
  'on-call',
  'contact-methods',
  'webhooks',
  'headline',
  'conditions',
  'sites',
  'people',
  'settings',
  'audit-log',
  'cells',
  'reach',
  'vocabulary',
]
/** These talk to a running service over HTTP, so they may only import what a reading is. */
const OUTSIDERS = ['fleet/simulator', 'fleet/recordings']

/**
 * Kinds that say all about themselves in one file each. Only the list names all of them, so that one more costs a line there,
 * and the words do. What is made of some of them, as the demo is, may stand in `examples`.
 */
const KINDS: { kind: string; list: string; members: readonly string[]; examples?: readonly string[] }[] = [
  {
    kind: 'device module',
    list: 'core/vocabulary/modules.ts',
    members: MODULES,
    examples: ['fleet/demo/demo-fleet.ts'],
  },
  { kind: 'contact method', list: 'core/contact-methods/channels/channels.ts', members: CONTACT_KINDS },
  { kind: 'condition', list: 'core/conditions/kinds.ts', members: Object.keys(leafKinds) },
  { kind: 'webhook format', list: 'core/webhooks/formats/formats.ts', members: FORMATS },
  {
    kind: 'column of devices',
    list: 'core/devices/device-settings.ts',
    members: Object.keys(DEVICE_SETTINGS),
    // It makes the devices of a test as the engine knows them.
    examples: ['core/rehearsal/tests/run-rule-test.ts'],
  },
]

const pathsIn = (source: string) => [...source.matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].map(([, path]) => path!)
const imports = new Map(
  files.map((file) => [file, pathsIn(sources.get(file)!).map((path) => normalize(join(dirname(file), path)))]),
)
const edges = files.flatMap((file) => imports.get(file)!.map((imported) => ({ file, imported })))
const lines = (wrong: typeof edges) => wrong.map(({ file, imported }) => `${file} imports ${imported}`)
const wingOf = (file: string) => file.split('/')[0]!
const roomOf = (file: string) => file.split('/').slice(0, 2).join('/')

test('the source has seven wings, and the core its rooms', () => {
  const names = (folder: string) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort()
  assert.deepEqual(names('.'), [...WINGS, BESIDE_DOORS].sort())
  assert.deepEqual(names('core'), [...CORE].sort())
})

test('imports point down the wings', () => {
  const height = (file: string) => WINGS.indexOf(wingOf(file) === BESIDE_DOORS ? 'doors' : wingOf(file))
  const wrong = edges.filter(({ file, imported }) => {
    if (file === 'main.ts' || imported.startsWith('../packages/')) return false
    const isAside = wingOf(file) !== wingOf(imported) && height(file) === height(imported)
    return isAside || height(file) > height(imported)
  })
  assert.deepEqual(lines(wrong), [])
})

test('imports point down the rooms of the core', () => {
  const depth = (file: string) => CORE.indexOf(file.split('/')[1]!)
  const inCore = edges.filter(({ file, imported }) => wingOf(file) === 'core' && wingOf(imported) === 'core')
  assert.deepEqual(lines(inCore.filter(({ file, imported }) => depth(file) > depth(imported))), [])
})

/** Whether a file has the name as a text, as a key of an object, or as a member of one by its own name. */
const names = (source: string, member: string) =>
  new RegExp(`(['"\`])${member}\\1|(?<![\\w.?])${member}\\??:|[{,]\\s*${member}\\s*[,}]`).test(source)

for (const { kind, list, members, examples = [] } of KINDS) {
  test(`only the list of kinds names more than three quarters of the kinds of "${kind}"`, () => {
    const isNaming = (file: string) =>
      members.filter((member) => names(sources.get(file)!, member)).length > members.length * 0.75
    assert.deepEqual(
      files.filter((file) => ![list, ...examples].includes(file) && wingOf(file) !== 'words' && isNaming(file)),
      [],
    )
  })
}

/** The imports of a file of this folder, by paths in the folder that holds it. */
const importsIn = (folder: string) =>
  globSync('**/*.ts', { cwd: folder, exclude: ['**/node_modules/**'] }).map((file): [string, string[]] => [
    file,
    pathsIn(readFileSync(join(folder, file), 'utf8')).map((path) => normalize(join(dirname(file), path))),
  ])

/** Circles among nodes, by what each leads to, as `one → other → one`. */
function circlesOf(leadsTo: ReadonlyMap<string, Iterable<string>>): string[] {
  const circles: string[] = []
  const done = new Set<string>()
  const follow = (node: string, way: string[]) => {
    if (way.includes(node)) circles.push([...way.slice(way.indexOf(node)), node].join(' → '))
    if (done.has(node) || way.includes(node)) return
    for (const next of leadsTo.get(node) ?? []) follow(next, [...way, node])
    done.add(node)
  }
  for (const node of leadsTo.keys()) follow(node, [])
  return circles
}

test('there are no circular imports, not even of types', () => {
  const others = ['bench', 'faults', 'test/harness'].map((folder) => importsIn(join(root, '..', folder)))
  assert.deepEqual([imports, ...others.map((entries) => new Map(entries))].flatMap(circlesOf), [])
})

test('rooms of a wing do not import each other in circles', () => {
  const isInRoom = (file: string) => file.split('/').length > 2
  const rooms = new Map<string, Set<string>>()
  for (const { file, imported } of edges) {
    if (wingOf(file) !== wingOf(imported) || !isInRoom(file) || !isInRoom(imported)) continue
    if (roomOf(file) !== roomOf(imported))
      rooms.set(roomOf(file), (rooms.get(roomOf(file)) ?? new Set()).add(roomOf(imported)))
  }
  assert.deepEqual(circlesOf(rooms), [])
})

test('no two exports have the same name', () => {
  const exporters = new Map<string, Set<string>>()
  for (const [file, source] of sources) {
    if (wingOf(file) === 'words') continue
    for (const [, name] of source.matchAll(/^export (?:async )?(?:function\*?|const|interface|type|class) (\w+)/gm)) {
      exporters.set(name!, (exporters.get(name!) ?? new Set()).add(file))
    }
  }
  const twice = [...exporters].filter(([, where]) => where.size > 1)
  assert.deepEqual(
    twice.map(([name, where]) => `${name}: ${[...where].join(', ')}`),
    [],
  )
})

test('what is exported is imported by another file', () => {
  const importers = globSync(['src/**/*.ts', 'test/**/*.ts', '{bench,faults,scripts,packages,tools}/**/*.{ts,js}'], {
    cwd: join(root, '..'),
    exclude: ['**/node_modules/**'],
  })
  /** Names by the file that they are imported from; `*` for all. */
  const wanted = new Map<string, Set<string>>()
  for (const importer of importers) {
    const source = readFileSync(join(root, '..', importer), 'utf8')
    for (const [, what = '* ', path] of source.matchAll(/(?:(?:import|export) ([^;']*?)from |import\()'(\.[^']+)'/g)) {
      const from = normalize(join(dirname(importer), path!))
      const before = wanted.get(from) ?? new Set<string>()
      wanted.set(from, before.union(new Set(what.match(/\*|\w+(?= as )|(?<! as )\b\w+/g))))
    }
  }
  const idle = files.flatMap((file) => {
    const asked = wanted.get(`src/${file}`) ?? new Set()
    const exported = sources
      .get(file)!
      .matchAll(/^export (?:async )?(?:function\*?|const|interface|type|class) (\w+)/gm)
    return [...exported].flatMap(([, name]) => (asked.has('*') || asked.has(name!) ? [] : [`${file}: ${name}`]))
  })
  assert.deepEqual(idle, [])
})

test('only the composition and the console import from the doors', () => {
  const wrong = edges.filter(
    ({ file, imported }) =>
      wingOf(imported) === 'doors' &&
      ((wingOf(file) === 'app' && !/^app\/(node|metrics)\//.test(file)) ||
        (wingOf(file) !== 'doors' && /-(bodies|query|shapes?)\.ts$/.test(imported))),
  )
  assert.deepEqual(lines(wrong), [])
})

test('notifications that a silence can hold are queued only by announce(), and no silence holds that nobody was told', () => {
  const callers = files.filter((file) => /\bqueueDeliveries\(/.test(sources.get(file)!))
  assert.deepEqual(callers.sort(), [
    'core/escalation/alert-admins.ts',
    'core/notifications/announce.ts',
    'core/webhooks/outbox/queue-deliveries.ts',
  ])
})

/** Files that make regular expressions, all of names and patterns of ours. */
const MAKES_EXPRESSIONS = [
  'console/devices/settings/metrics-card.ts',
  'core/people/credentials/one-time-codes.ts',
  'core/people/openid-connect/claims.ts',
  'core/settings/map-files.ts',
  'core/settings/map-source.ts',
  'platform/database/cells/copy-schema.ts',
  'platform/files/csv.ts',
  'platform/http/error-responses.ts',
  'platform/http/kept-body.ts',
  'platform/visible-text.ts',
]

test('local times become moments in one place, which knows what clocks skip and what they show twice', () => {
  const makes = /toZonedDateTime\(|startOfDay\(\)|withPlainTime\(|getTimeZoneTransition\(|disambiguation/
  const makers = [...sources].filter(([, text]) => makes.test(text)).map(([file]) => file)
  assert.deepEqual(makers, ['platform/wall-clock.ts'])
})

test('no regular expression is made of what somebody wrote', () => {
  const makers = files.filter((file) => /RegExp(?:\.escape)?\(/.test(sources.get(file)!))
  assert.deepEqual(makers.sort(), MAKES_EXPRESSIONS)
})

test('comments begin with their subject', () => {
  const paths = globSync(['{src,test,bench,faults,scripts,packages,tools}/**/*.{ts,js,css}'], {
    cwd: join(root, '..'),
    exclude: ['**/node_modules/**'],
  })
  const begins = /(?:\/\*\*?\s+(?:\* )?|(?<!\/\/.*\n\s*)\/\/ )(?:Of|Who|Whom|Whose|What|Whoever)\b[^\n]*/g
  const wrong = paths.flatMap((path) =>
    [...readFileSync(join(root, '..', path), 'utf8').matchAll(begins)].map(([comment]) => `${path}: ${comment}`),
  )
  assert.deepEqual(wrong, [])
})

test('the simulator and recordings import only readings from the service', () => {
  const wrong = edges.filter(
    ({ file, imported }) =>
      OUTSIDERS.includes(roomOf(file)) &&
      !OUTSIDERS.includes(roomOf(imported)) &&
      !/^(platform\/|core\/(vocabulary|telemetry)\/|\.\.\/packages\/)/.test(imported),
  )
  assert.deepEqual(lines(wrong), [])
})

test('no file is longer than 300 lines, but for those of languages', () => {
  assert.deepEqual(
    files.filter((file) => !/^words\/[a-z]{2}\.ts$/.test(file) && sources.get(file)!.split('\n').length > 301),
    [],
  )
})

test('only commands read the environment, and main.ts the folder of the compile cache', () => {
  const readers = files.filter(
    (file) => !file.startsWith('app/commands/') && sources.get(file)!.includes('process.env'),
  )
  assert.deepEqual(readers, ['main.ts', 'platform/postgres/cluster.ts'])
})
