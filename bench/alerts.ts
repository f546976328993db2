// Measures the delay of alerts: from the 200 of the reading that raises one to the signed webhook request, or with
// --people to the request at the push service of the person on call, while readings arrive at a fixed rate and one in a
// hundred raises an alert.
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { newDevices } from './harness/bench-database.ts'
import { KEY, putOnCall } from './harness/on-call.ts'
import { newPerson } from './harness/person.ts'
import { machine } from './harness/report.ts'
import { median, onSite, saveJson } from './harness/site.ts'

const DEVICES = 500
const ONE_IN = 100
const TICK_MS = 5
/** For deliveries in progress at the end. */
const TAIL_MS = 3_000

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '1000' },
    people: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '20' },
    json: { type: 'string' },
  },
})
const [rate, seconds] = [Number(values.rate), Number(values.seconds)]

const heardAt = new Map<number, number>()
const receiver = values.people ? pushService(heardAt) : webhookReceiver(heardAt)
await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`

const env = {
  ...{ WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8' },
  ...{ PUSH_ALLOWED_ORIGINS: origin, PUBLIC_URL: 'https://tocsin.example.org', ENCRYPTION_KEY: KEY.toString('hex') },
}
await onSite(async (site) => {
  const { connection, tocsin } = site
  const alarms = Math.ceil((rate * seconds) / ONE_IN)
  // A device raises only one alert: each alarm has a device of its own.
  const devices = await newDevices(connection, DEVICES + alarms)
  const call = await newPerson(site, 'admin')
  if (values.people) {
    const alarming = devices.slice(DEVICES).map(({ id }) => id)
    await putOnCall(site, alarming, origin)
  } else await call('POST', '/api/admin/webhooks', { name: 'Bench', url: `${origin}/`, events: ['alert.triggered'] })

  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const answeredAt = new Map<number, number>()
  let [sent, refused] = [0, 0]
  const send = (device: number, metrics: object) => {
    const options = {
      method: 'POST',
      agent,
      headers: { 'content-type': 'application/json', 'x-device-token': devices[device]!.token },
    }
    const outgoing = request(tocsin.url, options, (response) => {
      response.resume().once('end', () => {
        if (response.statusCode !== 200) refused += 1
        else if (device >= DEVICES) answeredAt.set(devices[device]!.id, performance.now())
      })
    })
    outgoing.end(JSON.stringify({ module: 'health', metrics }))
  }
  const began = performance.now()
  await new Promise<void>((done) => {
    const timer = setInterval(() => {
      const due = Math.min(rate * seconds, Math.floor(((performance.now() - began) * rate) / 1_000))
      for (; sent < due; sent += 1) {
        if (sent % ONE_IN === 0) send(DEVICES + sent / ONE_IN, { systolic: 190 })
        else send(sent % DEVICES, { systolic: 100 + (sent % 30), heart_rate: 60 + (sent % 20) })
      }
      if (sent < rate * seconds) return
      clearInterval(timer)
      setTimeout(done, TAIL_MS)
    }, TICK_MS)
  })
  agent.destroy()
  receiver.close()
  // A request received before this process has read the 200 counts as no delay.
  const waits = [...answeredAt].flatMap(([id, at]) => Math.max(0, (heardAt.get(id) ?? Number.NaN) - at))
  const heard = waits.filter((wait) => !Number.isNaN(wait)).toSorted((one, other) => one - other)
  const result = {
    sent,
    refused,
    raised: answeredAt.size,
    heard: heard.length,
    medianMs: median(heard),
    p99Ms: heard[Math.floor(heard.length * 0.99)]!,
    mostMs: heard.at(-1)!,
  }
  const times = `median ${result.medianMs.toFixed(1)} ms, p99 ${result.p99Ms.toFixed(1)} ms, most ${result.mostMs.toFixed(1)} ms`
  console.log(`${sent} readings at ${rate}/s, ${refused} refused; ${heard.length} of ${alarms} alarms heard: ${times}`)
  saveJson(values.json, { settings: { rate, seconds, DEVICES }, machine: await machine(connection), result })
  if (refused > 0 || heard.length < alarms) process.exitCode = 1
}, env)

function webhookReceiver(heard: Map<number, number>) {
  return createServer(async (incoming, response) => {
    const at = performance.now()
    const event = JSON.parse(await textOf(incoming)) as { event: string; data: { device_id: number } }
    response.end()
    if (event.event === 'alert.triggered') heard.set(event.data.device_id, at)
  })
}

/** The endpoint of each person is named after their device. */
function pushService(heard: Map<number, number>) {
  return createServer((incoming, response) => {
    const device = Number(incoming.url!.slice(1))
    if (!heard.has(device)) heard.set(device, performance.now())
    incoming.resume().once('end', () => response.writeHead(201).end())
  })
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of incoming) text += String(chunk)
  return text
}
