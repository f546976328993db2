import type { DeviceModule } from './modules/device-module.ts'
import { factory } from './modules/factory.ts'
import { fleet } from './modules/fleet.ts'
import { health } from './modules/health.ts'
import { home_infra } from './modules/home-infra.ts'
import { vehicle } from './modules/vehicle.ts'
import { worker } from './modules/worker.ts'

/** Kinds of devices, in the order in which they are shown. */
export const DEVICE_MODULES = {
  health,
  vehicle,
  factory,
  home_infra,
  worker,
  fleet,
} satisfies Record<string, DeviceModule>

export type Module = keyof typeof DEVICE_MODULES
type KeysOf<Part extends 'metrics' | 'flags'> = {
  [M in Module]: keyof (typeof DEVICE_MODULES)[M][Part]
}[Module]
export type KnownMetric = KeysOf<'metrics'>
export type KnownFlag = KeysOf<'flags'>

export const MODULES = Object.keys(DEVICE_MODULES) as [Module, ...Module[]]

const FLAGS = MODULES.flatMap((module) => Object.entries<'safety' | 'ordinary'>(DEVICE_MODULES[module].flags))

export const KNOWN_FLAGS: readonly string[] = [...new Set(FLAGS.map(([name]) => name))]

/** Flags that say, when they are true, that somebody may be in danger or a house may be: no limit rejects their readings. */
export const SAFETY_FLAGS: readonly string[] = [
  ...new Set(FLAGS.flatMap(([name, kind]) => (kind === 'safety' ? [name] : []))),
]
