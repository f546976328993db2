import send from '@fastify/send'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { ARCHIVE_NAME } from '../../core/settings/map-source.ts'
import { faultOf } from '../../platform/error-messages/reasons.ts'
import { notFound, RequestError } from '../../platform/errors.ts'
import type { ConsoleContext } from '../console-context.ts'

const PARAMS = Type.Object({ file: Type.String({ pattern: ARCHIVE_NAME }) })

/** Serves map archives. Browsers read a few kilobytes from the middle of gigabytes. */
export const archiveRoute: FastifyPluginAsyncTypebox<ConsoleContext> = async (server, { mapsFolder }) => {
  server.get(
    '/maps/:file',
    // A byte range must not be compressed as if it were the whole file, and tiles are compressed already.
    // A map asks for dozens of ranges at once, each of which costs little.
    {
      config: { policy: 'viewer', scope: 'site', takesPlace: false },
      schema: { hide: true, params: PARAMS },
      compress: false,
    },
    async (request, reply) => {
      const options = { root: mapsFolder, index: false as const, contentType: false, maxAge: '1h' }
      const { type, statusCode, headers, stream } = await send(request.raw, `/${request.params.file}`, options)
      if (type === 'file') {
        reply.code(statusCode).headers(headers).type('application/vnd.pmtiles')
        return reply.header('cache-control', 'private, max-age=3600').send(stream)
      }
      stream.destroy()
      if (statusCode === 404) throw notFound('Map file')
      const length = headers['Content-Range']
      const more = length === undefined ? {} : { headers: { 'content-range': length } }
      throw new RequestError(statusCode, faultOf('file_range'), more)
    },
  )
}
