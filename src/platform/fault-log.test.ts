import assert from 'node:assert/strict'
import { test } from 'node:test'
import pino from 'pino'
import { faultLog } from './fault-log.ts'

/** The levels and messages of what is logged. */
function logged(stopping: AbortSignal) {
  const lines: string[] = []
  const write = (line: string) => {
    const { level, msg } = JSON.parse(line) as { level: number; msg: string }
    lines.push(`${level} ${msg}`)
  }
  return { lines, ...faultLog(pino({ level: 'info' }, { write }), stopping) }
}

const gone = Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' })

test('a lost database is logged once as an error, however much fails because of it, and once when it is back', () => {
  const { lines, report, databaseAnswers } = logged(new AbortController().signal)
  report('a job failed')(gone)
  report('another job failed')(gone)
  databaseAnswers()
  databaseAnswers()
  assert.deepEqual(lines, ['50 the database is not responding', '40 the database is responding again'])
})

test('a database that ends at a regular stop is no error, other faults still are', () => {
  const { lines, report } = logged(AbortSignal.abort())
  report('a job failed')(gone)
  report('a job failed')(new Error('a mistake'))
  assert.deepEqual(lines, ['30 the database has stopped before the service', '50 a job failed'])
})
