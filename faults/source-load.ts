import { setTimeout as sleep } from 'node:timers/promises'

/** One of the sources under load. */
export interface LoadedSource {
  id: number
  token: string
  /** Below its address. */
  path: string
  /** Its nth statement about a device; several together are several messages with the same content. */
  message(externalId: string, sequence: number): string
}

/** Messages that senders have sent, and those acknowledged, by source and external ID. */
export interface SourceLedger {
  sent: Map<string, Set<number>>
  acknowledged: Map<string, Set<number>>
}

/** So few that quarantine keeps each message of a device that nobody has adopted yet. */
const BEFORE_ADOPTION = 20
const MESSAGES_OF_A_DEVICE = 60
/** Devices of a source at a time. */
const TOGETHER = 5
const PATIENCE_MS = 15_000

export const ledgerKey = (sourceId: number, externalId: string): string => `${sourceId} ${externalId}`
/** Nobody adopts these. */
export const isLeftWaiting = (externalId: string): boolean => /[15]$/.test(externalId)

/**
 * Has sources send: each message again until it is acknowledged, as senders do that keep what was not, and one in six
 * twice at once. Ever new devices begin; each waits after some messages until it is adopted.
 */
export function startSourceLoad(url: string, sources: readonly LoadedSource[], isAdopted: (key: string) => boolean) {
  const ledger: SourceLedger = { sent: new Map(), acknowledged: new Map() }
  const stop = new AbortController()
  const { signal } = stop
  const note = (what: Map<string, Set<number>>, key: string, sequence: number) =>
    what.set(key, (what.get(key) ?? new Set()).add(sequence))

  const post = async ({ id, token, path }: LoadedSource, body: string): Promise<boolean> => {
    const headers = { 'x-source-token': token, 'content-type': 'application/json' }
    const limit = AbortSignal.timeout(PATIENCE_MS)
    const request = { method: 'POST', headers, body, signal: limit }
    return fetch(`${url}/api/sources/${id}${path}`, request).then(
      async (response) => {
        await response.arrayBuffer()
        return response.ok
      },
      () => false,
    )
  }

  async function sendOne(source: LoadedSource, externalId: string, sequence: number): Promise<void> {
    const key = ledgerKey(source.id, externalId)
    const body = source.message(externalId, sequence)
    note(ledger.sent, key, sequence)
    for (let tries = 0; ; tries += 1) {
      const twice = sequence % 6 === 0
      const answers = await Promise.all(Array.from({ length: twice ? 2 : 1 }, () => post(source, body)))
      if (answers.some((isOk) => isOk)) return void note(ledger.acknowledged, key, sequence)
      // It may never be acknowledged; then nothing is promised.
      if (signal.aborted && tries > 20) return
      await sleep(30 + 100 * Math.random())
    }
  }

  async function sender(source: LoadedSource, place: number): Promise<void> {
    for (let device = place; !signal.aborted; device += TOGETHER) {
      const externalId = `d-${device}`
      const key = ledgerKey(source.id, externalId)
      for (let sequence = 0; sequence < MESSAGES_OF_A_DEVICE && !signal.aborted; sequence += 1) {
        await sendOne(source, externalId, sequence)
        if (sequence === BEFORE_ADOPTION && isLeftWaiting(externalId)) break
        while (sequence >= BEFORE_ADOPTION && !isAdopted(key) && !signal.aborted) await sleep(50)
        await sleep(10 * Math.random())
      }
    }
  }

  const senders = sources.flatMap((source) => Array.from({ length: TOGETHER }, (_, place) => sender(source, place)))
  return {
    ledger,
    async end() {
      stop.abort()
      await Promise.all(senders)
    },
  }
}
