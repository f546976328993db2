import type { FastifyReply } from 'fastify'
import type { Slots } from '../long-work/work-slots.ts'
import { untilGone } from './until-gone.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Limits how many pages and answers of the APIs are being made at once. */
    pages: Slots
  }
  interface FastifyReply {
    /** Frees the place of this request, if it has one. */
    leavePlace: (() => void) | null
  }
}

const isReading = (method: string): boolean => method === 'GET' || method === 'HEAD'

/**
 * Waits until this person may have one more page made. What people do, such as acknowledging an alert, never waits, nor
 * does what its route excepts. Throws 429 when too many are waiting.
 */
export async function waitForSlot(reply: FastifyReply, person: number): Promise<void> {
  const { method, routeOptions, server } = reply.request
  if (!(routeOptions.config.takesPlace ?? isReading(method))) return
  reply.leavePlace = await server.pages.take(person, untilGone(reply))
}
