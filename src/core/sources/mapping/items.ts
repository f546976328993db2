import { isJsonObject } from '../messages/json-text.ts'
import { NotUnderstood } from '../messages/not-understood.ts'
import { MOST_ITEMS } from './mapping.ts'
import { escapedStep, type ItemScope, MappingFault, openedText, own, parsePointer } from './pointers.ts'
import type { KeyNames } from './texts.ts'

const MOST_STARS = 3

export interface Item {
  item: unknown
  holders: readonly unknown[]
  keys: readonly string[]
  /** JSON pointer in the message. */
  place: string
}

export interface Each {
  /** The steps; null is a star. */
  steps: readonly (string | null)[]
  keyNames: KeyNames
  text: string
}

/**
 * Compiles `/data/tags/*`. The key of the last star is `{key}`, and each has the name of the member before it, also without
 * its `s`: `{tags}` and `{tag}`. Throws `MappingFault`.
 */
export function compileEach(text: string): Each {
  const { steps } = parsePointer(text)
  const stars = steps.flatMap((step, place) => (step === '*' ? [place] : []))
  if (!/^\/(?!\/)/.test(text) || stars.length === 0 || stars.length > MOST_STARS)
    throw new MappingFault('no_pointer', text)
  const keyNames = new Map<string, number>()
  for (const [star, place] of stars.entries()) {
    const before = steps[place - 1]
    if (before === undefined || before === '*') continue
    keyNames.set(before, star)
    keyNames.set(before.replace(/(?<=.)s$/, ''), star)
  }
  keyNames.set('key', stars.length - 1)
  return { steps: steps.map((step) => (step === '*' ? null : step)), keyNames, text }
}

/** The items of a message. Throws `NotUnderstood` if it has no such place, or too many items. */
export function mappedItems({ steps, text }: Each, root: unknown, scope: ItemScope): Item[] {
  let items: Item[] = [{ item: root, holders: [], keys: [], place: '' }]
  for (const step of steps) {
    items = items.flatMap((holder) => (step === null ? allIn(holder, scope) : oneIn(holder, step, scope)))
    if (items.length > MOST_ITEMS)
      throw new NotUnderstood('wrong_form', { at: text, detail: `more than ${MOST_ITEMS} items` })
    if (items.length === 0 && step !== null)
      throw new NotUnderstood('wrong_form', { at: text, detail: 'nothing there' })
  }
  return items
}

const holderOf = (item: unknown, scope: ItemScope): unknown =>
  typeof item === 'string' ? openedText(item, scope) : item

function oneIn({ item, holders, keys, place }: Item, step: string, scope: ItemScope): Item[] {
  const holder = holderOf(item, scope)
  const inner = Array.isArray(holder)
    ? /^\d{1,6}$/.test(step)
      ? holder[Number(step)]
      : undefined
    : isJsonObject(holder)
      ? own(holder, step)
      : undefined
  return inner === undefined
    ? []
    : [{ item: inner, holders: [...holders, holder], keys, place: `${place}/${escapedStep(step)}` }]
}

function allIn({ item, holders, keys, place }: Item, scope: ItemScope): Item[] {
  const holder = holderOf(item, scope)
  if (typeof holder !== 'object' || holder === null) return []
  const names = Object.keys(holder)
  if (names.length > MOST_ITEMS)
    throw new NotUnderstood('wrong_form', { at: place, detail: `more than ${MOST_ITEMS} items` })
  const inside = [...holders, holder]
  return names.map((name) => ({
    item: (holder as Record<string, unknown>)[name],
    holders: inside,
    keys: [...keys, name],
    place: `${place}/${escapedStep(name)}`,
  }))
}
