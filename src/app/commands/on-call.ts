import { Command } from 'commander'
import type { GapCause } from '../../core/on-call/gaps.ts'
import {
  listOnCallAndGaps,
  type NamedGap,
  type ScheduleGaps,
  type ScheduleOnCall,
  type ShiftTime,
} from '../../core/on-call/read-on-call.ts'
import { INSTALLATION } from '../../core/reach/reach.ts'
import { systemClock } from '../../platform/clock.ts'
import { withDatabase } from './connect.ts'
import { JSON_FLAG, print } from './output.ts'

export function onCallCommand(): Command {
  return new Command('on-call')
    .description('show who is on call now and next, by schedule')
    .option(...JSON_FLAG)
    .action(showOnCall)
}

async function showOnCall(options: { json?: boolean }): Promise<void> {
  const entries = await withDatabase((db) => listOnCallAndGaps(db, INSTALLATION, systemClock()))
  print(entries, entries.length === 0 ? 'No schedules found.' : entries.map(lines).join('\n'), options)
}

const lines = ({ schedule, now, next, gaps }: ScheduleOnCall & ScheduleGaps): string =>
  [schedule.name, `now   ${timeText(now)}`, `next  ${timeText(next)}`, ...gaps.map(gapText)].join('\n  ')

const timeText = (time: ShiftTime | null): string =>
  time === null
    ? 'nobody'
    : `${time.user.name}, from ${time.from.toISOString()}${time.to === null ? '' : ` to ${time.to.toISOString()}`}`

const CAUSES: Record<GapCause, (name: string) => string> = {
  nobody: () => 'nobody is on call',
  disabled: (name) => `the account of ${name} is disabled`,
  no_method: (name) => `${name} has no verified contact method`,
}

const gapText = ({ from, to, user, cause }: NamedGap): string =>
  `gap   from ${from.toISOString()} to ${to.toISOString()}: ${CAUSES[cause](user?.name ?? '')}`
