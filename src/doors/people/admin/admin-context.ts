import type { ChangeBy } from '../../../core/audit-log/record-change.ts'
import type { MailLink } from '../../../core/contact-methods/channels/email/link-mail.ts'
import type { TestSettings } from '../../../core/contact-methods/connections/test-connection.ts'
import type { IncidentSettings } from '../../../core/incidents/incident.ts'
import type { FindScheduleUses } from '../../../core/on-call/manage-schedules.ts'
import type { CurrentRules } from '../../../core/rules/current-rules.ts'
import type { Settings } from '../../../core/settings/settings-store.ts'
import type { Protection } from '../../../core/webhooks/create-webhook.ts'
import type { sendTest } from '../../../core/webhooks/send-test.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Slots } from '../../../platform/long-work/work-slots.ts'

/** Dependencies of the admin routes. */
export interface AdminContext {
  db: Database
  /** Base of links to the service. */
  publicUrl: () => string
  webhooks: {
    protection: Protection
    sendTest: (by: ChangeBy, id: number) => ReturnType<typeof sendTest>
  }
  rules: CurrentRules
  incidents: IncidentSettings
  /** Queue of rule previews, shared with the console. */
  previews: Slots
  offlineAfterS: number
  /** Finds the policies that use a schedule, so that it is not deleted. */
  findScheduleUses: FindScheduleUses
  mailLink: MailLink
  /** How the service and the outside reach each other: to change and to test. */
  connections: TestSettings
  /** Values of the environment, for settings that nobody has chosen. */
  defaults: Pick<Settings, 'map' | 'retention'>
  sources: {
    /** Reads the messages of a source again that are to be, as far as a second is enough. */
    replayNow(sourceId: number): Promise<void>
  }
  now: () => Date
}
