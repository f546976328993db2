import { cut, type Message } from './event-texts.ts'

const PRIORITIES = { critical: 5, warning: 4, info: 3, good: 3 }
const TAGS = { critical: ['rotating_light'], warning: ['warning'], info: [], good: ['white_check_mark'] }

/** Body for an ntfy server without the topic, which is added when it is sent. ntfy cuts messages at 4,096 bytes. */
export function ntfyBody({ title, tone, facts }: Message): string {
  const lines = facts.map(({ name, value }) => `${name}: ${cut(value, 250)}`)
  return JSON.stringify({
    title: cut(title, 250),
    message: lines.join('\n') || cut(title, 250),
    priority: PRIORITIES[tone],
    tags: TAGS[tone],
  })
}
