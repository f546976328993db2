/** Counts how often other work had a turn of the event loop while this one ran. */
export async function countTurns<Result>(work: () => Promise<Result>): Promise<{ result: Result; turns: number }> {
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const result = await work()
  isOver = true
  return { result, turns }
}
