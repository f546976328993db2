/** Pixels on the map. */
export interface LabelBox {
  left: number
  top: number
  right: number
  bottom: number
}

export interface LabelGrid {
  isFree(box: LabelBox): boolean
  take(box: LabelBox): void
}

const CELL_PX = 64

const overlap = (one: LabelBox, other: LabelBox): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/** Which room on a map is taken. Boxes are compared only with those in the same cells. */
export function labelGrid(): LabelGrid {
  const cells = new Map<string, LabelBox[]>()
  function* cellsOf({ left, top, right, bottom }: LabelBox): Generator<string> {
    for (let x = Math.floor(left / CELL_PX); x <= Math.floor(right / CELL_PX); x++)
      for (let y = Math.floor(top / CELL_PX); y <= Math.floor(bottom / CELL_PX); y++) yield `${x} ${y}`
  }
  return {
    isFree: (box) => ![...cellsOf(box)].some((cell) => cells.get(cell)?.some((taken) => overlap(box, taken)) === true),
    take(box) {
      for (const cell of cellsOf(box)) {
        const known = cells.get(cell)
        if (known === undefined) cells.set(cell, [box])
        else known.push(box)
      }
    },
  }
}
