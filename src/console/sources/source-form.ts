import { SourceChangesBody } from '../../core/sources/source-shapes.ts'
import { invalidFields, RequestError } from '../../platform/errors.ts'
import { schemaCheck } from '../../platform/http/schemas/schema-check.ts'

const check = schemaCheck(SourceChangesBody)

/** Runs a check or a change; faults are those of the fields of a form. Throws what the change throws. */
export async function atFieldsOf<Result>(
  nameOf: (field: string) => string,
  change: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await change()
  } catch (error) {
    if (!(error instanceof RequestError) || error.errors === undefined) throw error
    throw invalidFields(error.errors.map((fault) => ({ ...fault, field: `/${nameOf(fault.field)}` })))
  }
}

/** Changes of a source by the rules of the API. Throws 400 with the place of the fault. */
export const checkedChanges = (body: object): SourceChangesBody => check(body)

/** `/tags/0` is a fault of the field `tags`; `/settings/device` is one of `setting:device`. */
export function settingFieldOf(field: string): string {
  const [, first = '', second = ''] = field.split('/')
  return first === 'settings' && second !== '' ? `setting:${second}` : first
}
