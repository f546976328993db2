import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from './errors.ts'
import { moveDurably, syncFolder } from './files/durable-files.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** 256 bits as 64 lower-case hex characters: device tokens and bearer tokens. */
export const newToken = (): string => randomBytes(32).toString('hex')

/** Tokens are stored and looked up by this hash only. */
export const hashToken = (token: string): string => hash('sha256', token, 'hex')

export const isTokenShaped = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

/** Returns nonce, ciphertext and tag in one buffer. */
export function encryptSecret(key: Buffer, plaintext: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce)
  return Buffer.concat([nonce, cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** Throws if the key is not the one used for encryption. */
export function decryptSecret(key: Buffer, sealed: Buffer): string {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  const plaintext = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
  return plaintext.toString('utf8')
}

/** Null if the key is not the one used for encryption. */
export function openSecret(key: Buffer, sealed: Buffer): string | null {
  try {
    return decryptSecret(key, sealed)
  } catch {
    // Its tag does not fit; the caller says so.
    return null
  }
}

/** File in DATA_DIR with the key that encrypts secrets, used if ENCRYPTION_KEY is not set. */
export const ENCRYPTION_KEY_FILE = 'encryption-key'

/** The content of a secret file. Created on first use, readable by its owner only, and synced to disk. */
export function secretFile(directory: string, name: string, generate: () => string): string {
  const path = join(directory, name)
  if (!existsSync(path)) {
    mkdirSync(directory, { recursive: true, mode: 0o711 })
    const fresh = `${path}.${process.pid}`
    writeFileSync(fresh, `${generate()}\n`, { mode: 0o600, flush: true })
    takeName(fresh, path)
    syncFolder(directory)
  }
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (cause) {
    throw unreadable(path, cause)
  }
}

export const unreadable = (path: string, cause: unknown): OperatorError =>
  new OperatorError(`${path} cannot be read by this account: run the command with the account of the service.`, {
    cause,
  })

/** Two commands may create it at the same time: the first file keeps the name. */
function takeName(fresh: string, path: string): void {
  try {
    linkSync(fresh, path)
    rmSync(fresh)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') rmSync(fresh)
    // For file systems without hard links.
    else renameSync(fresh, path)
  }
}

/** Replaces the content of a secret file. */
export function keepSecretFile(directory: string, name: string, secret: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o711 })
  const path = join(directory, name)
  writeFileSync(`${path}.new`, `${secret}\n`, { mode: 0o600, flush: true })
  moveDurably(`${path}.new`, path)
}
