export { type DeviceClient, type DeviceClientOptions, deviceClient, type Status } from './device-client.ts'
export { memoryStore } from './memory-store.ts'
export type { Module, Reading } from './reading.ts'
export type { ReadingStore } from './reading-store.ts'
