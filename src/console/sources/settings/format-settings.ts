import Type, { type TObject } from 'typebox'
import { findFormat } from '../../../core/sources/formats/formats.ts'
import type { StoredSource } from '../../../core/sources/source-store.ts'
import { type Content, html } from '../../../platform/html.ts'
import { ownProperty } from '../../../platform/own-property.ts'
import { splitText } from '../../frame/forms/form-fields.ts'
import { checkbox, choice, type FormState, field, textArea } from '../../frame/forms/forms.ts'
import type { Reader } from '../../frame/page/reader.ts'

/** The part of the shape of a setting that its field is made from. */
interface SettingShape {
  type?: string
  enum?: readonly string[]
  minLength?: number
  maxLength?: number
  default?: unknown
}

/** A format that only a later version knows has none. */
const NO_SETTINGS: TObject = Type.Object({})
const HEADER: SettingShape = { type: 'string', maxLength: 64 }
const fieldOf = (name: string) => `setting:${name}`

/** Settings of a format by name, with the one that every format has. */
const shapesOf = (format: string): [string, SettingShape][] => [
  ...Object.entries((findFormat(format)?.settings ?? NO_SETTINGS).properties as Record<string, SettingShape>),
  ['header', HEADER],
]

/** The settings of a source as texts of a form. */
export const settingTexts = ({ format, settings }: Pick<StoredSource, 'format' | 'settings'>): Record<string, string> =>
  Object.fromEntries(
    shapesOf(format).map(([name, shape]) => {
      const value = settings[name] ?? shape.default
      const text = Array.isArray(value)
        ? value.join('\n')
        : typeof value === 'boolean'
          ? value
            ? 'yes'
            : ''
          : String(value ?? '')
      return [fieldOf(name), text]
    }),
  )

/** The settings of a format as they were sent. Empty texts have their default. */
export const formatSettingsIn = (format: string, sent: Record<string, string | undefined>): Record<string, unknown> =>
  Object.fromEntries(
    shapesOf(format).flatMap(([name, { type, enum: words }]): [string, unknown][] => {
      const text = (sent[fieldOf(name)] ?? '').trim()
      if (type === 'boolean') return [[name, text === 'yes']]
      if (type === 'array') return text === '' ? [] : [[name, splitText(text, /\r?\n/)]]
      return text === '' && (words !== undefined || name === 'header') ? [] : [[name, text]]
    }),
  )

/** The fields of all settings of a format, made from their shapes. */
export function settingFields({ t }: Reader, format: string, shown: FormState): Content {
  const { settings: words } = t.sources
  return shapesOf(format).map(([name, shape]) => {
    const { label, hint } = ownProperty(words.named, `${format} ${name}`) ??
      ownProperty(words.named, name) ?? { label: name, hint: '' }
    const about = { name: fieldOf(name), label, hint }
    if (shape.enum !== undefined) {
      const options = shape.enum.map((value) => ({ value, text: ownProperty(words.choices, value) ?? value }))
      return choice({ ...about, options }, shown)
    }
    if (shape.type === 'boolean') return checkbox(about, shown.values[about.name] === 'yes')
    if (shape.type === 'array') return textArea({ ...about, rows: 4, optional: true, maxlength: 3_000 }, shown)
    const isOptional = (shape.minLength ?? 0) === 0
    return html`${field({ ...about, maxlength: shape.maxLength ?? 200, optional: isOptional, autocomplete: 'off' }, shown)}`
  })
}
