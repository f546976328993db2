import type { AddedDevice } from '../../../core/devices/add-devices.ts'
import { type DeviceRow, type LineFault, OPTIONAL_COLUMNS } from '../../../core/devices/device-csv.ts'
import { sentenceOf } from '../../../platform/error-messages/reasons.ts'
import { csvLine } from '../../../platform/files/csv.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { type FormState, form, formMessage, textArea } from '../../frame/forms/forms.ts'
import { dataTable } from '../../frame/lists/data-table.ts'
import { shell } from '../../frame/page/layout.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { moduleName } from '../../frame/parts/badges.ts'
import { codeBlock, icon } from '../../frame/parts/page-parts.ts'
import { fieldColumns } from '../settings/device-form.ts'

const SAMPLE = `name,module,tags,expected_interval_s,notes
Boiler room,factory,plant;cellar,60,Beside the door
Truck 21,fleet,long-haul,30,
`
const FAULTS_SHOWN = 20
const ROWS_SHOWN = 20

const importPage = (reader: Reader, title: string, content: Content): Html =>
  shell(
    reader,
    { title, place: 'devices', trail: [{ name: reader.t.shared.places.devices, address: '/devices' }] },
    content,
  )

/** The form for a file or its text, with the faults found. */
export function importView(reader: Reader, state: FormState, faults: readonly LineFault[]): Html {
  const { importing: i, shared } = reader.t
  return importPage(
    reader,
    i.title,
    html`
    <div class="wide-narrow">
    <section class="card import">
      ${faultList(reader, faults)}
      ${form(
        { action: '/devices/import', csrf: reader.csrf },
        html`
        ${formMessage(state)}
        <div class="field" hidden><label for="file">${i.file}</label><input type="file" id="file" accept=".csv,.tsv,.txt,text/csv" data-reads-into="csv"></div>
        ${textArea({ name: 'csv', label: i.text, rows: 12 }, state)}
        <p class="buttons"><button class="primary" name="step" value="check">${i.check}</button><a class="button" href="/devices">${shared.cancel}</a></p>`,
      )}
    </section>
    <section class="card">
      <h2>${i.howTitle}</h2>
      <p>${i.how}</p>
      ${codeBlock(SAMPLE, i.sample)}
      <p>${i.columns(OPTIONAL_COLUMNS)}</p>
    </section>
    </div>`,
  )
}

function faultList({ t }: Reader, faults: readonly LineFault[]): Content {
  if (faults.length === 0) return null
  const { importing: i } = t
  return html`
  <div class="notice bad" role="alert">
    <p><strong>${i.nothingAdded}</strong></p>
    <ul>${faults.slice(0, FAULTS_SHOWN).map((fault) => html`<li>${i.line(fault.line)}: ${fault.field === '' ? '' : `${fault.field}: `}${sentenceOf(fault, t.reasons)}</li>`)}</ul>
    ${faults.length > FAULTS_SHOWN ? html`<p>${i.moreFaults(faults.length - FAULTS_SHOWN)}</p>` : null}
  </div>`
}

/** Preview of a valid file. */
export function importPreview(reader: Reader, csv: string, rows: readonly DeviceRow[]): Html {
  const { importing: i, devices, shared } = reader.t
  return importPage(
    reader,
    i.title,
    html`
    ${form(
      { action: '/devices/import', csrf: reader.csrf },
      html`
      <p>${i.wouldAdd(rows.length)}</p>
      <input type="hidden" name="csv" value="${csv}">
      <p class="buttons"><button class="primary" name="step" value="add">${i.add(rows.length)}</button><a class="button" href="/devices/import">${shared.cancel}</a></p>`,
    )}
    ${dataTable({
      caption: i.title,
      rows: rows.slice(0, ROWS_SHOWN),
      key: ({ line }) => line,
      columns: [
        { name: devices.columns.name, kind: 'main', show: ({ device }) => device.name },
        { name: devices.columns.module, show: ({ device }) => moduleName(reader.t, device.module) },
        ...fieldColumns<DeviceRow>(reader, ({ device }) => device),
      ],
    })}
    ${rows.length > ROWS_SHOWN ? html`<p class="meta">${i.moreRows(rows.length - ROWS_SHOWN)}</p>` : null}`,
  )
}

/** The tokens of the new devices, shown once. */
export function importedView(reader: Reader, added: readonly AddedDevice[]): Html {
  const { importing: i } = reader.t
  const head = csvLine(['id', 'name', 'module', 'token'])
  const lines = added.map(({ id, name, module, token }) => csvLine([id, name, module, token]))
  const next = `/devices?done=imported&count=${added.length}`
  return importPage(
    reader,
    i.addedTitle(added.length),
    html`
    <section class="card" data-shown-once="${next}">
      <p class="notice warn">${i.tokensOnce}</p>
      <div data-secret id="tokens">${codeBlock([head, ...lines].join(''), reader.t.account.tokens.token)}</div>
      <p class="buttons">
        <button type="button" class="primary" data-keeps="#tokens code" data-name="tokens.csv" hidden>${icon('download')}${i.keep}</button>
        <a class="button" href="${next}">${reader.t.shared.stored}</a>
      </p>
    </section>`,
  )
}
