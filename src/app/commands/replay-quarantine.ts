import { setTimeout as sleep } from 'node:timers/promises'
import { SingleBar } from 'cli-progress'
import { Command, Option } from 'commander'
import { BY_COMMAND } from '../../core/audit-log/record-change.ts'
import { INSTALLATION } from '../../core/reach/reach.ts'
import { REASON_CODES, type ReasonCode } from '../../core/sources/messages/not-understood.ts'
import { findReplay, type Replay } from '../../core/sources/quarantine/replay-store.ts'
import { startReplay } from '../../core/sources/quarantine/start-replay.ts'
import { getSource } from '../../core/sources/source-store.ts'
import { systemClock } from '../../platform/clock.ts'
import { counted } from '../../platform/counted.ts'
import { withDatabase } from './connect.ts'
import { JSON_FLAG, print } from './output.ts'
import { sourceIdArgument } from './source-id.ts'

interface ReplayOptions {
  reason?: ReasonCode
  externalId?: string
  json?: boolean
}

const ASK_AFTER_MS = 500
/** The service takes some messages every two seconds. */
const UNWATCHED_AFTER_MS = 30_000

export function replayQuarantineCommand(): Command {
  return new Command('replay')
    .description('read messages in quarantine again, as the source says now; the running service does it')
    .argument('<id>', 'number of the source', sourceIdArgument)
    .addOption(new Option('--reason <reason>', 'only those with this reason').choices([...REASON_CODES]))
    .option('--external-id <id>', 'only those of this device')
    .option(...JSON_FLAG)
    .action(replayQuarantine)
}

async function replayQuarantine(id: number, options: ReplayOptions): Promise<void> {
  const replay = await withDatabase(async (db) => {
    const which = { reason: options.reason, external_id: options.externalId }
    const begun = await startReplay(db, id, which, BY_COMMAND, systemClock())
    const source = await getSource(db, INSTALLATION, id)
    return whileRunning(begun, () => findReplay(db, source.id, begun.id), process.stderr.isTTY && !options.json)
  })
  const { messages, done, stored, finished_at } = replay
  const read = `Read ${done} of ${counted(messages, 'message')} again: ${counted(stored, 'reading')} stored.`
  const unfinished = ' Nothing has happened for 30 seconds: it goes on when the service runs.'
  print(replay, finished_at === null ? read + unfinished : read, options)
}

/** Returns the replay when it is done, or when nothing has become of it for a while. */
async function whileRunning(
  begun: Replay,
  find: () => Promise<Replay | null>,
  showsProgress: boolean,
): Promise<Replay> {
  const bar = new SingleBar({
    format: '{bar} {value}/{total} messages, {stored} readings stored',
    stream: process.stderr,
    clearOnComplete: true,
    hideCursor: true,
  })
  let replay = begun
  let movedAt = performance.now()
  if (showsProgress) bar.start(begun.messages, 0, { stored: 0 })
  try {
    while (replay.finished_at === null && performance.now() - movedAt < UNWATCHED_AFTER_MS) {
      await sleep(ASK_AFTER_MS)
      const found = await find()
      // The source has been deleted meanwhile.
      if (found === null) return replay
      if (found.done !== replay.done) movedAt = performance.now()
      replay = found
      if (showsProgress) bar.update(replay.done, { stored: replay.stored })
    }
    return replay
  } finally {
    if (showsProgress) bar.stop()
  }
}
