import { html } from '../../../../platform/html.ts'
import type { Language } from '../../../people/preferences/preferences.ts'

/** The content of a mail, for its plain text and its HTML. */
export interface MailContent {
  language: Language
  title: string
  lines: readonly string[]
  /** Each opens a page that changes nothing by itself: scanners open every link of a mail. */
  links: readonly { label: string; url: string }[]
  foot: string
}

/** Plain text that is complete by itself. Pure. */
export const mailText = ({ title, lines, links, foot }: MailContent): string =>
  [title, lines.join('\n'), links.map(({ label, url }) => `${label}: ${url}`).join('\n'), `-- \n${foot}`]
    .filter((part) => part !== '')
    .join('\n\n')

/** The same as HTML without pictures or anything that is loaded. Pure. */
export function mailHtml({ language, title, lines, links, foot }: MailContent): string {
  const body = html`<!DOCTYPE html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${title}</title></head>
<body style="margin: 0; padding: 24px; font: 16px/1.5 system-ui, sans-serif">
<h1 style="margin: 0 0 16px; font-size: 20px">${title}</h1>
${lines.map((line) => html`<p style="margin: 0 0 4px">${line}</p>\n`)}
<p style="margin: 24px 0">
${links.map(
  ({ label, url }) =>
    html`<a href="${url}" style="display: inline-block; margin: 0 8px 8px 0; padding: 10px 20px; border-radius: 6px; background: #1f5fa8; color: #ffffff; text-decoration: none">${label}</a>\n`,
)}</p>
<p style="margin: 0; color: #666666; font-size: 13px">${foot}</p>
</body>
</html>
`
  return body.toString()
}
