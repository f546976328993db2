import assert from 'node:assert/strict'
import { test } from 'node:test'
import webpush from 'web-push'
import { checkVapid } from '../../../../../test/harness/push-browser.ts'
import { newPushKeys, vapidSigner, vapidSubject } from './vapid.ts'

const NOW = new Date('2026-03-01T12:00:00.900Z')
const ENDPOINT = 'https://updates.push.services.mozilla.com/wpush/v2/abc'

/** RFC 8292, section 2.4. */
const EXAMPLE =
  'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1' +
  'YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHz' +
  'voD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs'

test('the check of the tests takes the example of RFC 8292, what web-push signs, and no other key', () => {
  assert.deepEqual(checkVapid(EXAMPLE).claims, {
    aud: 'https://push.example.net',
    exp: 1_453_523_768,
    sub: 'mailto:push@example.com',
  })
  const { publicKey, privateKey } = webpush.generateVAPIDKeys()
  const { Authorization: theirs } = webpush.getVapidHeaders(
    'https://push.example.net',
    'https://tocsin.example.org',
    publicKey,
    privateKey,
    'aes128gcm',
  )
  assert.equal(checkVapid(theirs!).key, publicKey)
  assert.throws(() => checkVapid(EXAMPLE.replace(/k=.*/, `k=${publicKey}`)))
})

test('a request is signed for the origin of its endpoint, for twelve hours', () => {
  for (let n = 0; n < 50; n += 1) {
    const keys = newPushKeys()
    const { claims, header, key } = checkVapid(vapidSigner(keys, 'https://tocsin.example.org')(ENDPOINT, NOW))
    assert.deepEqual(header, { typ: 'JWT', alg: 'ES256' })
    const exp = Date.parse('2026-03-02T00:00:00Z') / 1_000
    assert.deepEqual(claims, {
      aud: 'https://updates.push.services.mozilla.com',
      exp,
      sub: 'https://tocsin.example.org',
    })
    assert.equal(key, keys.public_key)
  }
})

test('web-push takes our keys as its own', () => {
  const { public_key, private_key } = newPushKeys()
  const { Authorization: theirs } = webpush.getVapidHeaders(
    'https://fcm.googleapis.com',
    'https://a.example',
    public_key,
    private_key,
    'aes128gcm',
  )
  assert.equal(checkVapid(theirs!).key, public_key)
})

test('the subject is an https URL that Apple takes, whatever PUBLIC_URL is', () => {
  const subjects: Record<string, string> = {
    'https://tocsin.example.org': 'https://tocsin.example.org',
    'https://tocsin.example.org:8443/': 'https://tocsin.example.org',
    'http://tocsin.lan:8080': 'https://tocsin.lan',
    'http://192.168.1.7:8080': 'https://192.168.1.7',
    'https://bücher.example': 'https://xn--bcher-kva.example',
    'http://localhost:8080': 'https://tocsin.invalid',
    'https://tocsin.localhost': 'https://tocsin.invalid',
    'http://127.0.0.1:8080': 'https://tocsin.invalid',
    'http://[fd00::1]:8080': 'https://tocsin.invalid',
  }
  for (const [publicUrl, subject] of Object.entries(subjects)) assert.equal(vapidSubject(publicUrl), subject, publicUrl)
})
