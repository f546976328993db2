import type { KeyDraft } from '../../../core/people/second-factor/authenticator-app.ts'
import { totpAddress } from '../../../core/people/second-factor/totp.ts'
import { type Html, html } from '../../../platform/html.ts'
import { type FormState, field, form, formMessage } from '../../frame/forms/forms.ts'
import { SECOND_FACTOR } from '../../frame/page/navigation.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { card, codeBlock, keyValues } from '../../frame/parts/page-parts.ts'
import { qrCode } from '../../frame/parts/qr-code.ts'
import { secretOnce } from '../../frame/parts/secret-once.ts'
import { framed } from './second-factor-view.ts'

interface NewAppPage {
  reader: Reader
  isForced: boolean
  draft: KeyDraft
  host: string
  state: FormState
}

/** Shows the key of an authenticator app that is being set up. */
export function newAppView({ reader, isForced, draft: { key, draft }, host, state }: NewAppPage): Html {
  const { t, csrf, user } = reader
  const { app: words } = t.secondFactor
  return framed(
    reader,
    isForced,
    words.add,
    card(
      t.secondFactor.kinds.totp,
      html`
      ${formMessage(state)}
      <p>${words.scan}</p>
      <div class="beside-qr">
        <div data-secret>${qrCode(totpAddress(key, { email: user.email, host }), words.qr)}</div>
        <div class="stack">
          <div data-secret>${keyValues([[t.terms.key, secretOnce(key.match(/.{4}/g)!.join(' '))]])}</div>
          ${form(
            { action: `${SECOND_FACTOR}/app`, csrf },
            html`
            <input type="hidden" name="draft" value="${draft}">
            ${field({ name: 'code', label: t.terms.code, hint: words.codeHint, autocomplete: 'one-time-code', inputmode: 'numeric', maxlength: 7, isSecret: true }, state)}
            <button class="primary">${words.turnOn}</button>`,
          )}
        </div>
      </div>`,
    ),
  )
}

/** The only page that ever shows recovery codes. By then the person has a second factor, so nothing is closed. */
export function newCodesView(reader: Reader, codes: readonly string[]): Html {
  const { codes: words } = reader.t.secondFactor
  return framed(
    reader,
    false,
    words.newTitle,
    html`<section class="card" aria-label="${words.title}" data-shown-once="${SECOND_FACTOR}">
      <p class="notice warn">${words.once}</p>
      <p>${words.hint}</p>
      <div data-secret>${codeBlock(codes.join('\n'), words.newTitle)}</div>
      <div class="buttons">
        <a class="button primary" href="${SECOND_FACTOR}">${words.stored}</a>
        <button type="button" data-print hidden>${reader.t.terms.print}</button>
      </div>
    </section>`,
  )
}
