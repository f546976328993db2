import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

export interface DocumentValidator {
  /** Validates a value against the schema at this pointer of the document (`#/components/…`); null if it is valid. */
  faultAt(pointer: string, value: unknown): string | null
}

const BASE = 'https://tocsin.example/openapi.json'

/** Validates values like a client that knows the OpenAPI document. */
export function documentValidator(document: object): DocumentValidator {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(document, BASE)
  return {
    faultAt(pointer, value) {
      const place = pointer.split('/').map((part) => encodeURIComponent(part))
      const validate = ajv.getSchema(`${BASE}${place.join('/').replace('%23', '#')}`)
      if (validate === undefined) return `there is no schema at ${pointer}`
      return validate(value) ? null : ajv.errorsText(validate.errors)
    },
  }
}
