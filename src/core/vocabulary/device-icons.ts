import Type from 'typebox'

/** Icons that a device may have instead of that of its module, from Lucide. */
export const DEVICE_ICONS = [
  'thermometer',
  'droplets',
  'wind',
  'sun',
  'snowflake',
  'flame',
  'leaf',
  'waves',
  'gauge',
  'activity',
  'zap',
  'plug',
  'lightbulb',
  'battery',
  'fuel',
  'radio',
  'cpu',
  'server',
  'camera',
  'watch',
  'door-open',
  'bed',
  'house',
  'building-2',
  'factory',
  'warehouse',
  'package',
  'container',
  'truck',
  'bus',
  'bike',
  'tractor',
  'ship',
  'plane',
  'paw-print',
  'flask-conical',
] as const

export type DeviceIcon = (typeof DEVICE_ICONS)[number]

export const NullableDeviceIcon = Type.Unsafe<DeviceIcon | null>({
  type: ['string', 'null'],
  enum: [...DEVICE_ICONS, null],
  description: 'Its icon, by the names of Lucide; null: that of its module',
  examples: ['leaf'],
})
