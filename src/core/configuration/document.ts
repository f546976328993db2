import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { sentenceOf } from '../../platform/error-messages/reasons.ts'
import { OperatorError } from '../../platform/errors.ts'
import { yamlOf } from '../../platform/files/yaml-text.ts'
import { isNestedDeeper } from '../../platform/nesting.ts'
import { schemaFaults } from '../../platform/schema-faults.ts'
import { CONFIGURATION_FORMAT } from '../settings/configuration-format.ts'
import { CONFIGURATION_SECTIONS } from './sections.ts'

/** `exported_at` and `users` are information for readers of an API export. */
const DocumentShape = Type.Object(
  {
    format: Type.Literal(CONFIGURATION_FORMAT),
    exported_at: Type.Optional(Type.Unknown()),
    ...Object.fromEntries(
      CONFIGURATION_SECTIONS.map(({ section, shape }) => [section, Type.Optional(Type.Array(shape))]),
    ),
    users: Type.Optional(Type.Unknown()),
  },
  { additionalProperties: false },
)

const compiled = Compile(DocumentShape)

/** The records of a file, by section. */
export type ConfigurationDocument = Readonly<Record<string, readonly unknown[]>>

/** Parses YAML or JSON, as written by `config export` and by the export of the API. Throws 400 with all faults. */
export function parseConfiguration(text: string, name: string): ConfigurationDocument {
  const content = parsed(text, name)
  if (isNestedDeeper(content)) throw new OperatorError(`${name} is nested too deep`)
  const inShape = schemaFaults(compiled, content)
  const given = content as Record<string, Static<typeof DocumentShape>>
  const entriesOf = (section: string) => (given[section] ?? []) as readonly unknown[]
  const found =
    inShape.length > 0
      ? inShape
      : CONFIGURATION_SECTIONS.flatMap(({ section, faultsOf }) => faultsOf?.(entriesOf(section)) ?? [])
  const faults = found.map((fault) => `${fault.field === '/' ? 'the file' : fault.field} ${sentenceOf(fault)}`)
  if (faults.length > 0) throw new OperatorError(`${name} is invalid.\n  ${faults.join('\n  ')}`)
  return Object.fromEntries(
    CONFIGURATION_SECTIONS.map(({ section, parsed = (entries) => entries }) => [
      section,
      parsed(entriesOf(section), name),
    ]),
  )
}

function parsed(text: string, name: string): unknown {
  try {
    const content = yamlOf(text, name) as { status?: unknown; data?: unknown } | null
    // A saved response of the API.
    return content?.status === 'ok' ? content.data : content
  } catch (error) {
    throw new OperatorError((error as Error).message)
  }
}
