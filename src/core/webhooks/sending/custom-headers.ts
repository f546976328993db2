import { invalidField } from '../../../platform/errors.ts'

const MOST_HEADERS = 10
const NAME = /^[A-Za-z0-9-]{1,64}$/
/** Printable ASCII without a space at either end, so that no value can end a header or begin another. */
const VALUE = /^[!-~]([ -~]{0,1022}[!-~])?$/

/** Headers about framing, content or identity, which the service sets itself. */
const RESERVED =
  /^(host|connection|keep-alive|te|trailer|upgrade|expect|transfer-encoding|content-.*|accept-encoding|proxy-.*|cookie2?|user-agent|date|via|forwarded|x-forwarded-.*|x-real-ip|http2-settings|webhook-.*|x-tocsin-.*)$/i

export type CustomHeaders = Record<string, string>
/** A value sets a header, null removes it. */
export type HeaderChanges = Record<string, string | null>

/** Applies changes to headers; names keep their spelling. Throws 400 for headers that may not be sent. */
export function changeHeaders(headers: CustomHeaders, changes: HeaderChanges): CustomHeaders {
  const names = Object.keys(changes)
  for (const [place, name] of names.entries()) {
    if (!NAME.test(name)) throw invalidField(`/headers/${name}`, 'header_name')
    if (RESERVED.test(name)) throw invalidField(`/headers/${name}`, 'header_reserved')
    if (names.slice(0, place).some(isSame(name))) throw invalidField(`/headers/${name}`, 'header_twice')
    const value = changes[name]
    if (value != null && !VALUE.test(value)) throw invalidField(`/headers/${name}`, 'header_value')
  }
  const kept = Object.entries(headers).filter(([name]) => !names.some(isSame(name)))
  const set = Object.entries(changes).filter((entry): entry is [string, string] => entry[1] !== null)
  if (kept.length + set.length > MOST_HEADERS) throw invalidField('/headers', 'headers_too_many', MOST_HEADERS)
  return Object.fromEntries([...kept, ...set])
}

const isSame = (one: string) => (other: string) => one.toLowerCase() === other.toLowerCase()
