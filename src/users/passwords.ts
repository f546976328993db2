import bcrypt from 'bcrypt'
import { invalidField, unavailable } from '../platform/errors.ts'

const COST = 12
/** bcrypt looks at no more; a longer password would be cut in silence. */
const LIMIT_BYTES = 72
const MIN_CHARACTERS = 12
/** Hashing takes a quarter of a second of a thread that DNS look-ups need too. */
const AT_ONCE = 2
const QUEUE_LIMIT = 32

/** Long enough, and still among the first that are tried. */
const COMMON = new Set([
  '123456789012',
  '1234567890123',
  '12345678901234567890',
  '111111111111',
  '000000000000',
  'password1234',
  'password12345',
  'password123456',
  'passwordpassword',
  'qwertyuiop12',
  'qwertyuiop123',
  'qwerty123456',
  'qwertyuiopasdfghjkl',
  '1q2w3e4r5t6y',
  '1qaz2wsx3edc',
  'administrator',
  'adminadminadmin',
  'changemechangeme',
  'letmeinletmein',
  'iloveyou1234',
  'welcome12345',
  'correcthorsebatterystaple',
])

/** Throws 400 with the reason when nobody should use this password. */
export function checkNewPassword(password: string, email: string): void {
  const refuse = (reason: string) => invalidField('/password', reason)
  if ([...password].length < MIN_CHARACTERS) throw refuse(`must have at least ${MIN_CHARACTERS} characters`)
  if (Buffer.byteLength(password) > LIMIT_BYTES) throw refuse(`must have at most ${LIMIT_BYTES} bytes in UTF-8`)
  if (password.includes('\0')) throw refuse('must not hold NUL')
  const folded = password.toLowerCase()
  const isOneCharacter = new Set(folded).size === 1
  if (COMMON.has(folded) || isOneCharacter || folded === email || folded === email.split('@')[0]) {
    throw refuse('is among the first that are tried')
  }
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => bcrypt.hash(password, COST))

/** A hash of nothing that anybody knows, so that unknown accounts take as long as known ones. */
const DUMMY_HASH = '$2b$12$91.IHgw8i/1fQjc1JAzfr.W1nvDHs4CzICZfmW6nDauaOGe4Pu.jW'

/** Always costs one comparison. `null` stands for an account that does not exist. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const isComparable = Buffer.byteLength(password) <= LIMIT_BYTES && !password.includes('\0')
  const matches = await inTurn(() => bcrypt.compare(isComparable ? password : '', passwordHash ?? DUMMY_HASH))
  return matches && isComparable && passwordHash !== null
}

let running = 0
const queue: (() => void)[] = []

/** Two at a time, 32 waiting, 503 for the rest. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running < AT_ONCE) running += 1
  else {
    if (queue.length >= QUEUE_LIMIT) throw unavailable('Too many logins at once; try again', 5)
    // The one that ends hands its place over, so `running` stays as it is.
    await new Promise<void>((start) => queue.push(start))
  }
  try {
    return await work()
  } finally {
    const next = queue.shift()
    if (next === undefined) running -= 1
    else next()
  }
}
