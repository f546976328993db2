import { Command } from 'commander'
import { backupCommand, restoreCommand } from './commands/backup.ts'
import { configCommand } from './commands/config.ts'
import { demoCommand } from './commands/demo.ts'
import { deviceCommand } from './commands/device.ts'
import { doctorCommand } from './commands/doctor.ts'
import { migrateCommand } from './commands/migrate.ts'
import { openApiCommand } from './commands/openapi.ts'
import { pruneCommand } from './commands/prune.ts'
import { readerCommand } from './commands/reader.ts'
import { replayCommand } from './commands/replay.ts'
import { rulesCommand } from './commands/rules.ts'
import { serveCommand } from './commands/serve.ts'
import { silenceCommand } from './commands/silence.ts'
import { simulateCommand } from './commands/simulate.ts'
import { tokenCommand } from './commands/token.ts'
import { userCommand } from './commands/user.ts'
import { versionCommand } from './commands/version.ts'
import { webhookCommand } from './commands/webhook.ts'
import { RequestError } from './platform/errors.ts'

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

// A reader that has seen enough, such as head, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

program.parseAsync().catch((error: unknown) => {
  // A refusal explains itself; the trace of anything else is what its reader needs.
  const isPlain =
    error instanceof RequestError || (error instanceof Error && error.message.startsWith('The configuration'))
  process.stderr.write(`${isPlain ? (error as Error).message : (error as Error).stack}\n`)
  process.exit(1)
})
