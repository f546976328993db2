import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { readRulePacks } from '../../../src/core/rules/packs/rule-packs.ts'
import { ITEM_KEYS } from '../../harness/readings.ts'
import { triggersFor } from './triggers.ts'

const SCHEMA = '/usr/share/zabbix-server-pgsql'
/** Ids of a host's items, triggers and functions are its own id with these digits behind it. */
const FIRST_HOST = 100_000
const HUNDRED = 100
const TRAPPER = 2
const [FLOAT, UNSIGNED] = [0, 3]
const WHOLE = ['systolic', 'diastolic', 'heart_rate', 'spo2', 'glucose', 'battery', 'fall_detected', 'panic_pressed']
const [NO_RECOVERY, RECOVERY_EXPRESSION] = [2, 1]
const [ADMIN, HOST_GROUP, WEBHOOK, OWN_ID] = [1, 2, 4, 1_000]

/** Posts the name of the host that has a problem. */
const SCRIPT = `
var about = JSON.parse(value), request = new HttpRequest();
request.addHeader('Content-Type: application/json');
request.post(about.URL, JSON.stringify({ host: about.Host }));
return 'OK';`

/** Fills a new database with Zabbix's schema and these hosts, each with the items and triggers of a health device. */
export async function configureZabbix(connection: pg.ClientConfig, hosts: number, webhookUrl: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    for (const file of ['schema', 'images', 'data']) {
      await client.query(gunzipSync(readFileSync(`${SCHEMA}/${file}.sql.gz`)).toString())
    }
    // The one host that comes with the data: nothing here answers for it.
    await client.query('update hosts set status = 1 where status = 0')
    await addHosts(client, hosts)
    await addTriggers(client, hosts)
    await addAction(client, webhookUrl)
    await client.query('analyze')
  } finally {
    await client.end()
  }
}

async function addHosts(client: pg.Client, hosts: number): Promise<void> {
  await client.query(
    `insert into hosts (hostid, host, name)
     select $1::int + n, 'monitor-' || n, 'Monitor ' || n from generate_series(0, $2::int - 1) as n`,
    [FIRST_HOST, hosts],
  )
  await client.query(
    `insert into hosts_groups (hostgroupid, hostid, groupid)
     select hostid, hostid, $1 from hosts where hostid >= $2`,
    [HOST_GROUP, FIRST_HOST],
  )
  const kinds = ITEM_KEYS.map((key) => (WHOLE.includes(key) ? UNSIGNED : FLOAT))
  await client.query(
    `insert into items (itemid, type, hostid, name, key_, value_type)
     select hostid * ${HUNDRED} + place, $1, hostid, key, key, kind
     from hosts, unnest($2::text[], $3::int[]) with ordinality as item (key, kind, place) where hostid >= $4`,
    [TRAPPER, ITEM_KEYS, kinds, FIRST_HOST],
  )
  await client.query('insert into item_rtdata (itemid) select itemid from items where hostid >= $1', [FIRST_HOST])
}

async function addTriggers(client: pg.Client, hosts: number): Promise<void> {
  const triggers = triggersFor(await readRulePacks())
  let functions = 0
  for (const [place, { name, priority, expression, recovery, functions: used }] of triggers.entries()) {
    const first = functions
    functions += used.length
    // From the number of a function among those of its trigger to the end of its id.
    const numbered = (text: string) =>
      text.replaceAll(/\{(\d+)\}/g, (_, number: string) => `{${String(first + Number(number)).padStart(2, '0')}}`)
    await client.query(
      `insert into triggers (triggerid, description, priority, expression, recovery_expression, recovery_mode)
       select host * ${HUNDRED} + $1::int, $2, $3, replace($4::text, '{', '{' || host),
         replace($5::text, '{', '{' || host), $6
       from generate_series($7::int, $7::int + $8::int - 1) as host`,
      [
        place,
        name,
        priority,
        numbered(expression),
        numbered(recovery ?? ''),
        recovery === null ? NO_RECOVERY : RECOVERY_EXPRESSION,
        FIRST_HOST,
        hosts,
      ],
    )
    for (const [number, { key, name: of, parameter }] of used.entries()) {
      await client.query(
        `insert into functions (functionid, itemid, triggerid, name, parameter)
         select hostid * ${HUNDRED} + $1::int, itemid, hostid * ${HUNDRED} + $2::int, $3, $4
         from items where key_ = $5 and hostid >= $6`,
        [first + number, place, of, parameter, key, FIRST_HOST],
      )
    }
  }
}

/** A message to the administrator by a webhook for every problem. */
async function addAction(client: pg.Client, url: string): Promise<void> {
  const id = OWN_ID
  await client.query(
    `insert into media_type (mediatypeid, type, name, script, maxsessions) values (${id}, ${WEBHOOK}, 'Bench', $1, 0)`,
    [SCRIPT],
  )
  await client.query(
    `insert into media_type_param (mediatype_paramid, mediatypeid, name, value)
     values (${id}, ${id}, 'URL', $1), (${id + 1}, ${id}, 'Host', '{HOST.HOST}')`,
    [url],
  )
  await client.query(
    `insert into media (mediaid, userid, mediatypeid, sendto) values (${id}, ${ADMIN}, ${id}, 'bench');
     insert into actions (actionid, name) values (${id}, 'Bench');
     insert into operations (operationid, actionid) values (${id}, ${id});
     insert into opmessage (operationid, default_msg, subject, message, mediatypeid)
       values (${id}, 0, 'Problem', 'Problem', ${id});
     insert into opmessage_usr (opmessage_usrid, operationid, userid) values (${id}, ${id}, ${ADMIN})`,
  )
}
