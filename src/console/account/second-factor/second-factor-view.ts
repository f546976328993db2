import type { Factors } from '../../../core/people/second-factor/factors.ts'
import { RECOVERY_CODES } from '../../../core/people/second-factor/recovery-codes.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { actionButton, doneOf, type FormState, formMessage } from '../../frame/forms/forms.ts'
import { loginLayout, type Script, shell } from '../../frame/page/layout.ts'
import { SECOND_FACTOR } from '../../frame/page/navigation.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { card, keyValues } from '../../frame/parts/page-parts.ts'
import { type OwnPasskeys, passkeyCard } from './passkey-card.ts'
import { type Proofs, proofCard } from './proof-view.ts'

interface SecondFactorPage {
  reader: Reader
  factors: Factors
  /** When the authenticator app was set up. */
  appSince: Date | null
  passkeys: OwnPasskeys
  proofs: Proofs
  /** Whether anything may be changed without another proof. */
  isProven: boolean
  /** Whether the person reaches nothing else until there is a second factor. */
  isForced: boolean
  state: FormState
  done?: string | undefined
}

/** A page about second factors; without navigation for people who reach nothing else. */
export const framed = (
  reader: Reader,
  isForced: boolean,
  title: string,
  content: Content,
  scripts: Script[] = [],
): Html =>
  isForced
    ? loginLayout(
        reader,
        title,
        html`${content}${actionButton({ action: '/logout', csrf: reader.csrf, inPlace: false }, reader.t.shared.logOut)}`,
        scripts,
      )
    : shell(
        reader,
        { title, place: 'account', trail: [{ name: reader.t.shared.places.account, address: '/account' }], scripts },
        content,
      )

const PROOF = {
  password: { action: `${SECOND_FACTOR}/proof`, field: 'password' },
  passkey: { action: `${SECOND_FACTOR}/proof/passkey`, field: 'credential' },
  to: SECOND_FACTOR,
}

export function secondFactorView(page: SecondFactorPage): Html {
  const { reader, isForced, isProven, factors, state, done } = page
  const { secondFactor: t } = reader.t
  const hasAny = factors.totp || factors.passkeys > 0
  return framed(
    reader,
    isForced,
    t.title,
    html`
    ${doneOf(t.done, done)}
    ${formMessage(state)}
    ${isForced ? html`<p class="notice info">${t.forced}</p>` : html`<p>${t.hint}</p>`}
    ${isProven ? null : proofCard(reader, page.proofs, { ...PROOF, hint: t.proof.hint, state })}
    ${appCard(page)}
    ${passkeyCard(reader, page.passkeys, isProven, state)}
    ${hasAny ? codesCard(page) : null}`,
    ['passkey'],
  )
}

function appCard({ reader: { t, csrf, format }, factors, appSince, isProven }: SecondFactorPage): Html {
  const { app: words } = t.secondFactor
  const setUp = html`<a class="button${factors.totp ? '' : ' primary'}" href="${SECOND_FACTOR}/app">${factors.totp ? words.replace : words.add}</a>`
  return card(
    t.secondFactor.kinds.totp,
    html`
    <p>${words.hint}</p>
    ${appSince === null ? null : keyValues([[words.since, format.ago(appSince)]])}
    ${isProven ? html`<div class="buttons">${setUp}${factors.totp ? actionButton({ action: `${SECOND_FACTOR}/app/removal`, csrf }, words.remove) : null}</div>` : null}`,
  )
}

function codesCard({ reader: { t, csrf }, factors: { recovery_codes }, isProven }: SecondFactorPage): Html {
  const { codes: words } = t.secondFactor
  const left = words.left(recovery_codes, RECOVERY_CODES)
  return card(
    words.title,
    html`
    <p>${words.hint}</p>
    <p${recovery_codes < 3 ? html` class="notice warn"` : null}>${left}</p>
    ${isProven ? html`<div class="action"><p>${words.renewHint}</p>${actionButton({ action: `${SECOND_FACTOR}/recovery-codes`, csrf, inPlace: false }, words.renew)}</div>` : null}`,
  )
}
