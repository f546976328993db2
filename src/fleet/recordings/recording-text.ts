import { createReadStream } from 'node:fs'
import { NOT_UTF8, utf8Pieces } from '../../platform/files/utf8-file.ts'
import { RecordingError } from './recorded-reading.ts'

/** Streams a file, cut between characters. Throws a `RecordingError` at a line that is not UTF-8. */
export const recordingPieces = (path: string): AsyncGenerator<Buffer> =>
  utf8Pieces(createReadStream(path), (line) => new RecordingError(path, line, NOT_UTF8))
