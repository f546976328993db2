import type { Zabbix } from '../contenders/zabbix/zabbix.ts'
import { newPerson } from '../harness/person.ts'
import { median, type Site } from '../harness/site.ts'
import { type Receiver, webhookDelays } from '../harness/webhook-delays.ts'

const ALARM_EVERY_MS = 200

export interface Delay {
  heard: number
  medianMs: number
  mostMs: number
}

/** Delay from a breach to its webhook, for devices that were well, without other load. */
export async function alarmsInTurn(
  site: Site,
  zabbix: Zabbix,
  receiver: Receiver,
  devices: readonly { id: number; token: string }[],
  alarming: readonly number[],
): Promise<{ tocsin: Delay; zabbix: Delay }> {
  const call = await newPerson(site, 'admin')
  const url = `${receiver.origin}/tocsin`
  await call('POST', '/api/admin/webhooks', { name: 'Bench', url, events: ['alert.triggered'] })
  const tokens = devices.map(({ token }) => token)
  const placeOf = new Map(devices.map(({ id }, place) => [id, place]))
  const own = (body: string) => placeOf.get((JSON.parse(body) as { data: { device_id: number } }).data.device_id)!
  const its = (body: string) => Number((JSON.parse(body) as { host: string }).host.replace('monitor-', ''))
  const waits = await webhookDelays(
    [
      { contender: site.tocsin, tokens, deviceOf: own },
      { contender: zabbix, tokens, deviceOf: its },
    ],
    receiver,
    alarming,
    ALARM_EVERY_MS,
  )
  const [tocsin, other] = waits.map((all) => {
    const sorted = all.toSorted((one, two) => one - two)
    return { heard: sorted.length, medianMs: median(sorted), mostMs: sorted.at(-1)! }
  })
  const said = ({ heard, medianMs, mostMs }: Delay) =>
    `${heard} of ${alarming.length}, median ${medianMs.toFixed(1)} ms, most ${mostMs.toFixed(1)} ms`
  console.log(`from a breach to its webhook: tocsin ${said(tocsin!)}; Zabbix ${said(other!)}`)
  return { tocsin: tocsin!, zabbix: other! }
}
