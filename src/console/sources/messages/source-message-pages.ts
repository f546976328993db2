import type { FastifyPluginAsync } from 'fastify'
import Type from 'typebox'
import { changeBy } from '../../../core/audit-log/record-change.ts'
import { reachOf } from '../../../core/people/credentials/caller.ts'
import { previewMessages } from '../../../core/rehearsal/preview/preview-messages.ts'
import { changeSource } from '../../../core/sources/manage-sources.ts'
import { REASON_CODES, type ReasonCode } from '../../../core/sources/messages/not-understood.ts'
import { listLastMessages, listQuarantine } from '../../../core/sources/quarantine/message-log.ts'
import { listReplays } from '../../../core/sources/quarantine/replay-store.ts'
import { startReplay } from '../../../core/sources/quarantine/start-replay.ts'
import { getSource } from '../../../core/sources/source-store.ts'
import { idBehind, page } from '../../../platform/http/pagination.ts'
import { PlainText } from '../../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { idOf } from '../../frame/forms/form-fields.ts'
import { EMPTY_FORM, type FormState } from '../../frame/forms/forms.ts'
import { showPage, takeForm } from '../../frame/page/pages-and-forms.ts'
import { type Reader, readerOf } from '../../frame/page/reader.ts'
import { sourceAddress } from '../source-state.ts'
import { atMapping, mappingIn } from './mapping-text.ts'
import type { PreviewedMessage } from './message-view.ts'
import { quarantineView } from './quarantine-view.ts'
import { LONGEST_MAPPING, sourceMessagesView } from './source-messages-view.ts'

const ROWS = 50
const SHOWN_REPLAYS = 5

const MappingForm = Type.Object({
  mapping: PlainText({ maxLength: LONGEST_MAPPING }),
  what: Type.Enum(['preview', 'save']),
  version: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }),
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
      done,
    }: { mapping?: FormState; preview?: PreviewedMessage[] | null; done?: string | undefined },
  ) {
    const source = await getSource(db, reader.reach, id)
    const messages = await listLastMessages(db, source.id)
    return sourceMessagesView({ reader, source, messages, mapping, preview, done })
  }

  showPage(server, 'operator', 'site', '/sources/:id/messages', {
    show: (reader, { params, query }) => showMessages(reader, Number(params.id), { done: query.done }),
  })

  takeForm(server, 'operator', 'site', '/sources/:id/messages', {
    body: MappingForm,
    async submit(request, { mapping: text, what, version }) {
      const id = idOf(request)
      const mapping = mappingIn(text)
      if (what === 'preview') {
        const source = await getSource(db, reachOf(request), id)
        const preview = await previewMessages(db, rules(), source, { mapping }, now())
        const state = { ...EMPTY_FORM, values: { mapping: text, version } }
        return showMessages(readerOf(request), id, { mapping: state, preview })
      }
      await changeSource(db, id, { mapping }, { by: changeBy(request), versions: [Number(version)], now: now() })
      return `${sourceAddress(id)}/messages?done=mapped`
    },
    again: (request, state) => showMessages(readerOf(request), idOf(request), { mapping: atMapping(state) }),
  })

  async function showQuarantine(
    reader: Reader,
    id: number,
    { state = EMPTY_FORM, ...query }: { cursor?: string; done?: string; state?: FormState },
  ) {
    const source = await getSource(db, reader.reach, id)
    const beforeId = idBehind(query) ?? Number.MAX_SAFE_INTEGER
    const rows = await listQuarantine(db, source.id, { beforeId, limit: ROWS + 1 })
    const { data: messages, next_cursor } = page(rows, ROWS, (message) => [message.id])
    const replays = await listReplays(db, source.id, SHOWN_REPLAYS)
    return quarantineView({ reader, source, messages, nextCursor: next_cursor, replays, state, done: query.done })
  }

  showPage(server, 'operator', 'site', '/sources/:id/quarantine', {
    query: Type.Object({ cursor: Type.Optional(Type.String({ maxLength: 300 })) }),
    show: (reader, { params, query }) => showQuarantine(reader, Number(params.id), query),
  })

  takeForm(server, 'operator', 'site', '/sources/:id/quarantine', {
    body: Type.Object({ reason: Type.Enum(['', ...REASON_CODES]) }),
    async submit(request, { reason }) {
      const id = idOf(request)
      const which = reason === '' ? {} : { reason: reason as ReasonCode }
      await startReplay(db, id, which, changeBy(request), now())
      await sources.replayNow(id)
      return `${sourceAddress(id)}/quarantine?done=replayed`
    },
    again: (request, state) => showQuarantine(readerOf(request), idOf(request), { state }),
  })
}
