import {
  type ChannelSettings,
  CONNECTIONS,
  type ConnectionKey,
  type GivenConnections,
  type SettingOrigin,
} from './connection.ts'
import { parseSender, parseSmtpUrl, type SmtpSettings } from './smtp-settings.ts'

/** The connections that are used now. */
export interface OutsideConnections {
  publicUrl: string
  channels: ChannelSettings
  /** Null: nobody notices when this service dies. */
  heartbeatUrl: string | null
  origins: Record<ConnectionKey, SettingOrigin>
}

/** Those that administrators chose, and those of them that another key encrypted. */
export interface ChosenConnections {
  given: Partial<GivenConnections>
  locked: readonly ConnectionKey[]
}

export const NONE_CHOSEN: ChosenConnections = { given: {}, locked: [] }

/** Settings of the environment take precedence over those that were chosen. Pure. */
export function connectionsInForce(environment: OutsideConnections, { given }: ChosenConnections): OutsideConnections {
  const isOpen = (key: ConnectionKey) => environment.origins[key] !== 'environment' && given[key] !== undefined
  const chosen = <Key extends ConnectionKey>(key: Key) => (isOpen(key) ? given[key] : undefined)
  const [smtp, ntfy] = [chosen('smtp'), chosen('ntfy')]
  const { channels } = environment
  return {
    publicUrl: chosen('public_url') ?? environment.publicUrl,
    channels: {
      ...channels,
      email: smtp === undefined ? channels.email : smtpOf(smtp),
      ntfy: ntfy === undefined ? channels.ntfy : { ...ntfy, isOwn: false },
      telegram: chosen('telegram_bot_token') ?? channels.telegram,
    },
    heartbeatUrl: chosen('heartbeat_url') ?? environment.heartbeatUrl,
    origins: Object.fromEntries(
      CONNECTIONS.map((key) => [key, isOpen(key) ? 'settings' : environment.origins[key]]),
    ) as Record<ConnectionKey, SettingOrigin>,
  }
}

/** How to reach a mail server that has no faults. Pure. */
export const smtpOf = ({ url, from }: GivenConnections['smtp']): SmtpSettings => ({
  ...parseSmtpUrl(url)!,
  from: parseSender(from)!,
})
