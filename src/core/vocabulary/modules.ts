/** The six kinds of device that the service knows. */
export const MODULES = ['health', 'vehicle', 'factory', 'home_infra', 'worker', 'fleet'] as const

export type Module = (typeof MODULES)[number]
