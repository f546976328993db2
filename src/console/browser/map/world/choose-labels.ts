import { type LabelBox, type LabelGrid, labelGrid } from './label-grid.ts'

/** How a name is written. */
export type LabelStyle = 'country' | 'water' | 'capital' | 'city' | 'town' | 'quarter'

export interface WantedLabel {
  text: string
  style: LabelStyle
  /** Pixels on the map. */
  x: number
  y: number
  /** Towns have a point, with the name beside it; other names are in the middle. */
  hasPoint: boolean
}

export interface PlacedLabel extends WantedLabel {
  box: LabelBox
}

const LINE_PX: Record<LabelStyle, number> = { country: 17, water: 15, capital: 16, city: 15, town: 14, quarter: 14 }
const POINT_PX = 4
const BESIDE_PX = 6
const BESIDE_PIN_PX = 20
const AROUND_PX = 3

/**
 * The names that find room, in this order; a later one never covers an earlier one. The grid has the room of `pins` too.
 * Pure.
 */
export function chooseLabels(
  wanted: Iterable<WantedLabel>,
  grid: LabelGrid,
  widthOf: (text: string, style: LabelStyle) => number,
  pins: LabelGrid = labelGrid(),
): PlacedLabel[] {
  const placed: PlacedLabel[] = []
  for (const label of wanted) {
    const point = label.hasPoint ? around(label.x, label.y, POINT_PX) : null
    const isCovered = point !== null && !grid.isFree(point)
    // A device in a city hides its point, but not what it is called.
    if (isCovered && (label.style !== 'capital' || pins.isFree(point))) continue
    const beside = isCovered ? BESIDE_PIN_PX : BESIDE_PX
    const box = boxesOf(label, widthOf(label.text, label.style), beside).find((each) => grid.isFree(widened(each)))
    if (box === undefined) continue
    grid.take(box)
    if (point !== null && !isCovered) grid.take(point)
    placed.push({ ...label, box, hasPoint: label.hasPoint && !isCovered })
  }
  return placed
}

/** Where the name may be: right, left, above or below its point, or in the middle. */
function boxesOf({ x, y, style, hasPoint }: WantedLabel, width: number, beside: number): LabelBox[] {
  const half = LINE_PX[style] / 2
  const at = (left: number, middle: number): LabelBox => ({
    left,
    right: left + width,
    top: middle - half,
    bottom: middle + half,
  })
  if (!hasPoint) return [at(x - width / 2, y)]
  return [
    at(x + beside, y),
    at(x - beside - width, y),
    at(x - width / 2, y - half - beside),
    at(x - width / 2, y + half + beside),
  ]
}

const around = (x: number, y: number, px: number): LabelBox => ({
  left: x - px,
  right: x + px,
  top: y - px,
  bottom: y + px,
})

const widened = ({ left, top, right, bottom }: LabelBox): LabelBox => ({
  left: left - AROUND_PX,
  top: top - 1,
  right: right + AROUND_PX,
  bottom: bottom + 1,
})
