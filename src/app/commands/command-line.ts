import { Command, InvalidArgumentError } from 'commander'
import { isConnectionLost, isDiskFull } from '../../platform/database/sql-errors.ts'
import { sentenceOf as sentenceOfFault } from '../../platform/error-messages/reasons.ts'
import { OperatorError, RequestError } from '../../platform/errors.ts'

/** Loaded on demand: together they import most of the program. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  serve: async () => (await import('./serve.ts')).serveCommand(),
  migrate: async () => (await import('./migrate.ts')).migrateCommand(),
  doctor: async () => (await import('./doctor.ts')).doctorCommand(),
  site: async () => (await import('./site.ts')).siteCommand(),
  cell: async () => (await import('./cell.ts')).cellCommand(),
  user: async () => (await import('./user.ts')).userCommand(),
  token: async () => (await import('./token.ts')).tokenCommand(),
  device: async () => (await import('./device.ts')).deviceCommand(),
  source: async () => (await import('./source.ts')).sourceCommand(),
  webhook: async () => (await import('./webhook.ts')).webhookCommand(),
  silence: async () => (await import('./silence.ts')).silenceCommand(),
  notify: async () => (await import('./notify.ts')).notifyCommand(),
  policy: async () => (await import('./policy.ts')).policyCommand(),
  'on-call': async () => (await import('./on-call.ts')).onCallCommand(),
  rules: async () => (await import('./rules.ts')).rulesCommand(),
  reader: async () => (await import('./reader.ts')).readerCommand(),
  replay: async () => (await import('./replay.ts')).replayCommand(),
  simulate: async () => (await import('./simulate.ts')).simulateCommand(),
  config: async () => (await import('./config.ts')).configCommand(),
  export: async () => (await import('./export.ts')).exportCommand(),
  backup: async () => (await import('./backup.ts')).backupCommand(),
  restore: async () => (await import('./backup.ts')).restoreCommand(),
  prune: async () => (await import('./prune.ts')).pruneCommand(),
  compact: async () => (await import('./compact.ts')).compactCommand(),
  expand: async () => (await import('./compact.ts')).expandCommand(),
  'open-months': async () => (await import('./open-months.ts')).openMonthsCommand(),
  capacity: async () => (await import('./capacity.ts')).capacityCommand(),
  demo: async () => (await import('./demo.ts')).demoCommand(),
  openapi: async () => (await import('./openapi.ts')).openApiCommand(),
  version: async () => (await import('./version.ts')).versionCommand(),
}

// A reader that closes the pipe early, such as head, is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

try {
  await run(process.argv[2] ?? '')
} catch (error) {
  // Expected errors explain themselves; any other error is a bug, and its stack is needed.
  const isPlain = [RequestError, OperatorError, InvalidArgumentError].some((kind) => error instanceof kind)
  process.stderr.write(`${isPlain ? plainOf(error as Error) : (sentenceOf(error) ?? (error as Error).stack)}\n`)
  process.exit(1)
}

/** Fields are JSON pointers for programs, and names for people. */
function plainOf(error: Error): string {
  if (!(error instanceof RequestError) || error.errors === undefined) return error.message
  const named = error.errors.map((fault) => [fault.field.slice(1).replaceAll('/', '.'), sentenceOfFault(fault)])
  return named.map((parts) => parts.filter((part) => part !== '').join(': ')).join('\n')
}

/** A sentence for the operator about a fault of files or of the database; null for any other error. */
function sentenceOf(error: unknown): string | null {
  const { path, message } = error as NodeJS.ErrnoException
  if (path !== undefined) return message
  if (isDiskFull(error)) return 'The disk of the database is full: see docs/database.md#the-disk-is-full'
  const { syscall = 'connect' } = error as NodeJS.ErrnoException
  if (!isConnectionLost(error) || syscall !== 'connect') return null
  return `The connection to the database was lost (${message}): run the command again when the database answers.`
}

async function run(asked: string): Promise<void> {
  const program = new Command('tocsin').description('Self-hosted device telemetry and alerting')
  program.addHelpText('beforeAll', ({ command }) => refuseMisspelt(command))
  // Help and unknown commands need all of them.
  const loads = Object.hasOwn(COMMANDS, asked) ? [COMMANDS[asked]!] : Object.values(COMMANDS)
  for (const load of loads) program.addCommand(await load())
  await program.parseAsync()
}

/** Without this, `--help` after a misspelt command prints the help of the parent command and succeeds. */
function refuseMisspelt(command: Command): string {
  const [name] = command.args
  const known = command.createHelp().visibleCommands(command)
  const isMisspelt =
    known.length > 0 && name !== undefined && !name.startsWith('-') && !known.some((each) => each.name() === name)
  return isMisspelt ? command.error(`error: unknown command '${name}'`) : ''
}
