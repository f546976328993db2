import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { SHORTEST_RETENTION_DAYS } from '../../core/audit-log/drop-old-entries.ts'
import { readChannelSettings } from '../../core/contact-methods/channels/channels.ts'
import type { IncidentSettings } from '../../core/incidents/incident.ts'
import type { ReadingLimits } from '../../core/ingestion/reading-limits.ts'
import type { ProviderSettings } from '../../core/people/openid-connect/identity-provider.ts'
import {
  CONNECTIONS,
  type ConnectionKey,
  type SettingOrigin,
  webAddress,
} from '../../core/settings/connections/connection.ts'
import type { OutsideConnections } from '../../core/settings/connections/connections-in-force.ts'
import { faultOfArchive, faultOfTileUrl, type MapSettings } from '../../core/settings/map-source.ts'
import { MOST_READINGS_PER_MINUTE } from '../../core/sites/site-shapes.ts'
import { COMPACT_AFTER_H } from '../../core/telemetry/chunks/chunk.ts'
import { SEVERITIES } from '../../core/vocabulary/severities.ts'
import { DEFAULT_RETRY_DELAYS_S } from '../../core/webhooks/outbox/retry-schedule.ts'
import { type Network, parseNetworks } from '../../core/webhooks/sending/public-address.ts'
import type { AddressPolicy } from '../../core/webhooks/webhook-address.ts'
import { requirePair, type TlsSettings } from '../../platform/certificate.ts'
import { OperatorError } from '../../platform/errors.ts'
import type { LogFormat } from '../../platform/log.ts'
import { ENCRYPTION_KEY_FILE, secretFile } from '../../platform/secrets.ts'
import { providerSettings } from './provider-settings.ts'

export interface Environment extends OutsideConnections {
  host: string
  port: number
  dataDir: string
  /** Whether trackers may send their token in the address. */
  tokenInAddress: boolean
  /** Null: MQTT is off. */
  mqtt: { port: number; tls: TlsSettings | null } | null
  /** How long a stopping node continues to serve while it reports "not ready". */
  shutdownDelayS: number
  /** Processes that handle requests. */
  workers: number
  /** Number of cells that an empty database gets. */
  cells: number
  /** Null: the embedded PostgreSQL in DATA_DIR. */
  databaseUrl: string | null
  /** Port of the embedded PostgreSQL on 127.0.0.1; null: any free port. */
  postgresPort: number | null
  logLevel: string
  /** Null: pretty in a terminal, else json. */
  logFormat: LogFormat | null
  trustProxy: string | null
  /** Null: only this machine may read the metrics. */
  metricsToken: string | null
  firstAdmin: { email: string; password: string } | null
  offlineAfterS: number
  /** Limits of sites that have none of their own. */
  readingLimits: ReadingLimits
  /** Null: readings are kept forever. */
  retentionDays: number | null
  /** Age in hours at which readings are compacted; off: only by command. */
  compactAfterH: number | 'off'
  /** Null: the audit log is kept forever. */
  auditRetentionDays: number | null
  /** Null: the built-in map. Administrators may choose another one in the settings. */
  map: MapSettings | null
  incidents: IncidentSettings
  webhookRetryDelaysS: number[]
  addressPolicy: AddressPolicy
  /** Null: people log in with passwords and passkeys alone. */
  provider: ProviderSettings | null
  /** Sends nothing to anybody: for a restored copy of a running service. */
  isOutboundOff: boolean
  /** From ENCRYPTION_KEY; null means a key file in DATA_DIR. */
  encryptionKey: string | null
}

type Variables = Record<string, string | undefined>

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** Reads every setting (docs/operators.md lists them). Throws one error that names every mistake. */
export function readEnvironment(variables: Variables): Environment {
  const faults: string[] = []
  const text = (name: string): string | null => textOf(variables, name, faults)
  function read<Value>(name: string, fallback: Value, parse: (text: string) => Value | null, wanted: string): Value {
    const given = text(name)
    if (given === null) return fallback
    const value = parse(given)
    if (value === null)
      faults.push(`${name} must be ${wanted}, not ${SECRETS.has(name) ? 'its current value' : JSON.stringify(given)}`)
    return value ?? fallback
  }

  const most = wholeNumber(0, MOST_READINGS_PER_MINUTE)
  const perMinute = (name: string) => read(name, 0, most, 'a number of readings, 0 for no limit')
  const port = read('PORT', 8080, wholeNumber(0, 65_535), 'a port from 0 to 65535')
  const mqttPort = read<number | null>('MQTT_PORT', null, wholeNumber(0, 65_535), 'a port from 0 to 65535')
  const tls = tlsOf({ cert: text('MQTT_TLS_CERT'), key: text('MQTT_TLS_KEY') }, variables, faults)
  const environment: Environment = {
    host: text('HOST') ?? '0.0.0.0',
    port,
    publicUrl: read('PUBLIC_URL', `http://localhost:${port}`, webAddress, 'a URL that starts with http:// or https://'),
    dataDir: resolve(text('DATA_DIR') ?? './data'),
    databaseUrl: read('DATABASE_URL', null, postgresAddress, 'a URL that starts with postgres:// or postgresql://'),
    postgresPort: read<number | null>('POSTGRES_PORT', null, wholeNumber(1, 65_535), 'a port from 1 to 65535'),
    tokenInAddress: read('DEVICE_TOKEN_IN_ADDRESS', false, yesOrNo, 'true or false'),
    mqtt: mqttPort === null ? null : { port: mqttPort, tls },
    workers: read('WORKERS', defaultWorkers(), wholeNumber(1, 64), 'a number of processes from 1 to 64'),
    cells: read('CELLS', 1, wholeNumber(1, 64), 'a number of cells from 1 to 64'),
    shutdownDelayS: read('SHUTDOWN_DELAY_S', 0, wholeNumber(0, 300), 'a number of seconds from 0 to 300'),
    logLevel: read('LOG_LEVEL', 'info', oneOf(LOG_LEVELS), `one of ${LOG_LEVELS.join(', ')}`),
    logFormat: read<LogFormat | null>('LOG_FORMAT', null, oneOf(['json', 'pretty'] as const), 'json or pretty'),
    metricsToken: text('METRICS_TOKEN'),
    trustProxy: read('TRUST_PROXY', null, addresses, 'addresses and networks such as 127.0.0.1,10.0.0.0/8'),
    firstAdmin: null,
    offlineAfterS: read('OFFLINE_AFTER_S', 600, wholeNumber(1, 31_622_400), 'a number of seconds'),
    readingLimits: { device: perMinute('DEVICE_READINGS_PER_MINUTE'), site: perMinute('SITE_READINGS_PER_MINUTE') },
    retentionDays: read<number | null>('RETENTION_DAYS', null, wholeNumber(1, 36_525), 'a number of days'),
    compactAfterH: read<number | 'off'>(
      'COMPACT_AFTER_H',
      COMPACT_AFTER_H,
      (text) => (text === 'off' ? 'off' : wholeNumber(1, 8_784)(text)),
      'a number of hours from 1, or off',
    ),
    auditRetentionDays: read<number | null>(
      'AUDIT_RETENTION_DAYS',
      null,
      wholeNumber(SHORTEST_RETENTION_DAYS, 36_525),
      `a number of days from ${SHORTEST_RETENTION_DAYS}`,
    ),
    map: null,
    incidents: {
      minSeverity: read('INCIDENT_MIN_SEVERITY', 'warning', oneOf(SEVERITIES), `one of ${SEVERITIES.join(', ')}`),
      grouping: read('INCIDENT_GROUPING', 'device', oneOf(['device', 'alert'] as const), 'device or alert'),
    },
    webhookRetryDelaysS: read(
      'WEBHOOK_RETRY_DELAYS_S',
      DEFAULT_RETRY_DELAYS_S,
      secondsList,
      'seconds separated by commas',
    ),
    addressPolicy: {
      allowHttp: read('WEBHOOK_ALLOW_HTTP', false, yesOrNo, 'true or false'),
      allowedNetworks: read<Network[]>('WEBHOOK_ALLOWED_CIDRS', [], networks, 'networks such as 10.0.0.0/8,::1/128'),
    },
    channels: readChannelSettings(text, faults),
    provider: providerSettings(text, faults),
    isOutboundOff: read('OUTBOUND', 'on', oneOf(['on', 'off'] as const), 'on or off') === 'off',
    origins: originsOf(variables),
    heartbeatUrl: read<string | null>('HEARTBEAT_URL', null, webAddress, 'a URL such as https://hc-ping.com/…'),
    encryptionKey: read('ENCRYPTION_KEY', null, keyText, '32 bytes in hex or base64'),
  }
  const tile_url = read(
    'MAP_TILES_URL',
    null,
    tiles,
    'an address of tiles such as https://tiles.example.org/{z}/{x}/{y}.png',
  )
  const pmtiles = read('MAP_PMTILES', null, archive, 'an address, or the name of a file in DATA_DIR/maps')
  const attribution = text('MAP_ATTRIBUTION') ?? ''
  if (tile_url !== null && pmtiles !== null) faults.push('MAP_TILES_URL and MAP_PMTILES must not both be set')
  if (tile_url !== null) environment.map = { tile_url, attribution }
  else if (pmtiles !== null) environment.map = { pmtiles, attribution }
  const email = text('ADMIN_EMAIL')
  const password = text('ADMIN_PASSWORD')
  if ((email === null) !== (password === null)) faults.push('ADMIN_EMAIL and ADMIN_PASSWORD must be set together')
  if (environment.mqtt?.port === port && port !== 0) faults.push('PORT and MQTT_PORT must be different ports')
  if (faults.length > 0) throw new OperatorError(`The configuration is invalid:\n  ${faults.join('\n  ')}`)
  return email === null || password === null ? environment : { ...environment, firstAdmin: { email, password } }
}

function tlsOf(
  { cert, key }: { cert: string | null; key: string | null },
  { MQTT_TLS_CERT_FILE, MQTT_TLS_KEY_FILE }: Variables,
  faults: string[],
): TlsSettings | null {
  if ((cert === null) !== (key === null)) faults.push('MQTT_TLS_CERT and MQTT_TLS_KEY must be set together')
  if (cert === null || key === null) return null
  try {
    requirePair({ cert, key })
  } catch {
    // OpenSSL's message says less, and the value is secret.
    faults.push(
      'MQTT_TLS_CERT and MQTT_TLS_KEY must be a certificate and its key in PEM; use MQTT_TLS_CERT_FILE and MQTT_TLS_KEY_FILE for files',
    )
  }
  const areFiles = Boolean(MQTT_TLS_CERT_FILE && MQTT_TLS_KEY_FILE)
  return { cert, key, files: areFiles ? { cert: MQTT_TLS_CERT_FILE!, key: MQTT_TLS_KEY_FILE! } : null }
}

/**
 * PostgreSQL needs about as much of the machine as the service. Each process has eleven connections of the server's
 * sixty.
 */
const defaultWorkers = (): number => Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)))

/** The variables of each connection. */
const VARIABLES: Record<ConnectionKey, readonly string[]> = {
  public_url: ['PUBLIC_URL'],
  smtp: ['SMTP_URL', 'SMTP_FROM'],
  ntfy: ['NTFY_URL', 'NTFY_TOKEN'],
  telegram_bot_token: ['TELEGRAM_BOT_TOKEN'],
  heartbeat_url: ['HEARTBEAT_URL'],
}

function originsOf(variables: Variables): Record<ConnectionKey, SettingOrigin> {
  const isSet = (key: ConnectionKey) =>
    VARIABLES[key].some((name) => Boolean(variables[name]?.trim() || variables[`${name}_FILE`]))
  return Object.fromEntries(CONNECTIONS.map((key) => [key, isSet(key) ? 'environment' : 'default'])) as Record<
    ConnectionKey,
    SettingOrigin
  >
}

/** Never quoted in error messages, since these end up in logs. */
const SECRETS = new Set(['ENCRYPTION_KEY', 'ADMIN_PASSWORD', 'METRICS_TOKEN', 'DATABASE_URL', 'HEARTBEAT_URL'])

/** The 32-byte key that encrypts webhook secrets. All nodes of one database need the same. */
export function encryptionKeyOf(environment: Environment): Buffer {
  const given = environment.encryptionKey
  if (given !== null) return Buffer.from(given, given.length === 64 ? 'hex' : 'base64')
  const kept = secretFile(environment.dataDir, ENCRYPTION_KEY_FILE, () => randomBytes(32).toString('hex'))
  if (/^[0-9a-f]{64}$/.test(kept)) return Buffer.from(kept, 'hex')
  const path = join(environment.dataDir, ENCRYPTION_KEY_FILE)
  throw new OperatorError(`${path} does not hold a valid key: restore the file from a backup.`)
}

/**
 * The value of NAME, or the content of the file named by NAME_FILE, as containers pass secrets. An empty value counts
 * as unset.
 */
function textOf(variables: Variables, name: string, faults: string[]): string | null {
  const file = variables[`${name}_FILE`]
  if (file !== undefined && file !== '') {
    try {
      return readFileSync(file, 'utf8').trim() || null
    } catch {
      faults.push(`${name}_FILE must name a readable file, not ${file}`)
      return null
    }
  }
  return variables[name]?.trim() || null
}

const wholeNumber = (least: number, most: number) => (text: string) => {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  return value >= least && value <= most ? value : null
}

const oneOf =
  <Word extends string>(words: readonly Word[]) =>
  (text: string): Word | null =>
    words.find((word) => word === text) ?? null

const yesOrNo = (text: string): boolean | null => (text === 'true' ? true : text === 'false' ? false : null)

const postgresAddress = (text: string): string | null => (/^postgres(ql)?:\/\//.test(text) ? text : null)

const tiles = (text: string): string | null => (faultOfTileUrl(text) === null ? text : null)

const archive = (text: string): string | null => (faultOfArchive(text) === null ? text : null)

/** Folder of the map archives that a node serves itself. */
export const mapsFolder = ({ dataDir }: Environment): string => join(dataDir, 'maps')

const secondsList = (text: string): number[] | null => {
  const values = text.split(',').map((part) => Number(part.trim()))
  return values.length <= 10 && values.every((value) => Number.isFinite(value) && value >= 0) ? values : null
}

const networks = (text: string): Network[] | null => {
  try {
    return parseNetworks(text)
  } catch {
    // Reported with the setting's name.
    return null
  }
}

const addresses = (text: string): string | null => (networks(text) === null ? null : text)

const keyText = (text: string): string | null =>
  /^[0-9a-f]{64}$/i.test(text) || Buffer.from(text, 'base64').length === 32 ? text : null
