import { isMap } from 'yaml'
import { metricKey } from '../../../core/sources/values/metric-keys.ts'
import { readYaml } from '../../../platform/files/yaml-text.ts'
import type { JsonLeaf } from './json-tree.ts'

/** Parts of a mapping that a value of a message can become; `value` is a metric or a flag, by its kind. */
export const MAPPED_PARTS = ['value', 'device', 'label', 'ts', 'lat', 'lng', 'battery', 'signal'] as const
type MappedPart = (typeof MAPPED_PARTS)[number]

/** Longer texts are never what a flag means. */
const LONGEST_WORD = 60

/** A value of a message that was clicked. */
interface Taken extends JsonLeaf {
  messageId: number
}

/** Text of a button for a value. */
export const takenText = ({ pointer, value, messageId }: Taken): string =>
  JSON.stringify([messageId, pointer, typeof value === 'string' ? value.slice(0, LONGEST_WORD) : value])

/** Null for a text that is none of them. */
export function takenIn(text: string): Taken | null {
  try {
    const [messageId, pointer, value] = JSON.parse(text) as unknown[]
    const isValue = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    return typeof messageId === 'number' && typeof pointer === 'string' && isValue
      ? { messageId, pointer, value }
      : null
  } catch {
    return null
  }
}

/**
 * Adds a value of a message to the text of a mapping, and keeps its comments. A text that cannot be read stays as it is.
 */
export function mapValue(text: string, { pointer, value }: JsonLeaf, as: MappedPart): string {
  const { document, faults } = readYaml(text)
  if (faults.length > 0 || (document.contents !== null && !isMap(document.contents))) return text
  const each = document.getIn(['each'])
  const place = fromItem(pointer, typeof each === 'string' ? each : '')
  if (as !== 'value') document.setIn([as], place)
  else {
    const isWord = typeof value === 'string' && Number.isNaN(Number(value))
    const group = isWord || typeof value === 'boolean' ? 'flags' : 'metrics'
    document.setIn([group, keyFor(pointer)], isWord ? { from: place, true: [value] } : place)
  }
  return document.toString({ lineWidth: 120 })
}

/** `/data/tags/cellar/t` is `/t` of an item of `/data/tags/*`; others are pointers from the whole message. */
function fromItem(pointer: string, each: string): string {
  const [steps, wanted] = [pointer.split('/').slice(1), each.split('/').slice(1)]
  const isInside = wanted.length < steps.length && wanted.every((step, place) => step === '*' || step === steps[place])
  return isInside ? `/${steps.slice(wanted.length).join('/')}` : `/${pointer}`
}

/** The last name that is not a number, with the numbers behind it. */
function keyFor(pointer: string): string {
  const steps = pointer.split('/').slice(1)
  const last = steps.findLastIndex((step) => !/^\d+$/.test(step))
  return metricKey(steps.slice(Math.max(0, last)).join('_')) ?? 'value'
}
