import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { linksOf } from '../documentation/markdown.ts'
import { installInto, packInto } from '../harness/installed-package.ts'
import { servedProgram } from '../harness/served.ts'

/** Debian's Node, the oldest supported one, if installed. */
const NODE = ['/usr/bin/node', '/usr/local/bin/node'].find((path) => existsSync(path)) ?? process.execPath
const JSON_BODY = { 'content-type': 'application/json' }

const folder = mkdtempSync(join(tmpdir(), 'tocsin-package-'))
const place = join(folder, 'node_modules/tocsin')
let tarball: string
before(async () => {
  // When started as root, the database runs as another user, which must be able to traverse the folder.
  chmodSync(folder, 0o711)
  tarball = await packInto(folder)
  await installInto(folder, tarball)
})
after(() => rmSync(folder, { recursive: true, force: true }))

const filesOfPackage = (): string[] =>
  execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((file) => file.replace(/^package\//, ''))

test('the package holds the program and its documents; no sources, tests or data', () => {
  const files = filesOfPackage()
  const folders = new Set(files.map((file) => /^([^/]+)\//.exec(file)?.[1] ?? ''))
  const expected = ['', 'bin', 'deploy', 'dist', 'docs', 'examples', 'migrations', 'packages', 'src']
  assert.deepEqual([...folders].sort(), expected)
  const strangers = files.filter((file) => /(?<!\.d)\.ts$|\.tgz$|\.test\.ts|\/golden\/|\/RELEASED$/.test(file))
  assert.deepEqual(strangers, [])
  // The data of the built-in map take 3,200,000 of these: 770,000 for the world, and the rest for its ground at city zoom, of
  // which a page loads some cells; sources with nineteen formats, their pages and manual 160,000; reports and the notices of
  // status pages 50,000.
  assert.ok(statSync(tarball).size < 5_450_000, `${statSync(tarball).size} bytes`)
})

test('every link of a document in the package leads to a file in the package', () => {
  const files = filesOfPackage()
  const documents = files.filter((file) => file.endsWith('.md'))
  const links = documents.flatMap((document) => linksOf(document, readFileSync(join(place, document), 'utf8')))
  assert.ok(links.length > 200, `${links.length} links were found`)
  assert.deepEqual(
    links.filter(({ path }) => !existsSync(join(place, path))),
    [],
  )
})

test('the client for devices is installed from the package', async () => {
  const client = join(place, 'packages/device-client/dist/index.js')
  assert.equal(typeof (await import(client)).deviceClient, 'function')
})

test('a stack trace of the package names the lines of the source', () => {
  const lines = (path: string) => readFileSync(path, 'utf8').split('\n')
  const source = lines(join(import.meta.dirname, '../../src/app/node/build-service.ts'))
  const built = lines(join(place, 'dist/app/node/build-service.js'))
  assert.equal(built.length, source.length)
  const column = (text: string) => text.indexOf('buildService(')
  assert.deepEqual(built.map(column), source.map(column))
})

test('installed into an empty folder, the package is a whole service', async (t) => {
  const served = await servedProgram(t, { WORKERS: '2' }, [NODE, join(place, 'bin/tocsin.js')])
  await served.start()
  const added = await served.run('device', 'add', 'Bedside monitor', '--module', 'health', '--json')
  const { token } = JSON.parse(added.stdout) as { token: string }
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) =>
    await fetch(`${served.url}${path}`, {
      method: 'POST',
      headers: { ...JSON_BODY, ...headers },
      body: JSON.stringify(body),
    })
  const reading = { module: 'health', metrics: { systolic: 185 } }
  assert.equal((await post('/api/telemetry/ingest', reading, { 'x-device-token': token })).status, 200)
  const { stdout } = await served.run('device', 'list', '--json')
  const [device] = JSON.parse(stdout) as { open_alerts: { critical: number } }[]
  assert.equal(device!.open_alerts.critical, 1)

  const page = await (await fetch(`${served.url}/login`)).text()
  const assets = [...page.matchAll(/(?:src|href)="(\/assets\/[^"#]+)/g)].map(([, address]) => address!)
  assert.ok(assets.length >= 3, page)
  for (const address of [...new Set(assets), '/docs', '/openapi.json'])
    assert.equal((await fetch(`${served.url}${address}`)).status, 200, address)
  // Passwords are compared by a separate program, in a file of its own.
  const login = { email: 'nobody@example.org', password: 'a quiet harbour at dawn' }
  assert.equal((await post('/api/mobile/login', login)).status, 401)

  const backup = join(served.dataDir, 'all.backup')
  const history = `export --parquet ${join(served.dataDir, 'history')}`
  for (const command of [
    'doctor',
    `backup ${backup}`,
    'simulate --duration 5 --speed 10 --json',
    'rules export',
    history,
  ]) {
    const { code, stdout, stderr } = await served.run(...command.split(' '))
    assert.equal(code, 0, `${command}: ${stdout}${stderr}`)
  }
  assert.ok(statSync(backup).size > 0)
  assert.equal(await served.stop(), 0)
})

test('npx finds the command of the package', () => {
  const { version } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'))
  const printed = execFileSync('npx', ['--no-install', 'tocsin', 'version'], { cwd: folder, encoding: 'utf8' })
  assert.ok(printed.startsWith(`tocsin ${version} (Node `), printed)
})

test('without a suitable Node, the command says what to do', { skip: NODE === process.execPath }, (t) => {
  // Outside of any folder with node_modules.
  const alone = mkdtempSync(join(tmpdir(), 'tocsin-alone-'))
  t.after(() => rmSync(alone, { recursive: true, force: true }))
  for (const part of ['bin', 'package.json']) cpSync(join(place, part), join(alone, part), { recursive: true })
  const run = () => execFileSync(NODE, [join(alone, 'bin/tocsin.js'), 'version'], { encoding: 'utf8', stdio: 'pipe' })
  assert.throws(run, /Tocsin needs Node 26 or newer.*install Node 26 yourself/s)
})
