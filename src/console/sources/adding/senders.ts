import type { FORMAT_NAMES } from '../../../core/sources/formats/formats.ts'
import type { Module } from '../../../core/vocabulary/modules.ts'
import type { Words } from '../../../words/words.ts'
import type { IconName } from '../../frame/parts/page-parts.ts'

type FormatName = (typeof FORMAT_NAMES)[number]
export type SenderName = keyof Words['sources']['senders']

/** Something that people have and want to connect, with the format that it sends. */
interface Sender {
  name: SenderName
  format: FormatName
  icon: IconName
  /** If it is not that of the format. */
  module?: Module
}

/** Several senders can have one format. The first one of a format gives it its name. */
export const SENDER_GROUPS: readonly { key: keyof Words['sources']['groups']; senders: readonly Sender[] }[] = [
  {
    key: 'lorawan',
    senders: [
      { name: 'theThingsStack', format: 'the-things-stack', icon: 'radio' },
      { name: 'chirpstack', format: 'chirpstack', icon: 'radio' },
    ],
  },
  {
    key: 'machines',
    senders: [
      { name: 'telegraf', format: 'influx', icon: 'activity', module: 'factory' },
      { name: 'telegrafJson', format: 'telegraf-json', icon: 'activity' },
      { name: 'proxmox', format: 'influx', icon: 'server', module: 'factory' },
      { name: 'prometheus', format: 'prometheus', icon: 'flame' },
      { name: 'openTelemetry', format: 'otlp', icon: 'chart-line' },
      { name: 'opcUa', format: 'opcua-json', icon: 'factory' },
    ],
  },
  {
    key: 'home',
    senders: [
      { name: 'homeAssistant', format: 'influx', icon: 'house' },
      { name: 'esp', format: 'influx', icon: 'cpu' },
      { name: 'ruuvi', format: 'ruuvi', icon: 'thermometer' },
    ],
  },
  {
    key: 'vehicles',
    senders: [
      { name: 'traccar', format: 'traccar', icon: 'truck' },
      { name: 'flespi', format: 'flespi', icon: 'bus' },
      { name: 'overland', format: 'overland', icon: 'smartphone' },
    ],
  },
  {
    key: 'health',
    senders: [
      { name: 'fhir', format: 'fhir', icon: 'heart-pulse' },
      { name: 'nightscout', format: 'nightscout', icon: 'droplets' },
      { name: 'healthAutoExport', format: 'health-auto-export', icon: 'watch' },
    ],
  },
  {
    key: 'cloud',
    senders: [
      { name: 'azure', format: 'azure-event-grid', icon: 'zap' },
      { name: 'blues', format: 'blues', icon: 'signal' },
      { name: 'particle', format: 'particle', icon: 'sparkles' },
      { name: 'sigfox', format: 'sigfox', icon: 'send' },
    ],
  },
  { key: 'other', senders: [{ name: 'json', format: 'json', icon: 'webhook' }] },
]

const SENDERS: readonly Sender[] = SENDER_GROUPS.flatMap(({ senders }) => senders)

/** Null for a word that is none. */
export const findSender = (name: string | undefined): Sender | null =>
  SENDERS.find((sender) => sender.name === name) ?? null

export const sendersOf = (format: string): readonly Sender[] => SENDERS.filter((sender) => sender.format === format)
