import type { FastifyPluginAsync } from 'fastify'
import sql from 'sql-template-tag'
import Type from 'typebox'
import { findDevicesNamed } from '../../core/devices/lists/find-devices-named.ts'
import { readReadiness } from '../../core/escalation/read-readiness.ts'
import type { Reach } from '../../core/reach/reach.ts'
import { SEVERITIES } from '../../core/vocabulary/severities.ts'
import { RequestError } from '../../platform/errors.ts'
import { OneOf, PlainText } from '../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../console-context.ts'
import { localText } from '../parts/formats/local-days.ts'
import { EMPTY, type FormState } from '../shell/forms.ts'
import { showPage } from '../shell/pages-and-forms.ts'
import type { Reader } from '../shell/reader.ts'
import { fieldFault } from '../words/words.ts'
import { readinessView } from './readiness-view.ts'

/** Names offered while typing. */
const MOST_NAMES = 200

const Question = Type.Object({
  device: Type.Optional(PlainText({ maxLength: 200 })),
  severity: Type.Optional(OneOf(SEVERITIES)),
  at: Type.Optional(Type.String({ maxLength: 30 })),
})

/** Whether an incident would reach anybody, and what stands in the way. */
export const readinessPage: FastifyPluginAsync<ConsoleContext> = async (server, { db, outbound }) => {
  showPage(server, 'operator', 'installation', '/readiness', {
    query: Question,
    async show(reader, { query }) {
      const { zone } = reader.format
      const device = query.device?.trim() ?? ''
      const severity = query.severity ?? 'critical'
      const at = instantOf(query.at, zone) ?? nextNight(reader)
      const named = await findNamed(reader.reach, device)
      const state: FormState = {
        ...EMPTY,
        values: { device, at: localText(at, zone) },
        errors: named.fault === null ? {} : { device: fieldFault(reader.t, named.fault) },
      }
      const [readiness, names] = await Promise.all([
        readReadiness(db, { deviceId: named.id, severity, at }, outbound, reader.now),
        db.query<{ name: string }>(sql`
          select name from devices where deleted_at is null order by name limit ${MOST_NAMES}`),
      ])
      const question = { severity, at, state, names: names.map(({ name }) => name) }
      return readinessView(reader, readiness, question)
    },
  })

  async function findNamed(reach: Reach, name: string) {
    if (name === '') return { id: null, fault: null }
    try {
      const [id] = await findDevicesNamed(db, reach, [name])
      return { id: id!, fault: null }
    } catch (error) {
      if (!(error instanceof RequestError) || error.errors === undefined) throw error
      return { id: null, fault: error.errors[0]! }
    }
  }
}

function instantOf(text: string | undefined, zone: string): Date | null {
  try {
    return new Date(Temporal.PlainDateTime.from(text ?? '').toZonedDateTime(zone).epochMilliseconds)
  } catch {
    // It throws only for an invalid time; then the usual one is shown.
    return null
  }
}

/** When most people sleep: 03:00 in the time zone of the reader. */
function nextNight({ now, format }: Reader): Date {
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(format.zone)
  const tonight = here.withPlainTime('03:00')
  const next = Temporal.ZonedDateTime.compare(tonight, here) > 0 ? tonight : tonight.add({ days: 1 })
  return new Date(next.epochMilliseconds)
}
