import { storableText } from '../../audit-log/changed-fields.ts'

/** JSON that PostgreSQL stores. */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'string' ? storableText(inner) : inner))
