import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cleanUp, type Scope } from './cleanup.ts'

export interface NtfyMessage {
  topic: string
  title?: string
  message: string
  priority: number
  tags: string[]
  click: string
  actions: { action: string; label: string; url: string; [field: string]: unknown }[]
}

export interface NtfyServer {
  /** As `URL.origin` spells it. */
  url: string
  messages: { path: string; headers: IncomingHttpHeaders; body: NtfyMessage }[]
  status: number
  headers: Record<string, string>
  /** Presses a button of a message, as the app does. */
  press(message: NtfyMessage, label: string): Promise<Response>
}

/** A stand-in for an ntfy server on loopback. It checks what ntfy checks in published JSON. */
export async function startNtfyServer(t: Scope): Promise<NtfyServer> {
  const ntfy: NtfyServer = {
    url: '',
    messages: [],
    status: 200,
    headers: {},
    press(message, label) {
      const button = message.actions.find((action) => action.label === label)
      if (button?.action !== 'http') throw new Error(`There is no button ${label}`)
      return fetch(button.url, {
        method: button.method as string,
        headers: button.headers as Record<string, string>,
        body: button.body as string,
      })
    },
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as NtfyMessage
    const status = isAccepted(body) ? ntfy.status : 400
    if (status === 200) ntfy.messages.push({ path: request.url!, headers: request.headers, body })
    response.writeHead(status, { 'content-type': 'application/json', ...ntfy.headers }).end('{}')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  cleanUp(t, () => {
    server.closeAllConnections()
    server.close()
  })
  ntfy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return ntfy
}

const isAccepted = ({ topic, message, priority, actions }: NtfyMessage): boolean =>
  /^[-_A-Za-z0-9]{1,64}$/.test(topic) &&
  Buffer.byteLength(message) <= 4_096 &&
  priority >= 1 &&
  priority <= 5 &&
  actions.length <= 3
