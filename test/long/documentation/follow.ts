import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Block, blocksOf, read } from '../../documentation/markdown.ts'
import { isAsShown } from './compare.ts'
import type { Reader } from './reader.ts'

interface Step {
  command: string
  /** The documented output; null if the document shows none. */
  shown: string | null
}

const SHELLS = ['sh', 'bash', 'shell', 'console']
const STARTS_SERVICE = /^(?:\w+=\S+ )*npm start\b/

/** Printed values that replace a placeholder of the document in later commands. */
const LEARNED: Record<string, RegExp> = {
  THE_TOKEN: /Token: ([0-9a-f]{64})/,
  THE_PASSWORD: /Password: (\S+)/,
  THE_SECRET: /Secret: (\S+)/,
  THE_ACCESS_TOKEN: /"token":"([0-9a-f]{64})"/,
  THE_SOURCE_TOKEN: /\/api\/sources\/\d+".*"token":"([0-9a-f]{64})"/,
}

/**
 * Annotations of a block, as comments above it: `not run: why`, `first: a command` that readers do not need, `output
 * varies: why`, and `file: name`. A block whose first line is a comment with a file name is saved as well.
 */
const notesOf = (block: Block, kind: string): string[] =>
  block.notes.filter((note) => note.startsWith(`${kind}: `)).map((note) => note.slice(kind.length + 2))

const isRun = (block: Block): boolean => SHELLS.includes(block.language) && notesOf(block, 'not run').length === 0

export const hasCommands = (document: string): boolean => blocksOf(read(document)).some(isRun)

/** Whether the document starts a service itself. */
export const startsService = (document: string): boolean =>
  blocksOf(read(document)).some((block) => isRun(block) && stepsOf(block).some(({ command }) => isStart(command)))

const isStart = (command: string): boolean => STARTS_SERVICE.test(command)

/** Runs the commands of a document in order, and checks that they succeed and print the documented output. */
export async function follow(document: string, reader: Reader): Promise<void> {
  const blocks = blocksOf(read(document))
  for (const [index, block] of blocks.entries()) {
    const file = notesOf(block, 'file')[0] ?? /^(?:#|\/\/) ([\w.-]+\.\w+)\n/.exec(block.text)?.[1]
    if (file !== undefined) writeFileSync(join(reader.folder, file), withKnown(block.text, reader))
    const place = `${document}:${block.line}`
    for (const command of notesOf(block, 'first')) await take({ command, shown: null }, reader, place)
    if (!isRun(block)) continue
    const next = blocks[index + 1]
    const answer = next?.language === 'json' && next.line - block.end <= 2 ? next.text : null
    const varies = notesOf(block, 'output varies').length > 0
    for (const { command, shown } of stepsOf(block)) {
      await take({ command, shown: varies ? null : (shown ?? answer) }, reader, place)
    }
  }
}

async function take({ command, shown }: Step, reader: Reader, place: string): Promise<void> {
  const text = withKnown(command, reader)
  if (isStart(text)) return start(text, reader)
  const { code, output } = await reader.shell.run(text)
  for (const [name, pattern] of Object.entries(LEARNED)) {
    const value = pattern.exec(output)?.[1]
    if (value !== undefined) reader.known[name] = value
  }
  const told = `${place}: ${text}\nended with ${code} and printed:\n${output}`
  if (shown === null) assert.equal(code, 0, told)
  else assert.ok(isAsShown(withKnown(shown, reader), output), `${told}\ninstead of:\n${shown}`)
}

async function start(command: string, { shell, url }: Reader): Promise<void> {
  await shell.run(`${command.replace(/\s+#.*/, '')} >service.log 2>&1 &`)
  for (const deadline = Date.now() + 300_000; Date.now() < deadline; await sleep(100)) {
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
  }
  assert.fail(`${command} did not become ready:\n${(await shell.run('cat service.log')).output}`)
}

function withKnown(text: string, { known, url, folder }: Reader): string {
  const said = text
    .replaceAll('http://localhost:8080', url)
    .replace(/\/(?:mnt\/backups|tmp\/drill|var\/lib\/tocsin)\b/g, `${folder}/$&`)
  return Object.entries(known).reduce(
    (all, [name, value]) => all.replace(new RegExp(`\\b${name}\\b`, 'g'), () => value),
    said,
  )
}

/** A `sh` block is one script. In a `console` block, lines after `$` are commands and the others their output. */
function stepsOf({ language, text }: Block): Step[] {
  const script = text.trim()
  if (language !== 'console') return [{ command: isStart(script) ? script : `(set -e\n${script}\n)`, shown: null }]
  const steps: Step[] = []
  let isOpen = false
  for (const line of text.split('\n')) {
    const last = steps.at(-1)
    if (line.startsWith('$ ')) steps.push({ command: line.slice(2), shown: null })
    else if (last !== undefined && isOpen) last.command += `\n${line}`
    else if (last !== undefined && line !== '') last.shown = `${last.shown ?? ''}${line}\n`
    isOpen = (line.startsWith('$ ') || isOpen) && line.endsWith('\\')
  }
  return steps
}
