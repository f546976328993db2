import { gzipSync } from 'node:zlib'
import type { TestApp, TestDevice } from '../harness/app.ts'
import { BODY, bytesOf, chunk, chunked, PATH, type RawRequest } from './ingestion-bytes.ts'

export interface RequestRow {
  n: number
  name: string
  /** Builds the request from the token of a device. */
  request: (own: string) => RawRequest
  expect: number
  /** Number of answers, the first of them as expected; one by default. */
  answers?: number
  /** The server must close the connection. */
  closes?: true
  /** Headers that the answer must have. */
  headers?: Record<string, string>
  /** Changes the device before the request. */
  before?: (app: TestApp, device: TestDevice) => Promise<unknown>
}

const headers = (changed: Record<string, string | null>) => () => ({ headers: changed })
const lines = (...more: string[]) => ({ lines: more })
const type = (value: string | null) => headers({ 'Content-Type': value })

const wholeIn = (text: string) => `${chunk(text)}0\r\n\r\n`
const large = (bytes: number) => `{"module":"factory","note":"${'x'.repeat(bytes)}"}`

/** A header with a modified token of the device. */
const token = (made: (own: string) => string) => (own: string) => ({ headers: { 'X-Device-Token': made(own) } })

const CUT_OFF = { expect: 400, closes: true } as const
const TOO_LARGE = { expect: 413, closes: true } as const
const HEADERS_TOO_LARGE = { expect: 431, closes: true } as const
const UNAUTHORIZED = { expect: 401 } as const
const NOT_ALLOWED = { expect: 405, headers: { allow: 'POST' } } as const

const CONTENT_TYPE_ROWS: RequestRow[] = [
  { n: 5, name: 'a body without a Content-Type is refused', request: type(null), expect: 415 },
  { n: 6, name: 'a form is refused', request: type('application/x-www-form-urlencoded'), expect: 415 },
  { n: 7, name: 'another type that ends in json is refused', request: type('application/ld+json'), expect: 415 },
  { n: 8, name: 'a type with something behind a tab is refused', request: type('application/json\ta'), expect: 415 },
  { n: 9, name: 'a type with something behind a space is refused', request: type('application/json x'), expect: 415 },
  { n: 10, name: 'JSON called plain text is refused', request: type('text/plain'), expect: 415 },
  { n: 11, name: 'two content types are refused', request: () => lines('Content-Type: text/plain'), expect: 400 },
  { n: 12, name: 'the type in capitals is taken', request: type('APPLICATION/JSON'), expect: 200 },
  { n: 13, name: 'the charset UTF-8 is taken', request: type('application/json; charset=utf-8'), expect: 200 },
  {
    n: 13,
    name: 'the charset UTF-8 in quotes is taken',
    request: type('application/json;charset="UTF-8"'),
    expect: 200,
  },
  { n: 14, name: 'the charset UTF-16 is refused', request: type('application/json; charset=utf-16'), expect: 415 },
]

const LENGTH_ROWS: RequestRow[] = [
  { n: 90, name: 'a body of 70 KB is refused', request: () => ({ body: large(70_000) }), ...TOO_LARGE },
  {
    n: 91,
    name: 'a length of 10 MB is refused before the body has come',
    request: headers({ 'Content-Length': '10000000' }),
    ...TOO_LARGE,
  },
  { n: 92, name: 'a chunked body of 70 KB is refused', request: () => chunked(wholeIn(large(70_000))), ...TOO_LARGE },
  {
    n: 94,
    name: 'a Content-Length that cuts the body is refused, and so is what is left of the body',
    request: headers({ 'Content-Length': String(BODY.length - 4) }),
    answers: 2,
    ...CUT_OFF,
  },
  {
    n: 98,
    name: 'a compressed body is refused',
    request: () => ({ headers: { 'Content-Encoding': 'gzip' }, body: gzipSync(BODY) }),
    expect: 415,
  },
  {
    n: 99,
    name: 'a body that would grow a thousandfold is refused and not unpacked',
    request: () => ({ headers: { 'Content-Encoding': 'gzip' }, body: gzipSync(Buffer.alloc(10_000_000)) }),
    expect: 415,
  },
  { n: 100, name: 'the transfer coding gzip is refused', request: () => chunked(BODY, 'gzip'), ...CUT_OFF },
  {
    n: 100,
    name: 'the transfer coding gzip within chunks is refused',
    request: () => chunked(wholeIn(BODY), 'gzip, chunked'),
    expect: 400,
  },
  {
    n: 101,
    name: 'a Content-Length beside a transfer coding is refused, and what follows is not a request',
    request: (own) => ({ lines: ['Transfer-Encoding: chunked'], body: `0\r\n\r\n${bytesOf(own).join('')}` }),
    ...CUT_OFF,
  },
  { n: 102, name: 'two lengths are refused', request: () => lines(`Content-Length: ${BODY.length + 1}`), ...CUT_OFF },
  { n: 103, name: 'a negative length is refused', request: headers({ 'Content-Length': '-1' }), ...CUT_OFF },
  {
    n: 104,
    name: 'a chunk size that is no number is refused',
    request: () => chunked(`zz\r\n${BODY}\r\n0\r\n\r\n`),
    ...CUT_OFF,
  },
]

const TOKEN_ROWS: RequestRow[] = [
  { n: 105, name: 'no device token is refused', request: headers({ 'X-Device-Token': null }), ...UNAUTHORIZED },
  { n: 105, name: 'an empty device token is refused', request: headers({ 'X-Device-Token': '' }), ...UNAUTHORIZED },
  { n: 106, name: 'a token of 63 characters is refused', request: token((own) => own.slice(1)), ...UNAUTHORIZED },
  { n: 106, name: 'a token of 65 characters is refused', request: token((own) => `${own}0`), ...UNAUTHORIZED },
  {
    n: 107,
    name: 'a token that is not hexadecimal is refused',
    request: token((own) => `${own.slice(1)}g`),
    ...UNAUTHORIZED,
  },
  { n: 108, name: 'a token in capitals is refused', request: token((own) => own.toUpperCase()), ...UNAUTHORIZED },
  { n: 109, name: 'a token sent twice is refused', request: (own) => lines(`X-Device-Token: ${own}`), ...UNAUTHORIZED },
  { n: 110, name: 'spaces around the token are not part of it', request: token((own) => `  ${own} \t `), expect: 200 },
  {
    n: 111,
    name: 'the name of the header is taken in any case',
    request: (own) => ({ headers: { 'X-Device-Token': null, 'x-dEVICE-toKEN': own } }),
    expect: 200,
  },
  {
    n: 112,
    name: 'the token of a disabled device is refused',
    before: async (app, device) => (await app.logIn())('PATCH', `/api/admin/devices/${device.id}`, { enabled: false }),
    request: () => ({}),
    ...UNAUTHORIZED,
  },
  {
    n: 112,
    name: 'the token of a deleted device is refused',
    before: (app, device) => app.rows('delete from devices where id = $1', [device.id]),
    request: () => ({}),
    ...UNAUTHORIZED,
  },
  {
    n: 112,
    name: 'a token in the address is not looked at',
    request: (own) => ({ path: `${PATH}?token=${own}`, headers: { 'X-Device-Token': null } }),
    ...UNAUTHORIZED,
  },
  {
    n: 112,
    name: 'a long body behind a bad token is not read',
    request: () => ({ headers: { 'X-Device-Token': 'x' }, body: large(70_000) }),
    ...UNAUTHORIZED,
    closes: true,
  },
  {
    n: 112,
    name: 'a body of unknown length behind a bad token is not read',
    request: () => ({
      ...chunked(wholeIn(BODY)),
      headers: { 'X-Device-Token': 'x', 'Content-Length': null, 'Transfer-Encoding': 'chunked' },
    }),
    ...UNAUTHORIZED,
    closes: true,
  },
  {
    n: 112,
    name: 'a token in the body is not looked at',
    request: (own) => ({ headers: { 'X-Device-Token': null }, body: `{"module":"factory","token":"${own}"}` }),
    ...UNAUTHORIZED,
  },
]

const HTTP_ROWS: RequestRow[] = [
  {
    n: 113,
    name: 'headers of 20 KB are refused',
    request: () => lines(`X-Large: ${'x'.repeat(20_000)}`),
    ...HEADERS_TOO_LARGE,
  },
  { n: 114, name: 'a request without a Host is refused', request: headers({ Host: null }), expect: 400 },
  { n: 115, name: 'PUT on the address is refused', request: () => ({ method: 'PUT' }), ...NOT_ALLOWED },
  {
    n: 115,
    name: 'GET on the address is refused',
    request: () => ({ method: 'GET', headers: { 'Content-Length': null }, body: '' }),
    ...NOT_ALLOWED,
  },
  { n: 115, name: 'a rare method on the address is refused', request: () => ({ method: 'PROPFIND' }), ...NOT_ALLOWED },
  { n: 116, name: 'a slash behind the address is another address', request: () => ({ path: `${PATH}/` }), expect: 404 },
  { n: 117, name: 'two slashes are another address', request: () => ({ path: `/${PATH}` }), expect: 404 },
  { n: 118, name: 'an address that cannot be decoded is refused', request: () => ({ path: '/%zz' }), expect: 400 },
  { n: 119, name: 'a NUL in a header is refused', request: () => lines('X-Note: a\0b'), ...CUT_OFF },
  { n: 120, name: 'a folded header line is refused', request: () => lines('X-Note: a', ' b'), ...CUT_OFF },
  { n: 121, name: 'a space before the colon of a header is refused', request: () => lines('X-Note : a'), ...CUT_OFF },
  {
    n: 122,
    name: 'two thousand five hundred headers are refused',
    request: () => lines(...Array.from({ length: 2_500 }, () => 'a: b')),
    ...HEADERS_TOO_LARGE,
  },
]

/** Violations of the protocol, besides invalid bodies and headers. */
const PROTOCOL_ROWS: RequestRow[] = [
  {
    n: 123,
    name: 'an expectation other than 100-continue is refused',
    request: headers({ Expect: '200-ok' }),
    expect: 417,
    closes: true,
  },
  {
    n: 124,
    name: 'a client that asks for 100 Continue is answered like any other',
    request: headers({ Expect: '100-continue' }),
    expect: 200,
  },
  {
    n: 125,
    name: 'a method that does not exist is refused',
    request: () => ({ method: 'FROB' }),
    expect: 501,
    closes: true,
  },
  {
    n: 125,
    name: 'CONNECT is refused',
    request: () => ({ method: 'CONNECT', path: 'tocsin.example:443', headers: { 'Content-Length': null }, body: '' }),
    expect: 501,
    closes: true,
  },
  {
    n: 125,
    name: 'a wish for another protocol is passed over',
    request: () => lines('Connection: Upgrade', 'Upgrade: websocket'),
    expect: 200,
  },
  {
    n: 126,
    name: 'HTTP 1.0 needs no Host',
    request: () => ({ version: '1.0', headers: { Host: null } }),
    expect: 200,
    closes: true,
  },
  {
    n: 127,
    name: 'a version of HTTP that is not spoken here is refused',
    request: () => ({ version: '3.0' }),
    ...CUT_OFF,
  },
  {
    n: 128,
    name: 'a line feed alone does not end a header',
    request: () => lines('X-Note: a\nX-Other: b'),
    ...CUT_OFF,
  },
  {
    n: 129,
    name: 'a chunked reading is taken',
    request: () => chunked(chunk(BODY.slice(0, 9)) + wholeIn(BODY.slice(9))),
    expect: 200,
  },
]

export const REQUEST_ROWS: readonly RequestRow[] = [
  ...CONTENT_TYPE_ROWS,
  ...LENGTH_ROWS,
  ...TOKEN_ROWS,
  ...HTTP_ROWS,
  ...PROTOCOL_ROWS,
]
