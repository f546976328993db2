import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clients, ClientsPlan } from './kept-connections.ts'
import { isSenderAnswer, senderStatus } from './sender-protocol.ts'

const ANSWER_WITHIN_MS = 20_000
/** Pause after a request without an answer: nobody may be listening. */
const PAUSE_MS = 20

/** Clients that open a connection for each request, and wait until the server has answered and closed it. */
export function openConnections({ url, connections, next, onAnswer }: ClientsPlan): Clients {
  let isFinishing = false
  const client = async () => {
    while (!isFinishing) {
      const began = performance.now()
      const answer = await exchange(url, next())
      if (answer === null) await sleep(PAUSE_MS)
      else onAnswer(statusOf(answer), performance.now() - began)
    }
  }
  const ended = Promise.all(Array.from({ length: connections }, client))
  return {
    async finish() {
      isFinishing = true
      await ended
    },
  }
}

/** Sends one request on a connection of its own. Null when there is no answer. */
export function exchange(url: string, request: Buffer): Promise<Buffer | null> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  const pieces: Buffer[] = []
  socket.setTimeout(ANSWER_WITHIN_MS, () => socket.destroy())
  socket.on('data', (piece: Buffer) => pieces.push(piece)).on('error', () => undefined)
  socket.write(request)
  return new Promise((resolve) => {
    socket.once('close', () => resolve(pieces.length === 0 ? null : Buffer.concat(pieces)))
  })
}

/** Status of an HTTP response; 200 for a response of Zabbix that takes all values, 400 otherwise. */
export const statusOf = (answer: Buffer): number =>
  isSenderAnswer(answer) ? senderStatus(answer) : Number(answer.toString('latin1', 9, 12))
