import { chat, withoutMarkup } from './chat.ts'
import { cut } from './event-texts.ts'

const COLOURS = { critical: '#c62828', warning: '#ef6c00', info: '#1565c0', good: '#2e7d32' }

/** For an incoming webhook of Slack (or of Mattermost and Rocket.Chat, which accept the same). */
export const slackFormat = chat(({ title, tone, facts }) => {
  const lines = facts.map(({ name, value }) => ({
    type: 'plain_text',
    text: cut(`${name}: ${value}`, 2_000),
    emoji: false,
  }))
  const header = { type: 'header', text: { type: 'plain_text', text: cut(title, 150), emoji: false } }
  const details = lines.length === 0 ? [] : [{ type: 'section', fields: lines.slice(0, 10) }]
  return JSON.stringify({
    // Text of notifications. Slack looks for mentions and links here, which begin with <.
    text: withoutMarkup(cut(title, 1_000)),
    attachments: [{ color: COLOURS[tone], blocks: [header, ...details] }],
    unfurl_links: false,
  })
})
