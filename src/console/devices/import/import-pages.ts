import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { changeBy } from '../../../core/audit-log/record-change.ts'
import { addDevices } from '../../../core/devices/add-devices.ts'
import { DeviceFileError, readDeviceFile } from '../../../core/devices/device-csv.ts'
import { importableRows } from '../../../core/devices/refuse-taken-names.ts'
import { PlainText } from '../../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { EMPTY_FORM } from '../../frame/forms/forms.ts'
import { showPage, takeForm } from '../../frame/page/pages-and-forms.ts'
import { readerOf } from '../../frame/page/reader.ts'
import { importedView, importPreview, importView } from './import-view.ts'

/** Room for some thousands of devices. */
const FILE_LIMIT_BYTES = 1024 * 1024

/** Import of devices from a file: previewed first, then added, all or none. */
export const importPages: FastifyPluginAsyncTypebox<ConsoleContext> = async (server, { db, now }) => {
  showPage(server, 'operator', 'site', '/devices/import', {
    show: async (reader) => importView(reader, EMPTY_FORM, []),
  })

  takeForm(server, 'operator', 'site', '/devices/import', {
    bodyLimit: FILE_LIMIT_BYTES,
    body: Type.Object({
      csv: PlainText({ maxLength: FILE_LIMIT_BYTES }),
      step: Type.Optional(Type.Enum(['check', 'add'])),
    }),
    async submit(request, { csv, step }, reply) {
      const reader = readerOf(request)
      try {
        const rows = await importableRows(db, reader.reach, 'CSV', await readDeviceFile('CSV', csv))
        if (step !== 'add' || rows.length === 0) {
          return rows.length === 0 ? importView(reader, EMPTY_FORM, []) : importPreview(reader, csv, rows)
        }
        const devices = rows.map(({ device }) => device)
        const added = await addDevices(db, devices, changeBy(request), now())
        reply.code(201)
        return importedView(reader, added)
      } catch (error) {
        if (!(error instanceof DeviceFileError)) throw error
        reply.code(400)
        return importView(reader, { ...EMPTY_FORM, values: { csv } }, error.faults)
      }
    },
    again: (request, state) => importView(readerOf(request), state, []),
  })
}
