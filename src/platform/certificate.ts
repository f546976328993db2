import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'

/** A certificate and its key, in PEM. */
interface KeyPair {
  cert: string
  key: string
}

export interface TlsSettings extends KeyPair {
  /** Where they are read again; null if they are no files. */
  files: KeyPair | null
}

/** When the certificate of the listener itself ends, the first of its file. */
export const expiryOf = ({ cert }: KeyPair): Date => new X509Certificate(cert).validToDate

/** Throws when they are not a certificate and its key. */
export const requirePair = ({ cert, key }: KeyPair): void => void createSecureContext({ cert, key })

/**
 * The pair that the files hold now; null if it is the same certificate. Throws when it cannot be used, such as while only one of the
 * files is new.
 */
export function readRenewed({ cert, files }: TlsSettings): KeyPair | null {
  if (files === null) return null
  const renewed = readFileSync(files.cert, 'utf8').trim()
  if (renewed === cert.trim()) return null
  const pair = { cert: renewed, key: readFileSync(files.key, 'utf8').trim() }
  requirePair(pair)
  return pair
}
