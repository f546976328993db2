import { decryptSecret, encryptSecret } from '../../platform/secrets.ts'
import type { FormatOptions } from './formats/format.ts'
import type { CustomHeaders } from './sending/custom-headers.ts'

/** Values that a webhook sends but nobody is shown. */
export interface SealedValues {
  headers: CustomHeaders
  options: FormatOptions
}

const NO_VALUES: SealedValues = { headers: {}, options: {} }

/** Null if there are no values. */
export function sealValues(key: Buffer, values: SealedValues): Buffer | null {
  const isEmpty = Object.keys(values.headers).length + Object.keys(values.options).length === 0
  return isEmpty ? null : encryptSecret(key, JSON.stringify(values))
}

/** Throws if the key is not the one used for encryption. */
export const openValues = (key: Buffer, sealed: Buffer | null): SealedValues =>
  sealed === null ? NO_VALUES : (JSON.parse(decryptSecret(key, sealed)) as SealedValues)
