import { Command, InvalidArgumentError } from 'commander'
import { RequestError } from '../platform/errors.ts'
import { backupCommand, restoreCommand } from './backup.ts'
import { configCommand } from './config.ts'
import { demoCommand } from './demo.ts'
import { deviceCommand } from './device.ts'
import { doctorCommand } from './doctor.ts'
import { migrateCommand } from './migrate.ts'
import { openApiCommand } from './openapi.ts'
import { pruneCommand } from './prune.ts'
import { readerCommand } from './reader.ts'
import { replayCommand } from './replay.ts'
import { rulesCommand } from './rules.ts'
import { serveCommand } from './serve.ts'
import { silenceCommand } from './silence.ts'
import { simulateCommand } from './simulate.ts'
import { tokenCommand } from './token.ts'
import { userCommand } from './user.ts'
import { versionCommand } from './version.ts'
import { webhookCommand } from './webhook.ts'

const program = new Command('tocsin')
  .description('Self-hosted device telemetry and alerting')
  .addCommand(serveCommand())
  .addCommand(migrateCommand())
  .addCommand(doctorCommand())
  .addCommand(userCommand())
  .addCommand(tokenCommand())
  .addCommand(deviceCommand())
  .addCommand(webhookCommand())
  .addCommand(silenceCommand())
  .addCommand(rulesCommand())
  .addCommand(readerCommand())
  .addCommand(replayCommand())
  .addCommand(simulateCommand())
  .addCommand(configCommand())
  .addCommand(backupCommand())
  .addCommand(restoreCommand())
  .addCommand(pruneCommand())
  .addCommand(demoCommand())
  .addCommand(openApiCommand())
  .addCommand(versionCommand())

// Without this, `--help` behind a misspelt command prints the help of the command above it and succeeds.
program.addHelpText('beforeAll', ({ command }) => {
  const [name] = command.args
  const known = command.createHelp().visibleCommands(command)
  const isMisspelt =
    known.length > 0 && name !== undefined && !name.startsWith('-') && !known.some((each) => each.name() === name)
  return isMisspelt ? command.error(`error: unknown command '${name}'`) : ''
})

// A reader that has seen enough, such as head, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

program.parseAsync().catch((error: unknown) => {
  // A refusal explains itself; the trace of anything else is what its reader needs.
  const isPlain =
    error instanceof RequestError ||
    error instanceof InvalidArgumentError ||
    (error instanceof Error && error.message.startsWith('The configuration'))
  process.stderr.write(`${isPlain ? (error as Error).message : (error as Error).stack}\n`)
  process.exit(1)
})
