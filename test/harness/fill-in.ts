import { decoded, textOf } from './page-text.ts'

/** By the label of the field: a text that is typed, or the option that is chosen; `true` ticks. */
export type Filled = Record<string, string | true>

/** An input, a text area, a list or a button: its kind, its attributes and its content. */
export const CONTROL = /<(input|textarea|select|button)\b([^>]*)>(?:([\s\S]*?)<\/\1>)?/g
/** A label around its field. */
const AROUND = /<label\b(?:(?!<\/label>)[\s\S])*?<input(?:(?!<\/label>)[\s\S])*<\/label>/g

/**
 * The fields that a browser sends with the form of this action, once a person has filled in these fields and pressed the button
 * with this text; null presses none.
 */
export function fillIn(html: string, action: string, button: string | null, filled: Filled = {}): URLSearchParams {
  const page = html.replace(AROUND, named)
  const from = page.indexOf(`<form method="post" action="${action}"`)
  if (from < 0) throw new Error(`There is no form for ${action} on this page:\n${html}`)
  const to = page.indexOf('</form>', from)
  const id = attribute(page.slice(from, page.indexOf('>', from)), 'id')
  const open = new Map(Object.entries(filled))
  const sent = new URLSearchParams()
  let isPressed = false
  for (const { index, 1: kind, 2: about = '', 3: content = '' } of page.matchAll(CONTROL)) {
    const isInside = index > from && index < to
    if (!isInside && (id === null || attribute(about, 'form') !== id)) continue
    const name = attribute(about, 'name') ?? ''
    if (kind === 'button') {
      if (isPressed || textOf(content) !== button) continue
      isPressed = true
      if (name !== '') sent.append(name, attribute(about, 'value') ?? '')
      continue
    }
    const label = labelOf(page, about)
    const entered = open.get(label)
    open.delete(label)
    const value = sentValue(kind!, about, content, entered)
    if (name === '' || value === null) continue
    if (attribute(about, 'type') !== 'radio') sent.append(name, value)
    else if (entered || !sent.has(name)) sent.set(name, value)
  }
  if (!isPressed && button !== null) throw new Error(`The form for ${action} has no button "${button}":\n${html}`)
  if (open.size > 0) throw new Error(`The form for ${action} has no field "${[...open.keys()]}":\n${html}`)
  return sent
}

/** The fields that the form of this action has as it stands. */
export const fieldsOf = (html: string, action: string): Record<string, string> =>
  Object.fromEntries(fillIn(html, action, null))

/** Names the field inside a label: by its heading, if it has one beside a hint. */
function named(label: string): string {
  const name = textOf(/<strong>[\s\S]*?<\/strong>/.exec(label)?.[0] ?? label)
  return label.replace('<input', `<input aria-label="${name.replaceAll('"', '&quot;')}"`)
}

/** Null if nothing is sent. */
function sentValue(kind: string, about: string, content: string, entered: string | true | undefined): string | null {
  const value = attribute(about, 'value')
  if (['checkbox', 'radio'].includes(attribute(about, 'type')!))
    return entered || / checked\b/.test(about) ? (value ?? 'on') : null
  if (kind === 'select') return optionOf(content, entered)
  if (entered === true) throw new Error(`This cannot be ticked: ${about}`)
  return entered ?? (kind === 'textarea' ? decoded(content) : (value ?? ''))
}

function optionOf(content: string, entered: string | true | undefined): string | null {
  const options = [...content.matchAll(/<option\b([^>]*)>([\s\S]*?)<\/option>/g)]
  const usual = options.find(([, about]) => / selected\b/.test(about!)) ?? options[0]
  const chosen = entered === undefined ? usual : options.find(([, , text]) => textOf(text!) === entered)
  if (chosen === undefined && entered !== undefined) throw new Error(`There is no option "${entered}" in ${content}`)
  return chosen === undefined ? null : (attribute(chosen[1]!, 'value') ?? textOf(chosen[2]!))
}

function labelOf(html: string, about: string): string {
  const id = attribute(about, 'id')
  const labels = html.matchAll(/<label\b[^>]* for="([^"]*)"[^>]*>([\s\S]*?)<\/label>/g)
  const [, , own] = labels.find(([, to]) => to === id) ?? []
  return own === undefined ? (attribute(about, 'aria-label') ?? '') : textOf(own)
}

export function attribute(about: string, name: string): string | null {
  const [, value] = new RegExp(` ${name}="([^"]*)"`).exec(about) ?? []
  return value === undefined ? null : decoded(value)
}
