import { once } from 'node:events'
import { connect as openSocket, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import { generate, type Packet, parser } from 'mqtt-packet'
import type { TestApp } from './app.ts'
import { cleanUp } from './cleanup.ts'

export const TOPIC = 'v1/devices/me/telemetry'
export const MQTT = { MQTT_PORT: '0' }

/** A client that does not reconnect. */
export function openClient(t: TestContext, app: TestApp, options: IClientOptions): MqttClient {
  const client = mqtt.connect({ port: app.mqttPort!, host: '127.0.0.1', reconnectPeriod: 0, ...options })
  // Callers that wait for the connection get the error too.
  client.on('error', () => undefined)
  cleanUp(t, () => void client.end(true))
  return client
}

export async function connected(t: TestContext, app: TestApp, options: IClientOptions): Promise<MqttClient> {
  const client = openClient(t, app, options)
  await happens(client, 'connect')
  return client
}

/** Resolves with the value of the event. Unlike `once`, it does not reject on `error`. */
// biome-ignore lint/suspicious/noExplicitAny: of several libraries
export const happens = (emitter: { on: any }, event: string): Promise<any> =>
  new Promise((resolve) => void emitter.on(event, resolve))

export const publish = (from: MqttClient, payload: unknown, topic = TOPIC, qos: 0 | 1 | 2 = 1) =>
  from.publishAsync(topic, Buffer.isBuffer(payload) ? payload : JSON.stringify(payload), { qos })

/** A raw connection, for packets that no library would send. */
export interface RawClient {
  socket: Socket
  /** Sends packets, and bytes as they are. */
  write(...sent: (Packet | Buffer | readonly number[])[]): void
  /** The next packet that arrives; null when the connection is closed instead. */
  next(): Promise<Packet | null>
  /** Resolves when the connection is closed, with the packets that arrived before. */
  rest(): Promise<Packet[]>
}

export async function rawClient(t: TestContext, app: TestApp, protocolVersion: 3 | 4 | 5 = 5): Promise<RawClient> {
  const socket = openSocket(app.mqttPort!, '127.0.0.1')
  cleanUp(t, () => void socket.destroy())
  socket.on('error', () => undefined)
  const packets = parser({ protocolVersion })
  const arrived: Packet[] = []
  let wake = () => {}
  packets.on('packet', (packet) => {
    arrived.push(packet)
    wake()
  })
  socket.on('data', (bytes) => void packets.parse(bytes as Buffer))
  const closed = new Promise<null>((resolve) => socket.on('close', () => resolve(null)))
  await once(socket, 'connect')
  async function next(): Promise<Packet | null> {
    if (arrived.length === 0) {
      await Promise.race([closed, new Promise<void>((resolve) => (wake = resolve))])
    }
    return arrived.shift() ?? null
  }
  return {
    socket,
    write(...sent) {
      const bytes = sent.map((one) => ('cmd' in one ? generate(one, { protocolVersion }) : Buffer.from(one)))
      socket.write(Buffer.concat(bytes))
    },
    next,
    async rest() {
      await closed
      return arrived
    },
  }
}

/** The CONNECT of a client of this version. */
export const hello = (token: string, protocolVersion: 3 | 4 | 5 = 5, more: object = {}): Packet => ({
  cmd: 'connect',
  protocolId: protocolVersion === 3 ? 'MQIsdp' : 'MQTT',
  protocolVersion,
  clientId: 'raw',
  clean: true,
  keepalive: 60,
  username: token,
  ...more,
})

export const message = (body: unknown, more: object = {}): Packet => ({
  cmd: 'publish',
  topic: TOPIC,
  payload: JSON.stringify(body),
  qos: 1,
  messageId: 1,
  dup: false,
  retain: false,
  ...more,
})
