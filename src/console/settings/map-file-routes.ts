import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { changeBy, recordChange } from '../../core/audit-log/record-change.ts'
import { changeSetting } from '../../core/settings/change-settings.ts'
import { ARCHIVE_NAME, fileOf, type MapSettings } from '../../core/settings/map-source.ts'
import { findSetting } from '../../core/settings/settings-store.ts'
import { removeMapFile, storeMapPiece } from '../../core/settings/store-map-file.ts'
import { faultOf } from '../../platform/error-messages/reasons.ts'
import { notFound, RequestError } from '../../platform/errors.ts'
import type { Html } from '../../platform/html.ts'
import { NumberText } from '../../platform/http/schemas/shapes.ts'
import { fieldFault } from '../../words/words.ts'
import type { ConsoleContext } from '../console-context.ts'
import type { FormState } from '../frame/forms/forms.ts'
import { takeForm } from '../frame/page/pages-and-forms.ts'
import { type Reader, readerOf } from '../frame/page/reader.ts'

/** Pieces arrive within the limit of a request even over slow lines. */
const PIECE_BYTES = 2 * 1_024 * 1_024
const PIECE = 'application/octet-stream'

const FileParams = Type.Object({ file: Type.String({ pattern: ARCHIVE_NAME }) })
const Bytes = NumberText('^[0-9]{1,15}$', {})
const PieceQuery = Type.Object({ upload: Type.String({ pattern: '^[a-z0-9]{8,40}$' }), size: Bytes, offset: Bytes })

/** Map files from the browser, in pieces: no request takes long, and an interrupted upload goes on. */
export function mapFileRoutes(
  server: FastifyInstance,
  { db, environment, mapsFolder, now }: ConsoleContext,
  again: (reader: Reader, state: FormState) => Promise<Html>,
): void {
  const source = async (): Promise<MapSettings | null> => {
    const chosen = await findSetting(db, 'map')
    return chosen === undefined ? environment.map : chosen
  }
  const isInUse = async (file: string) => {
    const map = await source()
    return map !== null && fileOf(map) === file
  }

  server.addContentTypeParser(PIECE, { parseAs: 'buffer' }, (_request, body, done) => done(null, { piece: body }))

  server.post(
    '/settings/map/files/:file',
    {
      config: { policy: 'admin', scope: 'installation' },
      bodyLimit: PIECE_BYTES,
      schema: { hide: true, params: FileParams, querystring: PieceQuery },
    },
    async (request, reply): Promise<{ stored: number } | { error: string }> => {
      const { file } = request.params as Static<typeof FileParams>
      const { upload, size, offset } = request.query as Static<typeof PieceQuery>
      const { piece } = request.body as { piece?: Buffer }
      if (piece === undefined) throw new RequestError(415, faultOf('wrong_media', PIECE))
      const part = { name: file, upload, size: Number(size), offset: Number(offset), body: piece }
      try {
        const stored = await storeMapPiece(mapsFolder, part, now())
        if (stored === part.size) await use(file, part.size)
        return { stored }
      } catch (error) {
        if (!(error instanceof RequestError)) throw error
        reply.code(error.statusCode)
        return { error: fieldFault(readerOf(request).t, error.fault) }
      }

      async function use(name: string, bytes: number): Promise<void> {
        const by = changeBy(request)
        const subject = { type: 'settings', id: 'map', name }
        await recordChange(
          db,
          by,
          { action: 'map_file.uploaded', subject, before: null, after: { file: name, bytes } },
          now(),
        )
        if (!(await isInUse(name))) await changeSetting(db, 'map', { pmtiles: name, attribution: '' }, by, now())
      }
    },
  )

  takeForm(server, 'admin', 'installation', '/settings/map/files/:file/removal', {
    params: FileParams,
    async submit(request) {
      const { file } = request.params
      const by = changeBy(request)
      if (await isInUse(file)) await changeSetting(db, 'map', null, by, now())
      if (!(await removeMapFile(mapsFolder, file))) throw notFound('Map file')
      const subject = { type: 'settings', id: 'map', name: file }
      await recordChange(db, by, { action: 'map_file.removed', subject, before: { file }, after: null }, now())
      return '/settings?done=mapFileRemoved#map'
    },
    again: (request, state) => again(readerOf(request), state),
  })
}
