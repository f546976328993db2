import type { SourceReason } from '../../core/sources/messages/not-understood.ts'
import type { SourceRecord } from '../../core/sources/source-shapes.ts'
import type { StoredSource } from '../../core/sources/source-store.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import type { Words } from '../../words/words.ts'
import { doneOf } from '../frame/forms/forms.ts'
import { siteFact } from '../frame/forms/site-field.ts'
import { tabLinks } from '../frame/lists/tab-links.ts'
import { shell } from '../frame/page/layout.ts'
import type { Reader } from '../frame/page/reader.ts'
import { type StateLook, stateBadge } from '../frame/parts/badges.ts'
import { liveAgain } from '../frame/parts/live-again.ts'
import { icon, keyValues } from '../frame/parts/page-parts.ts'
import { sendersOf } from './adding/senders.ts'
import type { ShownSource } from './shown-source.ts'

/** Seconds until the state of a source is looked at again: while somebody waits for its first message, and otherwise. */
const SOON_S = 2
const LATER_S = 15

const LOOKS: Record<SourceRecord['state'], StateLook> = {
  waiting: { mark: 'dots', look: 'info' },
  working: { mark: 'circle', look: 'good' },
  failing: { mark: 'triangle', look: 'warning' },
  disabled: { mark: 'cross', look: 'off' },
}

export const sourceBadge = ({ sources }: Words, { state }: Pick<StoredSource, 'state'>): Html =>
  stateBadge(LOOKS[state], sources.states[state])

export const againS = ({ state }: Pick<StoredSource, 'state'>): number => (state === 'waiting' ? SOON_S : LATER_S)

/** A reason in words, with its place in the message. */
export const reasonText = ({ sources }: Words, reason: SourceReason | null): Content => {
  if (reason === null) return null
  const { code, at, detail } = reason
  return html`${sources.reasons[code]}${detail === undefined ? null : html` <code>${detail}</code>`}${at === undefined ? null : html` <span class="meta">${sources.at} <code>${at}</code></span>`}`
}

/** A format by the name of what sends it. */
export const formatName = ({ sources }: Words, format: StoredSource['format']): string =>
  sources.formats[format] ?? nameOfSender(sources, format) ?? format

const nameOfSender = ({ senders }: Words['sources'], format: string): string | undefined => {
  const [sender] = sendersOf(format)
  return sender === undefined ? undefined : senders[sender.name].name
}

export const sourceAddress = (id: number): string => `/sources/${id}`

interface SourcePage {
  reader: Reader
  source: ShownSource
  /** The section that is shown. */
  here: keyof Words['sources']['sections']
  done?: string | undefined
}

/** A section of the page of a source. */
export function sourceShell(
  { reader, source, here, done }: SourcePage,
  content: Content,
  actions: Content = null,
): Html {
  const { sources: t } = reader.t
  const address = sourceAddress(source.id)
  const tab = (key: SourcePage['here'], path: string, count?: number) => ({
    text: t.sections[key],
    address: `${address}${path}`,
    isHere: key === here,
    count: count === 0 ? undefined : count,
  })
  return shell(
    reader,
    {
      title: source.name,
      place: 'sources',
      trail: [{ name: t.title, address: '/sources' }],
      badges: liveAgain('state', 'device', againS(source), sourceBadge(reader.t, source)),
      actions,
    },
    html`
    ${doneOf(t.done, done)}
    ${liveAgain(
      'sections',
      'device',
      againS(source),
      tabLinks(reader, t.sectionsOf(source.name), [
        tab('devices', '', source.counts.pending),
        tab('messages', '/messages'),
        tab('quarantine', '/quarantine', notUnderstood(source)),
        tab('settings', '/settings'),
      ]),
    )}
    ${content}`,
  )
}

/** Messages in quarantine that wait for more than their device. Counts of both are taken at different moments. */
const notUnderstood = ({ counts, held }: ShownSource): number => Math.max(0, counts.quarantined - held)

/** How far a source has come, from being added to having its devices adopted, and its facts. */
export function sourceSummary(reader: Reader, source: ShownSource): Html {
  const { t, format } = reader
  const { sources: words } = t
  const { stored, ignored } = source.counts
  return liveAgain(
    'summary',
    'device',
    againS(source),
    html`<section class="card" aria-label="${t.terms.state}">
    <ol class="steps">
      ${step('good', html`${words.added} · ${format.ago(source.created_at)}`)}
      ${messageStep(reader, source)}
      ${pendingStep(reader, source)}
    </ol>
    ${
      source.counts.pending === 0
        ? null
        : html`<p class="to-devices"><a class="button primary" href="${sourceAddress(source.id)}">${words.toDevices}</a></p>`
    }
    ${keyValues([
      ...siteFact(reader, source),
      [words.format, formatName(t, source.format)],
      [words.stored, format.number(stored)],
      [words.sections.quarantine, quarantineLink(reader, source, notUnderstood(source), '')],
      [words.held, quarantineLink(reader, source, source.held, '?of=pending')],
      [words.ignored, format.number(ignored)],
    ])}
  </section>`,
  )
}

const quarantineLink = ({ format }: Reader, { id }: ShownSource, count: number, query: string): Content =>
  count === 0 ? '0' : html`<a href="${sourceAddress(id)}/quarantine${query}">${format.number(count)}</a>`

const ICONS = { good: 'circle-check', waits: 'circle-dashed', warn: 'triangle-alert' } as const

const step = (look: keyof typeof ICONS, content: Content): Html =>
  html`<li class="${look}">${icon(ICONS[look])}<span>${content}</span></li>`

function messageStep({ t, format }: Reader, source: ShownSource): Html {
  const { stateHints, last } = t.sources
  const { state, reason, last_message_at: at } = source
  const look = state === 'waiting' ? 'waits' : state === 'working' ? 'good' : 'warn'
  return step(
    look,
    html`<strong>${stateHints[state]}</strong>${reason === null ? null : html`<br>${reasonText(t, reason)}`}<span class="hint">${at === null ? t.sources.waitingHint : html`${last} ${format.ago(at)}`}</span>`,
  )
}

function pendingStep({ t, format }: Reader, { counts: { pending }, pendingNames }: ShownSource): Content {
  if (pending === 0 || pendingNames.length === 0) return null
  const more = pending - pendingNames.length
  const names = more > 0 ? [...pendingNames, t.sources.others(more)] : pendingNames
  return step('waits', html`<strong>${t.sources.waitFor(format.list(names), pending)}</strong>`)
}
