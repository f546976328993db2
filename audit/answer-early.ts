// For the control run: loaded into the service by `--import`, it breaks the promise on purpose. The route answers 200 as
// soon as the reading is queued, as a service does that confirms what it has not stored.
import { registerHooks } from 'node:module'

/** The usual way of a reading, and the express lane. */
const WAYS = ['/src/ingestion/ingestion-api.ts', '/src/ingestion/ingest-express.ts']
const PROMISE = 'await commits.submit('
const BROKEN = 'void commits.submit('

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!WAYS.some((way) => url.endsWith(way))) return loaded
    const source = String(loaded.source)
    if (!source.includes(PROMISE)) throw new Error(`There is no "${PROMISE}" to break in ${url}`)
    return { ...loaded, source: source.replace(PROMISE, BROKEN) }
  },
})

// What fails after its answer has nobody to tell.
process.on('unhandledRejection', () => undefined)
