import type { Channel } from '../../src/core/contact-methods/channels/channel.ts'
import type { PersonalMessage } from '../../src/core/contact-methods/channels/personal-message.ts'
import { outcomeText } from '../../src/core/contact-methods/outcome-texts.ts'

/** A message about a critical incident, with both buttons. */
export const MESSAGE: PersonalMessage = {
  id: '17',
  language: 'en',
  role: 'admin',
  severity: 'critical',
  incident_id: 7,
  title: 'Boiler & <b>room</b>: Gas above 3 ppm',
  subject: 'Boiler room: Gas above 3 ppm',
  text: 'Critical for 26 min. Hall 4. Do not enter without air.\nStep 1 of 3',
  brief: { title: 'Boiler & <b>room</b>: Gas above 3 ppm', text: 'Critical for 26 min. Hall 4.' },
  block: {
    ...{ who: 'Boiler & <b>room</b>', what: 'Gas above 3 ppm', news: null, how: 'Critical for 26 min' },
    since: 'since 13:04 UTC',
    ...{
      where: 'Hall 4',
      location: { lat: 46.2569, lng: 14.3556 },
      also: null,
      helps: 'Do not enter without air',
      is_over: false,
    },
  },
  url: 'https://tocsin.example/a/secret',
  action: {
    url: 'https://tocsin.example/a/secret',
    may: ['acknowledge', 'resolve'],
    labels: { acknowledge: 'Acknowledge', resolve: 'Resolve', call: 'Call for help' },
  },
  quiet: false,
  tag: 'incident-7',
  at: new Date('2026-11-22T13:30:00Z'),
  ttl_s: 3_600,
}

/** A channel whose outcomes are in English. */
export const inEnglish = <Address>(channel: Channel<Address>) => ({
  ...channel,
  async send(...message: Parameters<Channel<Address>['send']>) {
    const { detail, ...outcome } = await channel.send(...message)
    return { ...outcome, detail: outcomeText(detail) }
  },
})
