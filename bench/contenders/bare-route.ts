// The upper bound: the rate of Fastify on this machine if a reading is only validated.
import { serveReadings } from './reading-route.ts'

await serveReadings(async ({ ts }) => ts ?? 0)
