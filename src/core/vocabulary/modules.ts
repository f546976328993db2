/** The six modules: kinds of devices. */
export const MODULES = ['health', 'vehicle', 'factory', 'home_infra', 'worker', 'fleet'] as const

export type Module = (typeof MODULES)[number]
