import { chat } from './chat.ts'
import { cut } from './event-texts.ts'

const COLOURS = { critical: 0xc62828, warning: 0xef6c00, info: 0x1565c0, good: 0x2e7d32 }

/** For a webhook of a Discord channel. Mentions are disabled, whatever the name of a device. */
export const discordFormat = chat(({ title, tone, facts, at }) => {
  const fields = facts.map(({ name, value }) => ({ name, value: withoutMarkdown(cut(value, 500)), inline: true }))
  return JSON.stringify({
    embeds: [{ title: withoutMarkdown(cut(title, 120)), color: COLOURS[tone], fields, timestamp: at }],
    allowed_mentions: { parse: [] },
  })
})

/** Escaping at most doubles a text, and Discord's limits (256, 1,024) apply after it. */
const withoutMarkdown = (text: string): string => text.replace(/[\\*_~`|>#[\]()<]/g, '\\$&')
