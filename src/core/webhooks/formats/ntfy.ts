import { faultOf } from '../../../platform/error-messages/reasons.ts'
import { chat } from './chat.ts'
import { cut } from './event-texts.ts'
import { type FormatKind, prepend } from './format.ts'

const PRIORITIES = { critical: 5, warning: 4, info: 3, good: 3 }
const TAGS = { critical: ['rotating_light'], warning: ['warning'], info: [], good: ['white_check_mark'] }

/** For an ntfy server, by the URL of the topic. ntfy cuts messages at 4,096 bytes, and takes JSON at the URL above the topic. */
export const ntfyFormat = {
  ...chat(({ title, tone, facts }) => {
    const lines = facts.map(({ name, value }) => `${name}: ${cut(value, 250)}`)
    return JSON.stringify({
      title: cut(title, 250),
      message: lines.join('\n') || cut(title, 250),
      priority: PRIORITIES[tone],
      tags: TAGS[tone],
    })
  }),
  urlFault: (url) => (topicOf(url) === '' ? faultOf('url_topic') : null),
  request(stored) {
    const url = new URL(stored.url)
    const topic = topicOf(url)
    url.pathname = url.pathname.slice(0, -topic.length)
    return { url: url.href, body: prepend({ topic }, stored.body) }
  },
} satisfies FormatKind

const topicOf = (url: URL): string => url.pathname.match(/[-_A-Za-z0-9]{1,64}$/)?.[0] ?? ''
