import L from 'leaflet'
import type { Streets } from '../../map/map-data.ts'
import { isDark } from '../page/colours.ts'
import { captionOf } from './caption.ts'
import { credit } from './credit.ts'
import type { BaseMap } from './map.ts'

type Reader = typeof import('../archive.ts')

/** Streets from an archive. If it cannot be read, the map says so and works without it. */
export async function showArchive(
  { map, words, onRecolour }: BaseMap,
  { address, script, attribution: given, boxes }: Extract<Streets, { kind: 'archive' }>,
  attribution: L.Control.Attribution,
): Promise<void> {
  const holder = map.getContainer()
  try {
    const { openArchive } = (await import(script)) as Reader
    const archive = await openArchive(L, address)
    let wasDark = isDark()
    let layers: L.GridLayer[] = []
    // Between the areas of an archive is the built-in map.
    const show = () => {
      layers = (boxes ?? [null]).map((box) => archive.layer(wasDark, box))
      for (const layer of layers) {
        layer.on('loading', () => {
          delete holder.dataset.streetsDrawn
        })
        layer.on('load', () => {
          if (!layers.some((other) => other.isLoading())) holder.dataset.streetsDrawn = 'yes'
        })
        layer.addTo(map)
      }
    }
    show()
    onRecolour(() => {
      if (archive.isPicture || isDark() === wasDark) return
      wasDark = isDark()
      for (const layer of layers) layer.remove()
      show()
    })
    attribution.addAttribution(credit(given || archive.attribution))
  } catch (error) {
    holder.dataset.streetsMissing = String(error)
    captionOf(boxes !== null ? words.streetsToCome! : words.noArchive!).addTo(map)
  }
}
