import L from 'leaflet'
import type { Streets } from '../../map/map-data.ts'
import { isDark } from '../page/colours.ts'
import { element } from '../page/element.ts'
import { escaped } from '../page/escaped.ts'
import type { BaseMap } from './map.ts'

type Reader = typeof import('../archive.ts')

/** Streets from an archive. If it cannot be read, the map says so and works without it. */
export async function showArchive(
  { map, words, onRecolour }: BaseMap,
  { address, script, attribution: given }: Extract<Streets, { kind: 'archive' }>,
  attribution: L.Control.Attribution,
): Promise<void> {
  const holder = map.getContainer()
  try {
    const { openArchive } = (await import(script)) as Reader
    const archive = await openArchive(L, address)
    let wasDark = isDark()
    let layer = archive.layer(wasDark)
    const show = () => {
      layer.on('loading', () => {
        delete holder.dataset.streetsDrawn
      })
      layer.on('load', () => {
        holder.dataset.streetsDrawn = 'yes'
      })
      layer.addTo(map)
    }
    show()
    onRecolour(() => {
      if (archive.isPicture || isDark() === wasDark) return
      wasDark = isDark()
      layer.remove()
      layer = archive.layer(wasDark)
      show()
    })
    attribution.addAttribution(escaped(given || archive.attribution))
  } catch (error) {
    holder.dataset.streetsMissing = String(error)
    const control = new L.Control({ position: 'bottomleft' })
    control.onAdd = () => element('p', { class: 'map-caption', role: 'status' }, words.noArchive!)
    control.addTo(map)
  }
}
