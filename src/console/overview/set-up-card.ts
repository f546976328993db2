import { SET_UP_STEPS, type SetUpProgress, type SetUpStep } from '../../core/escalation/set-up-progress.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { actionButton } from '../frame/forms/forms.ts'
import { NOTIFICATIONS } from '../frame/page/navigation.ts'
import type { Reader } from '../frame/page/reader.ts'
import { icon } from '../frame/parts/page-parts.ts'
import { qrCode } from '../frame/parts/qr-code.ts'

/** Where each step is done. The settings lead back here. */
const PLACES: Record<SetUpStep, string> = {
  address: '/settings?from=overview#address',
  message: '/settings?from=overview#mail',
  phone: NOTIFICATIONS,
  second_person: '/users/new',
  night: '/readiness',
  heartbeat: '/settings?from=overview#heartbeat',
}

/** The steps until a phone rings at night, for administrators of the installation. The next one is open. */
export function setUpCard(reader: Reader, { done, reasons, night }: SetUpProgress, publicUrl: string): Html {
  const { t, csrf } = reader
  const { setUp: words } = t.overview
  const next = SET_UP_STEPS.find((step) => !done.has(step))
  const more: Partial<Record<SetUpStep, Content>> = {
    message: html`<a class="button" href="/settings?from=overview#ntfy">${words.ntfy}</a>`,
  }
  const item = (step: SetUpStep, n: number): Html => {
    const { title, hint, action } = words.steps[step]
    const isNext = step === next
    const mark = done.has(step)
      ? html`<span class="step-done">${icon('check')}<span class="unseen">${words.done}</span></span>`
      : html`<span class="step-number">${n + 1}</span>`
    const link = html`<a class="${isNext ? 'button primary' : ''}" href="${PLACES[step]}">${action}</a>`
    return html`<li${isNext ? html` aria-current="step"` : null}>${mark}<div>
      <h3>${title}</h3>
      ${isNext ? html`<p>${hint}</p>` : null}
      ${reasons[step] === undefined ? null : html`<p class="step-reason">${words.reasons[reasons[step]](publicUrl)}</p>`}
      ${step === 'night' ? calledAtNight(reader, night) : null}
      ${step === 'phone' && isNext ? phone(reader, publicUrl) : null}
      ${isNext ? html`<p class="buttons">${link}${more[step] ?? null}</p>` : done.has(step) ? null : html`<p>${link}</p>`}
    </div></li>`
  }
  // A phone is set up elsewhere, so the card looks for it.
  const isAwaited = next === 'phone'
  return html`<section class="card set-up" id="set-up" aria-labelledby="set-up-title"${isAwaited ? html` hx-get="/" hx-trigger="load delay:5s" hx-select="#set-up" hx-target="this" hx-swap="outerHTML"` : null}>
    <div class="set-up-head"><h2 id="set-up-title">${words.title}</h2><p class="meta">${words.progress(done.size, SET_UP_STEPS.length)}</p>
    ${actionButton({ action: '/set-up-card/dismissal', csrf, inPlace: false, label: words.dismissOf }, words.dismiss)}</div>
    <ol>${SET_UP_STEPS.map(item)}</ol>
  </section>`
}

/** The page on which the phone is added, for its camera. */
function phone({ t }: Reader, publicUrl: string): Content {
  const { setUp: words } = t.overview
  const address = `${publicUrl}${NOTIFICATIONS}`
  return html`<div class="set-up-phone">${qrCode(address, words.qr)}
    <div><p>${words.scan}</p><p class="meta">${publicUrl.startsWith('https:') ? words.pushHint : words.noPush}</p><p class="meta address">${address}</p></div></div>`
}

function calledAtNight({ t, format }: Reader, { steps }: SetUpProgress['night']): Content {
  const { setUp: words } = t.overview
  const called = steps.map(({ people }) =>
    people.filter(({ messages }) => messages.length > 0).map(({ user }) => user.name),
  )
  const named = called.flatMap((names, n) => (names.length === 0 ? [] : [words.step(n + 1, format.list(names))]))
  return html`<p class="meta">${named.length === 0 ? words.nobodyAtNight : named.join(' ')}</p>`
}
