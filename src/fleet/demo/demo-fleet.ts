import type { Module } from '../../core/vocabulary/modules.ts'

export interface DemoDevice {
  name: string
  module: Module
  tags: string[]
}

/** Interval between two readings of a device. */
export const DEMO_INTERVAL_S = 5

/** Tag that marks demo devices. */
export const DEMO_TAG = 'demo'

const NAMES: Record<Module, { names: string[]; tag: string }> = {
  health: {
    names: ['Bed 1', 'Bed 2', 'Bed 3', 'Bed 4', 'Home care, Ana'].map((bed) => `Monitor, ${bed}`),
    tag: 'ward-3',
  },
  vehicle: { names: ['Courier 07', 'Courier 11', 'Service car 2', 'Pool car 5'], tag: 'couriers' },
  factory: { names: ['Boiler room', 'Paint shop', 'Welding line 2', 'Cold store', 'Tank farm'], tag: 'plant' },
  home_infra: { names: ['Server room', 'Archive cellar', 'Laundry', 'Rooftop plant'], tag: 'building-a' },
  worker: { names: ['Lone worker, Luka', 'Lone worker, Mia', 'Night guard'], tag: 'field' },
  fleet: { names: ['Truck 21', 'Truck 22', 'Truck 27', 'Refrigerated truck 3'], tag: 'long-haul' },
}

/** A believable fleet of all six modules, small enough to look through. */
export const DEMO_FLEET: readonly DemoDevice[] = Object.entries(NAMES).flatMap(([module, { names, tag }]) =>
  names.map((name) => ({ name, module: module as Module, tags: [DEMO_TAG, tag] })),
)
