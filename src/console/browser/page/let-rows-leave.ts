const ROWS = 'tr[id], .rows > li[id]'
/** More at once would be a flicker. */
const MOST = 8

/** Rows that are gone in the new part fade before it is shown, so that one sees which they were. */
export async function letRowsLeave(part: Element, fresh: Element): Promise<void> {
  const leaving = [...part.querySelectorAll(ROWS)].filter(({ id }) => fresh.querySelector(`[id="${id}"]`) === null)
  if (leaving.length > MOST || document.hidden) return
  for (const row of leaving) row.classList.add('leaving')
  await Promise.allSettled(leaving.flatMap((row) => row.getAnimations().map(({ finished }) => finished)))
}
