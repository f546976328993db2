import { Command } from 'commander'
import { VERSION } from '../node/version.ts'
import { JSON_FLAG, print } from './output.ts'

export function versionCommand(): Command {
  return new Command('version')
    .description('print the version of this program')
    .option(...JSON_FLAG)
    .action((options: { json?: boolean }) => {
      const { node } = process.versions
      const platform = `${process.platform}-${process.arch}`
      print({ version: VERSION, node, platform }, `tocsin ${VERSION} (Node ${node}, ${platform})`, options)
    })
}
