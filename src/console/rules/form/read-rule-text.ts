import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { fieldError } from '../../../platform/errors.ts'
import { type ReadText, ruleFromText } from './rule-from-text.ts'

/** Nearly all texts are shorter, and parsed within a few milliseconds. */
const SHORT = 4_096
const READ_WITHIN_MS = 10_000

/** Long texts are parsed one at a time. */
let last: Promise<unknown> = Promise.resolve()

/** Like `ruleFromText`, but parses long texts in a worker thread. */
export async function readRuleText(text: string): Promise<ReadText> {
  if (text.length <= SHORT) return ruleFromText(text)
  const read = last.then(() => readInThread(text))
  last = read.catch(() => undefined)
  return read
}

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
