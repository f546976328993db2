import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

/** Every document of the project, named as seen from its root. */
export const DOCUMENTS = globSync(
  ['*.md', '{docs,examples,packages}/**/*.md', '{deploy,scripts,src,test}/**/README.md'],
  {
    cwd: ROOT,
    exclude: (path) => path.includes('node_modules'),
  },
).sort()

export interface Block {
  /** What the fence names: `sh`, `console`, `json`, … */
  language: string
  text: string
  line: number
  /** The line of the closing fence. */
  end: number
  /** Comments right above it, which readers do not see. */
  notes: string[]
}

export const read = (document: string): string => readFileSync(join(ROOT, document), 'utf8')

export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let notes: string[] = []
  let open: Block | null = null
  for (const [index, line] of text.split('\n').entries()) {
    const fence = /^```(\w*)$/.exec(line)
    const note = /^<!-- (.+) -->$/.exec(line)
    if (open !== null && fence?.[1] === '') {
      blocks.push({ ...open, end: index + 1 })
      open = null
    } else if (open !== null) open.text += `${line}\n`
    else if (fence) {
      open = { language: fence[1]!, text: '', line: index + 1, end: 0, notes }
      notes = []
    } else if (note) notes.push(note[1]!)
    else notes = []
  }
  return blocks
}

/** The text between the blocks, line by line as it was. */
export function proseOf(text: string): string {
  return text.replace(/^```[\s\S]*?^```$/gm, (block) => block.replace(/[^\n]/g, ''))
}

/** The anchors of the headings, as GitHub makes them. */
export function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading] of proseOf(text).matchAll(/^#+ (.+)$/gm)) {
    const plain = heading!.replace(/`|\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const slug = plain.replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-')
    let anchor = slug
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${count}`
    anchors.add(anchor)
  }
  return anchors
}

export interface Link {
  from: string
  line: number
  path: string
  anchor: string | undefined
}

/** The links to other files, and to headings, but not those to other sites. */
export function linksOf(document: string, text = read(document)): Link[] {
  const lines = proseOf(text).split('\n')
  return lines.flatMap((line, index) =>
    [...line.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(([, path, anchor]) => ({
      from: document,
      line: index + 1,
      path: path === '' ? document : normalize(join(dirname(document), path!)),
      anchor,
    })),
  )
}
