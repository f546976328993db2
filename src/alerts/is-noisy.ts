/** More often than this nobody looks any more: of one device, and of all of them. */
const PER_DEVICE_AND_DAY = 3
const PER_DAY = 50

/** Whether so many alerts, of so many devices in so many days, are more than people will heed. */
export const isNoisy = ({ alerts, devices }: { alerts: number; devices: number }, days: number): boolean =>
  alerts > PER_DAY * days || alerts > PER_DEVICE_AND_DAY * days * Math.max(1, devices)
