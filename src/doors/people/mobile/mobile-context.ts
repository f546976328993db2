import type { ChannelSetup } from '../../../core/contact-methods/add-contact-method.ts'
import type { Outbound } from '../../../core/escalation/read-readiness.ts'
import type { OpenTowns } from '../../../core/headline/find-headlines.ts'
import type { RuleSet } from '../../../core/rules/engine/rule-set.ts'
import type { ReadingCounter } from '../../../core/telemetry/reading-counts.ts'
import type { Database } from '../../../platform/database/database.ts'

/** Dependencies of the mobile routes. */
export interface MobileContext {
  db: Database
  /** Base of links to the service. */
  publicUrl: () => string
  /** Seals the keys of authenticator apps. */
  encryptionKey: Buffer
  rules: () => RuleSet
  counter: ReadingCounter
  /** The kinds of contact methods that this service can send by. */
  channels: () => ChannelSetup
  outbound: () => Outbound
  /** The nearest town of a place. */
  openTowns: OpenTowns
  now: () => Date
}
