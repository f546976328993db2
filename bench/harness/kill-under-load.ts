import { setTimeout as sleep } from 'node:timers/promises'
import type { Contender } from '../contenders/contenders.ts'
import { exchange, statusOf } from './new-connections.ts'
import { requestMaker } from './requests.ts'

export interface KillPlan {
  tokens: string[]
  connections: number
  /** Readings a second; null sends as many as are acknowledged. */
  rate: number | null
  seconds: number
}

/**
 * Sends readings one by one, kills all processes of the contender but its database with SIGKILL meanwhile, and returns
 * the numbers of the readings that it had acknowledged.
 */
export async function acknowledgedUntilKilled(contender: Contender, plan: KillPlan): Promise<number[]> {
  const { tokens, connections, rate, seconds } = plan
  const requests = requestMaker({ ...contender, tokens, readingsPerRequest: 1, newConnections: true })
  const acknowledged: number[] = []
  const began = performance.now()
  let isOver = false
  const client = async () => {
    while (!isOver) {
      const number = requests.made()
      const request = requests.next()
      if (rate !== null) await sleep(Math.max(0, began + (number * 1_000) / rate - performance.now()))
      const answer = await exchange(contender.url, request)
      if (answer !== null && statusOf(answer) === 200) acknowledged.push(number)
    }
  }
  const clients = Promise.all(Array.from({ length: connections }, client))
  await sleep(seconds * 1_000)
  contender.kill()
  isOver = true
  await clients
  return acknowledged
}
