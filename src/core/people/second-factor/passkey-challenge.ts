import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import sql from 'sql-template-tag'
import { CLOCK_TOLERANCE_S, secondsAfter } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { hashToken } from '../../../platform/secrets.ts'

export const CHALLENGE_LIFETIME_S = 5 * 60

const RANDOM_BYTES = 16
const TIME_BYTES = 8

/** The purpose of a challenge, and its browser: it is valid for nothing else. */
export interface ChallengeUse {
  purpose: 'login' | 'second factor' | 'link' | 'proof' | 'new passkey'
  /** The CSRF token, which each session and each visitor has their own of. */
  csrf: string
}

/** Random, with its end and a signature: a page may show one without anything being stored. */
export function newChallenge(encryptionKey: Buffer, use: ChallengeUse, now: Date): string {
  const content = Buffer.alloc(RANDOM_BYTES + TIME_BYTES)
  randomBytes(RANDOM_BYTES).copy(content)
  content.writeBigUInt64BE(BigInt(secondsAfter(now, CHALLENGE_LIFETIME_S).getTime()), RANDOM_BYTES)
  return Buffer.concat([content, signature(encryptionKey, use, content)]).toString('base64url')
}

/** When the challenge ends; null for one that is over, or that was made for another use. */
export function endOfChallenge(encryptionKey: Buffer, use: ChallengeUse, challenge: string, now: Date): Date | null {
  const bytes = Buffer.from(challenge, 'base64url')
  const content = bytes.subarray(0, RANDOM_BYTES + TIME_BYTES)
  const [given, wanted] = [bytes.subarray(content.length), signature(encryptionKey, use, content)]
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null
  const end = new Date(Number(content.readBigUInt64BE(RANDOM_BYTES)))
  // One that was made while the clock was ahead is not valid for longer.
  return end > now && end <= secondsAfter(now, CHALLENGE_LIFETIME_S + CLOCK_TOLERANCE_S) ? end : null
}

function signature(encryptionKey: Buffer, { purpose, csrf }: ChallengeUse, content: Buffer): Buffer {
  const key = createHmac('sha256', encryptionKey).update('challenges of passkeys').digest()
  return createHmac('sha256', key).update(`${purpose}\n${csrf}\n`).update(content).digest()
}

/** Uses a challenge up, for all nodes; false if it was used before. */
export async function takeChallenge(tx: Queryable, challenge: string, end: Date): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into used_challenges (challenge_hash, expires_at)
    values (${hashToken(challenge)}, ${end})
    on conflict (challenge_hash) do nothing
    returning challenge_hash`)
  return rows.length > 0
}
