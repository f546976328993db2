import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** The first value that is the wanted one, within half a minute. */
export async function until<Value>(look: () => Promise<Value>, isThere: (value: Value) => boolean): Promise<Value> {
  for (let tries = 0; ; tries += 1) {
    const value = await look()
    if (isThere(value)) return value
    assert.ok(tries < 600, `It stays at ${JSON.stringify(value)}`)
    await sleep(50)
  }
}
