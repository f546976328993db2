import { findFormat } from '../../../core/sources/formats/formats.ts'
import { type Html, html } from '../../../platform/html.ts'
import { type FormState, field, filled, form, formMessage } from '../../frame/forms/forms.ts'
import { moduleField } from '../../frame/forms/module-field.ts'
import { siteField } from '../../frame/forms/site-field.ts'
import { shell } from '../../frame/page/layout.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { icon } from '../../frame/parts/page-parts.ts'
import { findSender, SENDER_GROUPS } from './senders.ts'

/** First what people have, then the name of the source. */
export function newSourceView(reader: Reader, wanted: string | undefined, state: FormState): Html {
  const { sources: t } = reader.t
  const sender = findSender(wanted)
  const trail = [{ name: t.title, address: '/sources' }]
  if (sender === null) return shell(reader, { title: t.add, place: 'sources', trail }, picker(reader))
  const { name } = t.senders[sender.name]
  const module = sender.module ?? findFormat(sender.format)!.module
  const shown = filled({ name }, state)
  return shell(
    reader,
    { title: name, place: 'sources', trail: [...trail, { name: t.add, address: '/sources/new' }] },
    html`<section class="card form-card" aria-label="${name}">${form(
      { action: '/sources/new', csrf: reader.csrf, label: name },
      html`
      ${formMessage(state)}
      <input type="hidden" name="sender" value="${sender.name}">
      ${field({ name: 'name', label: reader.t.terms.name, hint: t.nameHint, maxlength: 100, autofocus: true }, shown)}
      ${siteField(reader, 'operator', shown, { isShared: false })}
      ${moduleField(reader, { hint: t.moduleHint, chosen: module }, shown)}
      <p class="buttons"><button class="primary">${t.add}</button><a class="button" href="/sources/new">${t.other}</a></p>`,
    )}</section>`,
  )
}

/** Cards in groups; each is a link. */
const picker = ({ t }: Reader): Html => html`
<section class="card stack" aria-label="${t.sources.choose}">
  <p>${t.sources.what}</p>
  ${SENDER_GROUPS.map(
    ({ key, senders }) => html`
  <section class="stack tight" aria-labelledby="senders-${key}">
    <h2 id="senders-${key}" class="small">${t.sources.groups[key]}</h2>
    <ul class="kind-cards">${senders.map(({ name, icon: picture }) => {
      const { name: text, about } = t.sources.senders[name]
      return html`<li><a class="kind-card" href="/sources/new?sender=${name}">${icon(picture)}<span><strong>${text}</strong><span class="hint">${about}</span></span></a></li>`
    })}</ul>
  </section>`,
  )}
  <p class="meta">${t.sources.own} <a href="/devices/new">${t.devices.add}</a></p>
</section>`
