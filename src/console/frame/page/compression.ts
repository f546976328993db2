import { constants } from 'node:zlib'

/** Fast compression: pages are rendered for each reader, so higher levels do not pay. */
export const COMPRESSION = {
  threshold: 1_024,
  encodings: ['br', 'gzip'] as ('br' | 'gzip')[],
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  zlibOptions: { level: 5 },
  // A millisecond of the event loop; larger ones are compressed in a thread, also on a single core.
  syncThreshold: 16 * 1_024,
}
