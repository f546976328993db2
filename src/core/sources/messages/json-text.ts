import { isUtf8 } from 'node:buffer'
import secureJson from 'secure-json-parse'
import { parseExactly } from '../../../platform/exact-numbers.ts'
import { isNestedDeeper } from '../../../platform/nesting.ts'
import { NotUnderstood } from './not-understood.ts'

/** Objects and lists of a message, and as many other values: megabytes of small ones would take seconds. */
const MOST_VALUES = 100_000

const OPTIONS = { protoAction: 'error', constructorAction: 'error' } as const

/** The text of a body. Throws `NotUnderstood` if it is not UTF-8. A byte order mark is left out. */
export function bodyText(body: Buffer): string {
  if (!isUtf8(body)) throw new NotUnderstood('wrong_form', { detail: 'UTF-8' })
  return body.toString('utf8').replace(/^\ufeff/, '')
}

/**
 * Parses the JSON of a sender. A number that would lose digits stays a text, such as a time in nanoseconds. Throws
 * `NotUnderstood`, also for names like `__proto__` and for what is nested too deep.
 */
export function parseMessageJson(text: string): unknown {
  if (isBeyond(text, '{[') || isBeyond(text, ',')) throw new NotUnderstood('not_json', { detail: 'size' })
  let parsed: unknown
  try {
    parsed = parseExactly(text, secureParse, (source) => source)
  } catch (error) {
    const at = /position (\d+)/.exec(String(error))?.[1]
    throw new NotUnderstood('not_json', at === undefined ? {} : { at: `byte ${at}` })
  }
  if (isNestedDeeper(parsed)) throw new NotUnderstood('not_json', { detail: 'depth' })
  return parsed
}

/** Whether a text has more of these signs than a message has values; those within texts count too. */
function isBeyond(text: string, signs: string): boolean {
  if (text.length <= MOST_VALUES) return false
  let count = 0
  for (const sign of signs) {
    for (let at = text.indexOf(sign); at >= 0 && count <= MOST_VALUES; at = text.indexOf(sign, at + 1)) count += 1
  }
  return count > MOST_VALUES
}

const secureParse: Parameters<typeof parseExactly>[1] = (text, reviver) =>
  secureJson.parse(text, reviver as Parameters<typeof secureJson.parse>[1], OPTIONS)

/** Whether it is a JSON object. */
export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The object itself, or an empty one for anything else. */
export const objectOr = (value: unknown): Record<string, unknown> => (isJsonObject(value) ? value : {})
