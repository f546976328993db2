import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { cloneDatabase } from '../../../test/harness/database.ts'
import { until } from '../../../test/harness/until.ts'
import { asOnlyNode } from './only-node.ts'

test('one node works at a time, and another takes over when it ends or loses its connection', async (t) => {
  const connection = await cloneDatabase(t)
  const working: string[] = []
  const ended: string[] = []
  const node = (name: string) => {
    const stop = new AbortController()
    const work = async (signal: AbortSignal) => {
      working.push(name)
      await sleep(60_000, undefined, { signal }).catch(() => undefined)
      ended.push(name)
    }
    const onError = () => undefined
    const done = asOnlyNode(work, { connection, lock: 1, signal: stop.signal, onError, tryEveryMs: 30 })
    const end = async () => {
      stop.abort()
      await done
    }
    t.after(end)
    return end
  }
  const untilWorking = (times: number) =>
    until(
      async () => working.length,
      (count) => count === times,
    )

  const endFirst = node('first')
  await untilWorking(1)
  const endSecond = node('second')
  await sleep(150)
  assert.deepEqual(working, ['first'])
  await endFirst()
  await untilWorking(2)
  assert.deepEqual([working, ended], [['first', 'second'], ['first']])

  const other = new pg.Client(connection)
  await other.connect()
  await other.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'tocsin lock' and datname = current_database()`)
  await other.end()
  await untilWorking(3)
  assert.deepEqual(ended, ['first', 'second'])
  await endSecond()
})
