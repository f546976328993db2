import { type Content, type Html, html } from '../../../platform/html.ts'
import type { Schema } from '../document-types.ts'
import { prose } from './prose.ts'

/** The fields of an object, nested ones included, as a table; for any other schema, its type. */
export function schemaTable(schema: Schema, caption: string): Html {
  const rows = fieldRows(schema, '')
  if (rows.length === 0) return html`<p>${typeOf(schema)}</p>`
  return html`<table>
      <caption>${caption}</caption>
      <thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
      <tbody>${rows}</tbody>
    </table>`
}

function fieldRows(schema: Schema, inside: string): Html[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    fieldRow(`${inside}${name}`, field, !schema.required?.includes(name)),
    ...fieldRows(field.items ?? notNull(field), `${inside}${name}${field.items === undefined ? '' : '[]'}.`),
  ])
}

export const fieldRow = (name: string, schema: Schema, isOptional: boolean): Html => html`
        <tr>
          <th scope="row"><code>${name}</code>${isOptional ? html` <small>optional</small>` : null}</th>
          <td>${typeOf(schema)}</td>
          <td>${prose(schema.description)} ${limitsOf(schema)}</td>
        </tr>`

/** The other alternative of a nullable schema. */
const notNull = (schema: Schema): Schema => schema.anyOf?.find(({ type }) => type !== 'null') ?? schema

export function typeOf(schema: Schema): Content {
  const { $ref, anyOf, items, type } = schema
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1)!
    return html`<a href="#schema-${name}">${name}</a>`
  }
  if (anyOf !== undefined) return anyOf.map((part, place) => [place > 0 ? ' or ' : null, typeOf(part)])
  if (items !== undefined) return ['list of ', typeOf(items)]
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (schema.enum !== undefined) {
    return schema.enum.map((word, place) => html`${place > 0 ? ', ' : null}<code>${String(word)}</code>`)
  }
  const words = [type].flat().join(' or ')
  return schema.format === 'date-time' ? words.replace('string', 'time') : words
}

function limitsOf({ minimum, maximum, minLength, maxLength, default: standard }: Schema): string {
  const limits = [
    ...(minimum === undefined ? [] : [`from ${minimum}`]),
    ...(maximum === undefined ? [] : [`up to ${maximum}`]),
    ...(minLength === undefined ? [] : [`at least ${minLength} characters`]),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(standard === undefined ? [] : [`${JSON.stringify(standard)} if absent`]),
  ]
  return limits.length === 0 ? '' : `(${limits.join(', ')})`
}
