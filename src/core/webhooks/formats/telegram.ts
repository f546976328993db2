import { cut, type Message } from './event-texts.ts'

const SIGNS = { critical: '🔴', warning: '🟠', info: '🔵', good: '🟢' }

/** Body for `sendMessage` of a Telegram bot without the chat, which is added when it is sent. */
export function telegramBody({ title, tone, facts }: Message): string {
  const lines = facts.map(({ name, value }) => `${name}: ${escaped(cut(value, 500))}`)
  return JSON.stringify({
    text: [`${SIGNS[tone]} <b>${escaped(cut(title, 300))}</b>`, ...lines].join('\n'),
    parse_mode: 'HTML',
    link_preview_options: { is_disabled: true },
  })
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
