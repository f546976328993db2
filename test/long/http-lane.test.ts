import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { startApp, type TestApp } from '../harness/app.ts'
import { cleanUp } from '../harness/cleanup.ts'
import { type Lots, lots, sweep } from '../harness/lots.ts'

const { rounds: PAIRS, seed: FIRST_SEED } = sweep(2_500)
const AT_ONCE = 50
const TS = 1_795_263_600
const MOST_REQUESTS = 4
/** Conversations that are shown when the answers to them differ. */
const MOST_SHOWN = 10
const INGEST = '/api/telemetry/ingest'
/** In place of the token of a device, of the same length. */
const TOKEN = '#'.repeat(64)
/** Answers of Node to what it cannot parse. */
const FAULTS = [
  [400, 'The request is malformed'],
  [408, 'The request took too long to arrive'],
  [431, 'The headers are too large'],
].map(([code, message]) => JSON.stringify({ status: 'error', message, code }))

interface Answer {
  status: number
  body: string
  /** Whether it closes the connection. */
  isLast: boolean
}

test('every conversation is answered as Node alone answers it, and leaves the same readings', async (t) => {
  const app = await startApp(t)
  const sides = [
    { port: Number(new URL(app.url).port), device: await app.createDevice(), broken: new Set<number>() },
    { port: await withoutLane(t, app), device: await app.createDevice(), broken: new Set<number>() },
  ]
  const differing: { seed: number; sent: string[]; byLane: unknown; byNode: unknown }[] = []
  for (let first = 0; first < PAIRS; first += AT_ONCE) {
    const seeds = Array.from({ length: Math.min(AT_ONCE, PAIRS - first) }, (_, place) => FIRST_SEED + first + place)
    await Promise.all(
      seeds.map(async (seed, place) => {
        const draw = lots(seed)
        const from = TS + (first + place) * MOST_REQUESTS
        const pieces = draw.cut(conversation(draw, from), 3)
        const pause = draw.pick([0, 0, 1])
        const isLateEnd = draw.chance(0.3)
        const [byLane, byNode] = await Promise.all(
          sides.map(({ port, device }) => answersTo(port, withToken(pieces, device.token), pause, isLateEnd)),
        )
        // With the fault, the connection is closed, maybe before the requests in front of it are read.
        for (const [place, answers] of [byLane!, byNode!].entries()) {
          if (isFault(answers.at(-1))) sides[place]!.broken.add(from)
        }
        if (!areAlike(byLane!, byNode!) || !areInOrder(byLane!, from))
          differing.push({ seed, sent: inShort(pieces), byLane, byNode })
      }),
    )
    // Behind a reading that is answered, all before it are stored, also those that Node left without an answer.
    for (const { device } of sides) assert.equal((await device.send({ ts: TS - 1 - first })).status, 200)
    const stored = await Promise.all(sides.map(({ device }) => storedSince(app, device.id, TS + first * MOST_REQUESTS)))
    const lacking = sides.map(({ broken }, place) => {
      const own = new Set(stored[place])
      return stored[1 - place]!.filter((ts) => !own.has(ts) && !broken.has(beginOf(Number(ts))))
    })
    assert.deepEqual(lacking, [[], []], `seeds ${seeds[0]} to ${seeds.at(-1)}`)
    if (differing.length > MOST_SHOWN) break
  }
  assert.deepEqual(differing, [])
})

/** When the conversation began to which a reading of this time belongs. */
const beginOf = (ts: number) => ts - ((ts - TS) % MOST_REQUESTS)

const isFault = (answer: Answer | undefined) => FAULTS.includes(answer?.body ?? '')

const inShort = (pieces: readonly string[]) =>
  pieces.map((piece) =>
    piece.replaceAll(TOKEN, '#').replace(/(.)\1{40,}/g, (run, one: string) => `${one}×${run.length}`),
  )

/** The same pieces with this token, which they may have cut. */
function withToken(pieces: readonly string[], token: string): string[] {
  const whole = pieces.join('').replaceAll(TOKEN, token)
  let end = 0
  return pieces.map(({ length }) => {
    end += length
    return whole.slice(end - length, end)
  })
}

/** A server without the lane, in front of the same framework. Returns its port. */
async function withoutLane(t: TestContext, app: TestApp): Promise<number> {
  const { server } = app.service.http
  const plain = createServer({ maxHeaderSize: 8 * 1024, requireHostHeader: false })
  Object.assign(plain, { httpAllowHalfOpen: true })
  for (const event of ['request', 'clientError', 'checkExpectation', 'connect']) {
    for (const listener of server.listeners(event)) plain.on(event, listener as () => void)
  }
  plain.listen(0, '127.0.0.1')
  await once(plain, 'listening')
  cleanUp(t, async () => {
    plain.closeAllConnections()
    plain.close()
  })
  return (plain.address() as AddressInfo).port
}

/** The answers until the server closes. The client closes its side with the last bytes, or when it is answered. */
async function answersTo(port: number, pieces: string[], pause: number, isLateEnd: boolean): Promise<Answer[]> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
  let received = ''
  socket.setEncoding('latin1').on('data', (text: string) => (received += text))
  const ended = new Promise<void>((resolve) => void socket.once('end', resolve).once('error', () => resolve()))
  await once(socket, 'connect')
  for (const piece of pieces) {
    if (!socket.writable) break
    socket.write(Buffer.from(piece, 'latin1'))
    if (pause > 0) await sleep(pause)
  }
  if (isLateEnd) await Promise.race([ended, sleep(40)])
  socket.end()
  await ended
  socket.destroy()
  return answersIn(received)
}

/**
 * Whole answers to the one that closes the connection, without interim ones. Anything else in between is an answer of
 * status 0.
 */
function answersIn(received: string): Answer[] {
  const answers: Answer[] = []
  for (let rest = received; rest !== '' && answers.at(-1)?.isLast !== true; ) {
    const headEnd = rest.indexOf('\r\n\r\n')
    const head = rest.slice(0, headEnd + 2)
    const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(head) ?? []
    const length = Number(/^content-length: (\d+)\r$/im.exec(head)?.[1] ?? 0)
    const end = headEnd + 4 + length
    if (headEnd === -1 || status === undefined || rest.length < end)
      return [...answers, { status: 0, body: rest, isLast: true }]
    const isLast = /^connection: close\r$/im.test(head)
    if (!status.startsWith('1')) answers.push({ ...alike(Number(status), rest.slice(headEnd + 4, end)), isLast })
    rest = rest.slice(end)
  }
  return answers
}

/**
 * Answers that depend on more than the bytes are one: beyond sixty wrong tokens a minute there is another status, and a
 * method is known to be unknown if its line begins a piece.
 */
function alike(status: number, body: string): { status: number; body: string } {
  if (status === 401 || status === 429) return { status: 401, body: '' }
  return status === 501 ? { status: 400, body: FAULTS[0]! } : { status, body }
}

/**
 * Whether the answers are the same. Node answers a fault as soon as it comes upon it, so that requests before it that are
 * still in progress get no answer; how many are depends on when the bytes come. An answer that closes the connection may
 * have come first.
 */
function areAlike(some: Answer[], others: Answer[]): boolean {
  const [one, other] = [some, others].map((answers) => {
    const isFaulty = isFault(answers.at(-1))
    return {
      answers: isFaulty ? answers.slice(0, -1) : answers,
      isFaulty,
      fault: isFaulty ? answers.at(-1)?.body : undefined,
    }
  }) as [Side, Side]
  const length = Math.min(one.answers.length, other.answers.length)
  if (!isDeepStrictEqual(shownOf(one.answers.slice(0, length)), shownOf(other.answers.slice(0, length)))) return false
  if (one.isFaulty && other.isFaulty) return one.fault === other.fault
  if (!one.isFaulty && !other.isFaulty) return one.answers.length === other.answers.length
  const whole = one.isFaulty ? other : one
  return whole.answers.length > length && whole.answers.at(-1)!.isLast
}

interface Side {
  /** Without the fault at the end. */
  answers: Answer[]
  isFaulty: boolean
  fault: string | undefined
}

const shownOf = (answers: Answer[]) => answers.map(({ status, body }) => [status, body])

/** Readings are stored in the order of their times, so each answer is that of a later request than the one before. */
function areInOrder(answers: Answer[], from: number): boolean {
  const times = answers.filter(({ status }) => status === 200).flatMap(({ body }) => /"ts":(\d+)/.exec(body)?.[1] ?? [])
  return times.every(
    (ts, place) => Number(ts) >= from && Number(ts) < from + MOST_REQUESTS && !(ts <= times[place - 1]!),
  )
}

async function storedSince(app: TestApp, id: number, from: number): Promise<string[]> {
  const query = 'select ts from readings where device_id = $1 and ts >= $2 order by ts'
  const rows = await app.rows<{ ts: string }>(query, [id, from])
  return rows.map(({ ts }) => ts)
}

/** The bytes of a few requests, some of them broken. */
function conversation(draw: Lots, from: number): string {
  const requests = Array.from({ length: 1 + draw.number(MOST_REQUESTS - 1) }, (_, place) => request(draw, from + place))
  const whole = requests.join(draw.chance(0.1) ? draw.pick(['\r\n', '\n', ' ', '\0', '0\r\n\r\n']) : '')
  return draw.chance(0.1) ? whole.slice(0, draw.number(whole.length)) : whole
}

function request(draw: Lots, ts: number): string {
  if (draw.chance(0.1)) return 'GET /healthz HTTP/1.1\r\nHost: tocsin.example\r\n\r\n'
  const body = draw.pick([
    `{"module":"factory","ts":${ts}}`,
    `{"module":"factory","ts":${ts}}`,
    `{"module":"factory","ts":${ts},"metrics":{"gas_ppm":3}}`,
    '{"module":"spoon"}',
    '{"module":',
  ])
  const lines = [
    `POST ${draw.chance(0.95) ? INGEST : draw.pick([`${INGEST}?a=b`, `http://tocsin.example${INGEST}`, '/nothing', INGEST.toUpperCase()])} HTTP/1.1`,
    'Host: tocsin.example',
    `X-Device-Token: ${TOKEN}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ]
  const text = draw.chance(0.5) ? odd(draw, lines, body) : `${lines.join('\r\n')}\r\n\r\n${body}`
  return draw.chance(0.1) ? touched(draw, text, text.length - body.length) : text
}

/** A request with one peculiarity. Most of them are faults. */
function odd(draw: Lots, lines: string[], body: string): string {
  const chunked = (size: string, extension = '') => `${size}${extension}\r\n${body}\r\n0\r\n\r\n`
  const size = body.length.toString(16)
  const with_ = (line: string, content = body) => `${[...lines, line].join('\r\n')}\r\n\r\n${content}`
  const length = (value: string, content = body) =>
    `${[...lines.slice(0, 4), `Content-Length: ${value}`].join('\r\n')}\r\n\r\n${content}`
  const coded = (line: string, content: string) => `${[...lines.slice(0, 4), line].join('\r\n')}\r\n\r\n${content}`
  const whole = `${lines.join('\r\n')}\r\n\r\n${body}`
  return draw.pick([
    // Two ways to give the length.
    () => with_('Transfer-Encoding: chunked', chunked(size)),
    () => with_('Transfer-Encoding: chunked'),
    () => with_('transfer-encoding:\tchunked', chunked(size)),
    () => with_('Transfer-Encoding: identity'),
    () => with_('Transfer-Encoding: xchunked', chunked(size)),
    () => with_(`Content-Length: ${body.length}`),
    () => with_(`Content-Length: ${body.length + draw.pick([-1, 1, 40])}`),
    () => coded('Transfer-Encoding: chunked', chunked(size)),
    () => coded('Transfer-Encoding: gzip, chunked', chunked(size)),
    () => coded('Transfer-Encoding: chunked, identity', chunked(size)),
    // Chunks.
    () =>
      coded(
        'Transfer-Encoding: chunked',
        chunked(size, draw.pick([';a=b', ';a="\r\n"', ' ;a', ';'.repeat(300), ';a\n'])),
      ),
    () =>
      coded(
        'Transfer-Encoding: chunked',
        chunked(draw.pick([`+${size}`, `-${size}`, `0x${size}`, `0${size}`, 'fffffffff', '', 'g'])),
      ),
    () => coded('Transfer-Encoding: chunked', chunked(size).replaceAll('\r\n', '\n')),
    () => coded('Transfer-Encoding: chunked', `${chunked(size).slice(0, -2)}X-Trailer: a\r\n\r\n`),
    // The length itself.
    () =>
      length(
        draw.pick([
          '+20',
          '-1',
          '0',
          '00020',
          '20, 20',
          '0x14',
          '2e1',
          '',
          ' ',
          '20 20',
          '99999999999999999999',
          '20\v',
        ]),
      ),
    () => length(`${body.length}`.padStart(6, '0')),
    () => length(`${Math.max(0, body.length + draw.pick([-3, -1, 1, 3, 400]))}`),
    () => length(`${body.length + 9_000}`, body + ' '.repeat(9_000)),
    () => length(`${body.length + 3_000}`, body + ' '.repeat(3_000)),
    // Lines.
    () => with_('X-Folded: a\r\n b'),
    () => with_('X-Folded: a\r\n\tContent-Length: 1'),
    () => with_(draw.pick(['X-Null: a\0b', 'X-\0: a', 'X-Bell: \x07', 'X-Return: a\rb', 'X-Name: \xfc'])),
    () => with_(draw.pick(['X-Spaced : a', ': a', 'X Y: a', 'no colon', ' X-Leading: a', 'Content-Length : 5'])),
    () => with_(`X-Long: ${'x'.repeat(draw.pick([1_500, 2_500, 7_000, 9_000]))}`),
    () =>
      Array.from({ length: draw.pick([30, 200]) }, (_, place) => `X-${place}: a`).reduce(
        (text, line) => text.replace('\r\n', `\r\n${line}\r\n`),
        whole,
      ),
    () => whole.replaceAll('\r\n', '\n'),
    () => whole.replace('\r\n', '\n'),
    () => whole.replace('\r\n\r\n', draw.pick(['\n\n', '\r\n\n', '\n\r\n', '\r\r\n', '\r\n\r'])),
    () => draw.pick(['\r\n', '\r\n\r\n', '\n', ' ']) + whole,
    // The first line.
    () => whole.replace('HTTP/1.1', draw.pick(['HTTP/1.0', 'HTTP/1.2', 'HTTP/2.0', 'http/1.1', 'HTTP/1.1 ', ''])),
    () => whole.replace('POST', draw.pick(['post', 'PUT', 'GET', 'DELETE', 'POS', 'POST\t', 'BREW', 'OPTIONS'])),
    () =>
      whole.replace(
        'Host: tocsin.example\r\n',
        draw.pick(['', 'Host:\r\n', 'Host: a\r\nHost: b\r\n', 'Host: evil.example\r\n']),
      ),
    // Requests as clients send them.
    () =>
      with_(
        `Connection: ${draw.pick(['close', 'Close', 'keep-alive', 'close, TE', 'x', '', 'upgrade', 'keep-alive, close'])}`,
      ),
    () => with_('Expect: 100-continue'),
    () => with_('Expect: a miracle'),
    () => with_('TE: trailers'),
    () => with_('Content-Encoding: gzip'),
    () =>
      whole.replace(
        'application/json',
        draw.pick(['text/plain', 'application/json; charset=utf-8', 'APPLICATION/JSON', '']),
      ),
    () => whole.replace(TOKEN, draw.pick(['wrong', '', `${TOKEN} `, `"${TOKEN}"`])),
    () => with_(`X-Device-Token: ${TOKEN}`),
  ])()
}

/** A byte of the head, or what follows it, is changed, doubled or left out. The token stays, or there is only 401. */
function touched(draw: Lots, text: string, headLength: number): string {
  const token = text.indexOf(TOKEN)
  const at = draw.number(headLength)
  if (token !== -1 && at >= token && at < token + TOKEN.length) return text
  const byte = draw.pick(['', '\0', '\r', '\n', ' ', ':', '\x7f', '\xff', 'x', text[at]! + text[at]!])
  return text.slice(0, at) + byte + text.slice(at + 1)
}
