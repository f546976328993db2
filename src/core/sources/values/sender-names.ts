const LONGEST = 200

/**
 * A name that a sender gives, such as that of a device: without spaces around it, and without what PostgreSQL cannot
 * store. Null if nothing is left, or if it is too long to be a name.
 */
export function nameIn(value: unknown): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null
  if (typeof value !== 'string' || value.length > LONGEST) return null
  return (
    value
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, '')
      .trim() || null
  )
}

/** Label and model of a device, if its sender knows them. */
export function namesOf(label: unknown, model: unknown): { label?: string; model?: string } {
  const [known, kind] = [nameIn(label), nameIn(model)]
  return { ...(known === null ? {} : { label: known }), ...(kind === null ? {} : { model: kind }) }
}
