import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cleanUp, type Scope } from './cleanup.ts'

export interface Certificate {
  /** PEM. */
  cert: string
  key: string
  certFile: string
  keyFile: string
}

/** A self-signed certificate for 127.0.0.1 and localhost; programs that should trust it need its file. */
export function certificate(t: Scope): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-tls-'))
  cleanUp(t, () => rmSync(folder, { recursive: true, force: true }))
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost']
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', keyFile, '-out', certFile]
  execFileSync('openssl', [...made, ...subject], { stdio: 'ignore' })
  return { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8'), certFile, keyFile }
}
