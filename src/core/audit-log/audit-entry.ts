import Type from 'typebox'
import { type CsvCell, csvLine } from '../../platform/files/csv.ts'
import type { FileFormat } from '../../platform/files/file-format.ts'
import { Count, Nullable, NullableInteger, NullableText, Text, Time } from '../../platform/http/schemas/shapes.ts'

const NullableFields = Nullable<Record<string, unknown>>('object')

export const AuditEntryShape = Type.Object({
  id: Count,
  at: Time,
  actor: Type.Object({
    type: Text,
    id: NullableInteger,
    email: NullableText,
    name: Type.Unsafe<string | null>({ ...NullableText, description: 'As the person is called now' }),
  }),
  via: Text,
  address: NullableText,
  action: Text,
  subject: Type.Object({ type: Text, id: Text, name: NullableText }),
  before: NullableFields,
  after: NullableFields,
})

/** A change in the API. */
export interface AuditEntry {
  id: number
  at: Date
  actor: {
    type: 'user' | 'command' | 'system' | 'unknown'
    id: number | null
    email: string | null
    /** As the person is called now. */
    name: string | null
  }
  /** `session`, `token`, `command`, `system`, or the kind of contact method by whose message or link it came. */
  via: string
  address: string | null
  action: string
  subject: { type: string; id: string; name: string | null }
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

export const AUDIT_NDJSON: FileFormat<AuditEntry> = {
  head: '',
  row: (entry) => `${JSON.stringify(entry)}\n`,
  foot: '',
}

const COLUMNS = [
  ...['id', 'at', 'actor_type', 'actor_id', 'actor_email', 'via', 'address', 'action'],
  ...['subject_type', 'subject_id', 'subject_name', 'before', 'after'],
]

export const AUDIT_CSV: FileFormat<AuditEntry> = {
  head: csvLine(COLUMNS),
  row: ({ id, at, actor, via, address, action, subject, before, after }) =>
    csvLine([
      ...[id, at.toISOString(), actor.type, actor.id, actor.email, via, address, action],
      ...[subject.type, subject.id, subject.name, json(before), json(after)],
    ]),
  foot: '',
}

const json = (fields: object | null): CsvCell => (fields === null ? null : JSON.stringify(fields))
