import { domainToASCII } from 'node:url'

/** Characters of an address with its @, by RFC 5321. */
const ADDRESS_LIMIT = 254
const LOCAL_LIMIT = 64
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const LABELS = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/

/** Whether the text is exactly one address, without a name, a comment, quotes or a line break. Pure. */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)]
  if (at < 1 || text.length > ADDRESS_LIMIT || local.length > LOCAL_LIMIT || !LOCAL.test(local)) return false
  // `domainToASCII` alone also takes addresses of pages, and ignores invisible characters.
  return /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) && LABELS.test(domainToASCII(domain))
}
