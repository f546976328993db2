import { cut, type Message } from './event-texts.ts'

const DISCORD_COLOURS = { critical: 0xc62828, warning: 0xef6c00, info: 0x1565c0, good: 0x2e7d32 }
const SLACK_COLOURS = { critical: '#c62828', warning: '#ef6c00', info: '#1565c0', good: '#2e7d32' }
const TEAMS_COLOURS = { critical: 'Attention', warning: 'Warning', info: 'Accent', good: 'Good' }
const TELEGRAM_SIGNS = { critical: '🔴', warning: '🟠', info: '🔵', good: '🟢' }
const NTFY_PRIORITIES = { critical: 5, warning: 4, info: 3, good: 3 }
const NTFY_TAGS = { critical: ['rotating_light'], warning: ['warning'], info: [], good: ['white_check_mark'] }

/** Body for an incoming webhook of Slack (or of Mattermost and Rocket.Chat, which accept the same). */
export function slackBody({ title, tone, facts }: Message): string {
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
    attachments: [{ color: SLACK_COLOURS[tone], blocks: [header, ...details] }],
    unfurl_links: false,
  })
}

/**
 * Body for the Teams workflow "When a Teams webhook request is received": an adaptive card. Text runs ignore markdown.
 */
export function teamsBody({ title, tone, facts }: Message): string {
  const line = (inlines: object[]) => ({ type: 'RichTextBlock', inlines })
  const run = (text: string, style: object = {}) => ({ type: 'TextRun', text, ...style })
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    fallbackText: cut(title, 1_000),
    msteams: { width: 'Full' },
    body: [
      line([run(cut(title, 1_000), { size: 'Large', weight: 'Bolder', color: TEAMS_COLOURS[tone] })]),
      ...facts.map(({ name, value }) => line([run(`${name}: `, { weight: 'Bolder' }), run(cut(value, 2_000))])),
    ],
  }
  return JSON.stringify({
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: card }],
  })
}

/** Body for a webhook of a Discord channel. Mentions are disabled, whatever the name of a device. */
export function discordBody({ title, tone, facts, at }: Message): string {
  const fields = facts.map(({ name, value }) => ({ name, value: withoutMarkdown(cut(value, 500)), inline: true }))
  return JSON.stringify({
    embeds: [{ title: withoutMarkdown(cut(title, 120)), color: DISCORD_COLOURS[tone], fields, timestamp: at }],
    allowed_mentions: { parse: [] },
  })
}

/** Escaping at most doubles a text, and Discord's limits (256, 1,024) apply after it. */
const withoutMarkdown = (text: string): string => text.replace(/[\\*_~`|>#[\]()<]/g, '\\$&')

/** Body for an ntfy server without the topic, which is added when it is sent. ntfy cuts messages at 4,096 bytes. */
export function ntfyBody({ title, tone, facts }: Message): string {
  const lines = facts.map(({ name, value }) => `${name}: ${cut(value, 250)}`)
  return JSON.stringify({
    title: cut(title, 250),
    message: lines.join('\n') || cut(title, 250),
    priority: NTFY_PRIORITIES[tone],
    tags: NTFY_TAGS[tone],
  })
}

/** Body for `sendMessage` of a Telegram bot without the chat, which is added when it is sent. */
export function telegramBody({ title, tone, facts }: Message): string {
  const lines = facts.map(({ name, value }) => `${name}: ${withoutMarkup(cut(value, 500))}`)
  return JSON.stringify({
    text: [`${TELEGRAM_SIGNS[tone]} <b>${withoutMarkup(cut(title, 300))}</b>`, ...lines].join('\n'),
    parse_mode: 'HTML',
    link_preview_options: { is_disabled: true },
  })
}

const withoutMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
