import { readFile } from 'node:fs/promises'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type KeptBody, keptBody, sendKept } from '../../platform/http/kept-body.ts'
import { type ListedRoute, operation } from '../../platform/http/route-list.ts'
import { AnyObject } from '../../platform/http/schemas/shapes.ts'
import { openApiDocument } from './document.ts'
import { referencePage } from './page/reference-page.ts'

const STYLES = new URL('page/reference.css', import.meta.url)
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The reference is large, and people read it for longer than a second. */
const PER_MINUTE = 60

/** By version and addresses: the nodes that tests start in one process have the same ones. */
const written = new Map<string, { json: KeptBody; page: KeptBody }>()

interface ReferenceOptions {
  version: string
  /** Address of the picture in the tab; without one, browsers ask for one that there is not. */
  icon: string
}

/** The API reference, for programs and for people, generated from the routes. */
export const openApiRoutes: FastifyPluginAsyncTypebox<ReferenceOptions> = async (server, { version, icon }) => {
  const styles = keptBody(await readFile(STYLES))
  let json: KeptBody
  let page: KeptBody
  // At the start, when all routes are known: a route that cannot be described stops the start.
  server.addHook('onReady', async () => {
    ;({ json, page } = referenceOf(server.routeList, version, icon))
  })

  const config = { policy: 'public', scope: 'none', perMinute: PER_MINUTE } as const
  server.get(
    '/openapi.json',
    {
      config,
      schema: {
        ...operation('getOpenApi', 'Operations', 'Get this reference as an OpenAPI document'),
        responseContent: { 'application/json': AnyObject },
      },
    },
    async (_request, reply) => sendKept(reply.type('application/json; charset=utf-8'), json),
  )

  server.get('/docs', { config }, async (_request, reply) =>
    sendKept(reply.type('text/html; charset=utf-8').header('content-security-policy', PAGE_POLICY), page),
  )

  server.get('/docs/reference.css', { config }, async (_request, reply) =>
    sendKept(reply.type('text/css; charset=utf-8'), styles),
  )
}

function referenceOf(routes: readonly ListedRoute[], version: string, icon: string) {
  const key = [version, ...routes.map(({ method, url }) => `${method} ${url}`)].join('\n')
  const known = written.get(key)
  if (known !== undefined) return known
  const document = openApiDocument(routes, version)
  const reference = {
    json: keptBody(JSON.stringify(document)),
    page: keptBody(String(referencePage(document, version, icon))),
  }
  written.set(key, reference)
  return reference
}
