import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { userOf } from '../../../core/people/credentials/caller.ts'
import {
  DEFAULT_PREFERENCES,
  DEVICE_COLUMNS,
  type DeviceColumn,
  PreferencesShape,
  savePreferences,
} from '../../../core/people/preferences/preferences.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { takeForm } from '../../frame/page/pages-and-forms.ts'
import { readerOf } from '../../frame/page/reader.ts'
import { safeReturn } from '../../frame/page/return-to.ts'
import { showDevices } from './devices-page.ts'

const To = Type.String({ maxLength: 2_000 })
const Name = Type.Enum([...DEVICE_COLUMNS])

/** Preferences of the list of devices: row height and columns. */
export const listPreferences: FastifyPluginAsyncTypebox<ConsoleContext> = async (server, { db, now }) => {
  const again = (request: FastifyRequest) => showDevices(db, { ...readerOf(request), address: '/devices' }, {}, now())

  takeForm(server, 'viewer', 'self', '/devices/rows', {
    body: Type.Object({ density: PreferencesShape.properties.density, to: To }),
    async submit(request, { density, to }) {
      await savePreferences(db, userOf(request).id, { density })
      return safeReturn(to)
    },
    again,
  })

  takeForm(server, 'viewer', 'self', '/devices/columns', {
    body: Type.Object({
      columns: Type.Optional(Type.Union([Name, Type.Array(Name, { maxItems: DEVICE_COLUMNS.length })])),
      usual: Type.Optional(Type.Literal('yes')),
      to: To,
    }),
    async submit(request, { columns = [], usual, to }) {
      const chosen = [columns].flat() as DeviceColumn[]
      const { device_columns } = usual === 'yes' ? DEFAULT_PREFERENCES : { device_columns: chosen }
      await savePreferences(db, userOf(request).id, { device_columns })
      return safeReturn(to)
    },
    again,
  })
}
