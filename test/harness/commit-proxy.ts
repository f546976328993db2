import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type pg from 'pg'

/** The part of a COMMIT that is lost, and whether the connection is closed or left half-open. */
export interface Cut {
  lost: 'request' | 'answer'
  connection: 'closed' | 'half-open'
}

export interface CommitProxy {
  port: number
  /** Cuts the connection at each of the next COMMITs of ingestion, in order. */
  cutNext(...cuts: Cut[]): void
  /** Refuses new connections while true. */
  refuse(all: boolean): void
  waitingCuts(): number
  /** Number of cuts made. */
  cuts(): number
  close(): void
}

/** A simple query message of the protocol: type, length, text. */
const message = (text: string) => {
  const bytes = Buffer.alloc(text.length + 6)
  bytes.write('Q')
  bytes.writeInt32BE(text.length + 5, 1)
  bytes.write(text, 5)
  return bytes
}
const COMMIT = message('commit')
/** Application name of ingestion connections, sent at their start. */
const INGESTION = Buffer.from('tocsin ingestion')

/** Sits between a node and its PostgreSQL server, and breaks connections exactly at a COMMIT. */
export async function startCommitProxy(server: pg.ClientConfig): Promise<CommitProxy> {
  const cuts: Cut[] = []
  const sockets = new Set<Socket>()
  let made = 0
  let refusing = false
  const target = server.host?.startsWith('/')
    ? { path: join(server.host, `.s.PGSQL.${server.port}`) }
    : { host: server.host ?? '127.0.0.1', port: Number(server.port) }

  const proxy = createServer((client) => {
    if (refusing) {
      client.destroy()
      return
    }
    const upstream = connect(target)
    const both = [client, upstream]
    let isIngestion = false
    let cut: Cut | undefined
    const close = () => {
      for (const socket of both) socket.destroy()
    }
    for (const socket of both) {
      sockets.add(socket)
      // When one side ends, the other is closed too, except in a half-open cut.
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        if (cut?.connection !== 'half-open') close()
      })
    }
    client.on('data', (data: Buffer) => {
      // Data after a cut is dropped.
      if (cut !== undefined) return
      isIngestion ||= data.includes(INGESTION)
      const place = isIngestion && cuts.length > 0 ? data.indexOf(COMMIT) : -1
      if (place === -1) {
        upstream.write(data)
        return
      }
      cut = cuts.shift()!
      made += 1
      upstream.write(data.subarray(0, cut.lost === 'request' ? place : data.length))
      if (cut.lost === 'request' && cut.connection === 'closed') close()
    })
    upstream.on('data', (data: Buffer) => {
      if (cut === undefined) client.write(data)
      // The answer has arrived here: the transaction is committed.
      else if (cut.connection === 'closed') close()
    })
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    port: (proxy.address() as AddressInfo).port,
    cutNext: (...next) => void cuts.push(...next),
    refuse(all) {
      refusing = all
    },
    waitingCuts: () => cuts.length,
    cuts: () => made,
    close() {
      for (const socket of sockets) socket.destroy()
      proxy.close()
    },
  }
}
