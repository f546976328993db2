import { readFileSync } from 'node:fs'
import type { Envelope } from '../../core/webhooks/events/envelope.ts'

const manual = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8')

/** Chapters of the manual under "Verification" with a program; the tests run these. */
const LANGUAGES = ['Node, with a library', 'Node', 'Python', 'PHP', 'Go', 'Shell']

/** Programs that verify the signature of a message, from the manual. */
export const VERIFICATION_SNIPPETS: readonly { name: string; text: string }[] = LANGUAGES.flatMap((name) => {
  const text = codeUnder(`### ${name}`)
  return text === null ? [] : [{ name, text }]
})

/** An event of the manual. */
export const SAMPLE_ENVELOPE = JSON.parse(codeUnder('### alert.triggered')!) as Envelope

/** A message as sent to receivers. */
export const SAMPLE_MESSAGE: string = JSON.stringify(SAMPLE_ENVELOPE, null, 2)

/** The first code block between a heading and the next one. */
function codeUnder(heading: string): string | null {
  const [, chapter = ''] = manual.split(`\n${heading}\n`)
  return /^```[a-z]+\n(.*?)\n```$/ms.exec(chapter.split(/^#{2,3} /m)[0]!)?.[1] ?? null
}
