import L from 'leaflet'

export interface Painting {
  redraw(): void
}

/** A canvas over the visible area, redrawn whenever the map has moved. */
export function painted(
  map: L.Map,
  { pane, zIndex }: { pane: string; zIndex: number },
  paint: (context: CanvasRenderingContext2D, size: L.Point) => void,
): Painting {
  const holder = map.createPane(pane)
  holder.style.zIndex = String(zIndex)
  holder.style.pointerEvents = 'none'
  const canvas = L.DomUtil.create('canvas', 'leaflet-zoom-hide', holder)
  const context = canvas.getContext('2d')!

  function redraw(): void {
    const size = map.getSize()
    const share = devicePixelRatio
    L.DomUtil.setPosition(canvas, map.containerPointToLayerPoint([0, 0]))
    canvas.width = size.x * share
    canvas.height = size.y * share
    canvas.style.width = `${size.x}px`
    canvas.style.height = `${size.y}px`
    context.setTransform(share, 0, 0, share, 0, 0)
    paint(context, size)
  }
  map.on('moveend zoomend resize viewreset move', redraw)
  return { redraw }
}
