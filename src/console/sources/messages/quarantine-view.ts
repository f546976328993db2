import { REASON_CODES } from '../../../core/sources/messages/not-understood.ts'
import type { Replay } from '../../../core/sources/quarantine/replay-store.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { choice, type FormState, field, filled, form, formMessage } from '../../frame/forms/forms.ts'
import { pager } from '../../frame/lists/list-parts.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { liveAgain } from '../../frame/parts/live-again.ts'
import { card, emptyState, icon } from '../../frame/parts/page-parts.ts'
import type { ShownSource } from '../shown-source.ts'
import { againS, sourceAddress, sourceShell } from '../source-state.ts'
import { messageList, type ShownMessage } from './message-view.ts'

/** While a replay goes on. */
const SOON_S = 2
/** Reasons of messages that are never in quarantine. */
const ELSEWHERE: readonly string[] = ['pending', 'not_decoded', 'no_measurement', 'repeated', 'ignored']

interface QuarantinePage {
  reader: Reader
  source: ShownSource
  messages: readonly ShownMessage[]
  nextCursor: string | null
  replays: readonly Replay[]
  /** Whether it lists the messages of pending devices instead. */
  isOfPending: boolean
  /** Only messages of this device; empty: of all. */
  externalId: string
  state: FormState
  done: string | undefined
}

/** Messages that were not understood, and how to read them again; or those of pending devices, which only wait. */
export function quarantineView(page: QuarantinePage): Html {
  const { reader, source, messages, nextCursor, replays, isOfPending, externalId, done } = page
  const { sources: t } = reader.t
  const isUnderWay = replays.some(({ finished_at }) => finished_at === null)
  const againAfterS = isUnderWay ? SOON_S : againS(source)
  const list =
    messages.length === 0
      ? emptyState('circle-check', isOfPending ? t.noIds.pending : t.noQuarantine)
      : html`${messageList(reader, messages)}${pager(reader, nextCursor)}`
  const about = externalId === '' ? null : html`<p>${t.onlyOf} <code>${externalId}</code></p>`
  return sourceShell(
    { reader, source, here: 'quarantine', done },
    html`
    <div class="connecting">
      ${card(
        isOfPending ? t.held : t.sections.quarantine,
        html`${kindChips(page)}${about}${liveAgain('quarantine', 'device', againAfterS, list)}`,
      )}
      ${card(
        isOfPending ? t.sections.devices : t.replay,
        isOfPending
          ? html`<p>${t.heldHint}</p><p><a class="button primary" href="${sourceAddress(source.id)}">${t.toDevices}</a></p>`
          : html`
          <p>${t.replayHint}</p>
          ${replayForm(page)}
          ${liveAgain('replays', 'device', againAfterS, progressOf(reader, replays))}`,
      )}
    </div>`,
  )
}

function kindChips({ reader, source, isOfPending }: QuarantinePage): Content {
  if (source.held === 0 && !isOfPending) return null
  const { sources: t } = reader.t
  const address = `${sourceAddress(source.id)}/quarantine`
  const chip = (text: string, to: string, isHere: boolean) =>
    html`<li><a href="${to}"${isHere ? html` aria-current="true"` : null}>${text}</a></li>`
  return html`<ul class="chips" aria-label="${reader.t.terms.reason}">${chip(t.sections.quarantine, address, !isOfPending)}${chip(t.held, `${address}?of=pending`, isOfPending)}</ul>`
}

function replayForm({ reader: { t, csrf }, source, externalId, state }: QuarantinePage): Html {
  const { sources: words } = t
  const codes = REASON_CODES.filter((code) => !ELSEWHERE.includes(code))
  const options = [
    { value: '', text: words.everyReason },
    ...codes.map((value) => ({ value, text: words.reasons[value] })),
  ]
  return form(
    { action: `${sourceAddress(source.id)}/quarantine`, csrf, label: words.replay },
    html`
    ${formMessage(state)}
    ${choice({ name: 'reason', label: t.terms.reason, options, chosen: '' }, state)}
    ${field({ name: 'external_id', label: words.rule.id, hint: words.replayIdHint, maxlength: 200, optional: true, autocomplete: 'off' }, filled({ external_id: externalId }, state))}
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
