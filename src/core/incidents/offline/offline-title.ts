/** Title of the incident of an offline device. */
export const offlineTitle = (device: string): string => `${device} is offline`

/** The device that the title of an offline incident names; null for another title. Pure. */
export const offlineDeviceOf = (title: string): string | null => /^(.+) is offline$/s.exec(title)?.[1] ?? null
