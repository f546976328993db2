import { readFile } from 'node:fs/promises'
import { Command } from 'commander'

/** A test compares this copy with the routes. */
const COPY = new URL('../../../docs/openapi.json', import.meta.url)

export function openApiCommand(): Command {
  return new Command('openapi').description('print the OpenAPI document of this version').action(async () => {
    process.stdout.write(await readFile(COPY, 'utf8'))
  })
}
