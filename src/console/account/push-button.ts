import { type Html, html } from '../../platform/html.ts'
import type { Reader } from '../frame/page/reader.ts'

/** Enables push messages on this device. It appears with scripts; the subscription is sent as a form to `address`. */
export const pushButton = ({ t }: Reader, address: string): Html =>
  html`<div class="push-device" data-push="${address}" data-push-words="${JSON.stringify(t.push)}" hidden>
    <button type="button" class="primary">${t.push.enable}</button>
    <p role="status"></p>
  </div>`
