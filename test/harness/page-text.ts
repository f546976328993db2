const SIGNS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
/** Tags within a word or a line; at all others a new line begins. */
const INLINE = /<\/?(?:a|abbr|b|code|del|em|i|ins|kbd|mark|small|span|strong|time|tspan|wbr)\b[^>]*>/g

export const decoded = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => SIGNS[name]!)

/** The visible text without tags, scripts and styles. */
export function textOf(html: string): string {
  const seen = html.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, ' ')
  const text = seen.replace(INLINE, '').replace(/<[^>]*>/g, ' ')
  return decoded(text).replace(/\s+/g, ' ').trim()
}

/** The address of the first link with this text. */
export function linkOf(html: string, name: string): string {
  const links = [...html.matchAll(/<a\b[^>]*? href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)]
  const found = links.find(([, , content]) => textOf(content!) === name)
  if (found === undefined) throw new Error(`There is no link "${name}" on this page:\n${html}`)
  return decoded(found[1]!)
}
