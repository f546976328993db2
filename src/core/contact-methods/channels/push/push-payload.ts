import { hash } from 'node:crypto'
import type { PersonalMessage } from '../personal-message.ts'
import type { PushData, PushPayload } from './push-notification.ts'

/** Less than any push service takes: Firefox for Android is reached through one that takes 2.7 kB. */
const LIMIT_BYTES = 2_000
const TITLE_CHARACTERS = 200

/** The message as JSON of at most 2,000 bytes: title and text are cut where they must. Pure. */
export function pushPayload(message: PersonalMessage): string {
  const fits = (title: string, text: string) => Buffer.byteLength(written(message, title, text)) <= LIMIT_BYTES
  const title = fitted(message.title, (part) => part.length <= TITLE_CHARACTERS && fits(part, ''))
  return written(
    message,
    title,
    fitted(message.text, (part) => fits(title, part)),
  )
}

/** Replaces what is still waiting of the same tag: at most 32 characters of base64url. */
export const pushTopic = (tag: string): string => hash('sha256', tag, 'base64url').slice(0, 32)

const written = (message: PersonalMessage, title: string, text: string): string =>
  JSON.stringify({
    web_push: 8_030,
    notification: {
      title,
      body: text,
      navigate: message.url,
      lang: message.language,
      dir: 'auto',
      silent: message.quiet,
      ...(message.tag === null ? {} : { tag: message.tag }),
      timestamp: message.at.getTime(),
      data: dataOf(message),
    },
  } satisfies PushPayload)

function dataOf({ id, url, quiet, severity, action }: PersonalMessage): PushData {
  const data = { id, navigate: url, stays: !quiet && severity === 'critical' }
  if (action === null) return data
  const buttons = action.may.map((may) => ({ action: may, title: action.labels[may] }))
  return { ...data, action: { url: action.url, buttons } }
}

/** The text, or its longest beginning with "…" that fits, cut between characters; nothing if not even that does. */
function fitted(text: string, fits: (part: string) => boolean): string {
  if (fits(text)) return text
  const characters = [...text]
  const part = (count: number) => `${characters.slice(0, count).join('').trimEnd()}…`
  let [least, most] = [0, characters.length - 1]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (fits(part(middle))) least = middle
    else most = middle - 1
  }
  return fits(part(least)) ? part(least) : ''
}
