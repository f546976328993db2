import { Command } from 'commander'
import { type RuleTestReport, runRuleTestFile } from '../../core/rehearsal/tests/read-rule-tests.ts'
import type { ExpectedAlert } from '../../core/rehearsal/tests/rule-test.ts'
import { exportRules, importRules, type RuleImport } from '../transfer/rules-as-files.ts'
import { withDatabase } from './connect.ts'
import { JSON_FLAG, print } from './output.ts'

export function rulesCommand(): Command {
  const rules = new Command('rules').description('test, export and import rules')
  rules
    .command('test <file...>')
    .description('run rule tests; needs neither a service nor a database')
    .option(...JSON_FLAG)
    .action(testRules)
  rules
    .command('export [file]')
    .description('write the rules to a file, or print them')
    .option('--all', 'include unchanged built-in rules')
    .action((file: string | undefined, options: { all?: boolean }) =>
      withDatabase((db) => exportRules(db, file ?? null, options)),
    )
  rules
    .command('import <file>')
    .description('add the rules of a file and update existing ones')
    .option('--dry-run', 'show the changes without making them')
    .option(...JSON_FLAG)
    .action(async (file: string, options: { dryRun?: boolean; json?: boolean }) => {
      const done = await withDatabase((db) => importRules(db, file, options))
      print(done, importInWords(done, options.dryRun ?? false), options)
    })
  return rules
}

async function testRules(files: string[], options: { json?: boolean }, command: Command): Promise<void> {
  const reports: RuleTestReport[] = []
  for (const file of files) {
    const report = await runRuleTestFile(file).catch((error: Error) => command.error(`error: ${error.message}`))
    reports.push(report)
  }
  print(reports, reports.map(reportInWords).join('\n'), options)
  if (reports.some(({ ok }) => !ok)) process.exitCode = 1
}

function reportInWords({ file, tests }: RuleTestReport): string {
  const failed = tests.filter(({ ok }) => !ok)
  const lines = failed.flatMap(({ name, differences }) => [
    `  FAILED ${name}`,
    ...differences.flatMap(({ at, missing, unexpected }) => [
      `    at ${at}`,
      ...missing.map((alert) => `    - ${alertInWords(alert)}`),
      ...unexpected.map((alert) => `    + ${alertInWords(alert)}`),
    ]),
  ])
  const legend = failed.length > 0 ? ['  (- missing, + unexpected)'] : []
  return [`${file}: ${tests.length - failed.length} of ${tests.length} passed`, ...lines, ...legend].join('\n')
}

function alertInWords({ rule, severity, ...details }: ExpectedAlert): string {
  const more = Object.entries(details).map(([name, value]) => `${name} ${JSON.stringify(value)}`)
  return [`${rule} ${severity}`, ...more].join(', ')
}

function importInWords({ added, changed, same }: RuleImport, isDry: boolean): string {
  const lines = [
    ...added.map((key) => `  + ${key}`),
    ...changed.flatMap(({ key, fields }) => [
      `  ~ ${key}`,
      ...fields.map(
        ({ field, before, after }) => `      ${field}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`,
      ),
    ]),
  ]
  const counts = `${added.length} added, ${changed.length} changed, ${same.length} unchanged`
  return [`${isDry ? 'Import preview: ' : ''}${counts}`, ...lines].join('\n')
}
