/** The time of the service. Only the composition holds a clock; everything below takes `now` as an argument. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

export const secondsAfter = (time: Date, seconds: number): Date => new Date(time.getTime() + seconds * 1_000)
