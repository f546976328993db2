import type { push } from '../../../words/en.ts'

export type Obstacle = keyof (typeof push)['obstacles']

export interface BrowserFacts {
  isSecure: boolean
  /** Service workers, push messages and notifications. */
  hasPush: boolean
  userAgent: string
  touchPoints: number
  /** Opened from the Home Screen. */
  isStandalone: boolean
  permission: NotificationPermission | null
}

/** Why push messages cannot be enabled here; null if nothing is known against it. Pure. */
export function pushObstacle({ isSecure, hasPush, permission, ...facts }: BrowserFacts): Obstacle | null {
  if (!isSecure) return 'insecure'
  if (!hasPush) return isAppleMobile(facts) && !facts.isStandalone ? 'home_screen' : 'unsupported'
  return permission === 'denied' ? 'denied' : null
}

/** An iPad calls itself a Mac, but no Mac has a touchscreen. */
const isAppleMobile = ({ userAgent, touchPoints }: Pick<BrowserFacts, 'userAgent' | 'touchPoints'>): boolean =>
  /\b(iPhone|iPad|iPod)\b/.test(userAgent) || (userAgent.includes('Macintosh') && touchPoints > 1)

/** The obstacle behind an error of `subscribe()`. Pure. */
export function obstacleBehind(error: unknown): Obstacle {
  const name = (error as { name?: unknown } | null)?.name
  if (name === 'TimeoutError') return 'timeout'
  return name === 'NotAllowedError' ? 'denied' : 'rejected'
}
