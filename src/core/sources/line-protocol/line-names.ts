import { metricKey } from '../values/metric-keys.ts'
import { seriesKey } from '../values/series-key.ts'
import type { LinePoint } from './parse-lines.ts'

/**
 * Tags that name the device of a line; the first that a line has counts. Those of a thing come before the host of the
 * program that asks it, such as a UPS, a switch or the topic of a broker; `device` comes after the host, because beside a
 * host it is one of its disks.
 */
export const DEVICE_TAGS = ['device_id', 'serial', 'agent_host', 'topic', 'host', 'hostname', 'device', 'node']

/** Tags of machines. Their lines are about parts of them, one measurement each; those of other devices are about the device. */
const MACHINE_TAGS: ReadonlySet<string> = new Set(['host', 'hostname', 'agent_host'])

/** Tags that tell parts of a machine apart, in the order in which they stand in a key. */
const PART_TAGS = [
  'instance',
  'container_name',
  'chip',
  'feature',
  'sensor',
  'cpu',
  'path',
  'interface',
  'ifName',
  'name',
  'device',
  'url',
]
/** Values of such tags for all parts together, as Telegraf writes them. */
const TOTALS: ReadonlySet<string> = new Set(['cpu-total', 'all', 'total', '_Total'])

export type MeasurementInKeys = (typeof MEASUREMENT_IN_KEYS)[number]
export const MEASUREMENT_IN_KEYS = ['auto', 'always', 'never'] as const

/** The tag that names the device of a line; null if it has none of these tags. */
export const deviceTag = (tags: LinePoint['tags'], names: readonly string[]): string | null =>
  names.find((name) => Object.hasOwn(tags, name)) ?? null

/**
 * Finds the keys of a line's fields: of a machine with the measurement and the part before them (`disk_home_used_percent`),
 * of another device by themselves. A field called `value`, or like the measurement, has the measurement as its key.
 */
export function fieldKeys(
  { measurement, tags }: LinePoint,
  device: string | null,
  setting: MeasurementInKeys,
): (field: string) => string | null {
  const isMachine = device === null || MACHINE_TAGS.has(device)
  const parts = isMachine ? partsOf(tags, device) : []
  const before = seriesKey(setting === 'always' || (isMachine && setting === 'auto') ? [measurement, ...parts] : parts)
  return (field) => {
    if (field === 'value' || field === measurement) return seriesKey([measurement, ...parts])
    return before === null ? metricKey(field) : seriesKey([`${before}_${field}`])
  }
}

function partsOf(tags: LinePoint['tags'], device: string | null): string[] {
  const parts: string[] = []
  for (const name of PART_TAGS) {
    const value = Object.hasOwn(tags, name) && name !== device ? tags[name]! : ''
    // The disk of a file system changes its name, its path does not.
    if (name === 'device' && Object.hasOwn(tags, 'path')) continue
    if (!TOTALS.has(value) && /[a-z\d]/i.test(value)) parts.push(value.slice(0, 256))
  }
  return parts
}
