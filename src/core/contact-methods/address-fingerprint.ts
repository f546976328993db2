import { createHmac } from 'node:crypto'
import { type ContactKind, channelKind } from './channels/channels.ts'

/** Tells whether two sealed addresses are the same. Pure. */
export const fingerprintOf = (key: Buffer, kind: ContactKind, address: object): string =>
  createHmac('sha256', key)
    .update(`contact ${kind} ${JSON.stringify(channelKind(kind).identityOf?.(address) ?? address)}`)
    .digest('hex')
