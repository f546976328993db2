import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import { type ChangeBy, recordChanges } from '../audit-log/record-change.ts'
import type { ContactState } from './contact-method.ts'
import { deleteMethod } from './contact-method-store.ts'

/** A contact method that is a browser. */
export interface SubscribedBrowser {
  id: number
  label: string
  state: ContactState
  owner: { id: number; email: string }
}

/** The method with this subscription, of whomever; more than one only while it changes hands. */
export const lockBrowsers = (tx: Queryable, fingerprint: string): Promise<SubscribedBrowser[]> =>
  tx.query<SubscribedBrowser>(sql`
    select m.id, m.label, m.state, jsonb_build_object('id', u.id, 'email', u.email) as owner
    from contact_methods as m
    join users as u on u.id = m.user_id
    where m.fingerprint = ${fingerprint}
    order by m.id
    for update of m`)

export async function deleteBrowsers(
  tx: Queryable,
  browsers: readonly SubscribedBrowser[],
  by: ChangeBy,
  now: Date,
): Promise<void> {
  for (const { id } of browsers) await deleteMethod(tx, id)
  const changes = browsers.map(({ id, label }) => ({
    action: 'contact_method.deleted',
    subject: { type: 'contact_method', id, name: label },
    before: { kind: 'push', label },
    after: null,
  }))
  await recordChanges(tx, by, changes, now)
}
