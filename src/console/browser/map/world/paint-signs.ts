import type L from 'leaflet'
import { colour, faint } from '../../page/colours.ts'
import { pageLocale } from '../../page/language.ts'
import { type LabelBox, type LabelGrid, labelGrid } from './label-grid.ts'
import type { NamedPlace } from './load-world.ts'
import { mercatorX, mercatorY } from './outlines.ts'
import { placeAtEdge, type Signpost, signpostsAround } from './signposts.ts'
import { FAMILY, textWidth } from './text-width.ts'

const FONT = `500 12px ${FAMILY}`
const PADDING_PX = 6
const HEIGHT_PX = 20
const ARROW_PX = 10
/** The map's controls, its grid's numbers and its credit are at its edges. */
const EDGES = { left: 52, right: 62, top: 24, bottom: 84 }
/** On a phone there is no room to spare. */
const [NARROW_PX, NARROW_EDGES] = [500, { ...EDGES, left: 8, right: 8, top: 96 }]
const KM_IN_MILE = 1.609344
/** From here on, a distance is said in whole numbers. */
const WHOLE_FROM = 10

/** Signs to towns beyond the edges of the view, with their distance, where nothing else is. Returns what they say. */
export function paintSigns(
  context: CanvasRenderingContext2D,
  map: L.Map,
  towns: readonly NamedPlace[],
  nameOf: (name: string) => string,
  taken: readonly LabelBox[],
): string[] {
  const { x: width, y: height } = map.getSize()
  const edges = width < NARROW_PX ? NARROW_EDGES : EDGES
  const room = { left: edges.left, right: width - edges.right, top: edges.top, bottom: height - edges.bottom }
  const grid = labelGrid()
  for (const box of taken) grid.take(box)
  const unit = map.getContainer().dataset.speed === 'mph' ? 'mile' : 'kilometer'
  const bounds = map.getBounds()
  const [left, right] = [mercatorX(bounds.getWest()), mercatorX(bounds.getEast())]
  const [top, bottom] = [mercatorY(bounds.getNorth()), mercatorY(bounds.getSouth())]
  const isInView = ({ x, y }: NamedPlace) => x > left && x < right && y > top && y < bottom
  const signs = signpostsAround(towns, { x: (left + right) / 2, y: (top + bottom) / 2 }, isInView)
  return signs.flatMap(({ name, km, direction }) => {
    const text = `${nameOf(name)} ${distance(unit === 'mile' ? km / KM_IN_MILE : km, unit)}`
    const box = placeAtEdge(room, direction, textWidth(text, FONT) + 3 * PADDING_PX + ARROW_PX, HEIGHT_PX)
    if (!isFree(grid, box)) return []
    grid.take(box)
    paintSign(context, text, box, direction)
    return [text]
  })
}

const isFree = (grid: LabelGrid, box: LabelBox): boolean =>
  grid.isFree({ left: box.left - 4, right: box.right + 4, top: box.top - 4, bottom: box.bottom + 4 })

const distance = (value: number, unit: string): string =>
  new Intl.NumberFormat(pageLocale, {
    style: 'unit',
    unit,
    maximumFractionDigits: value < WHOLE_FROM ? 1 : 0,
  }).format(value)

function paintSign(
  context: CanvasRenderingContext2D,
  text: string,
  { left, top, right, bottom }: LabelBox,
  direction: Signpost['direction'],
): void {
  context.fillStyle = faint('--surface', 0.88)
  context.beginPath()
  context.roundRect(left, top, right - left, bottom - top, 4)
  context.fill()
  context.font = FONT
  context.fillStyle = colour('--map-name')
  const middle = (top + bottom) / 2
  context.fillText(text, left + 2 * PADDING_PX + ARROW_PX, middle)
  context.save()
  context.translate(left + PADDING_PX + ARROW_PX / 2, middle)
  context.rotate(Math.atan2(direction.y, direction.x))
  context.beginPath()
  const half = ARROW_PX / 2
  context.moveTo(half, 0)
  context.lineTo(-half, half * 0.8)
  context.lineTo(-half * 0.4, 0)
  context.lineTo(-half, -half * 0.8)
  context.fill()
  context.restore()
}
