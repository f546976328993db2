import { isJsonObject } from '../messages/json-text.ts'

/** Company ID of Ruuvi in the manufacturer data of an advertisement, low byte first. */
const MANUFACTURER = 'FF9904'
const LONGEST_HEX = 512
const MIN_16 = -32_768
const MAX_16 = 65_535

/**
 * A tag of a Ruuvi Gateway with the values of its raw advertisement, unless the gateway has decoded it already. Formats 3
 * (RAWv1) and 5 (RAWv2), as docs.ruuvi.com describes them. A value that the tag marks as invalid is left out.
 */
export function decodedRuuviTag(tag: unknown): unknown {
  if (!isJsonObject(tag) || tag.dataFormat !== undefined || typeof tag.data !== 'string') return tag
  const bytes = manufacturerData(tag.data)
  const values = bytes?.[0] === 5 ? format5(bytes) : bytes?.[0] === 3 ? format3(bytes) : null
  return values === null ? tag : { ...values, ...tag, dataFormat: bytes![0] }
}

function manufacturerData(hex: string): Buffer | null {
  if (hex.length > LONGEST_HEX || !/^[\da-f]*$/i.test(hex)) return null
  const start = hex.toUpperCase().indexOf(MANUFACTURER)
  return start === -1 || start % 2 !== 0 ? null : Buffer.from(hex.slice(start + MANUFACTURER.length), 'hex')
}

type Values = Record<string, number>

function format5(bytes: Buffer): Values | null {
  if (bytes.length < 18) return null
  const power = bytes.readUInt16BE(13)
  const [voltage, txPower] = [power >> 5, power & 31]
  return present({
    temperature: scaled(bytes.readInt16BE(1), MIN_16, 0.005),
    humidity: scaled(bytes.readUInt16BE(3), MAX_16, 0.0025),
    pressure: scaled(bytes.readUInt16BE(5), MAX_16, 1, 50_000),
    accel_x: scaled(bytes.readInt16BE(7), MIN_16, 0.001),
    accel_y: scaled(bytes.readInt16BE(9), MIN_16, 0.001),
    accel_z: scaled(bytes.readInt16BE(11), MIN_16, 0.001),
    battery_voltage: scaled(voltage, 2_047, 0.001, 1.6),
    tx_power: scaled(txPower, 31, 2, -40),
    movement_counter: scaled(bytes[15]!, 255, 1),
  })
}

function format3(bytes: Buffer): Values | null {
  if (bytes.length < 14) return null
  const [humidity, whole, hundredths] = [bytes[1]!, bytes[2]!, bytes[3]!]
  const size = (whole & 127) + hundredths / 100
  return present({
    temperature: rounded(whole > 127 ? -size : size),
    humidity: scaled(humidity, null, 0.5),
    pressure: scaled(bytes.readUInt16BE(4), null, 1, 50_000),
    accel_x: scaled(bytes.readInt16BE(6), null, 0.001),
    accel_y: scaled(bytes.readInt16BE(8), null, 0.001),
    accel_z: scaled(bytes.readInt16BE(10), null, 0.001),
    battery_voltage: scaled(bytes.readUInt16BE(12), null, 0.001),
  })
}

const scaled = (raw: number, invalid: number | null, step: number, offset = 0): number | null =>
  raw === invalid ? null : rounded(raw * step + offset)

/** Steps such as 0.0025 leave traces of binary fractions. */
const rounded = (value: number): number => Number(value.toFixed(4))

const present = (values: Record<string, number | null>): Values =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, number] => entry[1] !== null))
