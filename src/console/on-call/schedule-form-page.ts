import type { KnownPerson } from '../../core/on-call/people-store.ts'
import type { FormState } from '../frame/forms/forms.ts'
import type { ScheduleForm } from './schedule-fields.ts'
import type { SchedulePreview } from './schedule-preview.ts'

/** Contents of the form of a schedule. */
export interface ScheduleFormPage {
  /** The schedule to change; null for a new one. */
  schedule: { id: number; name: string } | null
  fields: ScheduleForm
  people: readonly KnownPerson[]
  preview: SchedulePreview | null
  state: FormState
}
