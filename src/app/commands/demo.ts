import { Command } from 'commander'
import { BY_COMMAND } from '../../core/audit-log/record-change.ts'
import { clearDemo, loadDemo } from '../../fleet/demo/manage-demo.ts'
import { systemClock } from '../../platform/clock.ts'
import { withDatabase } from './connect.ts'

export function demoCommand(): Command {
  const demo = new Command('demo').description('a fleet to look around with')
  demo
    .command('load')
    .description('add the demo fleet; the running service keeps it moving')
    .action(async () => {
      await withDatabase((db) => loadDemo(db, BY_COMMAND, systemClock()))
      console.log('The demo fleet is there. A day of its past follows within seconds of the service running.')
    })
  demo
    .command('clear')
    .description('take the demo fleet and its history away')
    .action(async () => {
      await withDatabase((db) => clearDemo(db, BY_COMMAND, systemClock()))
      console.log('The demo fleet is gone.')
    })
  return demo
}
