import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { checkDatabase } from '../src/app/doctor/check-database.ts'
import { readEnvironment } from '../src/app/node/environment.ts'
import { requirePortsAndFolder } from '../src/app/node/require-ports-and-folder.ts'
import { openDatabase } from '../src/platform/database/database.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { requireServer } from '../src/platform/database/require-database.ts'
import { hasCluster } from '../src/platform/postgres/cluster.ts'
import { embeddedPostgres } from '../src/platform/postgres/supervisor.ts'
import { cleanUp } from './harness/cleanup.ts'
import { cloneDatabase, emptyDatabase } from './harness/database.ts'
import { withClient } from './harness/schemas.ts'
import { servedProgram } from './harness/served.ts'
import { temporaryFolder } from './harness/temporary-folder.ts'

/** A port that another program listens on. */
async function takenPort(t: TestContext): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return String((server.address() as AddressInfo).port)
}

const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'it was taken',
    ({ name, message }: Error) => (name === 'OperatorError' ? message : `${name}: ${message}`),
  )

test('a failed start explains the reason in one sentence and leaves no database behind', async (t) => {
  const served = await servedProgram(t, { PORT: await takenPort(t) })
  const { code, stdout, stderr } = await served.run('serve')
  assert.deepEqual([code, stdout], [1, ''])
  assert.match(stderr, /^Port \d+ is in use by another program\. Stop that program, or set PORT [^\n]+\n$/)
  assert.deepEqual(readdirSync(served.dataDir), [])
})

test('unusable ports and folders are reported with their setting', async (t) => {
  const folder = temporaryFolder(t)
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const badKey = join(folder, 'bad-key')
  mkdirSync(badKey)
  writeFileSync(join(badKey, 'encryption-key'), 'sesame\n')
  const closed = join(folder, 'closed')
  mkdirSync(closed)
  chmodSync(closed, 0o500)
  const taken = await takenPort(t)
  const refused: [Record<string, string>, RegExp][] = [
    [{ MQTT_PORT: taken }, /^Port \d+ is in use.* set MQTT_PORT/],
    [{ HOST: '192.0.2.1' }, /^HOST 192\.0\.2\.1 is not an address of this machine/],
    [{ DATA_DIR: file }, /^DATA_DIR .*\/file cannot be used: it, or a folder on the way to it, is a file/],
    [{ DATA_DIR: join(file, 'data') }, /^DATA_DIR .*cannot be used: it, or a folder on the way to it, is a file/],
    [{ DATA_DIR: '/proc/x/y' }, /^DATA_DIR \/proc\/x\/y cannot be used: the folder cannot be created there/],
    [{ DATA_DIR: join(folder, 'x'.repeat(300)) }, /cannot be used: the path is too long/],
    [{ DATA_DIR: badKey }, /encryption-key does not hold a valid key/],
  ]
  // Root may write everywhere, and listen on any port.
  if (process.getuid?.() !== 0) {
    refused.push([{ DATA_DIR: closed }, /cannot be used: this account has no permission to write there/])
  }
  for (const [settings, sentence] of refused) {
    const environment = readEnvironment({ HOST: '127.0.0.1', PORT: '0', DATA_DIR: join(folder, 'data'), ...settings })
    assert.match(await refusal(requirePortsAndFolder(environment)), sentence)
  }
  assert.throws(
    () => readEnvironment({ PORT: '1883', MQTT_PORT: '1883' }),
    /PORT and MQTT_PORT must be different ports/,
  )
})

test('a database that should be there and is not is reported, and nothing is made in its place', async (t) => {
  const folder = temporaryFolder(t)
  const missing: [string, RegExp, (dataDir: string) => void][] = [
    [
      'moved',
      /has encryption-key and postgres-password, but no database: is its disk mounted\? .* move these files away/,
      () => undefined,
    ],
    [
      'unmounted',
      /has encryption-key and postgres-password, but the folder postgres is empty: is its disk mounted\?/,
      (dataDir) => mkdirSync(join(dataDir, 'postgres')),
    ],
    [
      'dangling',
      /postgres is a link to \/nowhere\/postgres, which is not there: is its disk mounted\?$/,
      (dataDir) => symlinkSync('/nowhere/postgres', join(dataDir, 'postgres')),
    ],
    [
      'other',
      /postgres has files, but no database: set DATA_DIR/,
      (dataDir) => {
        mkdirSync(join(dataDir, 'postgres'))
        writeFileSync(join(dataDir, 'postgres', 'notes.txt'), '')
      },
    ],
    ['file', /postgres is a file: set DATA_DIR/, (dataDir) => writeFileSync(join(dataDir, 'postgres'), '')],
  ]
  for (const [name, sentence, make] of missing) {
    const dataDir = join(folder, name)
    mkdirSync(dataDir)
    for (const key of ['encryption-key', 'postgres-password']) writeFileSync(join(dataDir, key), `${'a'.repeat(64)}\n`)
    make(dataDir)
    const before = readdirSync(dataDir, { recursive: true })
    assert.match(await refusal(embeddedPostgres(dataDir)), sentence)
    const environment = readEnvironment({ HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir })
    assert.match(await refusal(requirePortsAndFolder(environment)), sentence)
    const served = await servedProgram(t, { DATA_DIR: dataDir })
    const { code, stdout } = await served.run('doctor')
    assert.equal(code, 1)
    assert.match(stdout.match(/^fail {2}database: (.*)$/m)?.[1] ?? '', sentence)
    assert.deepEqual(readdirSync(dataDir, { recursive: true }), before)
  }
})

test('a database that this account may not read is not taken for a missing one', {
  skip: process.getuid?.() !== 0 && 'needs root, to become another account',
}, async (t) => {
  const dataDir = temporaryFolder(t)
  mkdirSync(join(dataDir, 'postgres'), { mode: 0o700 })
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '18\n')
  process.seteuid!(65_534)
  try {
    assert.throws(
      () => hasCluster(dataDir),
      /postgres cannot be read by this account: run the command with the account of the service/,
    )
  } finally {
    process.seteuid!(0)
  }
})

test('a first start that was interrupted is completed by the next one', async (t) => {
  const dataDir = temporaryFolder(t)
  mkdirSync(join(dataDir, 'postgres.new'))
  writeFileSync(join(dataDir, 'postgres-password'), 'sesame\n')
  assert.equal(hasCluster(dataDir), false)
})

test('an unreachable DATABASE_URL is reported without its password', async (t) => {
  const { user, password, host, port, database } = await emptyDatabase(t)
  const url = (parts: { user?: string; password?: string; at?: string; database?: string }) => {
    const { user: name = user, password: word = password, at = `127.0.0.1:${port}` } = parts
    return `postgres://${name}:${word}@${at}/${parts.database ?? database}`
  }
  assert.equal(host?.startsWith('/'), true)
  const refused: [string, RegExp][] = [
    ['postgres://a:sesame:b@c:d:e/f', /^DATABASE_URL: it is no valid address/],
    [url({ at: 'nowhere.invalid' }), /^DATABASE_URL: the name of the server is not known/],
    [url({ at: '127.0.0.1:9' }), /^DATABASE_URL: no server listens there/],
    [url({ password: 'sesame' }), /^DATABASE_URL: the server refuses user or password/],
    [url({ database: 'nothing' }), /^DATABASE_URL: the server does not have that database/],
  ]
  for (const [connectionString, sentence] of refused) {
    const says = await refusal(requireServer({ connectionString }))
    assert.match(says, sentence)
    assert.doesNotMatch(says, /sesame/)
  }
  assert.equal(await refusal(requireServer({ connectionString: url({}) })), 'it was taken')
})

test('a database of another program or version is refused and left unchanged', async (t) => {
  const foreign = await emptyDatabase(t)
  // The migrations table of Rails.
  const theirs = 'create table invoices (id integer); create table schema_migrations (version text primary key)'
  await withClient(foreign, (client) => client.query(theirs))
  assert.match(
    await refusal(migrate(foreign)),
    /^The database belongs to another program, with tables such as invoices\./,
  )
  const tables = "select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'"
  assert.equal((await withClient(foreign, (client) => client.query(tables))).rowCount, 2)

  const later = await cloneDatabase(t)
  const migration = "insert into schema_migrations (number, name, digest) values (9999, '9999-moons.sql', '')"
  await withClient(later, (client) => client.query(migration))
  assert.match(
    await refusal(migrate(later)),
    /^The database was migrated by a later version of Tocsin \(9999-moons\.sql\)\./,
  )

  const edited = await cloneDatabase(t)
  await withClient(edited, (client) => client.query("update schema_migrations set digest = 'x' where number = 2"))
  assert.match(
    await refusal(migrate(edited)),
    /^The database was made by another build of Tocsin: its migration 0002-devices\.sql is not that of this one\. Start that/,
  )
  const db = openDatabase(edited, { connections: 1, applicationName: 'test', onError: () => undefined })
  cleanUp(t, () => db.close())
  const { findings } = await checkDatabase(db, null)
  assert.match(findings.find(({ about }) => about === 'schema')!.says, /made by another build/)

  const early = await cloneDatabase(t)
  await withClient(early, (client) => client.query('alter table schema_migrations drop column digest'))
  assert.match(await refusal(migrate(early)), /^The database was created by a Tocsin from before the first release/)
})
