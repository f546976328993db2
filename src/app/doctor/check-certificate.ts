import { expiryOf } from '../../platform/certificate.ts'
import type { Environment } from '../node/environment.ts'
import { type CheckResult, fail, okResult, warn } from './finding.ts'

const DAY_MS = 86_400_000
/** Programs that renew certificates do so a month before they end. */
const WARNS_BEFORE_DAYS = 21

/** Checks that the certificate of MQTT is valid for a while. */
export function checkCertificate({ mqtt }: Pick<Environment, 'mqtt'>, now: Date): CheckResult[] {
  if (mqtt === null || mqtt.tls === null) return []
  return [certificateFinding(expiryOf(mqtt.tls), now)]
}

/** Pure. */
export function certificateFinding(expires: Date, now: Date): CheckResult {
  const about = 'certificate of MQTT'
  const days = Math.floor((expires.getTime() - now.getTime()) / DAY_MS)
  const date = expires.toISOString().slice(0, 10)
  const advice = 'Renew it: the service reads its files again within a minute; see docs/mqtt.md#with-tls'
  if (expires <= now) return fail(about, `expired on ${date}: devices that check it cannot connect`, advice)
  const says = `expires on ${date}, in ${days} days`
  return days < WARNS_BEFORE_DAYS ? warn(about, says, advice) : okResult(about, says)
}
