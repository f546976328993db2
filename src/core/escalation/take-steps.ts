import type { InCell } from '../../platform/database/database.ts'
import { planMessages } from '../contact-methods/notification-preferences.ts'
import { type NewNotification, queueNotifications } from '../contact-methods/outbox/queue-notifications.ts'
import { factsOfIncident } from './incident-facts.ts'
import { findRecipients, type Recipient } from './recipients.ts'
import type { Run } from './run.ts'
import type { EscalatedIncident } from './run-store.ts'

/** A step of a run that is due; both numbers from 0. */
interface DueStep {
  run: Run
  incident: EscalatedIncident
  round: number
  step: number
}

/** Outcome of a step, for the timeline. */
export interface TakenStep {
  /** Names of the people with a message, or one held until the end of their quiet hours. */
  notified: string[]
  /** Names of those without a verified method. */
  unreachable: string[]
}

/**
 * Notifies the people of these steps, with the same few statements however many there are. A step taken again reaches
 * only those who have not been sent it.
 */
export async function takeSteps(tx: InCell, due: readonly DueStep[], now: Date): Promise<TakenStep[]> {
  const found = new Map<string, Recipient[]>()
  const notifications: NewNotification[] = []
  const taken: TakenStep[] = []
  for (const one of due) {
    const { targets } = one.run.policy.steps[one.step]!
    const { site_id } = one.incident
    const key = JSON.stringify([site_id, targets])
    const people = found.get(key) ?? (await findRecipients(tx, site_id, targets, now))
    found.set(key, people)
    const messages = people.flatMap((person) => messagesFor(person, one, now))
    notifications.push(...messages)
    const ids = new Set(messages.map(({ user_id }) => user_id))
    taken.push({
      notified: namesOf(people.filter(({ id }) => ids.has(id))),
      unreachable: namesOf(people.filter(({ method_ids }) => method_ids.length === 0)),
    })
  }
  await queueNotifications(tx, notifications, now)
  return taken
}

function messagesFor(person: Recipient, { run, incident, round, step }: DueStep, now: Date): NewNotification[] {
  const facts = {
    reason: 'step' as const,
    incident: factsOfIncident(incident),
    step: step + 1,
    steps: run.policy.steps.length,
    repeated: round > 0 || step > 0,
    ...(run.is_asked ? { asked: true } : {}),
  }
  const { severity, incident_id } = incident
  return planMessages(person.preferences, person.method_ids, severity, now).map(({ method_id, due_at, held }) => ({
    ...{ run_id: run.id, incident_id, user_id: person.id, method_id, severity, facts, due_at, held },
    dedupe_key: [run.id, round, step, person.id, method_id].join(':'),
  }))
}

const namesOf = (people: readonly Recipient[]): string[] => people.map(({ name }) => name)
