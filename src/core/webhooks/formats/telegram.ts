import { chat, withoutMarkup } from './chat.ts'
import { cut } from './event-texts.ts'
import type { FormatKind } from './format.ts'

const SIGNS = { critical: '🔴', warning: '🟠', info: '🔵', good: '🟢' }

/** For `sendMessage` of a Telegram bot. */
export const telegramFormat = {
  ...chat(({ title, tone, facts }) => {
    const lines = facts.map(({ name, value }) => `${name}: ${withoutMarkup(cut(value, 500))}`)
    return JSON.stringify({
      text: [`${SIGNS[tone]} <b>${withoutMarkup(cut(title, 300))}</b>`, ...lines].join('\n'),
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
    })
  }),
  options: { chat_id: { pattern: /^(-?[0-9]{1,20}|@[A-Za-z0-9_]{5,32})$/, example: '-1001234567890' } },
} satisfies FormatKind
