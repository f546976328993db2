import assert from 'node:assert/strict'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { files, sources } from '../harness/sources.ts'

test('only commands, the service itself and what is about the installation act with its reach', () => {
  const acting = [...sources]
    .filter(
      ([file, source]) => !file.startsWith('app/') && /^import [^;]*?\bINSTALLATION\b[^;]*?reach\.ts'/m.test(source),
    )
    .map(([file]) => file)
  assert.deepEqual(acting.sort(), [
    'core/audit-log/record-change.ts',
    'core/on-call/watch-schedules.ts',
    'core/rules/packs/save-pack-rules.ts',
    'core/telemetry/chunks/compact-in-background.ts',
    'doors/people/admin/export-routes.ts',
  ])
})

/** The types of the parameters of a file's exported functions, by name. */
function parametersIn(source: string): Map<string, string> {
  const functions = /^export (?:async )?(?:function\*? (\w+)|const (\w+) = (?:async )?)[<(]/gm
  return new Map(
    [...source.matchAll(functions)].map((match) => {
      const from = source.indexOf('(', match.index + match[0].length - 1)
      let [to, depth] = [from, 0]
      do {
        if ('([{'.includes(source[to]!)) depth += 1
        if (')]}'.includes(source[to]!)) depth -= 1
        to += 1
      } while (depth > 0)
      return [match[1] ?? match[2]!, source.slice(from, to)]
    }),
  )
}

/** People belong to no site, and their own ids come with the request. */
const OF_PEOPLE = /^core\/people\//

/** The text of interfaces and types in a file, by name. */
const typesIn = (source: string, start: RegExp): [string, string][] =>
  [...source.matchAll(new RegExp(`^${start.source}(\\w+)[\\s\\S]*?^(?:\\}|$)`, 'gm'))].map(([text, name]) => [
    name!,
    text,
  ])
/** Exported types of the core. */
const typesOfCore = new Map(
  [...sources].flatMap(([file, source]) =>
    file.startsWith('core/') && !OF_PEOPLE.test(file) ? typesIn(source, /export (?:interface|type) /) : [],
  ),
)

/** Parameters with the text of the types that they name, of their own file or of the core. */
function inWhole(text: string, own: ReadonlyMap<string, string>, seen: readonly string[] = []): string {
  const named = [...new Set(text.match(/\b[A-Z]\w+/g))].filter((name) => !seen.includes(name))
  const known = [...seen, ...named]
  return [text, ...named.map((name) => inWhole(own.get(name) ?? typesOfCore.get(name) ?? '', own, known))].join('\n')
}

/** By type or by name: the ids of records, but for those of the person who asks. */
const HAS_ID = /(?<![\w.])(?!(?:user|owner|session)_?[iI]ds?\b)\w*[iI]ds?\??: (?:readonly )?number\b/
/** Types that a function has only for something in reach, of the person's own, or by a link with a secret. */
const PROVES_REACH = /\b(Reach|ReachedId|ChangeBy|owner: User|ActionLink|PublicPage)\b/

test('pages and APIs use no function of the core that takes an id and nothing that proves reach', () => {
  const signatures = new Map(
    [...sources].flatMap(([file, source]) =>
      file.startsWith('core/') && !OF_PEOPLE.test(file) ? [[file, parametersIn(source)]] : [],
    ),
  )
  const bare = files
    .filter((file) => /^(console|doors\/(people|events))\//.test(file))
    .flatMap((file) =>
      [...sources.get(file)!.matchAll(/import \{([^}]*)\} from '(\.[^']+)'/g)].flatMap(([, names, path]) => {
        const from = normalize(join(dirname(file), path!))
        const functions = signatures.get(from)
        const own = new Map(typesIn(sources.get(from) ?? '', /(?:export )?interface /))
        return names!.split(',').flatMap((imported) => {
          const name = imported.trim().split(' as ')[0]!
          const parameters = functions?.get(name) ?? ''
          const isBare =
            /\b(Database|Queryable)\b/.test(parameters) &&
            HAS_ID.test(inWhole(parameters, own)) &&
            !PROVES_REACH.test(inWhole(parameters, own))
          return isBare ? [`${file} uses ${name}`] : []
        })
      }),
    )
  assert.deepEqual(bare, [])
})

test('an id in reach comes from a statement that asks for the reach, and from nothing else', () => {
  const made = [...sources].filter(
    ([, source]) => /\bas (unknown as )?ReachedId\b/.test(source) || /query<[^(]*\bReachedId\b/.test(source),
  )
  assert.ok(made.length > 0)
  assert.deepEqual(
    made.filter(([, source]) => !source.includes('inReach(') || /\bas (unknown as )?ReachedId\b/.test(source)),
    [],
  )
})

test('only the check of a recent login, and what is no person, gives a proof of who acts', () => {
  const givers = files.filter((file) => /\bas ProvenBy\b/.test(sources.get(file)!))
  assert.deepEqual(givers.sort(), ['core/audit-log/record-change.ts', 'core/people/second-factor/recent-proof.ts'])
})
