/** At most as fast, a device is at rest: receivers send up to so much while they lie still. */
const REST_KMH = 3

interface SentSpeed {
  /** As the device sent it; null or absent if it sent none. */
  speed_kmh?: number | null
}

/** Some send -1 if they do not know it. */
export const sentKmh = ({ speed_kmh }: SentSpeed): number | null =>
  speed_kmh == null || speed_kmh < 0 ? null : speed_kmh

/** Whether the device says that it does not move. Pure. */
export const isAtRest = (sent: SentSpeed): boolean => (sentKmh(sent) ?? Number.POSITIVE_INFINITY) <= REST_KMH
