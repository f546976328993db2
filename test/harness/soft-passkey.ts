import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Browser, Page } from './browser.ts'

const PRESENT = 1
const VERIFIED = 4
const WITH_KEY = 64

/** The parts of a browser and an authenticator, where a test has to do them wrong. */
interface Wrongly {
  challenge?: string
  origin?: string
  site?: string
  isVerified?: boolean
  count?: number
  handle?: string
}

export interface SoftPasskey {
  id: string
  /** The credential that a browser sends, for the options of a form. */
  sign(options: PasskeyOptions, wrongly?: Wrongly): string
}

export interface PasskeyOptions {
  challenge: string
  rpId?: string
  rp?: { id: string }
  user?: { id: string }
  allowCredentials?: { id: string }[]
}

/** The options in a page, of the form with this action. */
export function optionsIn({ text }: Page, action: string): PasskeyOptions {
  const holders = [...text.matchAll(/data-passkey="([^"]*)"[\s\S]*?<form method="post" action="([^"]*)"/g)]
  const [, options] = holders.find((holder) => holder[2] === action) ?? []
  if (options === undefined) throw new Error(`There is no passkey form for ${action}:\n${text}`)
  return JSON.parse(options.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
}

/** Makes a passkey in software and adds it on the page of whoever is logged in. */
export async function addSoftPasskey(browser: Browser, origin: string): Promise<{ passkey: SoftPasskey; page: Page }> {
  const options = optionsIn(await browser.go('/account/second-factor'), '/account/second-factor/passkeys')
  const { passkey, credential } = makePasskey(options, origin)
  const page = await browser.send('/account/second-factor/passkeys', { name: 'Phone', credential })
  return { passkey, page }
}

export function makePasskey({ challenge, rp, user }: PasskeyOptions, origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  const site = rp!.id
  let count = 0

  const clientData = (type: string, asked: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge: asked, origin: from, crossOrigin: false }))

  function authenticatorData(of: string, flags: number, uses: number, more = Buffer.alloc(0)): Buffer {
    const head = Buffer.alloc(5)
    head.writeUInt8(flags)
    head.writeUInt32BE(uses, 1)
    return Buffer.concat([createHash('sha256').update(of).digest(), head, more])
  }

  const coordinates = [x, y].map((part) => Buffer.from(part!, 'base64url'))
  // A map of CBOR: kind EC2, algorithm ES256, curve P-256, x and y.
  const key = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    coordinates[0]!,
    Buffer.from('225820', 'hex'),
    coordinates[1]!,
  ])
  const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
  const made = authenticatorData(site, PRESENT | VERIFIED | WITH_KEY, 0, attested)
  const attestationObject = Buffer.concat([
    Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
    Buffer.from([made.length]),
    made,
  ])
  const own = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
  }
  const credential = JSON.stringify({
    ...own,
    response: {
      clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    },
  })

  const passkey: SoftPasskey = {
    id: own.id,
    sign(options, wrongly = {}) {
      count = wrongly.count ?? count + 1
      const flags = wrongly.isVerified === false ? PRESENT : PRESENT | VERIFIED
      const signed = authenticatorData(wrongly.site ?? options.rpId!, flags, count)
      const data = clientData('webauthn.get', wrongly.challenge ?? options.challenge, wrongly.origin ?? origin)
      const message = Buffer.concat([signed, createHash('sha256').update(data).digest()])
      return JSON.stringify({
        ...own,
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: signed.toString('base64url'),
          signature: sign('sha256', message, privateKey).toString('base64url'),
          userHandle: wrongly.handle ?? user!.id,
        },
      })
    },
  }
  return { passkey, credential }
}
