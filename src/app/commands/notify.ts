import { setTimeout as sleep } from 'node:timers/promises'
import { Command } from 'commander'
import { listMethods } from '../../core/contact-methods/contact-method-store.ts'
import { WAITING_STATES } from '../../core/contact-methods/outbox/notification.ts'
import { listTestOutcomes, queueTests, type TestOutcome } from '../../core/contact-methods/outbox/queue-tests.ts'
import { outcomeText } from '../../core/contact-methods/outcome-texts.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { OperatorError } from '../../platform/errors.ts'
import { withDatabase } from './connect.ts'
import { JSON_FLAG, print } from './output.ts'
import { getUser } from './user.ts'

const ANSWER_WITHIN_MS = 30_000
const LOOK_EVERY_MS = 250

export function notifyCommand(): Command {
  const notify = new Command('notify').description('check that people can be notified')
  notify
    .command('test')
    .description('send a test message by every verified method of a person; the running service sends it')
    .requiredOption('--user <email>', 'who gets it')
    .option(...JSON_FLAG)
    .action(sendTests)
  return notify
}

async function sendTests({ user: email, json = false }: { user: string; json?: boolean }): Promise<void> {
  const outcomes = await withDatabase(async (db, { isOutboundOff }) => {
    if (isOutboundOff) throw new OperatorError('OUTBOUND is off: nothing is sent')
    const { id } = await getUser(db, email)
    const verified = (await listMethods(db, id)).filter(({ state }) => state === 'verified')
    if (verified.length === 0) throw new OperatorError(`${email} has no verified contact method`)
    const tests = await db.transaction((tx) => queueTests(tx, id, verified, systemClock()))
    return outcomesOf(db, tests)
  })
  print(outcomes, outcomes.map(lineOf).join('\n'), { json })
  if (outcomes.some(({ state }) => state !== 'accepted' && state !== 'acted')) process.exitCode = 1
}

/** Once all have been sent, or after half a minute. */
async function outcomesOf(db: Queryable, keys: readonly string[]): Promise<TestOutcome[]> {
  const isOpen = ({ state }: TestOutcome) => state === 'sending' || WAITING_STATES.some((one) => one === state)
  for (const until = performance.now() + ANSWER_WITHIN_MS; ; await sleep(LOOK_EVERY_MS)) {
    const outcomes = await listTestOutcomes(db, keys)
    if (!outcomes.some(isOpen) || performance.now() > until) return outcomes
  }
}

const lineOf = ({ kind, label, state, outcome }: TestOutcome): string => {
  const waits = WAITING_STATES.some((one) => one === state) ? ' (is the service running?)' : ''
  return `${kind.padEnd(8)}  ${label}: ${state}${outcome === null ? waits : `, ${outcomeText(outcome)}`}`
}
