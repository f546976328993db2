/** Limits per device and for all devices, beyond which people stop looking. */
const PER_DEVICE_AND_DAY = 3
const PER_DAY = 50

/** Whether this number of alerts is more than people can act on. `devices` is ignored if null. */
export const isNoisy = ({ alerts, devices }: { alerts: number; devices: number | null }, days: number): boolean =>
  alerts > PER_DAY * days || (devices !== null && alerts > PER_DEVICE_AND_DAY * days * Math.max(1, devices))
