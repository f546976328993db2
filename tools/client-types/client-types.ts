import openapiTS, { astToString } from 'openapi-typescript'

const HEADING = '// Made of docs/openapi.json by `npm run openapi`; not to be edited.\n\n'

/** The types of an OpenAPI document, as the source of a module. */
export async function clientTypes(document: object): Promise<string> {
  const nodes = await openapiTS(structuredClone(document) as Parameters<typeof openapiTS>[0], {
    alphabetize: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    defaultNonNullable: false,
  })
  return HEADING + astToString(nodes)
}
