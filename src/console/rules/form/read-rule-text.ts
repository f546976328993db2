import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { fieldError } from '../../../platform/errors.ts'
import { workSlots } from '../../../platform/long-work/work-slots.ts'
import { type ReadText, ruleFromText } from './rule-from-text.ts'

/** Nearly all texts are shorter, and parsed within a few milliseconds. */
const SHORT = 4_096
const READ_WITHIN_MS = 10_000

/** Long texts are parsed one at a time. The editor sends the next one before it hears of the last. */
const long = workSlots('texts', { most: 16, mostOfOne: 2, atOnce: 1 })

/**
 * Like `ruleFromText`, but parses long texts in a worker thread. Throws 429 when this person has two of them under way or
 * waiting, 503 when all people together have too many.
 */
export const readRuleText = async (text: string, person: number): Promise<ReadText> =>
  text.length <= SHORT ? ruleFromText(text) : long.run(person, () => readInThread(text))

async function readInThread(text: string): Promise<ReadText> {
  const thread = new Worker(new URL('rule-text-thread.ts', import.meta.url), { workerData: text })
  try {
    const [read] = await once(thread, 'message', { signal: AbortSignal.timeout(READ_WITHIN_MS) })
    return read as ReadText
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error
    const fault = fieldError('', 'yaml', 'RESOURCE_EXHAUSTION', 'It takes too long to read')
    return { definition: null, faults: [{ line: 1, ...fault }] }
  } finally {
    await thread.terminate()
  }
}
