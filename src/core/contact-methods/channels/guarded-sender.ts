import type { Role } from '../../reach/role.ts'
import { type OutgoingMessage, openSender, type SendOutcome } from '../../webhooks/sending/send-webhook.ts'
import type { AddressPolicy, Lookup } from '../../webhooks/webhook-address.ts'

/**
 * Where messages of somebody with this role may be sent. Networks that the operator has allowed for webhooks are for
 * administrators, who alone add webhooks; for anybody else, only the public internet is. Pure.
 */
export const addressPolicyFor = (role: Role | null, policy: AddressPolicy): AddressPolicy =>
  role === 'admin' ? policy : { ...policy, allowedNetworks: [] }

/** Sends to addresses that people have chosen. */
interface GuardedSender {
  send(message: OutgoingMessage, role: Role | null): Promise<SendOutcome>
  close(): void
}

export function openGuardedSender(policy: AddressPolicy, resolver?: Lookup): GuardedSender {
  const [ofAdmins, ofOthers] = [openSender(policy, resolver), openSender(addressPolicyFor('viewer', policy), resolver)]
  return {
    send: (message, role) => (role === 'admin' ? ofAdmins : ofOthers).send(message),
    close() {
      ofAdmins.close()
      ofOthers.close()
    },
  }
}
