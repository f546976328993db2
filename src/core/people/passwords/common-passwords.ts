import { dictionary } from '@zxcvbn-ts/language-common'

/** Some 50,000 passwords from leaks, the most used first. */
const RANKED = dictionary['passwords-common']
/** Published as an example of a good one. */
const FAMOUS = 'correcthorsebatterystaple'

const common = new Set([...RANKED, FAMOUS])
/** What people put digits around when a longer one is asked for. */
const favourite = new Set(RANKED.slice(0, 1_000))

/** Whether guessers try it early: a leaked password, or a favourite one repeated or with digits and signs around it. */
export function isCommonPassword(password: string): boolean {
  const folded = password.toLowerCase()
  const unit = /^(.+?)\1*$/su.exec(folded)?.[1] ?? folded
  const bare = unit.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return common.has(folded.replaceAll(' ', '')) || [...unit].length === 1 || favourite.has(unit) || favourite.has(bare)
}
