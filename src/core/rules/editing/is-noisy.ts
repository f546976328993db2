/** More often than this nobody looks any more: of one device, and of all of them. */
const PER_DEVICE_AND_DAY = 3
const PER_DAY = 50

/** Whether so many alerts in so many days are more than people will heed; where devices are not counted they do not matter. */
export const isNoisy = ({ alerts, devices }: { alerts: number; devices: number | null }, days: number): boolean =>
  alerts > PER_DAY * days || (devices !== null && alerts > PER_DEVICE_AND_DAY * days * Math.max(1, devices))
