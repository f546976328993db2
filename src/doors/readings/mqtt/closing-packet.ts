import type { IConnackPacket } from 'mqtt-packet'
import { type Form, UnsupportedVersion, type Version, writePacket } from './packets.ts'
import { type MqttRefusal, REASON } from './reasons.ts'

/** The last packet to a client whose connection is closed; null when its protocol version has none for the case. */
export function closingPacket(refusal: MqttRefusal, form: Form | null, isConnected: boolean): Buffer | null {
  if (form === null) {
    if (!(refusal instanceof UnsupportedVersion)) return null
    return writePacket(turnedAway(refusal.responseIn, refusal), { version: refusal.responseIn })
  }
  if (!isConnected) return writePacket(turnedAway(form.version, refusal), form)
  if (form.version !== 5) return null
  const { reasonCode, message } = refusal
  return writePacket({ cmd: 'disconnect', reasonCode, properties: { reasonString: message } }, form)
}

function turnedAway(version: Version, { reasonCode, message }: MqttRefusal): IConnackPacket {
  const refused = { cmd: 'connack' as const, sessionPresent: false }
  if (version === 5) return { ...refused, reasonCode, properties: { reasonString: message } }
  return { ...refused, returnCode: RETURN_CODES[reasonCode] ?? NOT_AUTHORIZED }
}

/** The return codes of a CONNACK before version 5. */
const RETURN_CODES: Record<number, number> = {
  [REASON.unsupportedVersion]: 1,
  [REASON.badClientId]: 2,
  [REASON.busy]: 3,
  [REASON.internalError]: 3,
  [REASON.shuttingDown]: 3,
  [REASON.tooManyConnections]: 3,
  [REASON.badToken]: 4,
}
const NOT_AUTHORIZED = 5
