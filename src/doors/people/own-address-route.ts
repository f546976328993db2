import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { CHALLENGE, OWN_ADDRESS, proofOf } from '../../core/contact-methods/connections/own-address.ts'
import { operation } from '../../platform/http/route-list.ts'

/** Proves that an address is that of this installation, to whichever of its nodes asks. */
export const ownAddressRoute: FastifyPluginAsyncTypebox<{ encryptionKey: Buffer }> = async (
  server,
  { encryptionKey },
) => {
  server.post(
    OWN_ADDRESS,
    {
      // The address that is asked about may not be that of the settings yet.
      config: { policy: 'public', scope: 'none', anyHost: true },
      schema: {
        ...operation('proveAddress', 'Operations', 'Prove that an address belongs to this service'),
        description: 'Only this service can answer the challenge, so administrators can test its URL.',
        body: Type.Object({ challenge: Type.String({ pattern: CHALLENGE, examples: ['5f'.repeat(32)] }) }),
        response: { 200: Type.Object({ proof: Type.String() }) },
      },
    },
    async (request) => ({ proof: proofOf(encryptionKey, request.body.challenge) }),
  )
}
