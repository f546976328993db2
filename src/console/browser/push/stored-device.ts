import type { PlainSubscription } from './subscribe.ts'

/** A browser's own record of its subscription: whose it is, and what the server knows. */
export interface StoredDevice {
  email: string
  subscription: PlainSubscription
}

const NAME = 'push-device'
const CHECKED = 'push-checked'

/** The device of this person. Somebody else's, on a shared computer, is left alone. */
export function storedDevice(email: string): StoredDevice | null {
  try {
    const stored = JSON.parse(localStorage.getItem(NAME) ?? 'null') as StoredDevice | null
    return stored?.email === email ? stored : null
  } catch {
    // The browser allows no storage, so nothing was remembered.
    return null
  }
}

export const storeDevice = (device: StoredDevice): void => localStorage.setItem(NAME, JSON.stringify(device))

export const forgetDevice = (): void => localStorage.removeItem(NAME)

/** Whether the check of today is still due in this tab; the next call says no. */
export function takeCheck(today = new Date().toDateString()): boolean {
  if (sessionStorage.getItem(CHECKED) === today) return false
  sessionStorage.setItem(CHECKED, today)
  return true
}
