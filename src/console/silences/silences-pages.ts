import type { FastifyPluginAsync } from 'fastify'
import Type from 'typebox'
import { listEntries } from '../../core/audit-log/audit-store.ts'
import { listDeviceNames } from '../../core/devices/lists/list-devices.ts'
import { listSilencesIn, readSilence } from '../../core/notifications/list-silences.ts'
import type { ShownSilence } from '../../core/notifications/silence.ts'
import { SILENCE_STATES } from '../../core/notifications/silence-shape.ts'
import { listRuleNames } from '../../core/rules/rule-store.ts'
import { mustExist } from '../../platform/errors.ts'
import type { Html } from '../../platform/html.ts'
import { pageById, pageQuery } from '../../platform/http/pagination.ts'
import { OneOf } from '../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../console-context.ts'
import { done, EMPTY_FORM, type FormState } from '../frame/forms/forms.ts'
import { showPage } from '../frame/page/pages-and-forms.ts'
import type { Reader } from '../frame/page/reader.ts'
import { readSilencePreview } from './read-preview.ts'
import { silenceForms } from './silence-forms.ts'
import { silenceListView } from './silence-list-view.ts'
import type { Names } from './silence-texts.ts'
import { silenceView } from './silence-view.ts'

const MOST_LIVE = { beforeId: null, limit: 500 }
const MOST_CHANGES = 20
const NO_FILTER = { actor: null, action: null, from: null, to: null }

const Said = Type.Optional(Type.Enum(['created', 'changed', 'ended', 'removed']))

export const silencesPages: FastifyPluginAsync<ConsoleContext> = async (server, context) => {
  const { db, now } = context

  showPage(server, 'viewer', 'site', '/silences', {
    query: Type.Object({ ...pageQuery, state: Type.Optional(OneOf(SILENCE_STATES)), done: Said }),
    async show(reader, { query }) {
      const state = query.state ?? null
      const [{ data: silences, next_cursor: nextCursor }, active, scheduled] = await Promise.all([
        pageById(query, 'id', (place) => listSilencesIn(db, reader.listed, state, place, now())),
        listSilencesIn(db, reader.listed, 'active', MOST_LIVE, now()),
        listSilencesIn(db, reader.listed, 'scheduled', MOST_LIVE, now()),
      ])
      const counts = { active: active.length, scheduled: scheduled.length }
      const names = await namesOf(db, reader, silences)
      const notice = done(query.done && reader.t.silences.done[query.done])
      return silenceListView(reader, { state, silences, counts, names, nextCursor, notice })
    },
  })

  silenceForms(server, context, (reader, id, state) => silencePage(context, reader, id, state))

  showPage(server, 'viewer', 'site', '/silences/:id', {
    query: Type.Object({ done: Said }),
    show: (reader, { params, query }) => silencePage(context, reader, Number(params.id), EMPTY_FORM, query.done),
  })
}

async function silencePage(
  { db, now }: ConsoleContext,
  reader: Reader,
  id: number,
  state: FormState,
  said?: 'created' | 'changed' | 'ended' | 'removed',
): Promise<Html> {
  const silence = mustExist('Silence', await readSilence(db, reader.reach, id, now()))
  const subject = { subjectType: 'silence', subjectId: String(id) }
  const [names, preview, changes] = await Promise.all([
    namesOf(db, reader, [silence]),
    silence.state === 'expired' ? null : readSilencePreview(db, reader.reach, silence, now()),
    reader.may('operator', silence.site_id)
      ? listEntries(db, reader.reach, { ...NO_FILTER, ...subject }, { beforeId: null, limit: MOST_CHANGES })
      : [],
  ])
  const notice = done(said && reader.t.silences.done[said])
  return silenceView({ ...reader, address: `/silences/${id}` }, { silence, names, preview, changes, notice, state })
}

async function namesOf(db: ConsoleContext['db'], reader: Reader, silences: readonly ShownSilence[]): Promise<Names> {
  const ids = [...new Set(silences.flatMap(({ device_ids }) => device_ids))]
  const [devices, rules] = await Promise.all([
    listDeviceNames(db, reader.reach, ids),
    listRuleNames(db, reader.reach, reader.preferences.language),
  ])
  return {
    devices: new Map(devices.map(({ id, name }) => [id, name])),
    rules: new Map(rules.map(({ key, name }) => [key, name])),
  }
}
