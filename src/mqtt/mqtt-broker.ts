import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Aedes, type AedesOptions, type AuthenticateError, type Client } from 'aedes'
import type { FastifyBaseLogger, FastifyError } from 'fastify'
import type { Device } from '../devices/device.ts'
import type { FindDevice } from '../devices/device-tokens.ts'
import type { RefusalRecorder } from '../devices/refusals/refusal-recorder.ts'
import { type GroupCommit, tooBusy } from '../ingestion/group-commit.ts'
import type { IngestionWatch } from '../ingestion/note-refusal.ts'
import { RequestError, unauthorized } from '../platform/errors.ts'
import { statusOf } from '../platform/http/error-answers.ts'
import { type MessageFault, takeMessage } from './take-message.ts'

const TOPICS: readonly string[] = ['v1/devices/me/telemetry', 'tocsin/telemetry']

const CONNECT_WITHIN_MS = 10_000
/** A connection is cut after one and a half times its keep-alive. */
const LONGEST_KEEP_ALIVE_S = 3_600
/** Messages of the third kind of delivery that a client may leave half done. */
const HALF_DONE_LIMIT = 20
/** Before a client is sent away to come back, up to three times this: those that come at once cost no more. */
const REST_MS = 1_000

export interface BrokerOptions {
  findDevice: FindDevice
  commits: GroupCommit
  isOverloaded: () => boolean
  refusals: RefusalRecorder
  watch: IngestionWatch
  now: () => Date
  log: FastifyBaseLogger
}

export interface MqttBroker {
  handle: Aedes['handle']
  /** Takes nothing new, answers what is under way, and closes every connection. */
  close(): Promise<void>
}

/** A broker that passes nothing on: what is published is stored, and acknowledged when it is on disk. */
export async function mqttBroker(options: BrokerOptions): Promise<MqttBroker> {
  const { findDevice, log } = options
  const tokens = new WeakMap<Client, string>()
  const closing = new AbortController()
  const take = messageTaker(options, closing.signal)
  const underWay = new Set<Promise<void>>()

  const broker = await Aedes.createBroker({
    connectTimeout: CONNECT_WITHIN_MS,
    maxInflightInbound: HALF_DONE_LIMIT,
    preConnect(_client, packet, done) {
      // Nothing is kept for a client that is away, and nothing is said in its name: the service itself tells of silence.
      packet.clean = true
      delete packet.will
      packet.keepalive = Math.min(packet.keepalive || LONGEST_KEEP_ALIVE_S, LONGEST_KEEP_ALIVE_S)
      done(null, true)
    },
    authenticate(client, token = '', _password, done) {
      // In a promise, for a device that is remembered is found at once.
      Promise.resolve(findDevice(token)).then(
        (device) => {
          if (device === null) {
            options.watch.refused(401)
            options.refusals.note({ ...INVALID_TOKEN, device, token, address: addressOf(client) })
            return done(refusal(4), null)
          }
          tokens.set(client, token)
          // Two connections of one name are one to a broker: devices must not be able to cut each other off.
          Object.assign(client, { id: `${device.id}/${client.id}` })
          done(null, true)
        },
        (error: unknown) => {
          options.watch.refused(statusOf(error as FastifyError))
          log.error({ err: error }, 'a device could not be looked up')
          done(refusal(3), null)
        },
      )
    },
    // Comes before the acknowledgement, and an error cuts the connection instead.
    authorizePublish(client, packet, done) {
      const message = { token: tokens.get(client!) ?? '', topic: packet.topic, payload: packet.payload as Buffer }
      // There is nobody to pass it on to, and no need to keep it.
      Object.assign(packet, { retain: false, payload: Buffer.alloc(0) })
      const taken = take(client!, message).then(
        () => done(),
        (error: Error) => done(error),
      )
      underWay.add(taken)
      void taken.finally(() => underWay.delete(taken))
    },
    authorizeSubscribe: (_client, _subscription, done) => done(null, null),
    authorizeForward: () => null,
  } satisfies AedesOptions)
  broker.on('error' as 'closed', ((error: Error) => log.error({ err: error }, 'the MQTT broker failed')) as () => void)

  return {
    handle: broker.handle,
    async close() {
      closing.abort()
      while (underWay.size > 0) await Promise.all(underWay)
      // The last acknowledgements are written in this turn of the loop and the next.
      await sleep(10)
      await new Promise<void>((closed) => broker.close(closed))
    },
  }
}

interface Message {
  token: string
  topic: string
  payload: Buffer
}

/** Resolves when a message may be acknowledged. Throws when it may not, and then the connection is to be cut. */
function messageTaker(options: BrokerOptions, closing: AbortSignal) {
  const { findDevice, commits, isOverloaded, refusals, watch, now, log } = options
  const warned = new WeakSet<Client>()

  /** Once for each connection: the device is not told, so this is where its maker finds out. */
  function warn(client: Client, device: Device, fault: string): void {
    if (warned.has(client)) return
    warned.add(client)
    log.warn(
      { device_id: device.id, fault },
      'a message over MQTT was refused; further ones of its connection go untold',
    )
  }

  async function take(client: Client, { token, topic, payload }: Message): Promise<void> {
    const device = await findDevice(token)
    if (device === null) throw unauthorized('Invalid device token')
    if (closing.aborted || isOverloaded()) throw tooBusy()
    const fault: MessageFault | null = TOPICS.includes(topic)
      ? await takeMessage({ device, payload }, { commits, receivedAt: now().getTime() })
      : { status: 400, message: `nothing is taken at the topic ${JSON.stringify(topic.slice(0, 100))}` }
    if (fault === null) return
    const { status, message, rejected } = fault
    if (rejected === undefined) watch.refused(status)
    else watch.rejected(rejected)
    refusals.note({ device, token, status, message, address: addressOf(client) })
    warn(client, device, message)
  }

  return async (client: Client, message: Message): Promise<void> => {
    try {
      await take(client, message)
    } catch (error) {
      watch.refused(statusOf(error as FastifyError))
      if (!(error instanceof RequestError)) log.error({ err: error }, 'a message over MQTT could not be stored')
      if (!(error instanceof RequestError && error.statusCode === 401)) await restBeforeClose(closing)
      throw error
    }
  }
}

const INVALID_TOKEN = { status: 401, message: 'Invalid device token' }

const addressOf = ({ conn }: Client): string => (conn as Socket).remoteAddress ?? ''

async function restBeforeClose(signal: AbortSignal): Promise<void> {
  // Cut short when the service stops.
  await sleep(REST_MS * (1 + 2 * Math.random()), undefined, { signal }).catch(() => undefined)
}

function refusal(returnCode: number): AuthenticateError {
  return Object.assign(new Error('The connection is refused'), { returnCode })
}
