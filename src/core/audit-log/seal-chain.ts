import { createHash } from 'node:crypto'

/** An entry in the chain: the next hash covers it, and the hash before it. */
export interface SealLink {
  /** From 1, without gaps. */
  number: number
  /** Time of the entry, which says how old one is that has been deleted. */
  at: Date
  /** Digest of the whole entry. */
  digest: Buffer
}

/** The last link of a chain. */
export interface SealHead {
  number: number
  hash: Buffer
}

export const NO_LINKS: SealHead = { number: 0, hash: Buffer.alloc(32) }

export function hashOf(previous: Buffer, { number, at, digest }: SealLink): Buffer {
  return createHash('sha256').update(previous).update(`${number} ${at.toISOString()} `).update(digest).digest()
}

/** `1234:0f3a…`: to be kept elsewhere, and compared later. */
export const headText = ({ number, hash }: SealHead): string => `${number}:${hash.toString('hex')}`

/** Null for a text that is no head. */
export function parseSealHead(text: string): SealHead | null {
  const [, number, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text.trim().toLowerCase()) ?? []
  return number === undefined || hash === undefined ? null : { number: Number(number), hash: Buffer.from(hash, 'hex') }
}
