import type { ContactKind } from '../contact-method.ts'
import { outcomeText } from '../outcome-texts.ts'
import type { Channel } from './channel.ts'
import type { PersonalMessage } from './personal-message.ts'

/** A message about a critical incident, with both buttons. */
export const MESSAGE: PersonalMessage = {
  id: '17',
  language: 'en',
  role: 'admin',
  severity: 'critical',
  incident_id: 7,
  title: 'Critical: Gas above 3 ppm & <b>rising</b>',
  subject: 'Gas above 3 ppm – Boiler room (incident 7)',
  text: 'Device: Boiler room\nSince Sun 22 Nov, 13:04 GMT',
  url: 'https://tocsin.example/a/secret',
  action: {
    url: 'https://tocsin.example/a/secret',
    may: ['acknowledge', 'resolve'],
    labels: { acknowledge: 'Acknowledge', resolve: 'Resolve' },
  },
  quiet: false,
  tag: 'incident-7',
  at: new Date('2026-11-22T13:30:00Z'),
  ttl_s: 3_600,
}

/** A channel whose outcomes are in English. */
export const inEnglish = <Kind extends ContactKind>(channel: Channel<Kind>) => ({
  ...channel,
  async send(...message: Parameters<Channel<Kind>['send']>) {
    const { detail, ...outcome } = await channel.send(...message)
    return { ...outcome, detail: outcomeText(detail) }
  },
})
