import { basename } from 'node:path'
import { SingleBar } from 'cli-progress'
import { Command, InvalidArgumentError, Option } from 'commander'
import { MODULES } from '../../core/vocabulary/modules.ts'
import { SendError } from '../../fleet/recordings/deliver-readings.ts'
import { countRecorded, readRecording } from '../../fleet/recordings/read-recording.ts'
import { type PassedOver, RecordingError, type RecordingOptions } from '../../fleet/recordings/recorded-reading.ts'
import { type SendOptions, type SendResult, sendReadings } from '../../fleet/recordings/send-readings.ts'
import { systemClock } from '../../platform/clock.ts'
import { JSON_FLAG, print } from './output.ts'
import { serviceUrl } from './service-url.ts'

const INTERRUPTED = 130
const LINES_TOLD = 5

interface ReplayOptions extends RecordingOptions {
  device: string
  url: string
  speed: 'max' | number
  json?: boolean
}

export function replayCommand(): Command {
  return new Command('replay')
    .description('send a recording (.csv, .gpx, .jsonl) as readings of a device, in order and with the recorded times')
    .argument(
      '<file>',
      'CSV (an export or a similar table; with --metric, the columns timestamp and value), GPX track, or JSON lines',
    )
    .requiredOption('--device <token>', 'token of the device')
    .option('--url <url>', 'address of the service', serviceUrl())
    .addOption(
      new Option('--module <module>', 'module of the readings if the file has none (default for GPX: vehicle)').choices(
        MODULES,
      ),
    )
    .option('--metric <name>', 'metric of the column value of a CSV file')
    .addOption(
      new Option('--unit <unit>', 'unit of the temperatures in a CSV file; F is converted to C').choices(['F', 'C']),
    )
    .option('--speed <speed>', 'max, or recorded seconds to send per second', parseSpeed, 'max')
    .option(...JSON_FLAG)
    .action(replay)
}

function parseSpeed(text: string): 'max' | number {
  const speed = Number(text)
  if (text === 'max' || (speed > 0 && Number.isFinite(speed))) return text === 'max' ? text : speed
  throw new InvalidArgumentError('It must be max or a number above 0.')
}

async function replay(file: string, options: ReplayOptions, command: Command): Promise<void> {
  try {
    // The first pass reads the whole file, so that nothing is sent from a file with a fault further down.
    const passedOver: Record<PassedOver, number[]> = { no_time: [], no_value: [], impossible_time: [] }
    const onPassedOver = (line: number, why: PassedOver) => void passedOver[why].push(line)
    const recording = { ...options, now: systemClock() }
    const total = await countRecorded(readRecording(file, { ...recording, onPassedOver }))
    const stop = new AbortController()
    process.once('SIGINT', () => stop.abort())
    const { device: token, speed, json } = options
    const sending = {
      url: parseUrl(options.url),
      token,
      speed,
      readings: readRecording(file, recording),
      signal: stop.signal,
    }
    const showsProgress = process.stderr.isTTY && !json
    const result = await (showsProgress ? sendWithProgress(sending, total) : sendReadings(sending))
    const passed_over = Object.values(passedOver).flat().length
    print({ ...report(file, result), passed_over }, summary(file, result, total), options)
    for (const text of passedOverTexts(passedOver)) console.error(`  ${text}`)
    for (const { line, message } of result.firstErrors) console.error(`  line ${line}: ${message}`)
    if (stop.signal.aborted) process.exitCode = INTERRUPTED
    else if (result.rejected > 0) process.exitCode = 1
  } catch (error) {
    if (!isExpected(error)) throw error
    command.error(`error: ${error.message}`)
  }
}

function passedOverTexts({ no_time, no_value, impossible_time }: Record<PassedOver, number[]>): string[] {
  const count = (lines: number[]): string => lines.length.toLocaleString('en')
  const places = (lines: number[]): string =>
    `${lines.length === 1 ? 'line' : 'lines'} ${lines.slice(0, LINES_TOLD).join(', ')}${lines.length > LINES_TOLD ? ', …' : ''}`
  return [
    ...(no_time.length > 0 ? [`${count(no_time)} points without a time were skipped`] : []),
    ...(no_value.length > 0 ? [`${count(no_value)} rows without a value were skipped: ${places(no_value)}`] : []),
    ...(impossible_time.length > 0
      ? [`${count(impossible_time)} with a time before 2000 or in the future were skipped: ${places(impossible_time)}`]
      : []),
  ]
}

/** Also applied to the default, which may come from the environment. */
function parseUrl(text: string): string {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text
  throw new InvalidArgumentError(`the url "${text}" is not an http or https address`)
}

/** Faults of the file, the token or the server, as opposed to bugs. */
function isExpected(error: unknown): error is Error {
  const isFileError = error instanceof Error && 'syscall' in error
  return (
    isFileError ||
    error instanceof InvalidArgumentError ||
    error instanceof RecordingError ||
    error instanceof SendError
  )
}

async function sendWithProgress(sending: SendOptions, total: number): Promise<SendResult> {
  const bar = new SingleBar({
    format: '{bar} {value}/{total} readings, {rejected} rejected, {retried} retried, {eta_formatted} left',
    stream: process.stderr,
    clearOnComplete: true,
    hideCursor: true,
  })
  bar.start(total, 0, { rejected: 0, retried: 0 })
  try {
    return await sendReadings({ ...sending, onProgress: ({ sent, ...others }) => bar.update(sent, others) })
  } finally {
    bar.stop()
  }
}

function report(file: string, result: SendResult): object {
  const { sent, accepted, rejected, retried, seconds } = result
  return { file, sent, accepted, rejected, retried, seconds, readings_per_s: perSecond(result) }
}

function summary(file: string, result: SendResult, total: number): string {
  const count = (number: number): string => number.toLocaleString('en')
  const { sent, accepted, rejected, retried, seconds } = result
  const parts = [`${count(accepted)} accepted`, `${count(rejected)} rejected`]
  if (retried > 0) parts.push(`${count(retried)} retried`)
  const share = sent === total ? count(sent) : `${count(sent)} of ${count(total)}`
  return `${basename(file)}: sent ${share} readings in ${seconds.toFixed(1)} s (${count(perSecond(result))}/s): ${parts.join(', ')}`
}

const perSecond = ({ sent, seconds }: SendResult): number => Math.round(sent / Math.max(seconds, 0.001))
