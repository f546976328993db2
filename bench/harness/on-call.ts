import { createECDH, randomBytes } from 'node:crypto'
import pg from 'pg'
import { encryptSecret } from '../../src/platform/secrets.ts'
import type { Site } from './site.ts'

/** ENCRYPTION_KEY of the service. */
export const KEY = Buffer.alloc(32, 7)

/** Gives each of these devices a person with a browser at this push service, and a policy that notifies only them. */
export async function putOnCall({ connection }: Site, deviceIds: readonly number[], origin: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    for (const id of deviceIds) {
      const pair = createECDH('prime256v1')
      const keys = { p256dh: pair.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') }
      const sealed = encryptSecret(KEY, JSON.stringify({ endpoint: `${origin}/${id}`, keys }))
      const { rows } = await client.query<{ id: number }>(
        `with person as (
          insert into users (email, name, role, created_at) values ($1, $1, 'operator', now()) returning id
        )
        insert into contact_methods (
          user_id, kind, label, state, address_hint, details, address_sealed, fingerprint, created_at, verified_at
        )
        select id, 'push', 'Phone', 'verified', '', 'full', $2, $1, now(), now() from person
        returning user_id as id`,
        [`person-${id}@example.org`, sealed],
      )
      const steps = JSON.stringify([{ wait_s: 0, targets: [{ type: 'user', id: rows[0]!.id }] }])
      const scope = JSON.stringify({ modules: [], tags: [`bench-${id}`], min_severity: 'info', rule_keys: [] })
      await client.query(
        `insert into escalation_policies (name, position, scope, rounds, warning_rounds, steps, updated_at)
        values ($1, $2, $3, 3, 3, $4, now())`,
        [`Person ${id}`, id, scope, steps],
      )
      await client.query('update devices set tags = tags || $1::text where id = $2', [`bench-${id}`, id])
    }
  } finally {
    await client.end()
  }
}
