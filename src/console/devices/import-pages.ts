import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { DeviceFileError, type DeviceRow, readDeviceFile } from '../../admin/device-file.ts'
import { refuseTakenNames } from '../../admin/refuse-taken-names.ts'
import { changeBy } from '../../audit-log/record-change.ts'
import { addDevices } from '../../devices/add-devices.ts'
import { PlainText } from '../../platform/http/shapes.ts'
import type { ConsoleContext } from '../console-context.ts'
import { EMPTY } from '../shell/forms.ts'
import { showPage } from '../shell/show-page.ts'
import { takeForm } from '../shell/take-form.ts'
import { visitOf } from '../shell/visit.ts'
import { importedView, importPreview, importView } from './import-view.ts'

/** Some thousands of devices. */
const FILE_LIMIT_BYTES = 1024 * 1024

/** Devices from a file: looked at first, then added, all or none. */
export const importPages: FastifyPluginAsyncTypebox<ConsoleContext> = async (server, { db, now }) => {
  async function rowsIn(csv: string): Promise<DeviceRow[]> {
    const rows = await readDeviceFile('CSV', csv)
    await refuseTakenNames(db, 'CSV', rows)
    return rows
  }

  showPage(server, {
    path: '/devices/import',
    policy: 'operator',
    show: async (visit) => importView(visit, EMPTY, []),
  })

  takeForm(server, {
    path: '/devices/import',
    policy: 'operator',
    bodyLimit: FILE_LIMIT_BYTES,
    body: Type.Object({
      csv: PlainText({ maxLength: FILE_LIMIT_BYTES }),
      step: Type.Optional(Type.Enum(['check', 'add'])),
    }),
    async submit(request, { csv, step }, reply) {
      const visit = visitOf(request)
      try {
        const rows = await rowsIn(csv)
        if (step !== 'add' || rows.length === 0) {
          return rows.length === 0 ? importView(visit, EMPTY, []) : importPreview(visit, csv, rows)
        }
        const devices = rows.map(({ device }) => device)
        const added = await addDevices(db, devices, changeBy(request), now())
        reply.code(201)
        return importedView(visit, added)
      } catch (error) {
        if (!(error instanceof DeviceFileError)) throw error
        reply.code(400)
        return importView(visit, { ...EMPTY, values: { csv } }, error.faults)
      }
    },
    again: (request, state) => importView(visitOf(request), state, []),
  })
}
