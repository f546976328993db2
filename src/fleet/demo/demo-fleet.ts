import type { Module } from '../../core/vocabulary/modules.ts'

interface DemoDevice {
  name: string
  module: Module
  tags: string[]
}

/** Interval between two readings of a device. */
export const DEMO_INTERVAL_S = 5

/** Tag that marks demo devices. */
export const DEMO_TAG = 'demo'

const GROUPS: { module: Module; tag: string; names: string[] }[] = [
  {
    module: 'health',
    tag: 'ward-3',
    names: ['Bed 1', 'Bed 2', 'Bed 3', 'Bed 4', 'Home care, Ana'].map((bed) => `Monitor, ${bed}`),
  },
  { module: 'vehicle', tag: 'couriers', names: ['Courier 07', 'Courier 11', 'Service car 2', 'Pool car 5'] },
  {
    module: 'factory',
    tag: 'plant',
    names: ['Boiler room', 'Paint shop', 'Welding line 2', 'Cold store', 'Tank farm'],
  },
  {
    module: 'home_infra',
    tag: 'building-a',
    names: ['Server room', 'Archive cellar', 'Laundry', 'Rooftop plant'],
  },
  { module: 'worker', tag: 'field', names: ['Lone worker, Luka', 'Lone worker, Mia', 'Night guard'] },
  { module: 'fleet', tag: 'long-haul', names: ['Truck 21', 'Truck 22', 'Truck 27', 'Refrigerated truck 3'] },
]

/** A believable fleet, small enough to look through. */
export const DEMO_FLEET: readonly DemoDevice[] = GROUPS.flatMap(({ module, tag, names }) =>
  names.map((name) => ({ name, module, tags: [DEMO_TAG, tag] })),
)
