import type { WeeklyReport } from '../../core/reports/weekly-reports.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { actionButton, form } from '../frame/forms/forms.ts'
import { NOTIFICATIONS } from '../frame/page/navigation.ts'
import type { Reader } from '../frame/page/reader.ts'
import { card, icon } from '../frame/parts/page-parts.ts'

interface Weekly {
  /** The report on the page. */
  shown: Pick<WeeklyReport, 'kind' | 'site_id' | 'tag'>
  /** Those that the person gets. */
  own: readonly WeeklyReport[]
  hasMail: boolean
}

/** Whether the person gets this report every Monday, and which others. */
export function weeklyCard(reader: Reader, { shown, own, hasMail }: Weekly): Html {
  const { t, csrf } = reader
  const { weekly: words } = t.reports
  const here = own.find(
    ({ kind, site_id, tag }) => kind === shown.kind && site_id === shown.site_id && tag === shown.tag,
  )
  const others = own.filter((one) => one !== here)
  return html`<div class="not-printed">${card(
    words.title,
    html`<p class="meta">${words.hint}</p>
    ${
      here !== undefined
        ? html`<div class="beside"><p>${icon('mail')} ${words.isOn}</p>${stopButton(reader, here)}</div>`
        : hasMail
          ? form(
              { action: `/reports/${shown.kind}/weekly`, csrf },
              html`<input type="hidden" name="site" value="${shown.site_id ?? 'all'}"><input type="hidden" name="tag" value="${shown.tag ?? ''}"><button>${icon('mail')}${words.add}</button>`,
            )
          : html`<p>${words.noMail} <a href="${NOTIFICATIONS}/email">${words.toMail}</a></p>`
    }
    ${others.length === 0 ? null : html`<h3>${words.others}</h3><ul class="plain">${others.map((one) => html`<li class="beside"><a href="${addressOf(one)}">${nameOf(reader, one)}</a>${stopButton(reader, one)}</li>`)}</ul>`}`,
  )}</div>`
}

function addressOf({ kind, site_id, tag }: WeeklyReport): string {
  const query = new URLSearchParams({ site: String(site_id ?? 'all') })
  if (tag !== null) query.set('tag', tag)
  return `/reports/${kind}?${query}`
}

function nameOf({ t, sites }: Reader, { kind, site_id, tag }: WeeklyReport): string {
  const site = site_id === null ? undefined : sites.find(({ id }) => id === site_id)?.name
  return [t.reports.kinds[kind].name, ...(site === undefined ? [] : [site]), ...(tag === null ? [] : [tag])].join(' · ')
}

const stopButton = (reader: Reader, one: WeeklyReport): Content =>
  actionButton(
    {
      action: `/reports/weekly/${one.id}/removal`,
      csrf: reader.csrf,
      label: reader.t.reports.weekly.stopOf(nameOf(reader, one)),
      inPlace: false,
    },
    reader.t.reports.weekly.stop,
  )
