import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'

/** The keys of a subscription: those that a browser keeps, and those that it tells. */
export interface BrowserKeys {
  privateKey: Buffer
  auth: Buffer
  keys: { p256dh: string; auth: string }
}

export function browserKeys(): BrowserKeys {
  const pair = createECDH('prime256v1')
  const [p256dh, auth] = [pair.generateKeys('base64url'), randomBytes(16)]
  return { privateKey: pair.getPrivateKey(), auth, keys: { p256dh, auth: auth.toString('base64url') } }
}

/** Decrypts the body of a push message as browsers do, RFC 8291. Throws if it is not for this subscription. */
export function decryptPush(body: Buffer, own: Pick<BrowserKeys, 'privateKey' | 'auth'>): string {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(own.privateKey)
  const salt = body.subarray(0, 16)
  const recordSize = body.readUInt32BE(16)
  const senderKey = body.subarray(21, 21 + body[20]!)
  const record = body.subarray(21 + body[20]!)
  if (record.length > recordSize) throw new Error('The message has more than one record')
  const derive = (material: Buffer, from: Buffer, info: (string | Buffer)[], bytes: number) =>
    Buffer.from(hkdfSync('sha256', material, from, Buffer.concat(info.map((part) => Buffer.from(part))), bytes))
  const about = ['WebPush: info\0', pair.getPublicKey(), senderKey]
  const material = derive(pair.computeSecret(senderKey), own.auth, about, 32)
  const key = derive(material, salt, ['Content-Encoding: aes128gcm\0'], 16)
  const nonce = derive(material, salt, ['Content-Encoding: nonce\0'], 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== 2) throw new Error('The record is not the last one')
  return padded.subarray(0, end).toString('utf8')
}

export interface CheckedVapid {
  header: unknown
  claims: { aud: string; exp: number; sub?: string }
  /** Public key of the sender. */
  key: string
}

/** Checks `Authorization` as push services do, RFC 8292. Throws for a signature of another key. */
export function checkVapid(authorization: string): CheckedVapid {
  const [, token, key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  if (token === undefined || key === undefined) throw new Error(`This is no VAPID: ${authorization}`)
  const [header, claims, signature] = token.split('.') as [string, string, string]
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = Buffer.from(`${header}.${claims}`)
  const isSound = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSound) throw new Error('The signature is wrong')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  return { header: read(header), claims: read(claims), key }
}
