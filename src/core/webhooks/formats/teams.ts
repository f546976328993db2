import { chat } from './chat.ts'
import { cut } from './event-texts.ts'

const COLOURS = { critical: 'Attention', warning: 'Warning', info: 'Accent', good: 'Good' }

/** For the Teams workflow "When a Teams webhook request is received": an adaptive card. Text runs ignore markdown. */
export const teamsFormat = chat(({ title, tone, facts }) => {
  const line = (inlines: object[]) => ({ type: 'RichTextBlock', inlines })
  const run = (text: string, style: object = {}) => ({ type: 'TextRun', text, ...style })
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    fallbackText: cut(title, 1_000),
    msteams: { width: 'Full' },
    body: [
      line([run(cut(title, 1_000), { size: 'Large', weight: 'Bolder', color: COLOURS[tone] })]),
      ...facts.map(({ name, value }) => line([run(`${name}: `, { weight: 'Bolder' }), run(cut(value, 2_000))])),
    ],
  }
  return JSON.stringify({
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: card }],
  })
})
