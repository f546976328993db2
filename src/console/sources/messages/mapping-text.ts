import { stringify } from 'yaml'
import type { Mapping } from '../../../core/sources/mapping/mapping.ts'
import { badRequest, RequestError } from '../../../platform/errors.ts'
import { readYaml } from '../../../platform/files/yaml-text.ts'
import type { FormState } from '../../frame/forms/forms.ts'
import { checkedChanges } from '../source-form.ts'

/** A mapping as people write it; empty for none. */
export const mappingText = (mapping: Mapping | null): string =>
  mapping === null ? '' : stringify(mapping, { lineWidth: 120, aliasDuplicateObjects: false })

/** Reads a mapping in YAML or JSON; null for an empty text. Throws 400. */
export function mappingIn(text: string): Mapping | null {
  if (text.trim() === '') return null
  const { content, faults } = readYaml(text)
  const [fault] = faults
  if (fault !== undefined) throw badRequest('yaml', fault.code, fault.message)
  return checkedChanges({ mapping: content }).mapping ?? null
}

/** Undefined if the text was sent by no form, or is no mapping. */
export function mappingBehind(text: string | undefined): Mapping | null | undefined {
  try {
    return text === undefined ? undefined : mappingIn(text)
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    return undefined
  }
}

/** Faults inside of a mapping are shown at its field, with their place. */
export function atMapping({ errors, ...state }: FormState): FormState {
  const shown = Object.entries(errors).map(([field, text]): [string, string] =>
    field.startsWith('mapping/') ? ['mapping', `${field.slice('mapping'.length)}: ${text}`] : [field, text],
  )
  return { ...state, errors: Object.fromEntries(shown) }
}
