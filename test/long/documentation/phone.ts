import { setTimeout as sleep } from 'node:timers/promises'
import { startPushService } from '../../harness/push-service.ts'
import { logIn, subscribe } from '../../harness/served-people.ts'

// Stands in for the phone of a reader: enables push messages, and prints the titles of those that arrive.
// node phone.ts URL PORT EMAIL PASSWORD
const [url, port, email, password] = process.argv.slice(2) as [string, string, string, string]

// It ends with the shell of the reader.
const scope = { after: () => undefined }
const push = await startPushService(scope, { port: Number(port) })
const { browser } = await subscribe(await logIn({ url }, { email, password }), push)
console.log('verified')
for (;;) {
  for (const { payload } of browser.received.splice(0)) console.log(payload.notification.title)
  await sleep(50)
}
