import { MqttRefusal, REASON } from './reasons.ts'

/** A device that opens more, under ever new client ids, loses its oldest and takes no room from other devices. */
const CONNECTIONS_PER_DEVICE = 100

interface ListedClient {
  sendAway(refusal: MqttRefusal): void
  /** Ends the connection if its token is no longer valid. */
  checkToken(): void
}

/** The clients of each device by client id. Devices cannot disconnect each other. */
export interface ClientList {
  /** Disconnects the client with the same id, or the oldest one if there are too many. */
  add(deviceId: number, clientId: string, client: ListedClient): void
  remove(deviceId: number, clientId: string, client: ListedClient): void
  ofDevice(deviceId: number): ListedClient[]
}

export function clientList(): ClientList {
  const devices = new Map<number, Map<string, ListedClient>>()
  return {
    add(deviceId, clientId, client) {
      const clients = devices.get(deviceId) ?? new Map<string, ListedClient>()
      devices.set(deviceId, clients)
      const before = clients.get(clientId)
      // Deleted first: a map keeps the order of insertion.
      clients.delete(clientId)
      clients.set(clientId, client)
      before?.sendAway(new MqttRefusal(REASON.takenOver, 409, 'Another connection came with the same client id'))
      if (clients.size <= CONNECTIONS_PER_DEVICE) return
      const [oldestId, oldest] = clients.entries().next().value!
      clients.delete(oldestId)
      oldest.sendAway(new MqttRefusal(REASON.quotaExceeded, 409, 'The device has too many connections'))
    },
    remove(deviceId, clientId, client) {
      const clients = devices.get(deviceId)
      if (clients?.get(clientId) !== client) return
      clients.delete(clientId)
      if (clients.size === 0) devices.delete(deviceId)
    },
    ofDevice: (deviceId) => [...(devices.get(deviceId)?.values() ?? [])],
  }
}
