import { readFile } from 'node:fs/promises'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { endpoint, type ListedRoute, operation } from '../../platform/http/route-list.ts'
import { AnyObject } from '../../platform/http/schemas/shapes.ts'
import { openApiDocument } from './document.ts'
import { referencePage } from './page/reference-page.ts'

const STYLES = new URL('page/reference.css', import.meta.url)
const PAGE_POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** By version and addresses: the nodes that tests start in one process have the same ones. */
const written = new Map<string, { json: string; page: string }>()

/** The API reference, for programs and for people, generated from the routes. */
export const openApiRoutes: FastifyPluginAsyncTypebox<{ version: string }> = async (server, { version }) => {
  const styles = await readFile(STYLES, 'utf8')
  let json = ''
  let page = ''
  // At the start, when all routes are known: a route that cannot be described stops the start.
  server.addHook('onReady', async () => {
    ;({ json, page } = referenceOf(server.routeList, version))
  })

  server.get(
    '/openapi.json',
    endpoint('public', 'none', operation('getOpenApi', 'Operations', 'Get this reference as an OpenAPI document'), {
      answerContent: { 'application/json': AnyObject },
    }),
    async (_request, reply) => reply.type('application/json; charset=utf-8').send(json),
  )

  server.get('/docs', { config: { policy: 'public', scope: 'none' } }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', PAGE_POLICY).send(page),
  )

  server.get('/docs/reference.css', { config: { policy: 'public', scope: 'none' } }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(styles),
  )
}

function referenceOf(routes: readonly ListedRoute[], version: string) {
  const key = [version, ...routes.map(({ method, url }) => `${method} ${url}`)].join('\n')
  const known = written.get(key)
  if (known !== undefined) return known
  const document = openApiDocument(routes, version)
  const reference = { json: JSON.stringify(document), page: String(referencePage(document, version)) }
  written.set(key, reference)
  return reference
}
