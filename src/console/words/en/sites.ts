import { HELD } from '../../../platform/held-by-site.ts'
import { plural } from '../plural.ts'

const count = plural('en')
const readings = (n: number): string => count(n, { one: '# reading', other: '# readings' })

export const sites = {
  title: 'Sites',
  all: 'All my sites',
  choose: 'Choose a site',
  name: 'Name',
  nameHint: 'A ward, a hall, a customer, a home.',
  notes: 'Notes',
  devices: 'Devices',
  add: 'Add site',
  addHint: 'A site has its own devices, alerts and people. People with a role everywhere see all sites.',
  about: 'About',
  save: 'Save',
  members: 'People',
  membersHint: 'People with a role everywhere see this site too; they are not listed here.',
  noMembers: 'Nobody has a role in this site alone.',
  person: 'Person',
  role: 'Role',
  changeRole: 'Change role',
  leave: 'Remove',
  leaveLabel: (name: string) => `Remove ${name} from this site`,
  addTo: 'Add to a site',
  leaveFrom: (name: string) => `Remove from ${name}`,
  addMember: 'Add somebody',
  email: 'Email',
  emailHint: 'Somebody new gets an invitation.',
  invite: 'Add',
  limits: {
    title: 'Limits of readings',
    hint: 'Readings beyond a limit are refused until the minute has room again. Those that call for help never are.',
    device: 'Each device, a minute',
    site: 'All devices together, a minute',
    empty: (most: number) =>
      most === 0 ? 'Empty or 0: no limit' : `Empty: ${most}, as the installation says. 0: no limit`,
    ofDevice: (most: number) => `Each device may send ${readings(most)} a minute.`,
    ofSite: (most: number) => `All devices together may send ${readings(most)} a minute.`,
    save: 'Save limits',
  },
  retention: {
    title: 'Retention',
    hint: 'Readings are deleted month by month, once all of a month is older. Hourly sums, alerts and incidents are kept.',
    days: 'Keep readings for',
    unit: 'days',
    empty: (days: number | null) =>
      days === null ? 'Empty: forever, as the installation says' : `Empty: ${days}, as the installation says`,
    loss: (lost: number, isMore: boolean, before: string) =>
      `${isMore ? 'More than ' : ''}${readings(lost)} from before ${before} would be deleted for good.`,
    confirm: 'Delete them and save',
    save: 'Save retention',
  },
  delete: 'Delete site',
  deleteHint:
    'It can be deleted once it has no devices, rules, geofences, silences, webhooks, schedules or policies of its own.',
  held: HELD,
  move: {
    title: 'Site',
    here: (site: string) => `This device belongs to ${site}.`,
    to: 'To',
    move: 'Move with its history',
    moveHint: (from: string) =>
      `People of the new site see its whole past. People of ${from} no longer do. Readings older than the new site keeps are deleted.`,
    handOver: 'Hand over to other people',
    handOverHint:
      'Makes a new device there with the same settings and token. The past stays here, and this device is disabled.',
  },
  see: {
    title: (name: string) => `What can ${name} see?`,
    everywhere: (role: string) => `${role} in all sites, through the role everywhere`,
    site: (role: string, devices: number) => `${role}, as a member; ${devices} ${devices === 1 ? 'device' : 'devices'}`,
    nothing: 'Nothing: no role everywhere, and no site.',
  },
  settings: {
    one: 'All devices belong to one site. With a second site, people can be limited to the devices of their own.',
    open: 'Sites',
  },
  done: {
    created: 'Site added.',
    saved: 'Saved.',
    deleted: 'Site deleted.',
    added: 'Added.',
    removed: 'Removed.',
    moved: 'Moved, with its history.',
    handedOver: 'Handed over. This is the new device.',
  } as Record<string, string>,
}
