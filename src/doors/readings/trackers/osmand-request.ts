import type { Module } from '../../../core/vocabulary/modules.ts'
import { readingOfJson, readingOfParameters } from './osmand.ts'
import type { TrackerMessage } from './tracker-message.ts'
import { plainText, trackerJson } from './tracker-values.ts'

interface OsmAndRequest {
  /** Empty if there is none. */
  token: string
  isTokenInAddress: boolean
  /** Throws 400. */
  readingOf: (module: Module) => TrackerMessage
}

/**
 * Parses a request of the OsmAnd protocol: JSON if it looks like JSON, else parameters of the address and of a form
 * together. The Content-Type is unreliable. Throws 400.
 */
export function readOsmAnd(url: string, body: string): OsmAndRequest {
  // A value may have a question mark too.
  const inAddress = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')
  const isTokenInAddress = tokenIn(inAddress) !== ''
  // This also trims a byte order mark.
  if (body.trimStart().startsWith('{')) {
    const message = trackerJson(body) as Record<string, unknown>
    const token = plainText(message.device_id)
    return { token, isTokenInAddress, readingOf: (module) => readingOfJson(message, module) }
  }
  const parameters = new URLSearchParams([...inAddress, ...new URLSearchParams(body)])
  return {
    token: tokenIn(parameters),
    isTokenInAddress,
    readingOf: (module) => readingOfParameters(parameters, module),
  }
}

const tokenIn = (parameters: URLSearchParams): string => parameters.get('id') ?? parameters.get('deviceid') ?? ''
