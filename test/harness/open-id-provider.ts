import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import type { JWK, Provider } from 'oidc-provider'
import type { Browser, Page } from './browser.ts'
import { cleanUp } from './cleanup.ts'

/** Somebody who has an account with the provider, and what it says of them. */
export interface Account {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
  roles?: unknown
  /** How they proved who they are. */
  amr?: string[]
  /** When they proved it, in seconds; absent: now. */
  auth_time?: number
}

export interface OpenIdProvider {
  issuer: string
  /** Settings of a service whose people log in here. */
  env: Record<string, string>
  /** The person who logs in next, without being asked. Null: they decline. */
  person: Account | null
  /** Parameters of the last request to log in. */
  asked: URLSearchParams
  /** A first look at a request, before the provider's own; true if it has been answered. */
  intercept: ((request: IncomingMessage, response: ServerResponse) => boolean) | null
  close(): Promise<void>
}

export const CLIENT = { id: 'tocsin', secret: 'a secret of the client that nobody guesses' }

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })

interface Options {
  /** Where browsers come back to. */
  publicUrl?: string
  host?: string
}

/** A real provider on this machine. It asks nobody for anything: whoever comes is `person`. */
export async function startOpenIdProvider(
  t: TestContext,
  { publicUrl = 'http://localhost:8080', host = '127.0.0.1' }: Options = {},
): Promise<OpenIdProvider> {
  const server = createServer()
  server.listen(0, host)
  await once(server, 'listening')
  const issuer = `http://${host}:${(server.address() as AddressInfo).port}`
  const known = new Map<string, Account>()
  const idp: OpenIdProvider = {
    issuer,
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret },
    person: { sub: 'a1', email: 'ana@example.org', email_verified: true, name: 'Ana' },
    asked: new URLSearchParams(),
    intercept: null,
    close: () => closed(server),
  }
  const provider = await providerOf(issuer, publicUrl, (id) => known.get(id))
  const answer = provider.callback()
  server.on('request', async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url!, issuer)
    if (idp.intercept?.(request, response)) return
    if (pathname === '/auth') idp.asked = searchParams
    if (!pathname.startsWith('/interaction/')) return void answer(request, response)
    const { person } = idp
    if (person === null) return void provider.interactionFinished(request, response, { error: 'access_denied' })
    known.set(person.sub, person)
    const { amr = ['pwd'], auth_time: ts } = person
    const login = { accountId: person.sub, amr, ...(ts === undefined ? {} : { ts }) }
    await provider.interactionFinished(request, response, { login })
  })
  cleanUp(t, () => closed(server))
  return idp
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  if (server.listening) await once(server.close(), 'close')
}

async function providerOf(
  issuer: string,
  publicUrl: string,
  find: (id: string) => Account | undefined,
): Promise<Provider> {
  // It warns of a release of Node that is not a long-term one yet, and of keys of development.
  const { warn } = console
  console.warn = () => undefined
  const { Provider } = await import('oidc-provider')
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${publicUrl}/login/oidc/callback`],
        post_logout_redirect_uris: [`${publicUrl}/login`],
      },
    ],
    jwks: { keys: [privateKey.export({ format: 'jwk' }) as unknown as JWK] },
    cookies: { keys: ['a key of the tests'] },
    claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'], profile: ['name', 'roles'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => {
        const { amr: _how, auth_time: _when, ...claims } = find(id)!
        return claims
      },
    }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        logoutSource(context, form) {
          context.body = `<!doctype html>${form}<button form="op.logoutForm" name="logout" value="yes">Log out</button>`
        },
      },
    },
    // Everybody who logs in agrees to everything.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        accountId: oidc.session!.accountId!,
        clientId: oidc.client!.clientId,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    ttl: { AccessToken: 300, IdToken: 300, Interaction: 600, Session: 3_600, Grant: 3_600 },
  })
  console.warn = warn
  return provider
}

/** A browser's own cookies at the provider. */
export type ProviderCookies = Map<string, string>

interface Way {
  /** Page of the service from which to start. */
  from?: string
  cookies?: ProviderCookies
  /** Changes the request to the provider. */
  change?: (asked: URL) => void
}

/** Logs in at the provider. Returns the address, without the host, at which the browser comes back. */
export async function atProvider(idp: OpenIdProvider, browser: Browser, way: Way = {}): Promise<string> {
  const { from = '/login/oidc', cookies = new Map(), change } = way
  const start = await browser.open(from)
  const location = start.headers.get('location')
  if (location === null) throw new Error(`There is no way to the provider (${start.status}):\n${start.text}`)
  let address = new URL(location)
  change?.(address)
  for (let step = 0; step < 8; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(address, { redirect: 'manual', headers: cookie === '' ? {} : { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      cookies.set(name!, value!)
    }
    const next = answer.headers.get('location')
    if (next === null) throw new Error(`The provider answered ${answer.status}:\n${await answer.text()}`)
    address = new URL(next, address)
    if (address.origin !== idp.issuer) return `${address.pathname}${address.search}`
  }
  throw new Error('The provider never came to an end')
}

/** Comes back from the provider, as a browser that follows the page which reloads itself. */
export async function comeBack(browser: Browser, address: string): Promise<Page> {
  const page = await browser.go(address)
  const to = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(page.text)?.[1]
  return to === undefined ? page : browser.go(to.replaceAll('&amp;', '&'))
}

export const logInAt = async (idp: OpenIdProvider, browser: Browser, way?: Way): Promise<Page> =>
  comeBack(browser, await atProvider(idp, browser, way))
