/** Texts for push messages: in the worker, and where people turn them on. */
export const push = {
  /** In the worker: a message that it cannot read. */
  unreadable: 'Something needs your attention. Open Tocsin.',
  acknowledged: 'Acknowledged',
  resolved: 'Resolved',
  acknowledgeFailed: 'Not acknowledged',
  resolveFailed: 'Not resolved',
  openInstead: 'Tap to open it instead.',
  enable: 'Enable on this device',
  enabling: 'Waiting for the browser …',
  enabled: 'This device gets notifications.',
  obstacles: {
    insecure:
      'Browsers allow push messages only on https:// addresses. Open Tocsin at such an address. An administrator sets it under Settings, as the URL of this service.',
    unsupported:
      'This browser does not support push messages. Try a current version of Chrome, Edge, Firefox or Safari.',
    home_screen:
      'On an iPhone or iPad, push messages need Tocsin on the Home Screen: tap Share, then “Add to Home Screen”, open Tocsin from there, and come back to this page. iOS 16.4 or newer is needed.',
    denied: 'This browser blocks notifications of Tocsin. Allow them in its settings for this site, then try again.',
    dismissed: 'The browser asked whether to allow notifications, and got no answer. Try again.',
    timeout: 'The push service of this browser did not answer. Check the network, or try another browser.',
    rejected: 'The push service of this browser rejected the subscription. Some browsers turn it off; try another one.',
    unreachable: 'Tocsin can’t be reached. Try again.',
    unsaved: 'This device was not saved.',
  },
}
