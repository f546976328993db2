import { concern, type PinCluster } from './cluster.ts'
import type { FleetSpot } from './fleet-spot.ts'
import type { NameSide } from './pins.ts'
import { type LabelBox, labelGrid } from './world/label-grid.ts'
import { FAMILY, textWidth } from './world/text-width.ts'

const FONT = `500 12px ${FAMILY}`
/** As in the style sheet. */
const [PIN_PX, NAME_PX, LONGEST_PX, PADDING_PX] = [24, 18, 150, 10]

type Group = PinCluster<FleetSpot & { x: number; y: number }>

/**
 * On which side of each pin its name finds room, and the room that pins and names take. Names of the most severe come
 * first, and no name covers a pin.
 */
export function placeNames(
  groups: readonly Group[],
  chosen: number | null,
  view: { left: number; right: number },
): { sides: Map<number, NameSide>; boxes: LabelBox[] } {
  const grid = labelGrid()
  const boxes = groups.map(pinBox)
  for (const box of boxes) grid.take(box)
  const sides = new Map<number, NameSide>()
  for (const { x, y, items } of bySeverity(groups, chosen)) {
    const { id, name } = items[0]!
    const width = Math.min(LONGEST_PX, Math.ceil(textWidth(name, FONT)) + PADDING_PX)
    const isCutOff = x + PIN_PX / 2 + width > view.right && x - PIN_PX / 2 - width > view.left
    for (const side of isCutOff ? (['left', 'right'] as const) : (['right', 'left'] as const)) {
      const left = side === 'right' ? x + PIN_PX / 2 : x - PIN_PX / 2 - width
      if (left < view.left && x > view.left) continue
      const box = { left, right: left + width, top: y - NAME_PX / 2, bottom: y + NAME_PX / 2 }
      if (!grid.isFree(box)) continue
      grid.take(box)
      boxes.push(box)
      sides.set(id, side)
      break
    }
  }
  return { sides, boxes }
}

const pinBox = ({ x, y }: Group): LabelBox => ({
  left: x - PIN_PX / 2,
  right: x + PIN_PX / 2,
  top: y - PIN_PX / 2,
  bottom: y + PIN_PX / 2,
})

const bySeverity = (groups: readonly Group[], chosen: number | null): Group[] =>
  groups
    .filter(({ items }) => items.length === 1)
    .sort((one, other) => {
      const isChosen = Number(other.items[0]!.id === chosen) - Number(one.items[0]!.id === chosen)
      return isChosen || concern(other.look) - concern(one.look) || one.items[0]!.id - other.items[0]!.id
    })
