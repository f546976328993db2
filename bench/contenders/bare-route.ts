// The ceiling: what Fastify makes of the same request on this machine when a reading is validated and nothing more.
import { serveReadings } from './reading-route.ts'

await serveReadings(async ({ ts }) => ts ?? 0)
