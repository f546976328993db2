import type { FastifyPluginAsync } from 'fastify'
import Type from 'typebox'
import { OneOf, PlainText } from '../../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { readerOf } from '../page/reader.ts'
import { type Found, findThings, type Kind } from './find-things.ts'

/** Kinds that the palette looks for; without a text, only actions. */
const EVERYWHERE: readonly Kind[] = [
  'actions',
  'sections',
  'incidents',
  'devices',
  'tags',
  'rules',
  'people',
  'sites',
  'silences',
]
/** Kinds that fields of forms offer. */
const OFFERED = ['devices', 'tags', 'people', 'actors'] as const

const Query = Type.Object({
  q: Type.Optional(PlainText({ maxLength: 100 })),
  of: Type.Optional(OneOf(OFFERED)),
})

/** Search results for the palette, or of one kind for a field. */
export const searchRoutes: FastifyPluginAsync<ConsoleContext> = async (server, { db }) => {
  server.get(
    '/search.json',
    { config: { policy: 'viewer', scope: 'site' }, schema: { hide: true, querystring: Query } },
    async (request) => {
      const { q = '', of } = request.query as Type.Static<typeof Query>
      const reader = readerOf(request)
      const kinds = of === undefined ? (q.trim() === '' ? (['actions'] as const) : EVERYWHERE) : [of]
      const groups: { name: string; found: Found[] }[] = []
      // One after another, so that a search asks the database for one thing at a time.
      for (const kind of kinds) {
        const found = await findThings(reader, db, kind, q)
        if (found.length > 0) groups.push({ name: reader.t.search.kinds[kind], found })
      }
      return { groups }
    },
  )
}
