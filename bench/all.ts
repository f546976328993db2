// Runs all benchmarks one after the other, and writes docs/performance.json and docs/performance.md. Takes about an
// hour, on a machine that does nothing else.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Results, writePage } from './page.ts'

const PARTS = [
  'ingestion',
  'ways',
  'overload',
  'refusals',
  'logins',
  'readings-beside-pages',
  'sources',
  'stored',
  'disk',
  'zabbix',
  'engine',
  'alerts',
  'webhooks',
  'history',
  'compaction',
  'start',
] as const

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url))
const DATA = pathOf('../docs/performance.json')

const folder = mkdtempSync(join(tmpdir(), 'tocsin-results-'))
try {
  // With names on the command line, only these parts are measured again; the others keep their results.
  const named = process.argv.slice(2)
  const wanted = named.length === 0 ? PARTS : PARTS.filter((part) => named.includes(part))
  const results: Record<string, unknown> = existsSync(DATA) ? JSON.parse(readFileSync(DATA, 'utf8')) : {}
  const measuredOn = { ...(results.measured_on as Record<string, string> | undefined) }
  for (const part of wanted) {
    process.stderr.write(`\n${part}\n`)
    const file = join(folder, `${part}.json`)
    const child = spawn(process.execPath, [pathOf(`${part}.ts`), '--json', file], { stdio: 'inherit' })
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code !== 0) throw new Error(`${part} failed (${code})`)
    // A part that compares with a program that is not installed has no result.
    if (!existsSync(file)) continue
    results[part] = JSON.parse(readFileSync(file, 'utf8'))
    measuredOn[part] = new Date().toISOString().slice(0, 10)
    results.measured_on = measuredOn
    // Saved at once, so that no result is lost when a later part fails.
    writeFileSync(DATA, `${JSON.stringify(results, null, 1)}\n`)
  }
  writeFileSync(pathOf('../docs/performance.md'), writePage(results as unknown as Results))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
