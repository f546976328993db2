import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

export interface StubRequest {
  path: string | undefined
  token: string | string[] | undefined
  /** The `ts` of the reading, or of each reading of a batch. */
  sent: number[]
}

export type StubResponse = [status: number, body?: object, headers?: Record<string, string>] | 'hang up'

/** A server that answers its nth request with the nth next, and 200 after these. */
export async function startStubServer(t: TestContext, ...responses: StubResponse[]) {
  const requests: StubRequest[] = []
  const sockets = new Set<unknown>()
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const chunks = await Array.fromAsync(request as AsyncIterable<Buffer>)
    const sent = [JSON.parse(Buffer.concat(chunks).toString()) as { ts: number }].flat().map(({ ts }) => ts)
    const next = responses[requests.length] ?? [200]
    requests.push({ path: request.url, token: request.headers['x-device-token'], sent })
    sockets.add(request.socket)
    if (next === 'hang up') {
      request.socket.destroy()
      return
    }
    const [status, content = { status: 'ok', rejected: [] }, headers = {}] = next
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(content))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, sockets, server }
}
