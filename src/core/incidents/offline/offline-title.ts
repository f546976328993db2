import type { Titled } from '../../vocabulary/titles.ts'

/** Title of the incident of an offline device. */
export const offlineTitle = (device: string): Titled => ({
  title: `${device} is offline`,
  title_of: { of: 'offline', device },
})
