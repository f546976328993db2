import { bodyText, parseMessageJson } from '../messages/json-text.ts'
import { NotUnderstood } from '../messages/not-understood.ts'
import { MOST_PARTS, type SourceMessage } from '../messages/source-message.ts'

const FORM = 'application/x-www-form-urlencoded'
const LINES = new Set(['application/x-ndjson', 'application/ndjson', 'application/jsonl', 'application/x-jsonlines'])
const MOST_FIELDS = 1_000

/**
 * The parts of a message of JSON: the whole, or one for each line. A form, or a query without a body, is an object of texts.
 * Many senders do not name the type of their JSON, or name it a form, so what begins like JSON is taken for it. A line that
 * is no JSON is a part that is a text.
 */
export function jsonParts({ media, body, query }: SourceMessage): unknown[] {
  const text = bodyText(body)
  const start = text.trimStart()
  if (start === '') return query.size === 0 ? [] : [fieldsOf(query)]
  if (LINES.has(media)) return linesOf(text)
  if (media === FORM && !/^[[{]/.test(start)) return [formOf(text)]
  try {
    return [parseMessageJson(text)]
  } catch (error) {
    if (!/\}\s*\n\s*\{/.test(text)) throw error
    return linesOf(text)
  }
}

/** Too many are not read. */
function linesOf(text: string): unknown[] {
  const all = text.split('\n', MOST_PARTS + 1)
  if (all.length > MOST_PARTS) return all
  const lines = all.filter((line) => line.trim() !== '')
  return lines.map((line) => {
    try {
      return parseMessageJson(line)
    } catch {
      // Quarantine keeps it as it is.
      return line
    }
  })
}

/** Counts first: reading half a million empty fields takes seconds. */
function formOf(text: string): Record<string, string> {
  if (text.split('&', MOST_FIELDS + 1).length > MOST_FIELDS) {
    throw new NotUnderstood('wrong_form', { detail: `more than ${MOST_FIELDS} fields` })
  }
  return fieldsOf(new URLSearchParams(text))
}

const fieldsOf = (fields: URLSearchParams): Record<string, string> =>
  Object.fromEntries([...fields].filter(([name]) => name !== '__proto__'))
