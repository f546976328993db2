import { concern, type PinCluster } from './cluster.ts'
import type { FleetSpot } from './fleet-spot.ts'
import { clusterPx, type NameSide } from './pins.ts'
import { type LabelBox, labelGrid } from './world/label-grid.ts'
import { FAMILY, textWidth } from './world/text-width.ts'

const FONT = `500 12px ${FAMILY}`
/** As in the style sheet. */
const [PIN_PX, NAME_PX, LONGEST_PX, PADDING_PX] = [24, 18, 150, 10]

type Group = PinCluster<FleetSpot & { x: number; y: number }>

/**
 * On which side of each pin, and of the cluster with the chosen device, its name finds room, by device, and the room that pins and names take. Names of the most severe come
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
    const { id, name } = items.find((one) => one.id === chosen) ?? items[0]!
    const half = (items.length === 1 ? PIN_PX : clusterPx(items.length)) / 2
    const width = Math.min(LONGEST_PX, Math.ceil(textWidth(name, FONT)) + PADDING_PX)
    const isCutOff = x + half + width > view.right && x - half - width > view.left
    for (const side of isCutOff ? (['left', 'right'] as const) : (['right', 'left'] as const)) {
      const left = side === 'right' ? x + half : x - half - width
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

const bySeverity = (groups: readonly Group[], chosen: number | null): Group[] => {
  const isChosen = ({ items }: Group) => items.some(({ id }) => id === chosen)
  return groups
    .filter((group) => group.items.length === 1 || isChosen(group))
    .sort(
      (one, other) =>
        Number(isChosen(other)) - Number(isChosen(one)) ||
        concern(other.look) - concern(one.look) ||
        one.items[0]!.id - other.items[0]!.id,
    )
}
