import { faultOf } from '../../../platform/error-messages/reasons.ts'
import { RequestError } from '../../../platform/errors.ts'

/** Reason codes of MQTT 5 used by this service. */
export const REASON = {
  success: 0x00,
  noSubscription: 0x11,
  malformedPacket: 0x81,
  protocolError: 0x82,
  internalError: 0x83,
  unsupportedVersion: 0x84,
  badClientId: 0x85,
  badToken: 0x86,
  notAuthorized: 0x87,
  busy: 0x89,
  shuttingDown: 0x8b,
  badAuthenticationMethod: 0x8c,
  keepAliveTimeout: 0x8d,
  takenOver: 0x8e,
  badTopic: 0x90,
  unknownPacketId: 0x92,
  tooManyInFlight: 0x93,
  badTopicAlias: 0x94,
  packetTooLarge: 0x95,
  quotaExceeded: 0x97,
  badPayload: 0x99,
  tooManyConnections: 0x9f,
} as const

/** A refusal that ends the connection. Its status is the one HTTP would have; refusals are counted by it. */
export class MqttRefusal extends RequestError {
  readonly reasonCode: number

  constructor(reasonCode: number, statusCode: number, message: string) {
    super(statusCode, faultOf('in_english', message))
    this.reasonCode = reasonCode
  }
}

export const malformed = (message: string): MqttRefusal => new MqttRefusal(REASON.malformedPacket, 400, message)

export const protocolError = (message: string): MqttRefusal => new MqttRefusal(REASON.protocolError, 400, message)
