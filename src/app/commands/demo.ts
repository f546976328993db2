import { Argument, Command } from 'commander'
import { BY_COMMAND } from '../../core/audit-log/record-change.ts'
import { clearDemo, loadDemo, setDemoNotifies } from '../../fleet/demo/manage-demo.ts'
import { systemClock } from '../../platform/clock.ts'
import { withDatabase } from './connect.ts'

export function demoCommand(): Command {
  const demo = new Command('demo').description('manage a simulated fleet to try Tocsin with')
  demo
    .command('load')
    .description('add the demo fleet; the running service sends its readings')
    .action(async () => {
      await withDatabase((db) => loadDemo(db, BY_COMMAND, systemClock()))
      console.log('Added the demo fleet. The running service adds a day of its history within seconds.')
    })
  demo
    .command('clear')
    .description('delete the demo fleet and its history')
    .action(async () => {
      await withDatabase((db) => clearDemo(db, BY_COMMAND, systemClock()))
      console.log('Deleted the demo fleet.')
    })
  demo
    .command('notify')
    .description('let incidents of the demo fleet notify people, for a try, or no longer')
    .addArgument(new Argument('<switch>').choices(['on', 'off']))
    .action(async (word: 'on' | 'off') => {
      await withDatabase((db) => setDemoNotifies(db, word === 'on', BY_COMMAND, systemClock()))
      console.log(word === 'on' ? 'The demo fleet notifies people now.' : 'The demo fleet notifies nobody.')
    })
  return demo
}
