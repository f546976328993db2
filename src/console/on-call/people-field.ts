import type { KnownPerson } from '../../core/on-call/people-store.ts'
import type { Offers } from '../frame/forms/forms.ts'

/** Suggestions of a field of people, and the emails that it takes without scripts. */
export function peopleOffer(people: readonly KnownPerson[]): { emails: string[]; offers: Offers } {
  return {
    emails: people.filter(({ enabled }) => enabled).map(({ email }) => email),
    offers: { of: 'people', names: new Map(people.map(({ email, name }) => [email, name])) },
  }
}
