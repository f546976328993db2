import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import type pg from 'pg'
import { parseSealHead, type SealHead } from '../../core/audit-log/seal-chain.ts'
import { systemClock } from '../../platform/clock.ts'
import { openCells } from '../../platform/database/cells/known-cells.ts'
import type { Database } from '../../platform/database/database.ts'
import { hasCluster } from '../../platform/postgres/cluster.ts'
import { ENCRYPTION_KEY_FILE } from '../../platform/secrets.ts'
import { checkAuditLog } from '../doctor/check-audit-log.ts'
import { checkCells } from '../doctor/check-cells.ts'
import { checkCertificate } from '../doctor/check-certificate.ts'
import { checkClock } from '../doctor/check-clock.ts'
import { checkDatabase } from '../doctor/check-database.ts'
import { checkFiles } from '../doctor/check-files.ts'
import { checkHistory } from '../doctor/check-history.ts'
import { checkLoginAddresses } from '../doctor/check-login-addresses.ts'
import { checkMap } from '../doctor/check-map.ts'
import { checkOnCall } from '../doctor/check-on-call.ts'
import { checkPeople } from '../doctor/check-people.ts'
import { checkReceivers } from '../doctor/check-receivers.ts'
import { checkService } from '../doctor/check-service.ts'
import { checkSettings } from '../doctor/check-settings.ts'
import { checkSources } from '../doctor/check-sources.ts'
import { checkUpkeep } from '../doctor/check-upkeep.ts'
import { type CheckResult, fail, okResult } from '../doctor/finding.ts'
import { type Environment, encryptionKeyOf, readEnvironment } from '../node/environment.ts'
import { environmentInForce } from '../node/environment-in-force.ts'
import { withConnection } from './connect.ts'
import { JSON_FLAG, print } from './output.ts'

interface Flags {
  url?: string
  auditHead?: SealHead
  json?: boolean
}

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('check the installation and print what to do about problems; changes nothing')
    .option('--url <url>', 'also check the running service at this address', webAddress)
    .option(
      '--audit-head <head>',
      'also check that the audit log still contains this head of an earlier check',
      headArgument,
    )
    .option(...JSON_FLAG)
    .action(examine)
}

async function examine(flags: Flags): Promise<void> {
  const findings = await findingsOf(flags)
  const faults = findings.filter(({ state }) => state === 'fail').length
  const warnings = findings.filter(({ state }) => state === 'warn').length
  const sum = faults + warnings === 0 ? 'No problems found.' : `${faults} failed, ${warnings} warnings.`
  print({ ok: faults === 0, findings }, [...findings.map(inWords), sum].join('\n'), flags)
  if (faults > 0) process.exitCode = 1
}

async function findingsOf({ url, auditHead }: Flags): Promise<CheckResult[]> {
  let environment: Environment
  try {
    environment = readEnvironment(process.env)
  } catch (error) {
    const [, ...mistakes] = (error as Error).message.split('\n')
    return mistakes.map((mistake) => fail('settings', mistake.trim(), 'docs/operators.md#settings'))
  }
  const { findings, inForce } = await databaseFindings(environment, auditHead ?? null)
  return [
    okResult('settings', 'valid'),
    ...checkSettings(inForce),
    ...checkCertificate(environment, systemClock()),
    ...(await checkFiles(environment)),
    ...findings,
    ...(url === undefined ? [] : await checkService(url, inForce.publicUrl)),
  ]
}

/** The findings in the database, and the environment with the settings chosen in the console. */
interface Found {
  findings: CheckResult[]
  inForce: Environment
}

async function databaseFindings(environment: Environment, head: SealHead | null): Promise<Found> {
  const only = (finding: CheckResult): Found => ({ findings: [finding], inForce: environment })
  try {
    const isNew = environment.databaseUrl === null && !hasCluster(environment.dataDir)
    if (isNew) return only(okResult('database', 'not created yet; the first start creates it'))
    return await withConnection(environment, (connection) => findingsInside(connection, environment, head), {
      looksOnly: true,
    })
  } catch (error) {
    const advice =
      environment.databaseUrl === null ? 'See data/postgres/server.log' : 'Check DATABASE_URL and the server'
    return only(fail('database', (error as Error).message, advice))
  }
}

async function findingsInside(
  connection: pg.ClientConfig,
  environment: Environment,
  head: SealHead | null,
): Promise<Found> {
  const db = await openCells(connection, {
    connections: 2,
    applicationName: 'tocsin command',
    onError: () => undefined,
  })
  return lookInside(db, environment, head).finally(() => db.close())
}

async function lookInside(db: Database, environment: Environment, head: SealHead | null): Promise<Found> {
  // The key is not created here: the doctor changes nothing.
  const hasKey = environment.encryptionKey !== null || existsSync(join(environment.dataDir, ENCRYPTION_KEY_FILE))
  const { findings, isCurrent } = await checkDatabase(db, hasKey ? encryptionKeyOf(environment) : null)
  if (!isCurrent) return { findings, inForce: environment }
  const inForce = hasKey ? await environmentInForce(db, environment) : environment
  const further = [
    ...findings,
    ...(await checkClock(db, systemClock())),
    ...(await checkCells(db)),
    await checkAuditLog(db, head, systemClock()),
    ...(await checkHistory(db)),
    ...(await checkUpkeep(db, systemClock())),
    ...(await checkSources(db, systemClock())),
    ...(await checkMap(db, environment)),
    ...(await checkOnCall(db, systemClock())),
    ...(await checkPeople(db, inForce)),
    ...(await checkLoginAddresses(db, environment, systemClock())),
    ...(await checkReceivers(db, environment.addressPolicy, systemClock())),
  ]
  return { findings: further, inForce }
}

function inWords({ about, state, says, advice }: CheckResult): string {
  const line = `${state.padEnd(5)} ${about}: ${says}`
  return advice === null ? line : `${line}\n      -> ${advice}`
}

function headArgument(text: string): SealHead {
  const head = parseSealHead(text)
  if (head === null) throw new InvalidArgumentError('It must be a number and a hash, as the doctor prints them.')
  return head
}

function webAddress(text: string): string {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text
  throw new InvalidArgumentError('It must begin with http:// or https://.')
}
