import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import sql from 'sql-template-tag'
import Type from 'typebox'
import type { Database } from '../../platform/database/database.ts'
import { pendingMigrations } from '../../platform/database/migrate.ts'
import type { RoomOnDisk } from '../../platform/database/room-on-disk.ts'
import { isConnectionLost } from '../../platform/database/sql-errors.ts'
import { unavailable } from '../../platform/errors.ts'
import { operation } from '../../platform/http/route-list.ts'

const Alive = Type.Object({ status: Type.Literal('ok') })

interface OperationRoutes {
  db: Database
  stopping: AbortSignal
  room: RoomOnDisk
}

/** Health checks for load balancers and process managers. Alive: the process answers. Ready: it can do its work. */
export const operationRoutes: FastifyPluginAsyncTypebox<OperationRoutes> = async (server, options) => {
  const { db, stopping, room } = options
  server.get(
    '/healthz',
    {
      config: { policy: 'public', scope: 'none', anyHost: true, perMinute: null },
      schema: { ...operation('isAlive', 'Operations', 'Check that the process is running'), response: { 200: Alive } },
    },
    async () => ({
      status: 'ok' as const,
    }),
  )

  server.get(
    '/readyz',
    {
      config: { policy: 'public', scope: 'none', anyHost: true, perMinute: null },
      schema: {
        ...operation('isReady', 'Operations', 'Check that the service is ready'),
        description: '503 names the reason: stopping, database, schema or storage.',
        response: { 200: Alive },
        refusals: [503],
      },
    },
    async (request) => {
      if (stopping.aborted) throw notReady('stopping')
      const isSound = await isMigrated(db).catch((error: unknown) => {
        request.log[isConnectionLost(error) ? 'debug' : 'error']({ reqId: request.id, err: error }, 'not ready')
        throw notReady('database')
      })
      if (!isSound) throw notReady('schema')
      if (!(await room.isThere())) throw notReady('storage')
      return { status: 'ok' as const }
    },
  )
}

const notReady = (why: 'stopping' | 'database' | 'schema' | 'storage') =>
  unavailable(2, 'in_english', `Not ready: ${why}`)

/** A newer schema is fine: nodes of the previous version keep running while others are upgraded. */
async function isMigrated(db: Database): Promise<boolean> {
  const rows = await db.query<{ number: number }>(sql`select number from schema_migrations`)
  return (await pendingMigrations(rows.map(({ number }) => number))).length === 0
}
