import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Person, startApp, type TestApp } from '../harness/app.ts'
import { callWith, openBrowser, tokenOf } from '../harness/browser.ts'
import { type MailServer, startMailServer } from '../harness/mail-server.ts'
import { type NtfyServer, startNtfyServer } from '../harness/ntfy-server.ts'
import { addPerson } from '../harness/people.ts'

const METHODS = '/api/mobile/me/contact-methods'
const SCHEDULES = '/api/admin/schedules'
/** A Monday morning in the week whose Sunday has 25 hours in Berlin. */
const MONDAY = new Date('2026-10-19T04:30:00.000Z')

interface Carer {
  name: string
  id: number
  call: Person
}

interface Message {
  name: string
  text: string
}

interface Home {
  app: TestApp
  admin: Person
  carers: Record<'Ana' | 'Boris' | 'Clara' | 'Dora', Carer>
  /** All messages so far, with the person who got them. */
  received: () => Message[]
}

/** A home with four carers: three have a mail address, and Dora the app of ntfy. */
async function openHome(t: TestContext): Promise<Home> {
  const [mail, ntfy] = [await startMailServer(t), await startNtfyServer(t)]
  const env = { SMTP_URL: mail.url, SMTP_FROM: 'Tocsin <alerts@example.org>', NTFY_URL: ntfy.url }
  const app = await startApp(t, { startsAt: MONDAY, env })
  const topics = new Map<string, string>()
  const carer = async (name: 'Ana' | 'Boris' | 'Clara' | 'Dora'): Promise<Carer> => {
    const email = `${name.toLowerCase()}@example.org`
    const { id } = await addPerson(app.service.db, email, 'operator', app.now())
    await app.rows('update users set name = $1 where id = $2', [name, id])
    const token = await tokenOf(app, email)
    const call = Object.assign(
      (method: string, path: string, body?: unknown) => callWith(app, token, method, path, body),
      {
        ...{ email, authorization: `Bearer ${token}` },
      },
    ) as Person
    if (name === 'Dora') topics.set(await addNtfy(app, call, ntfy), name)
    else await addMail(app, call, mail, email)
    return { name, id, call }
  }
  const carers = {
    Ana: await carer('Ana'),
    Boris: await carer('Boris'),
    Clara: await carer('Clara'),
    Dora: await carer('Dora'),
  }
  const nameOf = new Map(Object.values(carers).map(({ name, call }) => [call.email, name]))
  const all: Message[] = []
  let [mails, pushed] = [0, 0]
  return {
    ...{ app, carers, admin: await app.logIn('admin') },
    received() {
      for (const { to, mail: one } of mail.mails.slice(mails)) {
        all.push({ name: nameOf.get(to[0]!)!, text: `${one.subject}\n${one.text}` })
      }
      for (const { body } of ntfy.messages.slice(pushed)) {
        all.push({ name: topics.get(body.topic)!, text: `${body.title}\n${body.message}` })
      }
      ;[mails, pushed] = [mail.mails.length, ntfy.messages.length]
      return [...all]
    },
  }
}

async function addMail(app: TestApp, call: Person, mail: MailServer, address: string): Promise<void> {
  const { id } = (await call('POST', METHODS, { kind: 'email', address })).body.data
  await app.runJobs()
  const [code] = /\b\d{6}\b/.exec(mail.mails.at(-1)!.mail.subject!)!
  assert.equal((await call('POST', `${METHODS}/${id}/verification`, { code })).status, 200)
}

/** Returns the topic. */
async function addNtfy(app: TestApp, call: Person, ntfy: NtfyServer): Promise<string> {
  const { id, topic } = (await call('POST', METHODS, { kind: 'ntfy', details: 'full' })).body.data
  await call('POST', `${METHODS}/${id}/code`)
  await app.runJobs()
  const [code] = /\b\d{6}\b/.exec(`${ntfy.messages.at(-1)!.body.title} ${ntfy.messages.at(-1)!.body.message}`)!
  assert.equal((await call('POST', `${METHODS}/${id}/verification`, { code })).status, 200)
  return topic
}

/** Three shifts a day, made with the pattern of the console. */
async function makeSchedule({ app, admin, carers }: Home): Promise<number> {
  const browser = openBrowser(app.url)
  await browser.logIn(admin.email)
  await browser.go('/on-call/new')
  const fields = { pattern: 'three_shifts', name: 'Care home', time_zone: 'Europe/Berlin' }
  const people = {
    who_early: carers.Ana.call.email,
    who_late: carers.Boris.call.email,
    who_night: carers.Clara.call.email,
  }
  const times = { at_early: '06:00', at_late: '14:00', at_night: '22:00' }
  const preview = await browser.send('/on-call', { ...fields, ...people, ...times, what: 'preview' })
  assert.match(preview.text, /No gaps: somebody is always on call/)
  const made = await browser.send('/on-call', { ...fields, ...people, ...times, what: 'save' })
  const [, id] = /^\/on-call\/(\d+)\?done=created$/.exec(made.path)!
  return Number(id)
}

/** Boris and Ana swap on Wednesday; Clara is ill from Friday evening on, and Dora has her nights. */
async function changeShifts({ admin, carers: { Ana, Boris, Clara, Dora } }: Home, id: number): Promise<void> {
  const swap = { from: '2026-10-21T14:00:00+02:00', to: '2026-10-21T22:00:00+02:00' }
  const early = { from: '2026-10-21T06:00:00+02:00', to: '2026-10-21T14:00:00+02:00' }
  const swapped = { user_id: Boris.id, replaces: Ana.id, ...early, swap }
  const ill = {
    user_id: Dora.id,
    replaces: Clara.id,
    from: '2026-10-23T18:00:00+02:00',
    to: '2026-10-26T06:00:00+01:00',
  }
  for (const body of [swapped, ill]) {
    assert.equal((await admin('POST', `${SCHEDULES}/${id}/overrides`, body)).status, 201)
  }
}

/** Hand-overs of the week, and who begins then. */
function handOvers(): { at: number; before: string; after: string }[] {
  const shifts = [6, 14, 22].map((hour, place) => ({ hour, name: ['Ana', 'Boris', 'Clara'][place]! }))
  const all = Array.from({ length: 7 }, (_, day) => shifts.map(({ hour, name }) => ({ day, hour, name }))).flat()
  const planned = all.map(({ day, hour, name }) => {
    // Wednesday is the third day, and Friday the fifth. After the night to Sunday, Berlin is an hour ahead, not two.
    const ahead = day > 5 ? 1 : 2
    const isSwapped = day === 2 && hour !== 22
    const isIll = day >= 4 && hour === 22
    const who = isSwapped ? (name === 'Ana' ? 'Boris' : 'Ana') : isIll ? 'Dora' : name
    return { at: Date.UTC(2026, 9, 19 + day, hour - ahead), who }
  })
  return planned.slice(1).map(({ at, who }, place) => ({ at, before: planned[place]!.who, after: who }))
}

test('in a care home with three shifts, a swap and an illness, whoever is on call is told, and nobody else, also in the night with 25 hours', async (t) => {
  const home = await openHome(t)
  const { app, admin, received } = home
  const id = await makeSchedule(home)
  await changeShifts(home, id)
  const goTo = async (at: number) => {
    app.setClock({ seconds: (at - app.now().getTime()) / 1_000 })
    await app.runJobs()
  }
  const expected = new Map<string, string>()
  /** Somebody falls: the incident rings for one person, and is resolved. */
  const fall = async (at: number, name: string) => {
    await goTo(at)
    const title = `Fall at ${new Date(at).toISOString()}`
    const made = await admin('POST', '/api/mobile/incidents', { title, severity: 'critical' })
    assert.equal(made.status, 201)
    await app.runJobs()
    assert.deepEqual([...new Set(toldOf(received(), title))], [name], title)
    await admin('POST', `/api/mobile/incidents/${made.body.data.incident_id}/resolution`)
    expected.set(title, name)
  }
  /** Messages about shifts in the minute before a hand-over, and at it. */
  const news: string[] = []
  const listen = async (at: number) => {
    const before = received().length
    await goTo(at)
    for (const { name, text } of received().slice(before)) {
      const [title] = text.split('\n')
      if (/on call/i.test(title!)) news.push(`${day(at)} ${name}: ${title}`)
    }
  }
  const changes = handOvers()
  for (const { at, before, after } of changes) {
    if (at === Date.UTC(2026, 9, 25, 5)) {
      // Clocks show 02:00 to 03:00 twice.
      for (const minutes of [-90, -60, -30, 0, 30, 59, 60])
        await fall(Date.UTC(2026, 9, 25, 1) + minutes * 60_000, 'Dora')
    }
    // Tuesday and Thursday are as Monday is.
    const isLike = ['20', '22'].includes(day(at).slice(0, 2))
    if (!isLike) await fall(at - 60_000, before)
    await listen(at)
    if (!isLike) await fall(at, after)
    assert.deepEqual(
      news.filter((line) => line.startsWith(day(at)) && !line.includes('On call for')).toSorted(),
      [
        `${day(at)} ${after}: You are on call: Care home`,
        `${day(at)} ${before}: You are no longer on call: Care home`,
      ].toSorted(),
    )
  }
  // A day before what is not as on the day before: the swap, and the illness. Of usual shifts nobody is reminded.
  assert.deepEqual(
    news.filter((line) => line.includes('On call for')),
    [
      '20T12:00 Ana: On call for Care home from Wed 21 Oct, 12:00 UTC',
      '21T12:00 Boris: On call for Care home from Thu 22 Oct, 12:00 UTC',
      '22T20:00 Dora: On call for Care home from Fri 23 Oct, 20:00 UTC',
      '25T21:00 Clara: On call for Care home from Mon 26 Oct, 21:00 UTC',
    ],
  )
  // Nobody was told later either.
  for (const [title, name] of expected) assert.deepEqual([...new Set(toldOf(received(), title))], [name])
  const { data } = (await admin('GET', '/api/mobile/on-call')).body
  assert.deepEqual(data[0].gaps, [])
})

const day = (at: number): string => new Date(at).toISOString().slice(8, 16)

const toldOf = (messages: readonly Message[], title: string): string[] =>
  messages.filter(({ text }) => text.includes(title)).map(({ name }) => name)
