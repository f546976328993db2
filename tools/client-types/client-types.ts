// Writes the types of an OpenAPI document as the source of a module: node client-types.ts DOCUMENT MODULE HEADING
import { readFileSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'

const [document, types, heading] = process.argv.slice(2) as [string, string, string]
const nodes = await openapiTS(JSON.parse(readFileSync(document, 'utf8')), {
  alphabetize: true,
  rootTypes: true,
  rootTypesNoSchemaPrefix: true,
  defaultNonNullable: false,
})
writeFileSync(types, `${heading}\n\n${astToString(nodes)}`)
