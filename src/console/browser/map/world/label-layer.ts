import type L from 'leaflet'
import { colour } from '../../page/colours.ts'
import type { BaseMap } from '../map.ts'
import { type Painting, painted } from '../painted.ts'
import { chooseLabels, type LabelStyle, type PlacedLabel } from './choose-labels.ts'
import { type LabelBox, labelGrid } from './label-grid.ts'
import type { Ground, NamedPlace } from './load-world.ts'
import { paintSigns } from './paint-signs.ts'
import { FAMILY, textWidth } from './text-width.ts'
import { type MapNames, wantedLabels } from './wanted-labels.ts'

const FONTS: Record<LabelStyle, string> = {
  country: `600 13px ${FAMILY}`,
  water: `italic 400 12px ${FAMILY}`,
  capital: `600 13px ${FAMILY}`,
  city: `500 12px ${FAMILY}`,
  town: `400 11px ${FAMILY}`,
  quarter: `italic 400 11px ${FAMILY}`,
}
const COLOURS: Record<LabelStyle, string> = {
  country: '--map-country',
  water: '--map-sea-name',
  capital: '--map-name',
  city: '--map-name',
  town: '--map-name',
  quarter: '--map-country',
}
const POINT_PX: Partial<Record<LabelStyle, number>> = { capital: 3, city: 2.5, town: 2 }
/** Names are chosen for more than the view, so that a short move needs no new choice. */
const MARGIN = 0.5

/** With fewer towns in view, signs show the way to others. */
const FEW = 4
const SIGNS_FROM_ZOOM = 11

/** Names of countries, seas and towns. They are chosen when the map stops, and only moved while it moves. */
export function labelLayer(
  base: BaseMap,
  groundsAt: (zoom: number) => readonly Ground[],
  names: MapNames,
  zIndex: number,
): Painting {
  const { map } = base
  let chosen: PlacedLabel[] = []
  let towns: NamedPlace[] = []
  let covered: L.Bounds | null = null
  let zoom = Number.NaN

  function choose(): void {
    const widthOf = (text: string, style: LabelStyle) => textWidth(text, FONTS[style])
    const [grid, pins] = [labelGrid(), labelGrid()]
    for (const box of base.taken()) {
      grid.take(box)
      pins.take(box)
    }
    const seen = map.getPixelBounds()
    const size = seen.getSize().multiplyBy(MARGIN)
    covered = seen.extend(seen.min!.subtract(size)).extend(seen.max!.add(size))
    zoom = map.getZoom()
    const view = { left: covered.min!.x, top: covered.min!.y, right: covered.max!.x, bottom: covered.max!.y }
    const grounds = groundsAt(zoom)
    towns = grounds.flatMap((ground) => ground.towns)
    chosen = chooseLabels(wantedLabels(grounds, names, zoom, view), grid, widthOf, pins)
    // A canvas has no text: this says what it shows, for tests.
    map.getContainer().dataset.names = chosen.map(({ text }) => text).join('|')
  }

  /** Where names and devices are, in pixels of the view. */
  const taken = ({ x, y }: L.Point): LabelBox[] =>
    [...chosen.map(({ box }) => box), ...base.taken()].map(({ left, right, top, bottom }) => ({
      left: left - x,
      right: right - x,
      top: top - y,
      bottom: bottom - y,
    }))

  const painting = painted(map, { pane: 'names', zIndex }, (context) => {
    const seen = map.getPixelBounds()
    if (covered === null || zoom !== map.getZoom() || !covered.contains(seen)) choose()
    context.lineJoin = 'round'
    context.textBaseline = 'middle'
    for (const label of chosen) paintLabel(context, label, seen.min!)
    const isFew = chosen.filter((label) => label.hasPoint && seen.contains([label.x, label.y])).length < FEW
    const signs = zoom >= SIGNS_FROM_ZOOM && isFew ? paintSigns(context, map, towns, names.town, taken(seen.min!)) : []
    map.getContainer().dataset.signs = signs.join('|')
  })
  const again = () => {
    covered = null
    painting.redraw()
  }
  base.onTaken(again)
  return { redraw: again }
}

function paintLabel(context: CanvasRenderingContext2D, { text, style, x, y, hasPoint, box }: PlacedLabel, at: L.Point) {
  context.strokeStyle = colour(style === 'water' ? '--map-water' : '--map-land')
  context.fillStyle = colour(COLOURS[style])
  if (hasPoint) {
    context.lineWidth = 2
    context.beginPath()
    context.arc(x - at.x, y - at.y, POINT_PX[style]!, 0, 2 * Math.PI)
    context.stroke()
    context.fill()
  }
  context.font = FONTS[style]
  context.lineWidth = 3
  const [left, middle] = [box.left - at.x, (box.top + box.bottom) / 2 - at.y]
  context.strokeText(text, left, middle)
  context.fillText(text, left, middle)
}
