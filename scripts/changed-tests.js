// Which tests a change needs: those that reach a changed file, and a fixed set that looks into every room of the service.
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'

/**
 * Promises that any change can break: the order of imports, who may use what, what clients see, and the way of a reading,
 * an alert, an incident and a person through each door.
 */
const ALWAYS = `
  test/architecture.test.ts test/openapi.test.ts test/portable-statements.test.ts test/unknown-keys.test.ts
  test/access/access.test.ts test/access/pages.test.ts test/access/reach-in-code.test.ts test/access/sites.test.ts test/bad-inputs/bearer.test.ts
  test/alert-engine.test.ts test/alert-lifecycle.test.ts test/rules.test.ts test/offline.test.ts test/geofences.test.ts
  test/batch.test.ts test/ingestion.test.ts test/trackers.test.ts test/mqtt/mqtt.test.ts test/device-client/device-client.test.ts
  test/devices.test.ts test/history.test.ts test/compaction.test.ts test/exports.test.ts test/metrics.test.ts test/prune.test.ts
  test/incidents.test.ts test/incident-actions.test.ts test/escalation.test.ts test/on-call.test.ts test/snooze.test.ts
  test/sending-notifications.test.ts test/contact-methods.test.ts test/answer-by-link.test.ts test/silences.test.ts
  test/webhooks.test.ts test/webhook-events.test.ts test/webhook-breaker.test.ts test/live-events.test.ts
  test/people.test.ts test/sessions.test.ts test/credentials.test.ts test/csrf.test.ts test/audit-log.test.ts
  test/configuration.test.ts test/client.test.ts test/doctor.test.ts test/main-job.test.ts test/set-up.test.ts
  test/status-pages.test.ts test/sites/sites.test.ts test/sites/moving.test.ts test/cells/cells.test.ts
  test/console/alerts.test.ts test/console/incidents.test.ts test/console/devices.test.ts test/console/languages.test.ts
  test/console/rules.test.ts test/console/settings.test.ts test/console/incident-journey.test.ts
  test/documentation/links.test.ts
`.match(/\S+/g)

/** A path that more tests ask for than this is one by which they look at things. Only those named after it are about it. */
const MOST_ABOUT_A_PATH = 20

/**
 * The tests for everything that differs from a commit: `base`, or without it what is not committed, or the last commit if
 * everything is. Changes of the harness reach each test that uses it.
 */
export function changedTests(everyTest, base) {
  const changed = changedFiles(base)
  const reaches = reachOfTests(new Set(changed))
  return { changed, tests: everyTest.filter((file) => ALWAYS.includes(file) || reaches(file)) }
}

function changedFiles(base) {
  const git = (...args) => {
    try {
      return execFileSync('git', args, { encoding: 'utf8', stdio: 'pipe' }).split('\n').filter(Boolean)
    } catch (error) {
      console.error(
        `What has changed since ${base ?? 'the last commit'} is unknown: ${error.stderr?.trim() || error.message}`,
      )
      process.exit(1)
    }
  }
  const since = (commit) => [
    ...git('diff', '--name-only', commit, '--'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
  if (base !== undefined) return since(base)
  const uncommitted = since('HEAD')
  return uncommitted.length > 0 ? uncommitted : since('HEAD~1')
}

/** Whether a test reaches one of the files. */
function reachOfTests(changed) {
  const modules = new Map(
    globSync(['src/**/*.ts', 'test/**/*.ts', 'packages/*/src/**/*.ts']).map((file) => [file, readModule(file)]),
  )
  // A file that is no module is reached by those that name it, or the folder that they read.
  const others = [...changed].filter((file) => !modules.has(file))
  const isChanged = (file) => changed.has(file) || others.some((other) => names(modules.get(file), other))
  const routes = [...modules].filter(([file, { text }]) => !isTest(file) && DECLARES_ROUTES.test(text))

  const askers = new Map()
  for (const [file, { paths }] of modules) {
    if (isTest(file)) for (const path of paths) askers.set(path, (askers.get(path) ?? 0) + 1)
  }
  const isAbout = (test, path) => askers.get(path) <= MOST_ABOUT_A_PATH || isNamedAfter(test, path)

  return (test) => {
    const asked = [...modules.get(test).paths].filter((path) => isAbout(test, path))
    const handlers = routes.filter(([, { paths }]) => asked.some((path) => paths.has(path)))
    const called = handlers.flatMap(([file, { imports }]) => [file, ...imports])
    return [...importedBy(test), ...called].some(isChanged)
  }

  /** The files that a test imports, and those that these import. The harness starts the whole service: its own files count. */
  function importedBy(test) {
    const reached = new Set([test])
    // A set goes on with what is added meanwhile.
    for (const file of reached) {
      const { imports = [] } = modules.get(file) ?? {}
      for (const imported of imports) if (!isHarness(file) || isHarness(imported)) reached.add(imported)
    }
    return reached
  }
}

/** `test/incident-review.test.ts` after `/api/mobile/incidents/*`. */
const isNamedAfter = (test, path) => {
  const words = path.split('/').filter((word) => word.length > 3 && word !== 'mobile' && word !== 'admin')
  return words.some((word) => basename(test).includes(word.replace(/s$/, '')))
}

const DECLARES_ROUTES = /\b(showPage|takeForm)\(server\b|\bserver\.(get|post|put|patch|delete)\(/
const isTest = (file) => file.endsWith('.test.ts')
const isHarness = (file) => file.startsWith('test/harness/')

function readModule(file) {
  const text = readFileSync(file, 'utf8')
  const imports = [
    ...text.matchAll(/^(?:import|export) (?!type\b)[^'"]*'(\.[^']+)'|\bimport\('(\.[^']+)'\)|^import '(\.[^']+)'/gm),
  ]
  return {
    text,
    imports: imports.map(([, ...paths]) =>
      normalize(
        join(
          dirname(file),
          paths.find((path) => path !== undefined),
        ),
      ),
    ),
    paths: new Set([...text.matchAll(/["'`](\/[a-z.][^\s"'`?#]*)/g)].map(([, path]) => pattern(path))),
  }
}

/** A path without what varies: `/devices/:id`, `/devices/7` and `/devices/${id}` are the same. */
const pattern = (path) => path.replace(/\$\{[^}]*\}/g, '7').replace(/(?<=\/)(\d+|:\w+)(?=\/|$)/g, '*')

/** Whether a module names a file, or the folder of a file of the sources: `'packs'` for all rules in it. */
function names(module, file) {
  if (module === undefined) return false
  const folder = /^(src|migrations)\//.test(file) ? [`'${basename(dirname(file))}'`] : []
  return [`/${basename(file)}'`, `'${basename(file)}'`, ...folder].some((name) => module.text.includes(name))
}
