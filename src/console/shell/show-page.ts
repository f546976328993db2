import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static, type TObject } from 'typebox'
import type { Html } from '../../platform/html.ts'
import type { Policy } from '../../platform/http/route-list.ts'
import { sendPage } from './layout.ts'
import { type Reader, readerOf } from './reader.ts'

/** An action that the page reports when it is shown next. */
export const doneQuery = { done: Type.Optional(Type.String({ maxLength: 40 })) }
const DoneQuery = Type.Object(doneQuery)
type Done = Static<typeof DoneQuery>

export interface PageRoute<Query extends TObject, Params extends TObject> {
  path: string
  policy: Exclude<Policy, 'public' | 'device'>
  /** Beside `done`. */
  query?: Query
  /** Schema of the path parameters. */
  params?: Params
  show: (
    reader: Reader,
    asked: { query: Static<Query> & Done; params: Static<Params>; request: FastifyRequest },
  ) => Promise<Html>
}

const Nothing = Type.Object({})

/** A page that requires a session. An invalid query is answered 400, as in the APIs. */
export function showPage<Query extends TObject = typeof Nothing, Params extends TObject = typeof Nothing>(
  server: FastifyInstance,
  { path, policy, query, params, show }: PageRoute<Query, Params>,
): void {
  const querystring = Type.Object({ ...doneQuery, ...query?.properties })
  const schema = { hide: true, querystring, params: params ?? Nothing }
  server.get(path, { config: { policy }, schema }, async (request, reply): Promise<FastifyReply> => {
    const asked = { query: request.query as Static<Query> & Done, params: request.params as Static<Params>, request }
    return sendPage(reply.header('vary', 'HX-Request'), await show(readerOf(request), asked))
  })
}
