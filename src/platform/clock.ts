/** The time of the service. Only the composition holds a clock; everything below takes `now` as an argument. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

export const secondsAfter = (time: Date, seconds: number): Date => new Date(time.getTime() + seconds * 1_000)

/** The clocks of nodes that share a database may differ by this much. */
export const CLOCK_TOLERANCE_S = 30

/**
 * Whether a stored time lies further ahead than the clocks of two nodes may differ (ms). The clock was ahead when it was
 * stored and has gone back since, so nothing may wait for that time.
 */
export const isAhead = (time: number, now: number): boolean => time > now + CLOCK_TOLERANCE_S * 1_000
