import assert from 'node:assert/strict'
import { test } from 'node:test'
import sql from 'sql-template-tag'
import { checkSeals, type SealFault } from '../src/core/audit-log/check-seals.ts'
import { dropOldEntries, SHORTEST_RETENTION_DAYS } from '../src/core/audit-log/drop-old-entries.ts'
import { BY_COMMAND, recordChange } from '../src/core/audit-log/record-change.ts'
import { findHead, sealEntries } from '../src/core/audit-log/seal-entries.ts'
import type { Queryable } from '../src/platform/database/database.ts'
import { startApp, type TestApp } from './harness/app.ts'

const note = (tx: Queryable, id: string, now: Date) =>
  recordChange(tx, BY_COMMAND, { action: 'test.done', subject: { type: 'test', id }, before: null, after: { id } }, now)

/** A log of five sealed entries at the end of those of the start. */
async function startSealed(t: Parameters<typeof startApp>[0]): Promise<{ app: TestApp; last: number }> {
  const app = await startApp(t)
  for (const id of ['1', '2', '3', '4', '5']) await note(app.service.db, id, app.now())
  await app.runJobs()
  const [row] = await app.rows<{ id: number }>('select max(id)::integer as id from audit_entries')
  return { app, last: row!.id }
}

/** Changes that the owner of the tables can make. */
async function past(app: TestApp, ...statements: string[]): Promise<void> {
  for (const table of ['audit_entries', 'audit_seals']) await app.rows(`alter table ${table} disable trigger user`)
  for (const statement of statements) await app.rows(statement)
  for (const table of ['audit_entries', 'audit_seals']) await app.rows(`alter table ${table} enable trigger user`)
}

/** Makes the whole chain anew, as who can do everything would. */
async function rewrite(app: TestApp): Promise<void> {
  await past(
    app,
    'update audit_seals set number = null, at = null, digest = null, hash = null',
    'delete from audit_seals as s where not exists (select from audit_entries as e where e.id = s.entry_id)',
  )
  while (await sealEntries(app.service.db));
}

const faultOf = async (app: TestApp): Promise<SealFault | null> =>
  (await checkSeals(app.service.db, null, app.now())).fault

test('entries are sealed in one chain, those of open transactions later', async (t) => {
  const { app } = await startSealed(t)
  const { db } = app.service
  await db.transaction(async (tx) => {
    await note(tx, 'early', app.now())
    await Promise.all(['a', 'b', 'c'].map((id) => note(db, id, app.now())))
    await app.runJobs()
    assert.equal((await checkSeals(db, null, app.now())).fault, null)
  })
  const before = await findHead(db)
  await app.runJobs()
  const { head, waiting, fault } = await checkSeals(db, before, app.now())
  assert.deepEqual([head.number, waiting, fault], [before.number + 1, 0, null])
  const [entries] = await app.rows<{ count: number }>('select count(*)::integer as count from audit_entries')
  assert.equal(head.number, entries!.count)
})

test('a change of the log past its own protection is found', async (t) => {
  const { app, last } = await startSealed(t)
  const attacks: [SealFault['fault'], ...string[]][] = [
    ['changed', `update audit_entries set actor_email = 'somebody@example.org' where id = ${last - 1}`],
    ['changed', `update audit_entries set before = '{}' where id = ${last}`],
    ['changed', `update audit_entries set at = at + interval '1 minute' where id = ${last - 2}`],
    ['changed', `update audit_entries set site_id = 1 where id = ${last - 2}`],
    ['removed', `delete from audit_entries where id = ${last - 3}`],
    [
      'broken',
      `delete from audit_entries where id = ${last - 3}`,
      `delete from audit_seals where entry_id = ${last - 3}`,
    ],
    ['broken', `update audit_seals set at = at - interval '2 years' where entry_id = ${last - 3}`],
    [
      'unsealed',
      `insert into audit_entries (at, via, action, subject_type, subject_id) values (now(), 'system', 'x', 'y', 'z')`,
    ],
  ]
  const copies = ['audit_entries', 'audit_seals']
  for (const table of copies) await app.rows(`create table copy_of_${table} as select * from ${table}`)
  for (const [expected, ...statements] of attacks) {
    assert.equal(await faultOf(app), null)
    await past(app, ...statements)
    assert.equal((await faultOf(app))?.fault, expected, statements.join('; '))
    await past(
      app,
      ...copies.flatMap((table) => [
        `delete from ${table}`,
        `insert into ${table} ${table === 'audit_entries' ? 'overriding system value' : ''} select * from copy_of_${table}`,
      ]),
    )
  }
  for (const table of copies) await app.rows(`drop table copy_of_${table}`)
})

test('who rewrites the whole chain, or cuts off its end, is found by a head that was kept elsewhere', async (t) => {
  const { app, last } = await startSealed(t)
  const { db } = app.service
  const kept = await findHead(db)
  await note(db, 'later', app.now())
  await app.runJobs()
  assert.equal((await checkSeals(db, kept, app.now())).fault, null)
  await past(app, `update audit_entries set actor_email = 'somebody@example.org' where id = ${last}`)
  await rewrite(app)
  assert.equal(await faultOf(app), null, 'the chain itself holds')
  assert.deepEqual((await checkSeals(db, kept, app.now())).fault, { fault: 'other', number: kept.number })
  const tail = await findHead(db)
  await past(app, `delete from audit_entries where id > ${last}`, `delete from audit_seals where entry_id > ${last}`)
  assert.equal(await faultOf(app), null, 'the rest of the chain holds')
  assert.deepEqual((await checkSeals(db, tail, app.now())).fault, { fault: 'other', number: tail.number })
})

test('entries that are deleted by age leave a chain that holds', async (t) => {
  const app = await startApp(t)
  const { db } = app.service
  await db.query(sql`
    insert into audit_entries (at, via, action, subject_type, subject_id)
    select now() - interval '400 days', 'system', 'test.done', 'test', n::text from generate_series(1, 3) as n`)
  const drop = () => dropOldEntries(db, SHORTEST_RETENTION_DAYS, app.now())
  await drop()
  assert.equal(await faultOf(app), null, 'an entry is sealed before it is deleted')
  await app.runJobs()
  await drop()
  const [old] = await app.rows<{ count: number }>(
    `select count(*)::integer as count from audit_entries where action = 'test.done'`,
  )
  const { head, fault } = await checkSeals(db, null, app.now())
  assert.deepEqual([old!.count, fault], [0, null])
  assert.ok(head.number >= 3)
})

test('a seal is never changed or deleted by a program', async (t) => {
  const { app } = await startSealed(t)
  for (const statement of [
    'update audit_seals set number = number + 1000',
    "update audit_seals set hash = ''",
    'delete from audit_seals',
    'truncate audit_seals',
  ]) {
    await assert.rejects(app.rows(statement), /append-only/, statement)
  }
})
