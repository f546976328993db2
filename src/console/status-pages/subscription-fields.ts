import type { SiteRecord } from '../../core/sites/site-store.ts'
import type { StatusPage } from '../../core/status-pages/status-page-store.ts'
import { type Content, html } from '../../platform/html.ts'
import { checkbox, type FormState, field, form } from '../frame/forms/forms.ts'
import type { Reader } from '../frame/page/reader.ts'
import { card } from '../frame/parts/page-parts.ts'

interface SubscriptionFields {
  reader: Reader
  site: SiteRecord
  page: StatusPage
  /** Confirmed ones. */
  subscribers: number
  /** Whether mails can reach subscribers at present. */
  isMailing: boolean
  state: FormState
}

/** Whether visitors can subscribe: offered while mails can be sent, and kept while they cannot. */
export function subscriptionField({ reader: { t }, page, isMailing, state }: SubscriptionFields): Content {
  const { subscription: words } = t.statusPages
  const name = 'subscription'
  if (!isMailing) return page.subscription && html`<input type="hidden" name="${name}" value="yes">`
  const isTicked = state.values.title !== undefined ? state.values[name] === 'yes' : page.subscription
  return html`<h2>${words.byEmail}</h2>${checkbox({ name, label: words.tick, hint: words.tickHint }, isTicked)}`
}

/** How many there are, and a form that removes one: their addresses are nobody's business. */
export function subscribersCard({ reader, site, page, subscribers, isMailing, state }: SubscriptionFields): Content {
  const { subscription: words } = reader.t.statusPages
  if (!page.subscription && subscribers === 0) return null
  return card(
    words.subscribers,
    html`<p>${words.confirmed(subscribers)}</p>
    ${page.subscription && isMailing ? null : html`<p class="notice warn">${page.subscription ? words.noMail : words.paused}</p>`}
    ${form(
      { action: `/sites/${site.id}/status-page/subscribers/removal`, csrf: reader.csrf, label: words.remove },
      html`${field({ name: 'email', label: reader.t.terms.email, type: 'email', maxlength: 254, autocomplete: 'off' }, state)}<button class="quiet">${words.remove}</button>`,
    )}`,
  )
}
