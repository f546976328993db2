import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { browserKeys } from '../../../../../test/harness/push-browser.ts'
import { RequestError } from '../../../../platform/errors.ts'
import { checkSubscription, faultOfEndpoint } from './push-address.ts'

const OWN = ['https://push.example.org', 'http://127.0.0.1:9000']
const reasonFor = (endpoint: string, origins: readonly string[] = OWN) =>
  faultOfEndpoint(endpoint, origins)?.reason ?? null

const GOOD = [
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://FCM.googleapis.com:443/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
  'https://autopush.stage.push.services.mozilla.com/wpush/v2/gAAAA',
  'https://web.push.apple.com/QAbc',
  'https://wns2-par02p.notify.windows.com/w/?token=abc%2bdef',
  'https://push.example.org/any/path?and=query',
  'http://127.0.0.1:9000/push/1',
]

test('endpoints of the known push services, and of allowed origins, are accepted', () => {
  assert.deepEqual(
    GOOD.map((endpoint) => reasonFor(endpoint)),
    GOOD.map(() => null),
  )
})

test('other endpoints are rejected, and the reason says why', () => {
  const rejected: Record<string, string[]> = {
    no_url: ['', 'fcm.googleapis.com/x', 'https://', 'https://[::1', 'https://fcm googleapis.com/'],
    url_user: ['https://a@fcm.googleapis.com/', 'https://fcm.googleapis.com:443:x@evil.example/', 'https://:b@web.push.apple.com/'],
    url_fragment: ['https://fcm.googleapis.com/x#y', 'https://fcm.googleapis.com/#'],
    push_https: ['http://fcm.googleapis.com/x', 'ftp://web.push.apple.com/', 'file:///etc/passwd', 'javascript:alert(1)', 'http://push.example.org/', 'https:fcm.googleapis.com/'.replace('https', 'data')],
    push_port: ['https://fcm.googleapis.com:444/', 'https://web.push.apple.com:80/', 'https://push.example.org:8443/'],
    push_service: [
      'https://evil.example/fcm.googleapis.com', 'https://fcm.googleapis.com.evil.example/', 'https://evilfcm.googleapis.com/',
      'https://x.fcm.googleapis.com/', 'https://fcm.googleapis.com./', 'https://push.apple.com/', 'https://.push.apple.com/',
      'https://evilpush.apple.com/', 'https://a..push.apple.com/', 'https://push.services.mozilla.com/',
      'https://web.push.apple.com.evil.example/', 'https://evil.example/?https://web.push.apple.com/',
      'https://evil.example/.push.apple.com', 'https://127.0.0.1/', 'https://[::1]/', 'https://localhost/',
      'https://169.254.169.254/', 'https://notify.windows.com.evil.example/', 'https://evil.example\\.push.apple.com/',
      'https://push.example.org.evil.example/', 'https://x.push.example.org/', 'https://fcm.googleapis.com%2f.evil.example/',
    ],
    too_long: [`https://fcm.googleapis.com/${'x'.repeat(2_022)}`, `https://fcm.googleapis.com/${'é'.repeat(800)}`],
  } // biome-ignore format: one list for each reason
  for (const [reason, endpoints] of Object.entries(rejected)) {
    for (const endpoint of endpoints) {
      const found = reasonFor(endpoint)
      // Some of these are no URL at all to newer parsers.
      assert.ok(found === reason || (reason === 'push_service' && found === 'no_url'), `${endpoint}: ${found}`)
    }
  }
  assert.equal(reasonFor(`https://fcm.googleapis.com/${'x'.repeat(2_021)}`), null)
  assert.equal(reasonFor('http://127.0.0.1:9001/push/1'), 'push_https')
  assert.equal(reasonFor('http://127.0.0.1:9000/push/1', []), 'push_https')
})

test('whatever stands around the name of a push service, nothing is sent to another host', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...['https://', 'http://', '//', '/', '\\', '@', ':', '443', '?', '#', '.', '%2e', '%00', '\t', '\n'],
    ),
    fc.constantFrom('fcm.googleapis.com', '.push.apple.com', 'web.push.apple.com', '.notify.windows.com'),
    fc.constantFrom(
      'evil.example',
      '127.0.0.1',
      '[::1]',
      'localhost',
      '。',
      'ｆcm',
      'push.example.org',
      '127.0.0.1:9000',
    ),
    fc.string({ maxLength: 3 }),
  )
  const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
  const anyUrl = fc.oneof(
    text,
    text.map((rest) => `https://${rest}`),
  )
  fc.assert(
    fc.property(anyUrl, (endpoint) => {
      if (faultOfEndpoint(endpoint, OWN) !== null) return
      const { protocol, hostname, port, username, password, origin, href } = new URL(endpoint)
      assert.equal(username + password, '')
      assert.ok(href.length <= 2_048)
      if (OWN.includes(origin)) return
      assert.deepEqual([protocol, port], ['https:', ''])
      const known = ['.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com']
      assert.ok(
        hostname === 'fcm.googleapis.com' ||
          known.some((end) => hostname.endsWith(end) && hostname.length > end.length),
        endpoint,
      )
    }),
    { numRuns: 1_000 },
  )
})

test('the keys of a subscription must be a point on the curve, and sixteen bytes', () => {
  const { keys } = browserKeys()
  const endpoint = GOOD[0]!
  const check = (changes: Partial<typeof keys>) => checkSubscription({ endpoint, keys: { ...keys, ...changes } }, [])
  assert.deepEqual(check({}), { endpoint, keys })
  // Padded, as some libraries write it.
  assert.deepEqual(check({ p256dh: `${keys.p256dh}=`, auth: `${keys.auth}==` }), { endpoint, keys })

  const point = Buffer.from(keys.p256dh, 'base64url')
  const offCurve = Buffer.from(point)
  offCurve[64]! ^= 1
  const compressed = Buffer.from(point)
  compressed[0] = 2
  const points = [
    '',
    'no key',
    point.subarray(0, 64),
    Buffer.concat([point, Buffer.of(0)]),
    offCurve,
    compressed,
    Buffer.alloc(65),
    Buffer.alloc(65, 4),
  ]
  for (const bad of points) {
    const p256dh = typeof bad === 'string' ? bad : bad.toString('base64url')
    assert.throws(() => check({ p256dh }), isFieldError('/subscription/keys/p256dh'), p256dh)
  }
  for (const auth of [
    '',
    'short',
    Buffer.alloc(15).toString('base64url'),
    Buffer.alloc(17).toString('base64url'),
    `${keys.auth}+/`,
  ])
    assert.throws(() => check({ auth }), isFieldError('/subscription/keys/auth'), auth)
})

test('every fault of a subscription is named, and the endpoint is kept in one spelling', () => {
  assert.throws(
    () => checkSubscription({ endpoint: 'https://evil.example/', keys: { p256dh: '', auth: '' } }, []),
    (error) => error instanceof RequestError && error.errors?.length === 3,
  )
  const { keys } = browserKeys()
  assert.equal(
    checkSubscription({ endpoint: ' https://FCM.googleapis.com:443/x', keys }, []).endpoint,
    'https://fcm.googleapis.com/x',
  )
})

const isFieldError = (field: string) => (error: unknown) =>
  error instanceof RequestError && error.statusCode === 400 && error.errors?.[0]?.field === field
