import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../../src')

/** Forms and downloads of the console that leave no line in the audit log, by file and address, and why. */
const NO_LINE: Record<string, string> = {
  "account/account-pages.ts '/account/preferences'": 'how pages look to oneself',
  "account/account-pages.ts '/account/theme'": 'how pages look to oneself',
  "account/account-pages.ts '/account/zone'": 'how pages look to oneself',
  "account/filter-forms.ts '/account/filters'": 'how pages look to oneself',
  "account/filter-forms.ts '/account/filters/removal'": 'how pages look to oneself',
  'account/notifications/notification-pages.ts `${NOTIFICATIONS}/banner`': 'hides a notice from oneself',
  'account/notifications/notification-pages.ts `${NOTIFICATIONS}/banner/own`': 'hides a notice from oneself',
  'account/notifications/notification-pages.ts `${NOTIFICATIONS}/methods/:id/${name}` as `${string}/:id/${string}`':
    'calls what the API calls, which audit-lines.test.ts tests',
  "devices/list/list-preferences.ts '/devices/columns'": 'how pages look to oneself',
  "devices/list/list-preferences.ts '/devices/rows'": 'how pages look to oneself',
  'login/first-steps-pages.ts FIRST_STEPS': 'how pages look to oneself',
  "settings/streets/streets-pages.ts '/settings/streets/again'": 'does at once what comes within ten minutes',
  "status-pages/public-page.ts '/status/:secret'": 'visitors without an account subscribe',
  'frame/bulk/take-selection.ts `${list}/selection`':
    'calls what the forms of one record call, for each of the selection',
}

interface Source {
  lines: string[]
  /** Code of functions and constants at any depth, by name. */
  declared: Map<string, string>
  imported: Map<string, { file: string; name: string }>
}

const sources = new Map<string, Source>()

function sourceOf(file: string): Source {
  const known = sources.get(file)
  if (known !== undefined) return known
  const text = readFileSync(file, 'utf8').replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '')
  const source: Source = { lines: text.split('\n'), declared: new Map(), imported: new Map() }
  sources.set(file, source)
  for (const [, names, from] of text.matchAll(/^import \{([^}]*)\} from '(\.[^']*)'/gm)) {
    for (const name of names!.split(',').filter((one) => !/^\s*(type\s|$)/.test(one))) {
      const [own, local = own] = name.trim().split(' as ')
      source.imported.set(local!, { file: join(dirname(file), from!), name: own! })
    }
  }
  for (const [place, line] of source.lines.entries()) {
    const [, name] = /^\s*(?:export )?(?:(?:async )?function\*? |const )(\w+)/.exec(line) ?? []
    if (name !== undefined)
      source.declared.set(name, `${source.declared.get(name) ?? ''}${blockAt(source.lines, place)}`)
  }
  return source
}

/** A statement goes on while lines are indented further, or begin with what closes it. */
function blockAt(lines: readonly string[], place: number): string {
  const indent = /^ */.exec(lines[place]!)![0]
  const goesOn = (line: string) =>
    line === '' || (line.startsWith(indent) && /^[ )\]}`:|?]/.test(line.slice(indent.length)))
  const after = lines.slice(place + 1)
  const end = after.findIndex((line) => !goesOn(line))
  return [lines[place], ...(end < 0 ? after : after.slice(0, end))].join('\n')
}

/** Functions that the context of the console carries from the core, under their names. */
const CARRIED = new Map(
  globSync('core/**/*.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/^export (?:async )?function (\w+)/gm)].map(
      ([, name]) => [name!, { file: join(root, file), name: name! }] as const,
    ),
  ),
)

/** Whether this code, or something that it names, records a change. */
function records(file: string, code: string, seen: Set<string>): boolean {
  const { declared, imported } = sourceOf(file)
  const names = code.replaceAll(/'[^'\n]*'/g, "''").matchAll(/(\.?)\b([a-zA-Z_]\w*)\b(?!:)/g)
  return [...names].some(([, dot, name]) => {
    if (name === 'recordChange' || name === 'recordChanges' || name === 'recordDownload') return true
    if (dot === '.') return CARRIED.has(name!) && recordsIn(CARRIED.get(name!)!, seen)
    if (imported.has(name!)) return recordsIn(imported.get(name!)!, seen)
    return declared.has(name!) && recordsIn({ file, name: name! }, seen)
  })
}

function recordsIn({ file, name }: { file: string; name: string }, seen: Set<string>): boolean {
  if (!file.endsWith('.ts') || seen.has(`${file} ${name}`)) return false
  seen.add(`${file} ${name}`)
  return records(file, sourceOf(file).declared.get(name) ?? '', seen)
}

/** All forms, with the code that runs when they are sent, and all downloads. */
function formsAndDownloads(): { line: string; file: string; code: string }[] {
  const exclude = ['**/*.test.ts', 'console/browser/**', 'console/frame/page/pages-and-forms.ts']
  return globSync('console/**/*.ts', { cwd: root, exclude }).flatMap((path) => {
    const { lines } = sourceOf(join(root, path))
    return lines.flatMap((line, place) => {
      const [, indent, kind] = /^( *)(?:return )?(takeForm|server\.post|server\.get)\(/.exec(line) ?? []
      if (kind === undefined) return []
      const block = blockAt(lines, place)
      if (kind === 'server.get' && !/sendFile\(|content-disposition/.test(block)) return []
      const [, address] =
        /\(\s*server,\s*'\w+',\s*'\w+',\s*([^,]+),/.exec(block) ?? /server\.\w+\(\s*([^,]+),/.exec(block) ?? []
      const inner = block.split('\n')
      const submit = inner.findIndex((one) => /^ *(async )?submit\b/.test(one) && one.startsWith(`${indent}  `))
      const code = submit < 0 ? block : blockAt(inner, submit)
      return [{ line: `${path.slice('console/'.length)} ${address}`, file: join(root, path), code }]
    })
  })
}

test('each form and each download of the console leaves a line in the audit log, or has a reason not to', () => {
  const found = formsAndDownloads()
  assert.ok(found.length > 100)
  const silent = found.filter(({ file, code }) => !records(file, code, new Set())).map(({ line }) => line)
  assert.deepEqual(silent.sort(), Object.keys(NO_LINE).sort())
})
