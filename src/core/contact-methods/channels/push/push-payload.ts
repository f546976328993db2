import { hash } from 'node:crypto'
import type { PersonalAction, PersonalMessage } from '../personal-message.ts'
import type { PushButton, PushData, PushPayload } from './push-notification.ts'

/**
 * Title and first line as JSON: less than 2,000 bytes, which is less than any push service takes (Firefox for Android is
 * reached through one that takes 2.7 kB). Pure.
 */
export const pushPayload = (message: PersonalMessage): string =>
  JSON.stringify({
    web_push: 8_030,
    notification: {
      title: message.brief.title,
      body: message.brief.text,
      navigate: message.url,
      lang: message.language,
      dir: 'auto',
      silent: message.quiet,
      ...(message.tag === null ? {} : { tag: message.tag }),
      timestamp: message.at.getTime(),
      data: dataOf(message),
    },
  } satisfies PushPayload)

/** Replaces what is still waiting of the same tag: at most 32 characters of base64url. */
export const pushTopic = (tag: string): string => hash('sha256', tag, 'base64url').slice(0, 32)

function dataOf({ id, url, quiet, severity, action }: PersonalMessage): PushData {
  const data = { id, navigate: url, stays: !quiet && severity === 'critical' }
  if (action === null) return data
  return { ...data, action: { url: action.url, buttons: buttonsOf(action) } }
}

/**
 * Browsers show at most two, the first one where there is room for one. What ends an incident is pressed on its page, where
 * one sees what it is.
 */
const buttonsOf = ({ labels }: PersonalAction): PushButton[] =>
  (['acknowledge', 'call'] as const).map((action) => ({ action, title: labels[action] }))
