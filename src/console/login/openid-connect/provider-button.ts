import type { IdentityProvider } from '../../../core/people/openid-connect/identity-provider.ts'
import { type Html, html } from '../../../platform/html.ts'
import type { Guest } from '../../frame/page/reader.ts'
import { icon } from '../../frame/parts/page-parts.ts'

export const LOGIN_OIDC = '/login/oidc'

/** Leads to the provider; afterwards to a page of the console. `again`: even if the provider knows the person. */
export function providerAddress(to: string, { again = false } = {}): string {
  const query = new URLSearchParams({ ...(to === '/' ? {} : { to }), ...(again ? { again: 'yes' } : {}) }).toString()
  return query === '' ? LOGIN_OIDC : `${LOGIN_OIDC}?${query}`
}

export const providerButton = (
  { t }: Guest,
  { host }: Pick<IdentityProvider, 'host'>,
  to: string,
  { again = false } = {},
): Html =>
  html`<a class="${again ? 'button' : 'button wide'}" href="${providerAddress(to, { again })}">${icon('log-in')}${t.login.provider.logIn(host)}</a>`
