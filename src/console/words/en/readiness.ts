export const readiness = {
  title: 'Readiness',
  what: 'Would anyone be notified of an incident? Problems come first.',
  /** Links to where each problem is solved. */
  links: {
    notifications: 'My notifications',
    address: 'Set the URL',
    heartbeat: 'Set the heartbeat',
    policies: 'Escalation policies',
    onCall: 'On call',
  },
  fine: 'No problems found. Still, send yourself a test message now and then.',
  question: 'What would happen if this device failed?',
  ask: 'Show',
  people: 'People and their contact methods',
  problems: {
    outbound_off: {
      title: 'Nothing is sent',
      todo: 'This service was started as a copy that sends nothing, as after a test of a backup: no notification and no webhook leaves it. Whoever operates it has to start it without that on the service that people rely on.',
    },
    nobody_reachable: {
      title: 'Nobody can be notified yet',
      todo: 'Nobody has a verified contact method, so no escalation starts. Everybody adds their own under My notifications: a browser or phone, an email address, ntfy or Telegram.',
    },
    critical_reaches_nobody: {
      title: 'A critical incident would reach nobody',
      todo: 'None of the people in the steps below can be reached. Let them add a contact method, or add others to the escalation policy.',
    },
    on_call_gap: {
      title: 'A schedule reaches nobody for some of the next seven days',
      todo: 'Nobody is on call then, or only the person named, who has no verified contact method or a disabled account. They add a contact method under My notifications, or somebody else takes the shift.',
    },
    no_public_url: {
      title: 'Links lead to the reader’s own machine',
      todo: 'The URL of this service is local: no phone can subscribe to push messages, and links in messages do not work. Set the https URL at which people reach it.',
    },
    public_url_insecure: {
      title: 'Push messages need https',
      todo: 'The URL of this service is plain http, so no browser can subscribe. Put it behind a proxy with https, and set the URL of that.',
    },
    no_heartbeat: {
      title: 'If this machine dies, nobody will notice',
      todo: 'Create a check with a period of 1 minute and a grace time of 5 minutes at a service elsewhere, such as healthchecks.io or Uptime Kuma on another machine, and set its ping URL under Settings. Tocsin requests it every minute while alerts can reach people; when it stops, the other service raises the alarm.',
    },
    person_unreachable: {
      title: 'People without a verified contact method',
      todo: 'They are not notified until they add one under My notifications.',
    },
  },
  form: {
    device: 'Device',
    deviceHint: 'Name or #ID. Empty: any device without a policy of its own.',
    severity: 'Severity',
    at: 'Time',
    zone: (zone: string) => `In ${zone}.`,
  },
  rehearsal: {
    policy: (name: string) => `Policy “${name}”, if nobody answers:`,
    step: (n: number) => `Step ${n}`,
    emptyStep: 'Nobody. The next step is taken at once.',
    givenUp: (rounds: number) =>
      rounds === 1
        ? 'The escalation gives up after one round.'
        : `The escalation gives up after ${rounds} rounds of these steps.`,
    nobodyTold: 'The escalation ends. Nobody was notified, so every administrator is notified by every method.',
    held: (until: string) => `held until ${until} (quiet hours)`,
    whyNot: {
      no_method: 'not notified: no verified contact method',
      min_severity: 'not notified: only wants higher severities',
    },
    nobody: 'Nobody would be notified.',
    info: 'Nobody. Info never notifies anybody.',
    noRounds: 'Nobody. The policy takes no rounds for this severity.',
  },
  kinds: { push: 'Push', email: 'Email', ntfy: 'ntfy', telegram: 'Telegram', webhook: 'Webhook' },
  columns: {
    person: 'Person',
    role: 'Role',
    verified: 'Verified',
    broken: 'Broken',
    lastOk: 'Last accepted message',
  },
}
