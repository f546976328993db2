import type { FastifyPluginAsync } from 'fastify'
import Type, { type Static } from 'typebox'
import { changeBy } from '../../../core/audit-log/record-change.ts'
import { reachOf } from '../../../core/people/credentials/caller.ts'
import { type PreviewedMessage, previewMessages } from '../../../core/rehearsal/preview/preview-messages.ts'
import { checkExamples } from '../../../core/sources/examples/check-examples.ts'
import { dropExample, keepExample } from '../../../core/sources/examples/keep-example.ts'
import { changeSource } from '../../../core/sources/manage-sources.ts'
import type { Mapping } from '../../../core/sources/mapping/mapping.ts'
import { REASON_CODES, type ReasonCode } from '../../../core/sources/messages/not-understood.ts'
import { listLastMessages, listQuarantine } from '../../../core/sources/quarantine/message-log.ts'
import { listReplays } from '../../../core/sources/quarantine/replay-store.ts'
import { startReplay } from '../../../core/sources/quarantine/start-replay.ts'
import { getSource } from '../../../core/sources/source-store.ts'
import { idBehind, page } from '../../../platform/http/pagination.ts'
import { IdParams, PlainText } from '../../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { idOf } from '../../frame/forms/form-fields.ts'
import { EMPTY_FORM, type FormState } from '../../frame/forms/forms.ts'
import { showPage, takeForm } from '../../frame/page/pages-and-forms.ts'
import { type Reader, readerOf } from '../../frame/page/reader.ts'
import { showSource } from '../shown-source.ts'
import { sourceAddress } from '../source-state.ts'
import { MAPPED_PARTS, mapValue, takenIn } from './map-value.ts'
import { atMapping, mappingBehind, mappingIn } from './mapping-text.ts'
import { quarantineView } from './quarantine-view.ts'
import { FORM_BYTES, LONGEST_BODY, LONGEST_MAPPING, sourceMessagesView } from './source-messages-view.ts'

const ROWS = 50
const SHOWN_REPLAYS = 5

const MappingForm = Type.Object({
  mapping: PlainText({ maxLength: LONGEST_MAPPING }),
  /** A message of one's own, to try the mapping on; empty: the last messages. */
  body: Type.Optional(PlainText({ maxLength: LONGEST_BODY })),
  what: Type.Optional(Type.Enum(['preview', 'save'])),
  /** A value of a message that was clicked, and the part of the mapping that it becomes. */
  take: Type.Optional(PlainText({ maxLength: 2_000 })),
  as: Type.Optional(Type.Enum([...MAPPED_PARTS])),
  version: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }),
})

const ExampleParams = Type.Object({ id: IdParams.properties.id, example_id: IdParams.properties.id })

const QuarantineQuery = Type.Object({
  cursor: Type.Optional(Type.String({ maxLength: 300 })),
  /** Without it, those that wait for more than their device. */
  of: Type.Optional(Type.Literal('pending')),
  external_id: Type.Optional(PlainText({ maxLength: 200 })),
})

/** The last messages of a source with its mapping, and its quarantine. */
export const sourceMessagePages: FastifyPluginAsync<ConsoleContext> = async (server, context) => {
  const { db, now, rules, sources } = context

  async function showMessages(
    reader: Reader,
    id: number,
    {
      mapping = EMPTY_FORM,
      preview = null,
      openId = null,
      tried,
      done,
    }: {
      mapping?: FormState
      preview?: PreviewedMessage[] | null
      openId?: number | null
      /** The mapping that examples are read with, if it is not that of the source. */
      tried?: Mapping | null | undefined
      done?: string | undefined
    },
  ) {
    const source = await showSource(db, reader.reach, id)
    const messages = await listLastMessages(db, source.id)
    const examples = await checkExamples(db, source.id, tried === undefined ? source : { ...source, mapping: tried })
    return sourceMessagesView({ reader, source, messages, mapping, preview, openId, examples, done })
  }

  showPage(server, 'operator', 'site', '/sources/:id/messages', {
    show: (reader, { params, query }) => showMessages(reader, Number(params.id), { done: query.done }),
  })

  takeForm(server, 'operator', 'site', '/sources/:id/messages', {
    body: MappingForm,
    bodyLimit: FORM_BYTES,
    async submit(request, { mapping: sent, body = '', what, take, as = 'value', version }) {
      const id = idOf(request)
      const taken = take === undefined ? null : takenIn(take)
      const text = taken === null ? sent : mapValue(sent, taken, as)
      const mapping = mappingIn(text)
      if (what !== 'save') {
        const source = await getSource(db, reachOf(request), id)
        const messages = body.trim() === '' ? {} : { messages: [{ body }] }
        const preview = await previewMessages(db, rules(), source, { mapping, ...messages }, now())
        const state = { ...EMPTY_FORM, values: { mapping: text, version, body, as } }
        return showMessages(readerOf(request), id, {
          mapping: state,
          preview,
          openId: taken?.messageId ?? null,
          tried: mapping,
        })
      }
      await changeSource(db, id, { mapping }, { by: changeBy(request), versions: [Number(version)], now: now() })
      return `${sourceAddress(id)}/messages?done=mapped`
    },
    again: (request, state) => {
      const tried = mappingBehind(state.values.mapping)
      return showMessages(readerOf(request), idOf(request), { mapping: atMapping(state), tried })
    },
  })

  takeForm(server, 'operator', 'site', '/sources/:id/examples', {
    body: Type.Object({ message: Type.String({ pattern: '^[1-9][0-9]{0,14}$' }) }),
    async submit(request, { message }) {
      const id = idOf(request)
      await keepExample(db, id, Number(message), changeBy(request), now())
      return `${sourceAddress(id)}/messages?done=exampleKept`
    },
    again: (request, state) => showMessages(readerOf(request), idOf(request), { mapping: state }),
  })

  takeForm(server, 'operator', 'site', '/sources/:id/examples/:example_id/deletion', {
    params: ExampleParams,
    async submit(request) {
      const { id, example_id } = request.params
      await dropExample(db, Number(id), Number(example_id), changeBy(request), now())
      return `${sourceAddress(Number(id))}/messages?done=exampleDeleted`
    },
    again: (request, state) => showMessages(readerOf(request), idOf(request), { mapping: state }),
  })

  async function showQuarantine(
    reader: Reader,
    id: number,
    { state = EMPTY_FORM, ...query }: Static<typeof QuarantineQuery> & { done?: string; state?: FormState },
  ) {
    const source = await showSource(db, reader.reach, id)
    const { of, external_id } = query
    const beforeId = idBehind(query) ?? Number.MAX_SAFE_INTEGER
    const which = { isPending: of === 'pending', externalId: external_id || undefined }
    const rows = await listQuarantine(db, source.id, { beforeId, limit: ROWS + 1, ...which })
    const { data: messages, next_cursor } = page(rows, ROWS, (message) => [message.id])
    const replays = await listReplays(db, source.id, SHOWN_REPLAYS)
    const shown = { reader, source, messages, nextCursor: next_cursor, replays, state, done: query.done }
    return quarantineView({ ...shown, isOfPending: which.isPending, externalId: external_id ?? '' })
  }

  showPage(server, 'operator', 'site', '/sources/:id/quarantine', {
    query: QuarantineQuery,
    show: (reader, { params, query }) => showQuarantine(reader, Number(params.id), query),
  })

  takeForm(server, 'operator', 'site', '/sources/:id/quarantine', {
    body: Type.Object({
      reason: Type.Enum(['', ...REASON_CODES]),
      external_id: Type.Optional(PlainText({ maxLength: 200 })),
    }),
    async submit(request, { reason, external_id = '' }) {
      const id = idOf(request)
      const which = {
        ...(reason === '' ? {} : { reason: reason as ReasonCode }),
        ...(external_id.trim() === '' ? {} : { external_id: external_id.trim() }),
      }
      await startReplay(db, id, which, changeBy(request), now())
      await sources.replayNow(id)
      return `${sourceAddress(id)}/quarantine?done=replayed`
    },
    again: (request, state) => showQuarantine(readerOf(request), idOf(request), { state }),
  })
}
