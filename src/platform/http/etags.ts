import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { faultOf } from '../error-messages/reasons.ts'
import { RequestError } from '../errors.ts'

/** For routes that change what two people may edit at the same time. Without this header, the last write wins. */
export const IfMatch = Type.Object({
  'if-match': Type.Optional(
    Type.String({ maxLength: 200, description: 'The ETag from when it was read; 412 if it has changed since' }),
  ),
})

/** Documents the header that `withEtag` adds to a response. */
export const ETAG_HEADER = {
  ETag: { description: 'The version of the settings; for If-Match', schema: { type: 'string', examples: ['"3"'] } },
}

export const withEtag = (reply: FastifyReply, version: number): FastifyReply => reply.header('etag', `"${version}"`)

/** Versions that a change is meant for; null means any. An ETag that this service did not issue matches nothing. */
export function versionsToMatch({ headers }: FastifyRequest): number[] | null {
  const given = headers['if-match']
  if (given === undefined || given.trim() === '*') return null
  return given.split(',').flatMap((tag) => {
    const [, version] = /^\s*"([1-9]\d{0,8})"\s*$/.exec(tag) ?? []
    return version === undefined ? [] : [Number(version)]
  })
}

export const changedMeanwhile = (): RequestError => new RequestError(412, faultOf('changed_meanwhile'))
