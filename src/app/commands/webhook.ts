import { Command, Option } from 'commander'
import { BY_COMMAND } from '../../core/audit-log/record-change.ts'
import { MODULES, type Module } from '../../core/vocabulary/modules.ts'
import { SEVERITIES, type Severity } from '../../core/vocabulary/severities.ts'
import { createWebhook } from '../../core/webhooks/create-webhook.ts'
import { DEFAULT_EVENTS, WEBHOOK_EVENTS, type WebhookEvent } from '../../core/webhooks/events/webhook-events.ts'
import { FORMATS, type Format, OPTIONS_BY_FORMAT } from '../../core/webhooks/formats/formats.ts'
import { systemClock } from '../../platform/clock.ts'
import { encryptionKeyOf } from '../node/environment.ts'
import { withDatabase } from './connect.ts'
import { JSON_FLAG, print } from './output.ts'
import { chosenSiteId } from './site.ts'

interface AddOptions {
  name?: string
  format: Format
  option?: string[]
  header?: string[]
  event?: WebhookEvent[]
  minSeverity: Severity
  module?: Module[]
  site?: string
  json?: boolean
}

export function webhookCommand(): Command {
  const webhook = new Command('webhook').description('manage webhooks')
  webhook
    .command('add <url>')
    .description('add a webhook; prints its secret, once')
    .option('--site <name>', 'only events of this site')
    .option('--name <name>', 'name of the webhook (default: the host)')
    .addOption(new Option('--format <format>', 'format of the body').choices([...FORMATS]).default('envelope'))
    .option('--option <name=value...>', `option of the format (${OPTIONS_BY_FORMAT})`)
    .option('--header <name=value...>', 'additional header')
    .addOption(new Option('--event <event...>', 'only these events').choices([...WEBHOOK_EVENTS]))
    .addOption(new Option('--min-severity <severity>', 'minimum severity').choices([...SEVERITIES]).default('info'))
    .addOption(new Option('--module <module...>', 'only these modules').choices([...MODULES]))
    .option(...JSON_FLAG)
    .action(addWebhook)
  return webhook
}

/** `name=value`, split at the first equals sign. */
const pairs = (all: string[] = []): Record<string, string> =>
  Object.fromEntries(all.map((pair) => [pair.split('=', 1)[0]!, pair.slice(pair.indexOf('=') + 1)]))

async function addWebhook(url: string, options: AddOptions): Promise<void> {
  const created = await withDatabase(async (db, environment) => {
    const webhook = {
      site_id: await chosenSiteId(db, options),
      name: options.name ?? URL.parse(url)?.host ?? url,
      url,
      format: options.format,
      format_options: pairs(options.option),
      headers: pairs(options.header),
      events: options.event ?? [...DEFAULT_EVENTS],
      min_severity: options.minSeverity,
      modules: options.module ?? [],
      tags: [],
    }
    const protection = { policy: environment.addressPolicy, encryptionKey: encryptionKeyOf(environment) }
    return createWebhook(db, webhook, protection, BY_COMMAND, systemClock())
  })
  print(created, `Added webhook ${created.id}.\nSecret: ${created.secret}`, options)
}
