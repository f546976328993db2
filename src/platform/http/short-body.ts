import type { FastifyRequest } from 'fastify'

const SHORT_BYTES = 64 * 1024

/** Whether the body of a refused request is short. It is then read and dropped, and the connection stays open. */
export function hasShortBody({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = headers
  return coding === undefined && Number(length) <= SHORT_BYTES
}
