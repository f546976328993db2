import { createHash } from 'node:crypto'
import type * as Library from 'openid-client'
import { faultOf } from '../../../platform/error-messages/reasons.ts'
import { RequestError, unavailable } from '../../../platform/errors.ts'
import type { Role } from '../../reach/role.ts'
import { type Claims, isPlain, isValidAt } from './claims.ts'
import type { LoginRequest } from './login-request.ts'

export interface ProviderSettings {
  issuer: string
  clientId: string
  clientSecret: string
  /** The role of people who log in for the first time and of those for whom the claim names none; absent: nobody is added. */
  defaultRole?: Role | null
  /** The claim that names the role. */
  roleClaim: string | null
}

/** The response of a provider at the end of a login. */
export interface Identified {
  issuer: string
  subject: string
  claims: Claims
  idToken: string
}

/** The OpenID provider with which people log in. */
export interface IdentityProvider {
  settings: ProviderSettings
  /** How people know it. */
  host: string
  /** Where browsers log in. Throws 503 if the provider cannot be reached. */
  loginUrl(request: LoginRequest): Promise<string>
  /** Exchanges the code that a browser has brought. Throws 401 for an invalid response, 503 as above. */
  identify(response: URLSearchParams, request: LoginRequest, now: Date): Promise<Identified>
  /** Where browsers end their login; null if that is impossible. */
  logoutUrl(idToken: string | null): Promise<string | null>
}

interface Parts {
  publicUrl: () => string
  fetch: Library.CustomFetch
  /** For operators: people only see that something is wrong. The reason holds nothing of a person or a secret. */
  onFault: (what: string, reason: string) => void
}

export const CALLBACK = '/login/oidc/callback'

const TIMEOUT_S = 5
const ANY_AGE_S = 10 * 365 * 86_400
/** The document of the provider is read again after this time. */
const FRESH_MS = 3_600_000
const RETRY_S = 10

/** Loaded when it is first needed, as is `undici`: together 80 ms and 30 MB, and many installations have no provider. */
const library = () => import('openid-client')

/** Nothing is asked of the provider before the first login, so a provider that is away does not delay the start. */
export function identityProvider(settings: ProviderSettings, parts: Parts): IdentityProvider {
  const { publicUrl, onFault } = parts
  const host = new URL(settings.issuer).host
  const configuration = rememberFor(FRESH_MS, () => discover(settings, parts.fetch))

  const away = (error: unknown): never => {
    onFault('the OpenID provider is not available', reasonOf(error))
    throw unavailable(RETRY_S, 'oidc_away', host)
  }
  const invalid = (error: unknown): never => {
    onFault('the OpenID provider gave an invalid response', reasonOf(error))
    throw new RequestError(401, faultOf('oidc_invalid', host))
  }

  return {
    settings,
    host,
    async loginUrl({ state, nonce, verifier, asksAgain }) {
      const { buildAuthorizationUrl } = await library()
      const config = await configuration().catch(away)
      return buildAuthorizationUrl(config, {
        redirect_uri: `${publicUrl()}${CALLBACK}`,
        scope: scopesOf(config.serverMetadata().scopes_supported, settings.roleClaim),
        state,
        nonce,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        // With an age, the ID token says when the person proved who they are.
        ...(asksAgain ? { prompt: 'login', max_age: '0' } : { max_age: String(ANY_AGE_S) }),
      }).href
    },
    async identify(response, { state, nonce, verifier }, now) {
      const { authorizationCodeGrant, fetchUserInfo } = await library()
      const config = await configuration().catch(away)
      const refuse = (error: unknown) => (isAway(error) ? away(error) : invalid(error))
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
      const url = new URL(`${publicUrl()}${CALLBACK}?${response}`)
      const tokens = await authorizationCodeGrant(config, url, checks).catch(refuse)
      const token = tokens.claims()!
      if (!isValidAt(token, now))
        return invalid(new Error('The ID token is not valid at this time; compare the clocks'))
      // Some providers put the email and the groups only there.
      const info = config.serverMetadata().userinfo_endpoint
        ? await fetchUserInfo(config, tokens.access_token, token.sub).catch(refuse)
        : {}
      const claims = { ...info, ...token }
      if (!isPlain(claims)) return invalid(new Error('The subject or the email has control characters, or is too long'))
      return { issuer: token.iss, subject: token.sub, claims, idToken: tokens.id_token! }
    },
    async logoutUrl(idToken) {
      const { buildEndSessionUrl } = await library()
      const config = await configuration().catch(() => null)
      if (!config?.serverMetadata().end_session_endpoint) return null
      const hint: Record<string, string> = idToken === null ? {} : { id_token_hint: idToken }
      return buildEndSessionUrl(config, { post_logout_redirect_uri: `${publicUrl()}/login`, ...hint }).href
    },
  }
}

async function discover(
  { issuer, clientId, clientSecret }: ProviderSettings,
  fetch: Library.CustomFetch,
): Promise<Library.Configuration> {
  const {
    allowInsecureRequests,
    ClientSecretBasic,
    ClientSecretPost,
    customFetch,
    discovery,
    enableNonRepudiationChecks,
  } = await library()
  const authenticate: Library.ClientAuth = (server, client, body, headers) => {
    const isBasic = server.token_endpoint_auth_methods_supported?.includes('client_secret_basic') ?? true
    const way = isBasic ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret)
    return way(server, client, body, headers)
  }
  // Settings allow plain http on this machine alone.
  const insecure = issuer.startsWith('http:') ? [allowInsecureRequests] : []
  return discovery(new URL(issuer), clientId, {}, authenticate, {
    [customFetch]: fetch,
    timeout: TIMEOUT_S,
    execute: [...insecure, enableNonRepudiationChecks],
  })
}

/** Authelia keeps the claim `groups` behind a scope of that name. */
const scopesOf = (supported: readonly string[] = [], roleClaim: string | null): string =>
  ['openid', 'email', 'profile', ...(roleClaim !== null && supported.includes(roleClaim) ? [roleClaim] : [])].join(' ')

/** The text of an error: its message, the code that the provider gives, and the fault of the connection. */
function reasonOf(error: unknown): string {
  const { message, error: code, cause } = error as { message: string; error?: unknown; cause?: unknown }
  const challenge = Array.isArray(cause) ? (cause[0] as { parameters?: Claims }).parameters?.error : undefined
  const parts = [message, code, challenge, cause instanceof Error ? cause.message : undefined]
  return parts.filter((part) => typeof part === 'string').join(': ')
}

/** Whether there was no response, rather than a wrong one. */
function isAway(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  const isServerError = Number((cause as { status?: unknown } | undefined)?.status) >= 500
  return isServerError || code === 'OAUTH_TIMEOUT' || (error instanceof TypeError && error.message === 'fetch failed')
}

/** The same promise for a while; a failed one is not kept. */
function rememberFor<Value>(keptMs: number, find: () => Promise<Value>): () => Promise<Value> {
  let known: { found: Promise<Value>; at: number } | null = null
  return () => {
    const at = performance.now()
    if (known !== null && at - known.at < keptMs) return known.found
    const found = find()
    known = { found, at }
    found.catch(() => {
      if (known?.found === found) known = null
    })
    return found
  }
}
