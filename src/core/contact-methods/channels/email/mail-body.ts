import { type Content, type Html, html } from '../../../../platform/html.ts'
import { type Language, WORDS } from '../../../../words/words.ts'
import { mapAddress } from '../../../headline/map-address.ts'
import type { Severity } from '../../../vocabulary/severities.ts'
import type { HeadlineBlock } from '../personal-message.ts'

/** The content of a mail, for its plain text and its HTML. */
export interface MailContent {
  language: Language
  title: string
  lines: readonly string[]
  /** Laid out in the HTML instead of the title and the first line, which say the same; null: it is about no incident. */
  block: (HeadlineBlock & { severity: Severity }) | null
  /** Each opens a page that changes nothing by itself: scanners open every link of a mail. The first one is a button. */
  links: readonly { label: string; url: string }[]
  foot: string
}

/** Plain text that is complete by itself. Pure. */
export const mailText = ({ title, lines, links, foot }: MailContent): string =>
  [title, lines.join('\n'), links.map(({ label, url }) => `${label}: ${url}`).join('\n'), `-- \n${foot}`]
    .filter((part) => part !== '')
    .join('\n\n')

/** On a white page. The style for a dark one is below; programs that do not know it may turn these around. */
const COLOURS = { critical: '#c62828', warning: '#a84300', info: '#1565c0', good: '#2e7d32', faded: '#666666' }
const BUTTON = '#1f5fa8'

/**
 * The same as HTML: one column, nothing that is loaded, and styles within the elements, which every program keeps. Text has
 * the colour of the program, so that a dark page is dark; the few colours of ours are lighter there, where programs know
 * `prefers-color-scheme`. The table is for Outlook, which knows no widths of other elements. Pure.
 */
export function mailHtml(content: MailContent): string {
  const { language, title, lines, block, links, foot } = content
  const below = block === null ? lines : lines.slice(1)
  const body = html`<!DOCTYPE html>
<html lang="${language}" style="color-scheme: light dark">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
  .critical { color: #ff8a80 !important } .warning { color: #ffb74d !important }
  .info { color: #90caf9 !important } .good { color: #81c784 !important } .faded { color: #b0b0b0 !important }
}
</style>
</head>
<body style="margin: 0; padding: 0">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width: 600px">
<tr><td style="padding: 24px 20px; font-family: system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif; font-size: 16px; line-height: 24px; overflow-wrap: anywhere; word-break: break-word">
${block === null ? html`<h1 style="margin: 0 0 16px; font-size: 20px; line-height: 28px">${title}</h1>\n` : headline(block, language)}${paragraphs(below, block === null ? '' : 'faded')}${buttons(links)}<p class="faded" style="margin: 24px 0 0; color: ${COLOURS.faded}; font-size: 13px; line-height: 20px">${foot}</p>
</td></tr>
</table>
</body>
</html>
`
  return body.toString()
}

/** The headline: who, largest; how bad, in its colour; then the lines that say since when, where and what helps. */
function headline(
  { who, what, news, how, also, where, location, helps, severity, is_over }: HeadlineBlock & { severity: Severity },
  language: Language,
): Html {
  const tone = is_over ? 'good' : severity
  const bad = `margin: 0 0 8px; font-size: 20px; line-height: 28px; font-weight: 700; color: ${COLOURS[tone]}`
  const map =
    location === null
      ? null
      : html`<a href="${mapAddress(location)}" class="info" style="color: ${COLOURS.info}">${WORDS[language].headlines.openMap}</a>`
  return html`${who === null ? null : html`<h1 style="margin: 0; font-size: 26px; line-height: 34px">${who}</h1>\n`}<p class="${tone}" style="${bad}">${capital(what)}</p>
${line(news, 'font-weight: 700')}${line(how)}${line(also)}${where === null && map === null ? null : line(html`${where}${where === null || map === null ? null : ' · '}${map}`)}${line(helps)}`
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const line = (text: Content, style = ''): Content =>
  text === null ? null : html`<p style="margin: 0 0 4px; ${style}">${text}</p>\n`

const paragraphs = (lines: readonly string[], tone: string): Content => {
  if (lines.length === 0) return null
  const style =
    tone === '' ? 'margin: 0 0 4px' : `margin: 0 0 4px; color: ${COLOURS.faded}; font-size: 14px; line-height: 20px`
  return html`<div style="margin: 16px 0 0">${lines.map((text) => html`<p class="${tone}" style="${style}">${text}</p>\n`)}</div>\n`
}

const buttons = ([main, ...others]: MailContent['links']): Content =>
  html`${
    main === undefined
      ? null
      : html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin: 24px 0 0"><tr><td bgcolor="${BUTTON}" style="border-radius: 8px; background: ${BUTTON}"><a href="${main.url}" style="display: inline-block; padding: 14px 24px; border-radius: 8px; background: ${BUTTON}; color: #ffffff; font-size: 17px; font-weight: 700; text-decoration: none">${main.label}</a></td></tr></table>\n`
  }${others.map(
    ({ label, url }) =>
      html`<p style="margin: 8px 0 0"><a href="${url}" class="info" style="display: inline-block; padding: 12px 0; color: ${COLOURS.info}">${label}</a></p>\n`,
  )}`
