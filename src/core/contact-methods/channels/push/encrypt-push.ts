import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import type { PushAddress } from './push-notification.ts'

const KEY_BYTES = 16
const NONCE_BYTES = 12
const SALT_BYTES = 16
/** Size of a record; a message is always one. */
const RECORD_BYTES = 4_096
const TAG_BYTES = 16
/** Ends the plaintext of the last record. */
const LAST_RECORD = 2
const HEADER_BYTES = SALT_BYTES + 4 + 1 + 65
/** The longest body that push services must accept (RFC 8030), less the overhead of the encryption. */
export const PLAINTEXT_LIMIT_BYTES = RECORD_BYTES - HEADER_BYTES - TAG_BYTES - 1

/** Keys and salt of one message; random, except in tests. */
export interface PushEphemerals {
  privateKey: Buffer
  salt: Buffer
}

/** The body of a message to a subscription: one record of `aes128gcm`, RFC 8291. Only its browser can decrypt it. */
export function encryptPush(
  plaintext: string,
  keys: PushAddress['keys'],
  ephemerals: PushEphemerals | null = null,
): Buffer {
  const text = Buffer.from(plaintext)
  if (text.length > PLAINTEXT_LIMIT_BYTES) throw new Error(`A push message has ${text.length} bytes`)
  const sender = createECDH('prime256v1')
  if (ephemerals === null) sender.generateKeys()
  else sender.setPrivateKey(ephemerals.privateKey)
  const [receiverKey, senderKey] = [Buffer.from(keys.p256dh, 'base64url'), sender.getPublicKey()]
  const salt = ephemerals?.salt ?? randomBytes(SALT_BYTES)

  const secret = sender.computeSecret(receiverKey)
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), receiverKey, senderKey])
  const material = derived(secret, Buffer.from(keys.auth, 'base64url'), about, 32)
  const key = derived(material, salt, Buffer.from('Content-Encoding: aes128gcm\0'), KEY_BYTES)
  const nonce = derived(material, salt, Buffer.from('Content-Encoding: nonce\0'), NONCE_BYTES)

  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_BYTES)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const record = [cipher.update(text), cipher.update(Buffer.of(LAST_RECORD)), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat([salt, size, Buffer.of(senderKey.length), senderKey, ...record])
}

const derived = (material: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', material, salt, info, bytes))
