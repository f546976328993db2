import type { FastifyPluginAsync } from 'fastify'
import Type from 'typebox'
import { listRules } from '../../alerts/rule-store.ts'
import { listEntries } from '../../audit-log/audit-store.ts'
import { listDevicesByIds } from '../../devices/device-store.ts'
import { notFound } from '../../platform/errors.ts'
import type { Html } from '../../platform/html.ts'
import { idBehind, limitOf, page as pageOf, pageQuery } from '../../platform/http/pages.ts'
import { IdParams, OneOf } from '../../platform/http/shapes.ts'
import { listSilencesIn, readSilence, type ShownSilence } from '../../silences/list-silences.ts'
import { previewSilence } from '../../silences/preview-silence.ts'
import { SILENCE_STATES } from '../../silences/silence-shape.ts'
import type { ConsoleContext } from '../console-context.ts'
import { done, EMPTY, type FormState } from '../shell/forms.ts'
import { showPage } from '../shell/show-page.ts'
import type { Visit } from '../shell/visit.ts'
import { silenceForms } from './silence-forms.ts'
import { silenceListView } from './silence-list-view.ts'
import type { Names } from './silence-texts.ts'
import { silenceView } from './silence-view.ts'

const MOST_LIVE = { beforeId: null, limit: 500 }
const MOST_CHANGES = 20
const NO_FILTER = { actor: null, action: null, from: null, to: null }

const Said = Type.Optional(Type.Enum(['created', 'changed', 'ended', 'removed']))

/** Times in which nobody is told of certain things. */
export const silencesPages: FastifyPluginAsync<ConsoleContext> = async (server, context) => {
  const { db, now } = context

  showPage(server, {
    path: '/silences',
    policy: 'viewer',
    query: Type.Object({ ...pageQuery, state: Type.Optional(OneOf(SILENCE_STATES)), done: Said }),
    async show(visit, { query }) {
      const limit = limitOf(query)
      const state = query.state ?? null
      const [rows, active, scheduled] = await Promise.all([
        listSilencesIn(db, state, { beforeId: idBehind(query), limit: limit + 1 }, now()),
        listSilencesIn(db, 'active', MOST_LIVE, now()),
        listSilencesIn(db, 'scheduled', MOST_LIVE, now()),
      ])
      const { data: silences, next_cursor: nextCursor } = pageOf(rows, limit, ({ id }) => [id])
      const counts = { active: active.length, scheduled: scheduled.length }
      const names = await namesOf(db, silences)
      const notice = done(query.done && visit.t.silences.done[query.done])
      return silenceListView(visit, { state, silences, counts, names, nextCursor, notice })
    },
  })

  silenceForms(server, context, (visit, id, state) => silencePage(context, visit, id, state))

  showPage(server, {
    path: '/silences/:id',
    policy: 'viewer',
    params: IdParams,
    query: Type.Object({ done: Said }),
    show: (visit, { params, query }) => silencePage(context, visit, Number(params.id), EMPTY, query.done),
  })
}

async function silencePage(
  { db, now }: ConsoleContext,
  visit: Visit,
  id: number,
  state: FormState,
  said?: 'created' | 'changed' | 'ended' | 'removed',
): Promise<Html> {
  const silence = await readSilence(db, id, now())
  if (silence === null) throw notFound('Silence')
  const subject = { subjectType: 'silence', subjectId: String(id) }
  const [names, preview, changes] = await Promise.all([
    namesOf(db, [silence]),
    silence.state === 'expired' ? null : previewSilence(db, silence, now()),
    visit.may('operator') ? listEntries(db, { ...NO_FILTER, ...subject }, { beforeId: null, limit: MOST_CHANGES }) : [],
  ])
  const notice = done(said && visit.t.silences.done[said])
  return silenceView({ ...visit, address: `/silences/${id}` }, { silence, names, preview, changes, notice, state })
}

async function namesOf(db: ConsoleContext['db'], silences: readonly ShownSilence[]): Promise<Names> {
  const ids = [...new Set(silences.flatMap(({ device_ids }) => device_ids))]
  const [devices, rules] = await Promise.all([listDevicesByIds(db, ids), listRules(db)])
  return {
    devices: new Map(devices.map(({ id, name }) => [id, name])),
    rules: new Map(rules.map(({ key, definition }) => [key, definition.name])),
  }
}
