import { isJsonObject } from '../messages/json-text.ts'
import type { SourceMessage } from '../messages/source-message.ts'
import { jsonParts } from './json-parts.ts'
import type { SourceFormat, SourceResponse } from './source-format.ts'

const VALIDATION = 'Microsoft.EventGrid.SubscriptionValidationEvent'

/** Whether it is the event with which Event Grid asks whether this address wants its events. */
export const isValidation = (part: unknown): boolean => validationCode(part) !== null

function validationCode(part: unknown): string | null {
  const [event] = Array.isArray(part) ? part : []
  if (!isJsonObject(event) || event.eventType !== VALIDATION || !isJsonObject(event.data)) return null
  const { validationCode } = event.data
  return typeof validationCode === 'string' ? validationCode : null
}

/** It has to say the code of a validation; otherwise Event Grid sends no events. */
export function eventGridResponse(message: SourceMessage, parts: readonly unknown[]): SourceResponse {
  const code = parts.length === 0 ? codeIn(message) : null
  return {
    status: 200,
    media: 'application/json',
    body: JSON.stringify(code === null ? {} : { validationResponse: code }),
  }
}

function codeIn(message: SourceMessage): string | null {
  try {
    return validationCode(jsonParts(message)[0])
  } catch {
    // Quarantine has what is not understood.
    return null
  }
}

/** The handshake of CloudEvents, "HTTP 1.1 Web Hooks for Event Delivery", section 4: any origin that has the credential. */
export const webhookHandshake: NonNullable<SourceFormat['other']> = ({ method }) =>
  method === 'OPTIONS' ? { status: 200, headers: { 'WebHook-Allowed-Origin': '*', 'WebHook-Allowed-Rate': '*' } } : null
