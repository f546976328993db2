import sql from 'sql-template-tag'
import { CONTACT_KINDS, channelKind } from '../../core/contact-methods/channels/channels.ts'
import { listReadyPeople } from '../../core/escalation/readiness.ts'
import { identityProvider, type ProviderSettings } from '../../core/people/openid-connect/identity-provider.ts'
import { newLoginRequest } from '../../core/people/openid-connect/login-request.ts'
import { guardedFetch, TRUSTED } from '../../core/webhooks/sending/guarded-fetch.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Environment } from '../node/environment.ts'
import { type CheckResult, fail, okResult, warn } from './finding.ts'

type Settings = Pick<Environment, 'publicUrl' | 'heartbeatUrl' | 'channels' | 'isOutboundOff' | 'provider'>

/**
 * Checks whether people can be notified and log in. Asks the service of each channel that is set up, and the
 * OpenID provider for its document; sends nothing.
 */
export async function checkPeople(db: Queryable, settings: Settings, telegramUrl?: string): Promise<CheckResult[]> {
  const { channels, isOutboundOff, provider, publicUrl, heartbeatUrl } = settings
  const off = warn('OUTBOUND', 'off: nobody is notified and no webhook is sent', 'Remove it, unless this is a copy')
  return [
    await checkReach(db),
    ...(await checkBroken(db)),
    ...checkLinks(publicUrl),
    checkHeartbeat(heartbeatUrl),
    ...(isOutboundOff ? [off] : []),
    ...(await checkChannels(channels, telegramUrl)),
    ...(provider === null ? [] : [await providerFinding(provider, publicUrl)]),
  ]
}

async function checkReach(db: Queryable): Promise<CheckResult> {
  const people = await listReadyPeople(db)
  const reachable = people.filter(({ verified }) => verified > 0).length
  if (reachable > 0) return okResult('people', `${reachable} of ${people.length} can be notified`)
  const advice = 'Everybody adds a contact method in the console, under My notifications; see docs/escalation.md'
  return warn('people', 'nobody can be notified of an incident', advice)
}

async function checkBroken(db: Queryable): Promise<CheckResult[]> {
  const broken = await db.query<{ name: string; labels: string }>(sql`
    select u.name, string_agg(m.label, ', ' order by m.id) as labels
    from contact_methods as m
    join users as u on u.id = m.user_id and u.enabled
    where m.state = 'broken'
    group by u.id
    order by u.id`)
  const advice = 'They add it again, or delete it, under My notifications'
  return broken.map(({ name, labels }) => warn('contact methods', `broken for ${name}: ${labels}`, advice))
}

function checkLinks(publicUrl: string): CheckResult[] {
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  if (!isLocal && protocol === 'https:') return []
  const why = isLocal
    ? 'links in them lead nowhere, and phones cannot subscribe'
    : 'browsers cannot subscribe without https'
  return [
    warn(
      'messages',
      `the URL of this service is ${origin}: ${why}`,
      'Set the https URL that people use in the console, under Settings, or as PUBLIC_URL',
    ),
  ]
}

function checkHeartbeat(url: string | null): CheckResult {
  if (url !== null) return okResult('heartbeat', `sent to ${new URL(url).host}`)
  const advice = 'Set its URL in the console, under Settings, or as HEARTBEAT_URL; see docs/escalation.md#heartbeat'
  return warn('heartbeat', 'none: if this machine dies, nobody will notice', advice)
}

async function checkChannels(channels: Settings['channels'], telegramUrl: string | undefined): Promise<CheckResult[]> {
  const checks = await Promise.all(
    CONTACT_KINDS.map((kind) => channelKind(kind).check?.({ settings: channels[kind], telegramUrl })),
  )
  return checks.flatMap((check) => {
    if (!check) return []
    const { about, says, advice } = check
    return advice === null ? okResult(about, says) : fail(about, says, advice)
  })
}

async function providerFinding(settings: ProviderSettings, publicUrl: string): Promise<CheckResult> {
  const reasons: string[] = []
  const onFault = (_what: string, reason: string) => void reasons.push(reason)
  const provider = identityProvider(settings, { publicUrl: () => publicUrl, fetch: guardedFetch(TRUSTED), onFault })
  // The address is not opened: nothing is begun with the provider.
  await provider.loginUrl(newLoginRequest({ to: '/', asksAgain: false }, systemClock())).catch(() => null)
  const [reason] = reasons
  if (reason === undefined) return okResult('OpenID provider', `${provider.host} can be asked`)
  return fail('OpenID provider', `${provider.host}: ${reason}`, 'Check OIDC_ISSUER and the connection to the provider')
}
