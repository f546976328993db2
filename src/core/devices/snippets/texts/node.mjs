// Sends a reading every ten seconds. Readings wait in memory while the network or the service is away.
// Node 18 or newer, nothing to install: node send.mjs
import { setTimeout as sleep } from 'node:timers/promises'

const URL = '__URL__/api/telemetry/batch'
const TOKEN = '__TOKEN__'
const EVERY_MS = 10_000

const waiting = []

// Read your sensor here.
const measure = () => ({ __METRIC__: __VALUE__ })

function takeReading() {
  // Stamped when it is measured: sent again, it is known by that and stored once.
  waiting.push({ module: '__MODULE__', ts: Date.now(), metrics: measure() })
  if (waiting.length > 10_000) waiting.shift()
}

/** Null when the service has decided about the readings, else the seconds it asks to wait, 0 by default. */
async function send(readings) {
  const headers = { 'content-type': 'application/json', 'x-device-token': TOKEN }
  const signal = AbortSignal.timeout(30_000)
  try {
    const answer = await fetch(URL, { method: 'POST', headers, body: JSON.stringify(readings), signal })
    if (answer.status === 401) throw new Error('The token is not valid.')
    if ([200, 400, 413].includes(answer.status)) {
      const { message, rejected = [] } = await answer.json()
      for (const fault of message ? [{ message }] : rejected) console.error('rejected:', fault.message)
      return null
    }
    return Number(answer.headers.get('retry-after')) || 0
  } catch (error) {
    if (error.message.startsWith('The token')) throw error
    console.error('not sent:', error.message)
    return 0
  }
}

takeReading()
setInterval(takeReading, EVERY_MS)
let pauseS = 1
while (true) {
  // Removed only when the service has answered.
  const readings = waiting.slice(0, 100)
  const askedS = readings.length === 0 ? null : await send(readings)
  if (askedS === null) {
    for (const reading of readings) if (waiting[0] === reading) waiting.shift()
    pauseS = 1
    if (waiting.length === 0) await sleep(200)
  } else {
    await sleep(Math.max(askedS, pauseS) * 1_000 * (1 + Math.random() / 2))
    pauseS = Math.min(pauseS * 2, 60)
  }
}
