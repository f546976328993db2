import { PART_LIMIT_BYTES } from '../../core/streets/remote-archive.ts'
import { type GuardedFetch, guardedFetch } from '../../core/webhooks/sending/guarded-fetch.ts'
import { badRequest } from '../../platform/errors.ts'
import type { NodeParts } from './service-options.ts'

/** Asks the servers that administrators fetch streets from. */
export const streetsFetch = ({ environment, resolver }: Pick<NodeParts, 'environment' | 'resolver'>): GuardedFetch =>
  environment.isOutboundOff
    ? async () => {
        throw badRequest('nothing_is_sent')
      }
    : guardedFetch(environment.addressPolicy, { resolver, responseLimitBytes: PART_LIMIT_BYTES })
