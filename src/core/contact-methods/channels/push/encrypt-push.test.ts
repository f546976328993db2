import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import webpush from 'web-push'
import { anyText } from '../../../../../test/harness/any-text.ts'
import { browserKeys, decryptPush } from '../../../../../test/harness/push-browser.ts'
import { encryptPush, PLAINTEXT_LIMIT_BYTES } from './encrypt-push.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

/** RFC 8291, section 5 and appendix A. */
const VECTOR = {
  plaintext: 'When I grow up, I want to be a watermelon',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  receiver: {
    private: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
    public: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  },
  sender: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl' +
    '7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

test('the example of RFC 8291 is encrypted byte by byte', () => {
  const keys = { p256dh: VECTOR.receiver.public, auth: VECTOR.auth }
  const ephemerals = { privateKey: bytes(VECTOR.sender), salt: bytes(VECTOR.salt) }
  assert.equal(encryptPush(VECTOR.plaintext, keys, ephemerals).toString('base64url'), VECTOR.body)
})

test('what a browser of the tests decrypts is what RFC 8291 says, and what web-push encrypts', () => {
  const own = { privateKey: bytes(VECTOR.receiver.private), auth: bytes(VECTOR.auth) }
  assert.equal(decryptPush(bytes(VECTOR.body), own), VECTOR.plaintext)
  const browser = browserKeys()
  const { cipherText } = webpush.encrypt(browser.keys.p256dh, browser.keys.auth, 'Boiler room: 80 °C', 'aes128gcm')
  assert.equal(decryptPush(cipherText, browser), 'Boiler room: 80 °C')
})

test('a message of any length is decrypted by its browser alone, up to one record', () => {
  const [browser, other] = [browserKeys(), browserKeys()]
  fc.assert(
    fc.property(anyText(600), (text) => {
      const body = encryptPush(text, browser.keys)
      assert.equal(decryptPush(body, browser), text)
      assert.throws(() => decryptPush(body, other))
    }),
    { numRuns: 20 },
  )
  assert.equal(PLAINTEXT_LIMIT_BYTES, 3_993)
  assert.equal(encryptPush('x'.repeat(3_993), browser.keys).length, 4_096)
  assert.throws(() => encryptPush('x'.repeat(3_994), browser.keys))
})

test('the same message has other keys and another salt each time', () => {
  const { keys } = browserKeys()
  const starts = new Set(Array.from({ length: 20 }, () => encryptPush('x', keys).subarray(0, 86).toString('hex')))
  assert.equal(starts.size, 20)
})
