// Which tests a change needs: the nearest of each changed file, and a fixed set that looks into every room of the service.
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'

/**
 * Promises that any change can break: the order of imports, who may use what, what clients see, and the way of a reading,
 * an alert, an incident and a person through each door.
 */
export const ALWAYS: readonly string[] = `
  test/architecture.test.ts test/openapi.test.ts test/portable-statements.test.ts
  test/access/access.test.ts test/access/pages.test.ts test/access/reach-in-code.test.ts test/access/sites.test.ts test/bad-inputs/bearer.test.ts
  test/alert-lifecycle.test.ts test/offline.test.ts test/usual-interval.test.ts test/geofences.test.ts test/batch.test.ts test/ingestion.test.ts
  test/device-client/device-client.test.ts test/devices.test.ts test/history.test.ts
  test/incidents.test.ts test/incident-actions.test.ts test/escalation.test.ts test/on-call.test.ts
  test/sending-notifications.test.ts test/answer-by-link.test.ts test/silences.test.ts
  test/webhooks.test.ts test/webhook-events.test.ts test/live-events.test.ts
  test/sessions.test.ts test/credentials.test.ts test/csrf.test.ts
  test/configuration.test.ts test/client.test.ts test/main-job.test.ts
  test/status-pages.test.ts test/sites/sites.test.ts test/sites/moving.test.ts
  test/console/alerts.test.ts test/console/incidents.test.ts test/console/languages.test.ts
  test/console/settings.test.ts test/console/first-rows.test.ts test/documentation/links.test.ts
`.match(/\S+/g)!

/** Tests that run for each changed file, and for all of them together. */
const [NEAREST, MOST] = [8, 30]

/**
 * The tests for everything that differs from a commit: `base`, or without it what is not committed, or the last commit if
 * everything is.
 */
export function changedTests(everyTest: readonly string[], base?: string) {
  const changed = changedFiles(base)
  const near = testsNear(everyTest, changed)
  return { changed, tests: everyTest.filter((file) => ALWAYS.includes(file) || near.has(file)) }
}

function changedFiles(base?: string): string[] {
  const git = (...args: string[]) => {
    try {
      return execFileSync('git', args, { encoding: 'utf8', stdio: 'pipe' }).split('\n').filter(Boolean)
    } catch (error) {
      console.error(
        `What has changed since ${base ?? 'the last commit'} is unknown: ${(error as { stderr?: string }).stderr?.trim() || (error as Error).message}`,
      )
      process.exit(1)
    }
  }
  const since = (commit: string) => [
    ...git('diff', '--name-only', commit, '--'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
  if (base !== undefined) return since(base)
  const uncommitted = since('HEAD')
  return uncommitted.length > 0 ? uncommitted : since('HEAD~1')
}

/** For each changed file, the nearest of the tests that reach it. */
export function testsNear(everyTest: readonly string[], changed: readonly string[]): Set<string> {
  const modules = new Map(
    globSync(['src/**/*.ts', 'test/**/*.ts', 'packages/*/src/**/*.ts']).map((file) => [file, readModule(file)]),
  )
  const routes = [...modules].filter(([file, { text }]) => !isTest(file) && DECLARES_ROUTES.test(text))
  const reached = new Map(everyTest.map((test) => [test, reachedBy(test)]))

  // Each file has its nearest ones before any has the second.
  const found = changed.flatMap((file) => [...nearest(file).entries()]).sort(([one], [other]) => one - other)
  return new Set([...new Set(found.map(([, test]) => test))].slice(0, MOST))

  /**
   * Those that import or ask for it themselves, then those that have words of its name or folder in theirs, then those that
   * reach it by the fewest steps, and the fewest others.
   */
  function nearest(file: string): string[] {
    // A file that is no module is reached by those that name it, or the folder that they read.
    const files = modules.has(file) ? [file] : [...modules.keys()].filter((other) => names(modules.get(other)!, file))
    const words = wordsOf(file).union(wordsOf(dirname(file)))
    return everyTest
      .map((test) => ({
        test,
        common: wordsOf(test).intersection(words).size,
        steps: Math.min(...files.map((other) => reached.get(test)!.get(other) ?? Infinity)),
        others: reached.get(test)!.size,
      }))
      .filter(({ common, steps }) => steps < Infinity || common > 0)
      .sort(
        (one, other) =>
          Number(other.steps <= 1) - Number(one.steps <= 1) ||
          other.common - one.common ||
          one.steps - other.steps ||
          one.others - other.others,
      )
      .slice(0, NEAREST)
      .map(({ test }) => test)
  }

  /** The files that a test imports, and those that handle what it asks for, with the number of steps to each. */
  function reachedBy(test: string): Map<string, number> {
    const { paths } = modules.get(test)!
    const handlers = routes.filter(([, route]) => [...paths].some((path) => route.paths.has(path)))
    const reached = new Map([[test, 0], ...handlers.map(([file]): [string, number] => [file, 1])])
    // A map goes on with what is added meanwhile.
    for (const [file, steps] of reached) {
      for (const imported of modules.get(file)?.imports ?? []) {
        // The harness starts the whole service: of what it imports, its own files count.
        if (isHarness(file) && !isHarness(imported)) continue
        if (!reached.has(imported)) reached.set(imported, steps + 1)
      }
    }
    return reached
  }
}

/** The words of the name of a file: `passkey` and `card` of `passkey-card.ts`. */
const wordsOf = (path: string) =>
  new Set(
    basename(path)
      .replace(/\.(test\.)?\w+$/, '')
      .split('-')
      .map((word) => word.replace(/s$/, ''))
      .filter((word) => word.length > 3),
  )

const DECLARES_ROUTES = /\b(showPage|takeForm)\(server\b|\bserver\.(get|post|put|patch|delete)\(/
const isTest = (file: string) => file.endsWith('.test.ts')
const isHarness = (file: string) => file.startsWith('test/harness/')

interface Module {
  text: string
  imports: string[]
  paths: Set<string>
}

function readModule(file: string): Module {
  const text = readFileSync(file, 'utf8')
  const imports = [
    ...text.matchAll(/^(?:import|export) (?!type\b)[^'"]*'(\.[^']+)'|\bimport\('(\.[^']+)'\)|^import '(\.[^']+)'/gm),
  ]
  return {
    text,
    imports: imports.map(([, ...paths]) => normalize(join(dirname(file), paths.find((path) => path !== undefined)!))),
    paths: new Set([...text.matchAll(/["'`](\/[a-z.][^\s"'`?#]*)/g)].map(([, path]) => pattern(path!))),
  }
}

/** A path without what varies: `/devices/:id`, `/devices/7` and `/devices/${id}` are the same. */
const pattern = (path: string) => path.replace(/\$\{[^}]*\}/g, '7').replace(/(?<=\/)(\d+|:\w+)(?=\/|$)/g, '*')

/** Whether a module names a file, or the folder of a file of the sources: `'packs'` for all rules in it. */
function names(module: Module, file: string): boolean {
  const folder = /^(src|migrations)\//.test(file) ? [`'${basename(dirname(file))}'`] : []
  return [`/${basename(file)}'`, `'${basename(file)}'`, ...folder].some((name) => module.text.includes(name))
}
