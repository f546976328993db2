import { Command, InvalidArgumentError } from 'commander'
import { OperatorError, RequestError } from '../../platform/errors.ts'

/** Each is loaded when it is asked for: all of them are most of the program. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  serve: async () => (await import('./serve.ts')).serveCommand(),
  migrate: async () => (await import('./migrate.ts')).migrateCommand(),
  doctor: async () => (await import('./doctor.ts')).doctorCommand(),
  user: async () => (await import('./user.ts')).userCommand(),
  token: async () => (await import('./token.ts')).tokenCommand(),
  device: async () => (await import('./device.ts')).deviceCommand(),
  webhook: async () => (await import('./webhook.ts')).webhookCommand(),
  silence: async () => (await import('./silence.ts')).silenceCommand(),
  rules: async () => (await import('./rules.ts')).rulesCommand(),
  reader: async () => (await import('./reader.ts')).readerCommand(),
  replay: async () => (await import('./replay.ts')).replayCommand(),
  simulate: async () => (await import('./simulate.ts')).simulateCommand(),
  config: async () => (await import('./config.ts')).configCommand(),
  backup: async () => (await import('./backup.ts')).backupCommand(),
  restore: async () => (await import('./backup.ts')).restoreCommand(),
  prune: async () => (await import('./prune.ts')).pruneCommand(),
  demo: async () => (await import('./demo.ts')).demoCommand(),
  openapi: async () => (await import('./openapi.ts')).openApiCommand(),
  version: async () => (await import('./version.ts')).versionCommand(),
}

// A reader that has seen enough, such as head, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

try {
  await run(process.argv[2] ?? '')
} catch (error) {
  // A refusal explains itself; the trace of anything else is what its reader needs.
  const isPlain = [RequestError, OperatorError, InvalidArgumentError].some((kind) => error instanceof kind)
  process.stderr.write(`${isPlain ? (error as Error).message : (error as Error).stack}\n`)
  process.exit(1)
}

async function run(asked: string): Promise<void> {
  const program = new Command('tocsin').description('Self-hosted device telemetry and alerting')
  program.addHelpText('beforeAll', ({ command }) => refuseMisspelt(command))
  // Help, and a word that is none of them, need all.
  const loads = Object.hasOwn(COMMANDS, asked) ? [COMMANDS[asked]!] : Object.values(COMMANDS)
  for (const load of loads) program.addCommand(await load())
  await program.parseAsync()
}

/** Without this, `--help` behind a misspelt command prints the help of the command above it and succeeds. */
function refuseMisspelt(command: Command): string {
  const [name] = command.args
  const known = command.createHelp().visibleCommands(command)
  const isMisspelt =
    known.length > 0 && name !== undefined && !name.startsWith('-') && !known.some((each) => each.name() === name)
  return isMisspelt ? command.error(`error: unknown command '${name}'`) : ''
}
