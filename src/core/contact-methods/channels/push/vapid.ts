import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto'
import ipaddr from 'ipaddr.js'

/** Half of what services allow: their clocks may differ from ours. */
const LIFETIME_S = 12 * 3_600
/** Reserved by RFC 2606, so nobody else's. */
const UNREACHABLE = 'https://tocsin.invalid'

/** The key pair by which push services recognize this installation: points and numbers of P-256 in base64url. */
export interface PushKeys {
  public_key: string
  private_key: string
}

export function newPushKeys(): PushKeys {
  const pair = createECDH('prime256v1')
  const public_key = pair.generateKeys('base64url')
  // A number with leading zeros would be shorter.
  return {
    public_key,
    private_key: Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url'),
  }
}

/** Signs requests to push services, RFC 8292. */
export function vapidSigner({ public_key, private_key }: PushKeys, publicUrl: string) {
  const key = signingKey(public_key, private_key)
  const sub = vapidSubject(publicUrl)
  /** The `Authorization` of a request to this endpoint. */
  return (endpoint: string, now: Date): string => {
    const exp = Math.floor(now.getTime() / 1_000) + LIFETIME_S
    const token = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded({ aud: new URL(endpoint).origin, exp, sub })}`
    const signature = sign('sha256', Buffer.from(token), { key, dsaEncoding: 'ieee-p1363' })
    return `vapid t=${token}.${signature.toString('base64url')}, k=${public_key}`
  }
}

/**
 * The contact for a push service. Always an https URL with a name or an IPv4 address: Apple rejects messages whose
 * subject has spaces or brackets, or is localhost.
 */
export function vapidSubject(publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  const isLocal = /(^|\.)localhost\.?$/.test(hostname) || hostname.startsWith('[') || isLoopback(hostname)
  return isLocal ? UNREACHABLE : `https://${hostname}`
}

const isLoopback = (host: string): boolean => ipaddr.isValid(host) && ipaddr.parse(host).range() === 'loopback'

function signingKey(publicKey: string, privateKey: string): KeyObject {
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  return createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y!, d: privateKey }, format: 'jwk' })
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
