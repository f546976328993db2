import type { PushData, PushPayload } from '../../../core/contact-methods/channels/push/push-notification.ts'
import type { push } from '../../../words/en.ts'
import type { Shown } from './worker-scope.ts'

/** The service gives them to the worker with its script. */
export interface WorkerParts {
  icons: { icon: string; badge: string }
  /** By language. */
  words: Record<string, WorkerWords>
}
type WorkerWords = (typeof push)['worker']

/** Data of a notification that was shown: enough to repeat it. */
type ShownData = Partial<PushData> & { navigate: string }

const wordsIn = (language: string, words: WorkerParts['words']): WorkerWords =>
  (words[language.slice(0, 2)] ?? words.en)!

/** The notification of a push message; a general one for a message that cannot be read. Pure. */
export function notificationOf(text: string | undefined, { icons, words }: WorkerParts, language: string): Shown {
  const payload = readPayload(text)
  if (payload === null) {
    const data: ShownData = { navigate: '/' }
    return { title: 'Tocsin', options: { body: wordsIn(language, words).unreadable, data, ...icons } }
  }
  const { title, body, lang, dir, silent, timestamp, data, tag } = payload
  const actions = data.action?.buttons.map(({ action, title }) => ({ action, title })) ?? []
  const options = { body, lang, dir, silent, timestamp, data, actions, requireInteraction: data.stays, ...icons }
  // In place of another one, it makes a sound again.
  return { title, options: tag === undefined ? options : { ...options, tag, renotify: !silent } }
}

function readPayload(text: string | undefined): PushPayload['notification'] | null {
  try {
    const { web_push, notification } = JSON.parse(text ?? '') as Partial<PushPayload>
    return web_push === 8_030 && typeof notification?.title === 'string' && notification.data ? notification : null
  } catch {
    // Not ours, or of a later version: something is shown all the same.
    return null
  }
}

/** The notification shown after a button: silent if it worked, else with a sound and the buttons again. Pure. */
export function outcomeNotification(
  action: string,
  hasWorked: boolean,
  old: OldNotification,
  parts: WorkerParts,
): Shown {
  const words = wordsIn(old.lang, parts.words)
  const { id, navigate, stays, action: offered } = old.data
  const tag = old.tag === '' ? {} : { tag: old.tag }
  const shared = { lang: old.lang, dir: old.dir, ...parts.icons, ...tag }
  if (hasWorked) {
    const title = action === 'resolve' ? words.resolved : words.acknowledged
    const data: ShownData = { navigate, ...(id === undefined ? {} : { id }) }
    return { title, options: { ...shared, body: old.title, silent: true, data } }
  }
  const title = action === 'resolve' ? words.resolveFailed : words.acknowledgeFailed
  const options = { body: `${old.title}\n${words.openInstead}`, data: old.data, actions: offered?.buttons ?? [] }
  return { title, options: { ...shared, ...options, requireInteraction: stays ?? false } }
}

export type OldNotification = Pick<Notification, 'title' | 'lang' | 'dir' | 'tag'> & { data: ShownData }
