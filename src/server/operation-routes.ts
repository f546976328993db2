import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import sql from 'sql-template-tag'
import Type from 'typebox'
import type { Database } from '../platform/database.ts'
import { operation } from '../platform/http/route-list.ts'

const Alive = Type.Object({ status: Type.Literal('ok') })

/** For load balancers and process managers: alive says the process answers, ready that the database does too. */
export const operationRoutes: FastifyPluginAsyncTypebox<{ db: Database }> = async (server, { db }) => {
  server.get(
    '/healthz',
    {
      config: { policy: 'public', anyHost: true },
      schema: { ...operation('isAlive', 'Operations', 'Ask whether the process answers'), response: { 200: Alive } },
    },
    async () => ({
      status: 'ok' as const,
    }),
  )

  // A database that is away is answered 503 like everywhere else.
  server.get(
    '/readyz',
    {
      config: { policy: 'public', anyHost: true },
      schema: { ...operation('isReady', 'Operations', 'Ask whether the database answers'), response: { 200: Alive } },
    },
    async () => {
      await db.query(sql`select 1`)
      return { status: 'ok' as const }
    },
  )
}
