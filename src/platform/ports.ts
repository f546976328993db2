import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { OperatorError } from './errors.ts'

/** Throws OperatorError, with the name of the setting, when the port cannot be listened on. */
export async function requirePort(setting: string, host: string, port: number): Promise<void> {
  await listenBriefly(host, port).catch(refusedPort(setting, host, port))
}

/** Listens for a moment and returns the port; 0 means any free port. */
export async function listenBriefly(host: string, port: number): Promise<number> {
  const server = createServer()
  server.listen({ host, port, exclusive: true })
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return address.port
}

/** Turns an error of `listen` into an OperatorError. */
export function refusedPort(setting: string, host: string, port: number): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    const sentence = sentenceFor(error.code, setting, host, port)
    throw sentence === null ? error : new OperatorError(sentence, { cause: error })
  }
}

function sentenceFor(code: string | undefined, setting: string, host: string, port: number): string | null {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use by another program. Stop that program, or set ${setting} to another port.`
    case 'EACCES':
      return `Port ${port} may not be used by this account: set ${setting} to a port from 1024 up, and put a proxy in front.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST ${host} is not an address of this machine: use 0.0.0.0 for all of its addresses.`
    default:
      return null
  }
}
