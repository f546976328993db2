/**
 * Does `work` for each item, several at a time. Fails with the first failure, once the others in progress have ended.
 */
export async function eachAtOnce<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  limit: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let underWay: Promise<void>[] = []
  for await (const item of items) {
    underWay.push(work(item))
    if (underWay.length < limit) continue
    await settled(underWay)
    underWay = []
  }
  await settled(underWay)
}

async function settled(work: Promise<void>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(work)) if (outcome.status === 'rejected') throw outcome.reason
}
