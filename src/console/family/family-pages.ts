import type { FastifyPluginAsync } from 'fastify'
import { listFamilySummaries, readFamilyPage } from '../../core/family/read-family.ts'
import { mustExist } from '../../platform/errors.ts'
import type { ConsoleContext } from '../console-context.ts'
import { FAMILY_PAGES } from '../frame/page/navigation.ts'
import { showPage } from '../frame/page/pages-and-forms.ts'
import { readerOfDevice } from '../frame/page/reader.ts'
import { familyListView, familyView } from './family-view.ts'

/** A page of each device that was chosen for a relative. Others have none, whatever their role. */
export const familyPages: FastifyPluginAsync<ConsoleContext> = async (server, { db, now }) => {
  showPage(server, 'viewer', 'self', FAMILY_PAGES, {
    async show(reader) {
      const summaries = await listFamilySummaries(db, reader.user, reader.now)
      return summaries.length === 1 ? `${FAMILY_PAGES}/${summaries[0]!.device.id}` : familyListView(reader, summaries)
    },
  })

  showPage(server, 'viewer', 'self', `${FAMILY_PAGES}/:id`, {
    async show(reader, { params }) {
      const page = mustExist('Device', await readFamilyPage(db, reader.user, Number(params.id), now()))
      return familyView(readerOfDevice(reader, page.device.metrics), page)
    },
  })
}
