import type { ReadingBody } from '../../core/telemetry/reading.ts'
import { SendError } from '../recordings/deliver-readings.ts'
import { openIngestionClient } from '../recordings/ingestion-client.ts'
import { sleepUntil } from '../recordings/sleep-until.ts'
import { type FleetOptions, type SimulatedReading, simulatedFleet } from './simulated-fleet.ts'

const MAX_CONNECTIONS = 32

interface SimulationOptions extends FleetOptions {
  url: string
  /** Simulated seconds per real second; timestamps stay real. */
  speed?: number | undefined
  onSent?: ((sent: SentReading) => void) | undefined
  signal?: AbortSignal | undefined
  now?: (() => Date) | undefined
}

export interface SentReading {
  device: string
  body: ReadingBody
  outcome: 'accepted' | 'rejected' | 'failed'
  /** Reason why it was not accepted. */
  message: string | null
  /** Whether the scenario affects this reading. */
  struck: boolean
}

interface SimulationResult {
  sent: number
  accepted: number
  rejected: number
  /**
   * Lost because the server was busy or did not answer: a live device sends newer readings instead of repeating old
   * ones.
   */
  failed: number
}

/**
 * Makes a fleet of devices send readings, one round per interval, until the duration is over or the signal aborts.
 * Throws a `SendError` when a token or the address is refused, and at once when no device fits the scenario.
 */
export async function runSimulation(options: SimulationOptions): Promise<SimulationResult> {
  const { devices, url, intervalS, speed = 1, onSent, now = () => new Date() } = options
  const result: SimulationResult = { sent: 0, accepted: 0, rejected: 0, failed: 0 }
  const signal = options.signal ?? new AbortController().signal
  const client = openIngestionClient(url, Math.max(1, Math.min(devices.length, MAX_CONNECTIONS)))

  async function send(reading: SimulatedReading, ts: number): Promise<void> {
    const { device, isAffected } = reading
    const body = { ...reading.body, ts }
    const attempt = await client.send(device.token, body, signal)
    if (attempt.outcome === 'refused')
      throw new SendError(`The readings of ${device.name} were refused: ${attempt.message}`)
    const outcome = attempt.outcome === 'busy' ? 'failed' : attempt.outcome
    result.sent++
    result[outcome]++
    onSent?.({
      device: device.name,
      body,
      outcome,
      message: attempt.outcome === 'accepted' ? null : attempt.message,
      struck: isAffected,
    })
  }

  try {
    let due = performance.now()
    for (const readings of simulatedFleet(options)) {
      await sleepUntil(due, signal)
      const ts = now().getTime()
      await Promise.all(readings.map((reading) => send(reading, ts)))
      // After a slow response, the fleet continues from now instead of catching up in a burst.
      due = Math.max(due + (intervalS * 1_000) / speed, performance.now())
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    await client.close()
  }
  return result
}
