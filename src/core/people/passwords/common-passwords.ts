import { dictionary } from '@zxcvbn-ts/language-common'

/** About 50,000 leaked passwords, the most frequent first. */
const RANKED = dictionary['passwords-common']
/** Published as an example of a good password. */
const FAMOUS = 'correcthorsebatterystaple'

const common = new Set([...RANKED, FAMOUS])
/** Words that people surround with digits when a longer password is required. */
const favourite = new Set(RANKED.slice(0, 1_000))

/**
 * Whether attackers try it early: a leaked password, or a frequent one repeated or surrounded by digits and
 * punctuation.
 */
export function isCommonPassword(password: string): boolean {
  const folded = password.toLowerCase()
  const unit = /^(.+?)\1*$/su.exec(folded)?.[1] ?? folded
  const bare = unit.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return common.has(folded.replaceAll(' ', '')) || [...unit].length === 1 || favourite.has(unit) || favourite.has(bare)
}
