import type { GiveWay } from './time-slices.ts'

/** Items sorted at once; a few thousand comparisons take less than a slice. */
const RUN = 2_000
/** Items merged between two checks of the clock. */
const STEPS = 500

/** `toSorted` for lists of any length that yields to other work: sorts short runs, then merges them two by two. */
export async function sortInSlices<Item>(
  items: readonly Item[],
  compare: (one: Item, other: Item) => number,
  giveWay: GiveWay,
): Promise<Item[]> {
  let runs: Item[][] = []
  for (let start = 0; start < items.length; start += RUN) {
    await giveWay()
    runs.push(items.slice(start, start + RUN).sort(compare))
  }
  while (runs.length > 1) {
    const longer: Item[][] = []
    for (let place = 0; place < runs.length; place += 2) {
      longer.push(await merged(runs[place]!, runs[place + 1] ?? [], compare, giveWay))
    }
    runs = longer
  }
  return runs[0] ?? []
}

async function merged<Item>(
  one: readonly Item[],
  other: readonly Item[],
  compare: (one: Item, other: Item) => number,
  giveWay: GiveWay,
): Promise<Item[]> {
  const all: Item[] = []
  for (let [left, right] = [0, 0]; left < one.length || right < other.length; ) {
    if (all.length % STEPS === 0) await giveWay()
    const takesLeft = right === other.length || (left < one.length && compare(one[left]!, other[right]!) <= 0)
    all.push(takesLeft ? one[left++]! : other[right++]!)
  }
  return all
}
