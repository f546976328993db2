import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import { Duplex } from 'node:stream'
import { test } from 'node:test'
import fc from 'fast-check'
import { type PlainRequest, readPlainRequest } from './plain-request.ts'

const PATH = '/api/telemetry/ingest'
const LIMITS = { headBytes: 2_048, bodyBytes: 8_192 }
const BODY = '{"module":"factory"}'
const HEADERS = ['Host: example.org', 'X-Device-Token: abc', `Content-Length: ${BODY.length}`]

const textOf = (headers: readonly string[], body = BODY, firstLine = `POST ${PATH} HTTP/1.1`) =>
  `${[firstLine, ...headers].join('\r\n')}\r\n\r\n${body}`
const read = (text: string) => readPlainRequest(Buffer.from(text, 'latin1'), PATH, LIMITS)

test('a plain request is read with its headers, its body and its length', () => {
  const text = textOf([...HEADERS, 'Accept:*/*', 'Connection: Keep-Alive'])
  const request = read(`${text}POST /next`)
  assert.equal(request?.bytes, text.length)
  assert.equal(request?.body.toString(), BODY)
  assert.deepEqual(Object.fromEntries(request!.headers), {
    host: 'example.org',
    'x-device-token': 'abc',
    'content-length': '20',
    accept: '*/*',
    connection: 'Keep-Alive',
  })
})

test('a request is the last of its connection if its client asks for that', () => {
  const isLast = (...headers: string[]) => read(textOf([...HEADERS, ...headers]))?.isLast
  assert.deepEqual([isLast(), isLast('Connection: keep-alive'), isLast('Connection: Close')], [false, false, true])
})

test('a request whose body is still on the way is waited for', () => {
  assert.equal(read(textOf(HEADERS).slice(0, -1)), undefined)
  assert.equal(read(textOf(HEADERS, '')), undefined)
})

const LEFT_TO_OTHERS: Record<string, string> = {
  'half a head': textOf(HEADERS).slice(0, 60),
  'another address': textOf(HEADERS, BODY, 'POST /api/telemetry/batch HTTP/1.1'),
  'a query': textOf(HEADERS, BODY, `POST ${PATH}?a=b HTTP/1.1`),
  'another method': textOf(HEADERS, BODY, `PUT ${PATH} HTTP/1.1`),
  'an older version': textOf(HEADERS, BODY, `POST ${PATH} HTTP/1.0`),
  'no host': textOf(HEADERS.slice(1)),
  'no length': textOf(HEADERS.slice(0, 2)),
  'two lengths': textOf([...HEADERS, 'Content-Length: 20']),
  'a length of nothing': textOf([...HEADERS.slice(0, 2), 'Content-Length: 0'], ''),
  'a length with a sign': textOf([...HEADERS.slice(0, 2), 'Content-Length: +20']),
  'a length that is a list': textOf([...HEADERS.slice(0, 2), 'Content-Length: 20, 20']),
  'a long body': textOf([...HEADERS.slice(0, 2), 'Content-Length: 8193'], 'x'.repeat(8_193)),
  'a long head': textOf([...HEADERS, `X-Long: ${'x'.repeat(2_048)}`]),
  'a body in chunks': textOf([...HEADERS, 'Transfer-Encoding: chunked']),
  'a packed body': textOf([...HEADERS, 'Content-Encoding: gzip']),
  'an expectation': textOf([...HEADERS, 'Expect: 100-continue']),
  'a trace to be continued': textOf([
    ...HEADERS,
    'traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  ]),
  'a connection to be upgraded': textOf([...HEADERS, 'Connection: upgrade']),
  'a list of wishes for the connection': textOf([...HEADERS, 'Connection: close, TE']),
  'bytes behind the last request of a connection': textOf([...HEADERS, 'Connection: close'], `${BODY}POST`),
  'a header in two lines': textOf([...HEADERS, 'X-Folded: a\r\n b']),
  'a line that ends without a carriage return': textOf(HEADERS).replace('\r\nX', '\nX'),
  'a space before the colon': textOf([...HEADERS, 'X-Spaced : a']),
  'a header without a name': textOf([...HEADERS, ': a']),
  'a control character': textOf([...HEADERS, 'X-Bell: \x07']),
  'letters beyond ASCII': textOf([...HEADERS, 'X-Name: \xfc']),
}

for (const [name, text] of Object.entries(LEFT_TO_OTHERS)) {
  test(`${name} is left to those who know all of HTTP`, () => assert.equal(read(text), null))
}

test('every accepted request is parsed as Node parses it', async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...HEADERS,
      'Transfer-Encoding: chunked',
      'Connection: close',
      'content-length: 5',
      'A:',
      'B :c',
      '',
    ),
    fc.stringMatching(/^[A-Za-z-]{1,8}:[ \t]{0,2}[ -~]{0,12}[ \t]{0,2}$/),
    fc.string({ maxLength: 12 }),
  )
  const text = fc
    .tuple(fc.array(piece, { maxLength: 4 }), fc.constantFrom('\r\n', '\r\n', '\r\n', '\n'), fc.constantFrom('', 'GET'))
    .map(
      ([more, newline, rest]) =>
        `${textOf([...HEADERS, ...more.filter((line) => line !== '')]).replace('\r\n', newline)}${rest}`,
    )
  await fc.assert(
    fc.asyncProperty(text, async (sent) => {
      const request = read(sent)
      if (request)
        assert.deepEqual(await asNodeReads(sent), { ...plain(request), body: request.body.toString('latin1') })
    }),
    { numRuns: 500 },
  )
})

const plain = ({ headers }: PlainRequest) => ({ url: PATH, headers: Object.fromEntries(trimmed(headers)) })
/** Node strips the white space behind a value. */
const trimmed = (headers: ReadonlyMap<string, string>) => [...headers].map(([name, value]) => [name, value.trimEnd()])

/** Returns the first request in these bytes as Node's own server parses it. */
function asNodeReads(sent: string): Promise<unknown> {
  return new Promise((resolve) => {
    const connection = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() })
    const server = createServer(async (request: IncomingMessage) => {
      const { url, headers } = request
      let body = ''
      for await (const chunk of request.setEncoding('latin1')) body += chunk
      resolve({ url, headers: { ...headers }, body })
      connection.destroy()
    })
    server.on('clientError', (error) => resolve(error))
    server.emit('connection', connection)
    connection.push(Buffer.from(sent, 'latin1'))
  })
}
