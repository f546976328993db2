/** Texts of notifications in English. Names and titles in them are given as they are shown. */
export const en = {
  locale: 'en-GB',
  buttons: { acknowledge: 'Acknowledge', resolve: 'Resolve', call: 'Call for help' },
  severities: { critical: 'Critical', warning: 'Warning', info: 'Info' },
  /** All that minimal details say of an incident. */
  incidents: {
    critical: (id: number) => `Critical incident ${id}`,
    warning: (id: number) => `Incident ${id} (warning)`,
    info: (id: number) => `Incident ${id} (info)`,
  },
  open: { one: 'Open to see it.', many: 'Open to see them.' },
  kinds: { push: 'Push', email: 'E-mail', ntfy: 'ntfy', telegram: 'Telegram', webhook: 'Webhook' },
  howSince: (severity: string, time: string) => `${severity}, since ${time}`,
  step: (step: number, steps: number) => `Step ${step} of ${steps}`,
  stillOpen: 'Still open.',
  cleared: {
    minimal: (incident: string) => `${incident}, cleared`,
    text: (time: string, duration: string) => `Clear since ${time}, after ${duration}. Not yet resolved.`,
  },
  update: {
    minimal: (incident: string) => `${incident}: new alerts`,
    minimalRose: (incident: string) => `${incident}: severity raised`,
    news: 'New alerts.',
    rose: 'Severity raised.',
  },
  acknowledged: {
    minimal: (incident: string) => `${incident} acknowledged`,
    news: (by: string) => `${by} is on it.`,
    snoozed: (by: string, until: string) => `Snoozed by ${by} until ${until}.`,
  },
  resolved: {
    minimal: (incident: string) => `${incident} resolved`,
    title: (what: string) => `${what}, resolved`,
    by: (name: string, duration: string) => `Resolved by ${name} after ${duration}.`,
    byItself: (duration: string) => `Auto-resolved after ${duration}.`,
  },
  reopened: {
    minimal: (incident: string) => `${incident} reopened`,
    person: (name: string) => `Reopened by ${name}.`,
    alert: 'Fired again.',
    lapsed: 'Acknowledged, but not resolved in time.',
  },
  call: {
    minimal: (incident: string) => `${incident}: you are asked for help`,
    by: (name: string) => `${name} asks for help.`,
    withNote: (name: string, note: string) => `${name} asks for help: ${note}`,
    /** The button of who is called. */
    coming: 'I am coming',
  },
  coming: {
    minimal: (incident: string) => `${incident}: help is coming`,
    news: (by: string) => `${by} is coming.`,
  },
  assigned: {
    minimal: (incident: string) => `${incident} assigned to you`,
    by: (name: string) => `${name} has assigned it to you.`,
  },
  digest: {
    minimal: { critical: 'Critical incidents', warning: 'Incidents (warning)', info: 'Incidents (info)' },
    title: (count: number, critical: number) =>
      critical === 0 ? `${count} incidents` : `${count} incidents, ${critical} critical`,
    quietHours: 'During your quiet hours:',
    more: (count: number) => `and ${count} more`,
  },
  answers: {
    minimal: {
      acknowledged: 'Incidents acknowledged',
      resolved: 'Incidents resolved',
      assigned: 'Incidents assigned to you',
    },
    acknowledged: (by: string, count: number) => `${by} has ${count} incidents`,
    resolved: (count: number) => `${count} incidents resolved`,
    assigned: (by: string, count: number) => `${by} has assigned ${count} incidents to you`,
    by: (name: string) => `Resolved by ${name}`,
    byItself: 'Auto-resolved',
  },
  nobodyTold: {
    minimal: (incident: string) => `${incident}: nobody notified`,
    news: 'Nobody was notified.',
    text: 'No notification about this incident was accepted by any service.',
  },
  methodBroken: {
    minimal: 'A contact method is broken',
    title: (label: string) => `Contact method broken: ${label}`,
    text: (kind: string) => `${kind} no longer accepts messages for it. Add it again, or delete it.`,
    hidden: 'Its service no longer accepts messages for it. Add it again, or delete it.',
  },
  test: { title: 'Test message from Tocsin', text: (label: string) => `“${label}” works.` },
  verification: {
    title: (code: string) => `${code} is your code for Tocsin`,
    text: (minutes: number) =>
      `Enter it within ${minutes} minutes to receive notifications here. If you did not request it, ignore this message.`,
  },
  bot: {
    connected: 'Connected. Notifications arrive here from now on.',
    deadLink: 'This link does not work any more. Add Telegram again under “My notifications”.',
    deadButton: 'This button does not work any more.',
    acknowledged: 'You have it. Nobody else is notified.',
    coming: 'Whoever called you knows that you are coming.',
    resolved: 'Resolved.',
    over: 'It is resolved already.',
    merged: 'It is part of another incident now. Open the link to see which.',
    viewOnly: 'Your role may only view incidents.',
  },
  handover: {
    begins: 'You are on call',
    ended: 'You are no longer on call',
    of: (title: string, schedule: string) => `${title}: ${schedule}`,
    until: (time: string) => `Until ${time}`,
    before: (name: string) => `Before you: ${name}`,
    after: (name: string) => `On call now: ${name}`,
  },
  reminder: {
    minimal: 'Your on-call shift begins soon',
    title: (schedule: string, time: string) => `On call for ${schedule} from ${time}`,
  },
  gap: {
    minimal: 'Nobody is on call for some time',
    title: (schedule: string) => `Nobody is on call: ${schedule}`,
    fromTo: (from: string, to: string) => `Nobody is on call from ${from} to ${to}.`,
    from: (from: string) => `Nobody is on call from ${from} on.`,
    daily: 'It is the same at this time on other days.',
  },
  unreachable: {
    minimal: 'Somebody on call cannot be notified',
    title: (name: string, schedule: string) => `${name} cannot be notified: ${schedule}`,
    fromTo: (name: string, from: string, to: string) =>
      `${name} is on call from ${from} to ${to}, but has no verified contact method.`,
    from: (name: string, from: string) => `${name} is on call from ${from} on, but has no verified contact method.`,
  },
}

type Texts<Given> = Given extends (...values: infer Values) => string
  ? (...values: Values) => string
  : Given extends string
    ? string
    : { [Name in keyof Given]: Texts<Given[Name]> }

/** The same texts in any language. */
export type MessageTexts = Texts<typeof en>
