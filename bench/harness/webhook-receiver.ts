// Webhook receiver in a process of its own: answers 204 and counts. Given a number of requests to expect, it reports
// the time from the first to the last.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

let left = 0
let first = 0

const server = createServer((request, response) => {
  request.resume().once('end', () => {
    response.writeHead(204).end()
    if (left === 0) return
    if (first === 0) first = performance.now()
    left -= 1
    if (left > 0) return
    process.send?.({ seconds: (performance.now() - first) / 1_000 })
  })
})
process.on('message', ({ expect }: { expect: number }) => {
  left = expect
  first = 0
})
process.once('disconnect', () => process.exit())
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
