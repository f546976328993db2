import type { FastifyPluginAsync } from 'fastify'
import Type from 'typebox'
import { readReadiness } from '../../core/escalation/read-readiness.ts'
import { SEVERITIES } from '../../core/vocabulary/severities.ts'
import { OneOf, PlainText } from '../../platform/http/schemas/shapes.ts'
import { momentOf } from '../../platform/wall-clock.ts'
import { fieldFault } from '../../words/words.ts'
import type { ConsoleContext } from '../console-context.ts'
import { deviceNamed, namesOf } from '../frame/formats/device-names.ts'
import { localText } from '../frame/formats/local-days.ts'
import { nextNight } from '../frame/formats/next-night.ts'
import { EMPTY, type FormState } from '../frame/forms/forms.ts'
import { showPage } from '../frame/page/pages-and-forms.ts'
import { readSetUp } from '../frame/page/set-up.ts'
import { readinessView } from './readiness-view.ts'

const Question = Type.Object({
  device: Type.Optional(PlainText({ maxLength: 200 })),
  severity: Type.Optional(OneOf(SEVERITIES)),
  at: Type.Optional(Type.String({ maxLength: 30 })),
})

/** Whether an incident would reach anybody, and what stands in the way. */
export const readinessPage: FastifyPluginAsync<ConsoleContext> = async (server, context) => {
  const { db, outbound } = context
  showPage(server, 'operator', 'installation', '/readiness', {
    query: Question,
    async show(reader, { query }) {
      const { zone } = reader.format
      const device = query.device?.trim() ?? ''
      const severity = query.severity ?? 'critical'
      const at = timeOf(query.at, zone) ?? nextNight(reader)
      const named = device === '' ? null : await deviceNamed(db, reader.reach, device)
      const state: FormState = {
        ...EMPTY,
        values: { device, at: localText(at, zone) },
        errors: named?.fault ? { device: fieldFault(reader.t, named.fault) } : {},
      }
      const [readiness, names, setUp] = await Promise.all([
        readReadiness(db, reader.reach, { deviceId: named?.id ?? null, severity, at }, outbound(), reader.now),
        namesOf(db, reader.reach, [device]),
        readSetUp(context, reader, { isForCard: false }),
      ])
      const question = { severity, at, state, names }
      return readinessView(reader, readiness, question, setUp)
    },
  })
}

function timeOf(text: string | undefined, zone: string): Date | null {
  try {
    return momentOf(Temporal.PlainDateTime.from(text ?? ''), zone)
  } catch {
    // It throws only for an invalid time; then the usual one is shown.
    return null
  }
}
