import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import type { SourceFormat } from '../../src/core/sources/formats/source-format.ts'
import { NotUnderstood } from '../../src/core/sources/messages/not-understood.ts'
import type { SourceMessage, Statement } from '../../src/core/sources/messages/source-message.ts'
import { ReadingBody } from '../../src/core/telemetry/reading.ts'
import { timestamp } from '../../src/core/telemetry/values.ts'
import { schemaCheck } from '../../src/platform/http/schemas/schema-check.ts'

const RECEIVED_AT = Date.UTC(2026, 10, 21, 12, 20, 22)

interface FormatMessage {
  path?: string
  media?: string
  settings?: Record<string, unknown>
}

/** A message with this body, which is JSON unless it is a text. */
export const formatMessage = (body: unknown, { path = '', media = 'application/json' }: FormatMessage = {}) =>
  ({
    path,
    query: new URLSearchParams(),
    media,
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  }) satisfies SourceMessage

/** The body of a real sender, such as `fhir/1.json`. */
export const senderBody = (file: string): string =>
  readFileSync(new URL(`../payloads/${file}`, import.meta.url), 'utf8')

/** The statements of a format about a body. Parts that it does not understand have their reason alone. */
export function statementsOf<Part>(format: SourceFormat<Part>, body: unknown, how: FormatMessage = {}) {
  const context = { receivedAt: RECEIVED_AT, settings: how.settings ?? {}, timeZone: 'Europe/Ljubljana' }
  // Quarantine keeps parts as JSON.
  const parts = [...format.split(formatMessage(body, how))].map((part) => JSON.parse(JSON.stringify(part)) as Part)
  return parts.flatMap((part): Partial<Statement>[] => {
    try {
      return format.read(part, context)
    } catch (error) {
      if (error instanceof NotUnderstood) return [{ reason: error.reason }]
      throw error
    }
  })
}

const checked = schemaCheck(ReadingBody)

/**
 * Asserts that any JSON, and each JSON that a change to one place of these bodies makes, becomes readings that can be
 * stored or is not understood, and that there is a response to it.
 */
export function holdForAnyJson<Part>(format: SourceFormat<Part>, bodies: readonly string[], how: FormatMessage = {}) {
  const anything = fc.oneof(
    fc.jsonValue({ maxDepth: 4 }),
    fc.constantFrom(
      '__proto__',
      '1e999',
      'NaN',
      '\0\ud800',
      '9'.repeat(400),
      1e308,
      -1e308,
      5e-324,
      [],
      {},
      null,
      true,
    ),
  )
  const changed = fc.tuple(fc.constantFrom(...bodies), fc.nat(), anything).map(([body, place, value]) => {
    const json = JSON.parse(body) as unknown
    const places: [Record<string, unknown>, string][] = []
    const gather = (inside: unknown): void => {
      if (typeof inside !== 'object' || inside === null) return
      for (const [key, inner] of Object.entries(inside)) {
        places.push([inside as Record<string, unknown>, key])
        gather(inner)
      }
    }
    gather(json)
    const [inside, key] = places[place % places.length]!
    inside[key] = value
    return json
  })
  fc.assert(
    fc.property(fc.oneof(anything, changed), (body) => {
      const text = JSON.stringify(body)
      try {
        for (const { externalId, reading } of statementsOf(format, text, how)) {
          if (externalId === '') throw new Error('empty')
          if (!reading) continue
          const { module = format.module, ts = RECEIVED_AT, ...values } = reading
          checked({ module, ts: timestamp(ts), ...values })
        }
      } catch (error) {
        if (!(error instanceof NotUnderstood)) throw error
      }
      format.stored?.(formatMessage(text, how), [])
    }),
    { numRuns: 1_000 },
  )
}
