import { Command } from 'commander'
import { type DutyTime, listDuties, type ScheduleDuties } from '../../core/on-call/read-on-call.ts'
import { systemClock } from '../../platform/clock.ts'
import { withDatabase } from './connect.ts'
import { JSON_FLAG, print } from './output.ts'

export function onCallCommand(): Command {
  return new Command('on-call')
    .description('show who is on call now and next, by schedule')
    .option(...JSON_FLAG)
    .action(showDuties)
}

async function showDuties(options: { json?: boolean }): Promise<void> {
  const duties = await withDatabase((db) => listDuties(db, systemClock()))
  print(duties, duties.length === 0 ? 'No schedules found.' : duties.map(lines).join('\n'), options)
}

const lines = ({ schedule, now, next }: ScheduleDuties): string => `${schedule.name}
  now   ${timeText(now)}
  next  ${timeText(next)}`

const timeText = (time: DutyTime | null): string =>
  time === null
    ? 'nobody'
    : `${time.user.name}, from ${time.from.toISOString()}${time.to === null ? '' : ` to ${time.to.toISOString()}`}`
