import autocannon from 'autocannon'

export interface ClientsPlan {
  url: string
  connections: number
  /** Seconds after which clients end in any case. */
  duration: number
  next: () => Buffer
  onAnswer: (status: number, ms: number) => void
}

export interface Clients {
  /** Lets each client wait for its outstanding answer, and ends. */
  finish(): Promise<void>
}

/** Internals of autocannon's clients (9.0.0), which its types do not include. */
interface Client extends autocannon.Client {
  /** The client ends after this many requests, once the last is answered. */
  responseMax?: number
  getRequestBuffer(): Buffer
}

/** Clients that keep their connection: autocannon, with one request at a time on each. */
export function keepConnections({ url, connections, duration, next, onAnswer }: ClientsPlan): Clients {
  const clients: Client[] = []
  const setupClient = (client: autocannon.Client) => {
    const own = client as Client
    // Building requests in `setupRequest` costs the generator three times as much.
    own.getRequestBuffer = next
    clients.push(own)
  }
  const ended = new Promise<void>((resolve, reject) => {
    const instance = autocannon({ url, connections, duration, sampleInt: 100, setupClient }, (error) =>
      error ? reject(error) : resolve(),
    )
    instance.on('response', (_client, status, _bytes, ms) => onAnswer(status, ms))
  })
  return {
    finish() {
      for (const client of clients) client.responseMax = 1
      return ended
    },
  }
}
