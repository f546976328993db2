import type { DeviceIcon } from '../../vocabulary/device-icons.ts'
import type { Module } from '../../vocabulary/modules.ts'
import type { ExternalIdRecord } from './external-id-shapes.ts'

interface SeenDevice {
  external_id: string
  label: string | null
  model: string | null
  module: Module
  first_seen: Date
  last_seen: Date
  messages: number
}

/** Icons by words in names and models. */
const ICONS: readonly (readonly [RegExp, DeviceIcon])[] = [
  [/leak|flood|water|wasser/, 'droplets'],
  [/door|contact|window|tür|fenster/, 'door-open'],
  [/freez|fridge|cold|kühl/, 'snowflake'],
  [/smoke|fire|rauch/, 'flame'],
  [/soil|plant/, 'leaf'],
  [/temp|lht|therm|climate/, 'thermometer'],
  [/co2|air|vindriktning/, 'wind'],
  [/plug|socket|steckdose/, 'plug'],
  [/power|energy|meter|strom/, 'zap'],
  [/truck|lorry|lkw/, 'truck'],
  [/watch|band/, 'watch'],
  [/host|server|node/, 'server'],
]

/** Below this, gaps between messages say nothing of how often a device sends. */
const FEWEST_MESSAGES = 3
const SHORTEST_S = 10
const LONGEST_S = 86_400

/** A proposal that those who adopt a device may take as it is. Pure. */
export function proposedDevice(seen: SeenDevice): ExternalIdRecord['proposal'] {
  const name = (seen.label ?? seen.external_id).slice(0, 100)
  const text = `${name} ${seen.model ?? ''}`.toLowerCase()
  const icon = ICONS.find(([words]) => words.test(text))?.[1] ?? null
  return { name, module: seen.module, icon, expected_interval_s: intervalOf(seen) }
}

function intervalOf({ messages, first_seen, last_seen }: SeenDevice): number | null {
  if (messages < FEWEST_MESSAGES) return null
  const gap = (last_seen.getTime() - first_seen.getTime()) / 1_000 / (messages - 1)
  return gap < SHORTEST_S || gap > LONGEST_S ? null : roundedInterval(gap)
}

/** To whole minutes from two minutes on. */
const roundedInterval = (gap: number): number => (gap < 120 ? Math.round(gap) : Math.round(gap / 60) * 60)
