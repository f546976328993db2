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
import { keyValues } from '../frame/parts/page-parts.ts'
import { sendersOf } from './adding/senders.ts'

/** Seconds until the state of a source is looked at again: while somebody waits for its first message, and otherwise. */
const SOON_S = 3
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
  source: StoredSource
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
  const { pending, quarantined } = source.counts
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
        tab('devices', '', pending),
        tab('messages', '/messages'),
        tab('quarantine', '/quarantine', quarantined),
        tab('settings', '/settings'),
      ]),
    )}
    ${content}`,
  )
}

/** The state of a source in a sentence, and its facts. */
export function sourceSummary(reader: Reader, source: StoredSource): Html {
  const { t, format } = reader
  const { sources: words } = t
  const { stored, quarantined, ignored } = source.counts
  return liveAgain(
    'summary',
    'device',
    againS(source),
    html`<section class="card" aria-label="${t.terms.state}">
    <p>${words.stateHints[source.state]}</p>
    ${keyValues([
      ...siteFact(reader, source),
      [words.format, formatName(t, source.format)],
      ...(source.reason === null ? [] : [[t.terms.reason, reasonText(t, source.reason)] as const]),
      [words.last, source.last_message_at === null ? '–' : format.ago(source.last_message_at)],
      [words.stored, format.number(stored)],
      [
        words.quarantined,
        quarantined === 0
          ? '0'
          : html`<a href="${sourceAddress(source.id)}/quarantine">${format.number(quarantined)}</a>`,
      ],
      [words.ignored, format.number(ignored)],
      [t.terms.added, format.ago(source.created_at)],
    ])}
  </section>`,
  )
}
