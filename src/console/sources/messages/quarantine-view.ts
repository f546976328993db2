import { REASON_CODES } from '../../../core/sources/messages/not-understood.ts'
import type { Replay } from '../../../core/sources/quarantine/replay-store.ts'
import type { StoredSource } from '../../../core/sources/source-store.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { choice, type FormState, form, formMessage } from '../../frame/forms/forms.ts'
import { pager } from '../../frame/lists/list-parts.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { liveAgain } from '../../frame/parts/live-again.ts'
import { card, emptyState, icon } from '../../frame/parts/page-parts.ts'
import { againS, sourceAddress, sourceShell } from '../source-state.ts'
import { messageList, type ShownMessage } from './message-view.ts'

/** While a replay goes on. */
const SOON_S = 2
/** Reasons of messages that are never in quarantine. */
const ELSEWHERE: readonly string[] = ['not_decoded', 'no_measurement', 'repeated', 'ignored']

interface QuarantinePage {
  reader: Reader
  source: StoredSource
  messages: readonly ShownMessage[]
  nextCursor: string | null
  replays: readonly Replay[]
  state: FormState
  done: string | undefined
}

/** Messages that were not understood, and how to read them again. */
export function quarantineView({ reader, source, messages, nextCursor, replays, state, done }: QuarantinePage): Html {
  const { sources: t } = reader.t
  const isUnderWay = replays.some(({ finished_at }) => finished_at === null)
  return sourceShell(
    { reader, source, here: 'quarantine', done },
    html`
    ${card(
      t.replay,
      html`
      <p>${t.replayHint}</p>
      ${replayForm(reader, source, state)}
      ${liveAgain('replays', 'device', isUnderWay ? SOON_S : againS(source), progressOf(reader, replays))}`,
    )}
    ${card(
      t.sections.quarantine,
      liveAgain(
        'quarantine',
        'device',
        isUnderWay ? SOON_S : againS(source),
        messages.length === 0
          ? emptyState('circle-check', t.noQuarantine)
          : html`${messageList(reader, messages)}${pager(reader, nextCursor)}`,
      ),
    )}`,
  )
}

function replayForm({ t, csrf }: Reader, { id }: StoredSource, state: FormState): Html {
  const { sources: words } = t
  const codes = REASON_CODES.filter((code) => !ELSEWHERE.includes(code))
  const options = [
    { value: '', text: words.everyReason },
    ...codes.map((value) => ({ value, text: words.reasons[value] })),
  ]
  return form(
    { action: `${sourceAddress(id)}/quarantine`, csrf, label: words.replay },
    html`
    ${formMessage(state)}
    ${choice({ name: 'reason', label: t.terms.reason, options, chosen: '' }, state)}
    <button class="primary">${icon('rotate-ccw')}${words.replay}</button>`,
  )
}

function progressOf({ t, format }: Reader, replays: readonly Replay[]): Content {
  const { sources: words } = t
  return html`<ul class="stack tight">${replays.map(
    ({ reason, external_id, messages, done, stored, started_at, finished_at }) => {
      const about =
        external_id ?? (reason === null ? words.everyReason : words.reasons[reason as keyof typeof words.reasons])
      const label = words.replayed(done, messages, stored)
      return html`<li>${format.ago(started_at)}: ${about}. ${finished_at === null ? html`<progress max="${Math.max(messages, 1)}" value="${Math.min(done, messages)}" aria-label="${words.replay}"></progress> ` : null}${label}</li>`
    },
  )}</ul>`
}
