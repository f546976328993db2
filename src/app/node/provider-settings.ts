import type { ProviderSettings } from '../../core/people/openid-connect/identity-provider.ts'
import { ROLES } from '../../core/reach/role.ts'

const OTHERS = ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_DEFAULT_ROLE', 'OIDC_ROLE_CLAIM']
const DEFAULTS = [...ROLES, 'none'] as const
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Reads the settings of the OpenID provider, and adds a fault for each mistake. Null without OIDC_ISSUER. */
export function providerSettings(text: (name: string) => string | null, faults: string[]): ProviderSettings | null {
  const [issuer, clientId, clientSecret] = [text('OIDC_ISSUER'), text('OIDC_CLIENT_ID'), text('OIDC_CLIENT_SECRET')]
  const [chosen, roleClaim] = [text('OIDC_DEFAULT_ROLE'), text('OIDC_ROLE_CLAIM')]
  if (issuer === null) {
    for (const name of OTHERS) if (text(name) !== null) faults.push(`${name} needs OIDC_ISSUER`)
    return null
  }
  if (!isIssuer(issuer))
    faults.push(
      `OIDC_ISSUER must be a URL that starts with https://, such as https://id.example.org/realms/home, without /.well-known/, not ${JSON.stringify(issuer)}`,
    )
  if (clientId === null || clientSecret === null) faults.push('OIDC_ISSUER needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET')
  const role = DEFAULTS.find((name) => name === chosen)
  if (chosen !== null && role === undefined)
    faults.push(`OIDC_DEFAULT_ROLE must be one of ${DEFAULTS.join(', ')}, not ${JSON.stringify(chosen)}`)
  if (roleClaim !== null && /[\s\p{Cc}]/u.test(roleClaim))
    faults.push(`OIDC_ROLE_CLAIM must be the name of a claim such as roles, not ${JSON.stringify(roleClaim)}`)
  return {
    ...{ issuer, clientId: clientId ?? '', clientSecret: clientSecret ?? '', roleClaim },
    ...(role === undefined ? {} : { defaultRole: role === 'none' ? null : role }),
  }
}

/** An issuer on another machine needs https: somebody who reads or changes its responses could log in as anybody. */
function isIssuer(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return false
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname))
  return isSafe && !url.pathname.includes('/.well-known/')
}
