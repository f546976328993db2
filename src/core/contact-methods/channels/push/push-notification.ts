/** A subscription, as browsers give it. */
export interface PushAddress {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/**
 * The message to a browser: a declarative notification, which Safari shows by itself. `data` is for our worker in the
 * other browsers, and for the buttons, which Safari does not have.
 */
export interface PushPayload {
  /** Number of the RFC; marks a declarative notification. */
  web_push: 8_030
  notification: {
    title: string
    body: string
    /** Absolute address that a tap opens. */
    navigate: string
    lang: string
    dir: 'auto'
    /** Shown without a sound. */
    silent: boolean
    tag?: string
    /** Milliseconds since 1970. */
    timestamp: number
    data: PushData
  }
}

export interface PushData {
  /** Identifies the notification: the same for each attempt. */
  id: string
  navigate: string
  /** Stays on the screen until somebody reacts, where browsers can. */
  stays: boolean
  action?: {
    /** Takes a POST of `{action: "acknowledge"}`; with `?call` it is the page on which people are called. */
    url: string
    buttons: PushButton[]
  }
}

export interface PushButton {
  action: 'acknowledge' | 'call'
  title: string
}
