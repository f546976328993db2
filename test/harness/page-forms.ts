import { attribute, CONTROL } from './fill-in.ts'
import { decoded } from './page-text.ts'

/** The fields that a form sends, with every box ticked and something in each field that must not be empty. */
export interface PageForm {
  action: string
  /** Without the CSRF token. */
  fields: [name: string, value: string][]
  /** The field that the pressed button sends, such as `what=silence`; empty if that is nothing. */
  button: string
}

const FORM = /<form method="post" action="([^"]*)"([^>]*)>([\s\S]*?)<\/form>/g

/** Text for empty fields, by their type. */
const TYPED: Record<string, string> = {
  number: '1',
  email: 'somebody@example.org',
  url: 'http://127.0.0.1:9/hook',
  date: '2026-03-05',
  time: '08:00',
  'datetime-local': '2026-03-05T08:00',
}
/** Fields for any text, which is changed so that a settings form has something to save. */
const FREE_TEXT = /^(name|title|notes?|reason|text|label)$/

/** All forms of a page that post, once for each of their buttons. */
export function formsOf(html: string): PageForm[] {
  return [...html.matchAll(FORM)].flatMap(({ index, 0: whole, 1: action = '', 2: about = '' }) => {
    const id = attribute(about, 'id')
    const controls = [...html.matchAll(CONTROL)].filter((control) => {
      const isInside = control.index > index && control.index < index + whole.length
      const owner = attribute(control[2]!, 'form')
      return isInside ? owner === null || owner === id : id !== null && owner === id
    })
    const fields = controls.flatMap(([, kind, its, content]) => sentBy(kind!, its!, content ?? ''))
    const buttons = controls.filter(([, kind, its]) => kind === 'button' && attribute(its!, 'type') !== 'button')
    if (buttons.length === 0) return [{ action: decoded(action), fields, button: '' }]
    return buttons.map(([, , its]) => {
      const name = attribute(its!, 'name')
      const value = attribute(its!, 'value') ?? ''
      const pressed: PageForm['fields'] = name === null ? [] : [[name, value]]
      return {
        action: attribute(its!, 'formaction') ?? decoded(action),
        fields: [...fields, ...pressed],
        button: name === null ? '' : `${name}=${value}`,
      }
    })
  })
}

function sentBy(kind: string, about: string, content: string): PageForm['fields'] {
  const name = attribute(about, 'name')
  if (name === null || name === '_csrf' || kind === 'button' || / disabled\b/.test(about)) return []
  const type = attribute(about, 'type') ?? 'text'
  if (kind === 'select') return chosenIn(content).map((value) => [name, value])
  if (type === 'radio' && !/ checked\b/.test(about)) return []
  const value = kind === 'textarea' ? decoded(content).trim() : (attribute(about, 'value') ?? '')
  if (type === 'checkbox' || type === 'radio') return [[name, value || 'on']]
  if (type === 'hidden') return [[name, value]]
  if (FREE_TEXT.test(name)) return [[name, `${value} changed`.trim()]]
  return [[name, value === '' && / required\b/.test(about) ? (TYPED[type] ?? 'changed') : value]]
}

/** The chosen option, or the first one that has a value. */
function chosenIn(content: string): string[] {
  const options = [...content.matchAll(/<option\b([^>]*)>([^<]*)/g)].map(([, about, text]) => ({
    isChosen: / selected\b/.test(about!),
    value: attribute(about!, 'value') ?? decoded(text!).trim(),
  }))
  const chosen = options.find(({ isChosen }) => isChosen) ?? options[0]
  const found = chosen?.value === '' ? (options.find(({ value }) => value !== '') ?? chosen) : chosen
  return found === undefined ? [] : [found.value]
}
