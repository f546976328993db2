import Type, { type Static } from 'typebox'
import type { Queryable } from '../../../platform/database/database.ts'
import { AnyObject, LongId, NullableInteger, PlainText } from '../../../platform/http/schemas/shapes.ts'
import type { Device } from '../../devices/device.ts'
import type { RuleSet } from '../../rules/engine/rule-set.ts'
import { cutMessage, readAs } from '../../sources/intake/read-message.ts'
import { type Made, madeOf, shownReading } from '../../sources/messages/made-readings.ts'
import { findKeptParts, listLastMessages, SourceMessageShape } from '../../sources/quarantine/message-log.ts'
import { checkedSettings } from '../../sources/source-settings.ts'
import { SourceChangesBody, SourceFormatShape } from '../../sources/source-shapes.ts'
import type { StoredSource } from '../../sources/source-store.ts'
import { type Rehearsal, rehearse } from '../rehearse.ts'
import { type RehearsedAlert, RehearsedAlertShape } from '../rehearsed-alert.ts'

const MOST_MESSAGES = 20

/** Messages that are tried, and how: as the source says now, where the body says nothing. */
export const PreviewBody = Type.Object(
  {
    format: Type.Optional(SourceFormatShape),
    settings: Type.Optional(AnyObject),
    mapping: SourceChangesBody.properties.mapping,
    messages: Type.Optional(
      Type.Array(
        Type.Object(
          {
            id: Type.Optional(LongId('One of the last messages')),
            path: Type.Optional(PlainText({ maxLength: 200 })),
            body: Type.Optional(PlainText({ maxLength: 65_536 })),
          },
          // Messages may be sent as they were listed.
          { additionalProperties: true },
        ),
        { maxItems: MOST_MESSAGES, description: 'Default: the last messages' },
      ),
    ),
  },
  { additionalProperties: false, title: 'MessagePreview' },
)
type PreviewBody = Static<typeof PreviewBody>

const { id: _id, external_id: _externalId, ...messageFields } = SourceMessageShape.properties

/** A message with what it would make, in the APIs. */
export const PreviewedMessageShape = Type.Object(
  {
    id: NullableInteger,
    ...messageFields,
    alerts: Type.Array(RehearsedAlertShape, {
      description: 'Those that it would raise, behind the messages before it',
    }),
  },
  { title: 'PreviewedMessage' },
)
export interface PreviewedMessage extends Omit<Static<typeof PreviewedMessageShape>, 'alerts'> {
  alerts: RehearsedAlert[]
}

/**
 * Finds what messages would make, and which alerts these readings would raise, oldest first, if nothing else had come
 * before them. Nothing is stored. Throws 400 for settings that the format does not have.
 */
export async function previewMessages(
  db: Queryable,
  rules: RuleSet,
  source: StoredSource,
  { messages, ...wanted }: PreviewBody,
  now: Date,
): Promise<PreviewedMessage[]> {
  const isNewFormat = wanted.format !== undefined && wanted.format !== source.format
  const tried = checkedSettings({ ...source, ...(isNewFormat ? { settings: {} } : {}), ...wanted })
  const items = messages ?? (await listLastMessages(db, source.id)).toReversed()
  const ids = items.flatMap(({ id }) => id ?? [])
  const keptParts = await findKeptParts(db, source.id, ids)
  const alertsOf = rehearsal(rules, source)
  const previewed: PreviewedMessage[] = []
  for (const { id, path = '', body = '' } of items) {
    const kept = id === undefined ? undefined : keptParts.get(id)
    const at = kept?.at ?? now
    const message = { path, query: new URLSearchParams(), media: '', body: kept?.raw ?? Buffer.from(body) }
    const cut = kept?.parts == null ? cutMessage(tried, message) : { parts: kept.parts, reason: null }
    const read = await readAs(tried, cut.parts, at.getTime())
    const { made, reason } = madeOf(read, source, at.getTime())
    const failed = cut.reason ?? read.failed[0]?.reason ?? null
    previewed.push({
      ...{ id: id ?? null, at, path, body },
      outcome: made.length > 0 ? 'stored' : failed === null ? 'ignored' : 'quarantined',
      reason: failed ?? reason,
      readings: made.map(({ externalId, reading }) => {
        return { external_id: externalId, device_id: null, reading: shownReading(reading) }
      }),
      alerts: alertsOf(made),
    })
  }
  return previewed
}

/** Returns the function that gives the alerts that further readings raise. Each device is one of the source, as if it were new. */
function rehearsal(rules: RuleSet, source: StoredSource): (made: readonly Made[]) => RehearsedAlert[] {
  const players = new Map<string, Rehearsal>()
  return (made) => {
    const raised: RehearsedAlert[] = []
    for (const { externalId, label, reading } of made) {
      const player =
        players.get(externalId) ?? rehearse(rules, newDevice(source, label ?? externalId, players.size + 1))
      players.set(externalId, player)
      const before = player.alerts().length
      player.addReadings([reading])
      raised.push(...player.alerts().slice(before))
    }
    return raised
  }
}

const newDevice = ({ site_id, module, tags }: StoredSource, name: string, id: number): Device => ({
  ...{ id, site_id, cell: 0, name, module, tags, enabled: true },
  ...{ expected_interval_s: null, offline_after_s: null, attributes: {} },
})
