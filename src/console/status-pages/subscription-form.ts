import { canMailSubscribers } from '../../core/status-pages/mail-subscribers.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import type { ConsoleContext } from '../console-context.ts'
import { formHere } from '../frame/forms/forms.ts'
import type { Guest } from '../frame/page/reader.ts'

/** Whether mails can reach subscribers at present. */
export const mailsSubscribers = ({ channels, outbound }: Pick<ConsoleContext, 'channels' | 'outbound'>): boolean =>
  !outbound().isOff && canMailSubscribers(channels().settings.email, outbound().publicUrl)

/** The address that a visitor sent and that was not taken, and why. */
interface SubscriptionFault {
  email: string
  text: string
}

/** Leads to the form: without scripts, the page is loaded again and again, and with it what somebody types. */
export const subscriptionLink = ({ t }: Guest): Html =>
  html`<aside class="subscription"><a href="?subscription=form">${t.statusPages.subscription.open}</a></aside>`

/**
 * Asks for notices by mail, behind the page itself: its script replaces that, and what somebody is typing must stay. The form goes
 * to the address that it is on, whose secret is not in the page.
 */
export function subscriptionForm({ t }: Guest, fault: SubscriptionFault | null): Html {
  const { subscription: words, notices } = t.statusPages
  const described =
    fault === null
      ? html` aria-describedby="email-hint"`
      : html` aria-describedby="email-hint email-error" aria-invalid="true"`
  return html`<section class="subscription" aria-labelledby="subscription-title"><h2 id="subscription-title">${words.open}</h2>
      ${formHere(html`
        <p id="email-hint">${words.hint}</p>
        <label for="email">${t.terms.email}</label>
        <div class="ask"><input id="email" name="email" type="email" value="${fault?.email ?? ''}" required maxlength="254" autocomplete="email" autofocus${described}><button>${words.ask}</button></div>
        ${fault && html`<p class="error" id="email-error" role="alert">${fault.text}</p>`}
        <input type="hidden" name="zone" value="">`)}
      <p class="pages"><a href="?">${notices.back}</a></p></section>`
}

/** The same for every address. */
export const askedContent = ({ t }: Guest): Content => {
  const { subscription: words, notices } = t.statusPages
  return html`<section class="notices" role="status"><h2>${words.askedTitle}</h2><p>${words.askedHint}</p><p class="pages"><a href="?">${notices.back}</a></p></section>`
}
