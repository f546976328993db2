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
      return `Port ${port} is taken: another program listens on it. Stop that one, or set ${setting} to another port.`
    case 'EACCES':
      return `Port ${port} is not for this account: set ${setting} to one from 1024 up, and put a proxy in front.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST ${host} is not an address of this machine: 0.0.0.0 stands for all that it has.`
    default:
      return null
  }
}
