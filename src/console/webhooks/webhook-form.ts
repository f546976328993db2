import Type, { type Static } from 'typebox'
import { MODULES } from '../../core/vocabulary/modules.ts'
import { SEVERITIES } from '../../core/vocabulary/severities.ts'
import { DEFAULT_EVENTS, WEBHOOK_EVENTS } from '../../core/webhooks/events/webhook-events.ts'
import {
  checkOption,
  FORMATS,
  formatKind,
  OPTION_NAMES,
  OPTIONS,
  type OptionName,
} from '../../core/webhooks/formats/formats.ts'
import type { WebhookRecord, WebhookSettings } from '../../core/webhooks/webhook.ts'
import { invalidField } from '../../platform/errors.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { NameText, PlainText } from '../../platform/http/schemas/shapes.ts'
import { checkbox, choice, EMPTY_FORM, type FormState, field, textArea } from '../frame/forms/forms.ts'
import { siteField, siteInForm } from '../frame/forms/site-field.ts'
import type { Reader } from '../frame/page/reader.ts'
import { codeBlock } from '../frame/parts/page-parts.ts'
import { SAMPLE_ENVELOPE } from './verification-snippets.ts'

const LINE_LIMIT = 256
const OPTION_LIMIT = 10_000
const PREVIEWED = OPTION_NAMES.filter((name) => OPTIONS[name].preview !== undefined)
const ticks = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, Type.Optional(Type.Literal('yes'))]))
const eventTick = (event: string) => `event:${event}`
const moduleTick = (module: string) => `module:${module}`
const removalTick = (header: string) => `remove:${header}`

/** All fields; each checkbox has its own name. */
export const WebhookForm = Type.Object(
  {
    ...siteInForm,
    name: NameText({ maxLength: 100 }),
    url: PlainText({ minLength: 1, maxLength: 4_096 }),
    format: Type.Enum([...FORMATS]),
    min_severity: Type.Enum([...SEVERITIES]),
    tags: PlainText({ maxLength: 1_100 }),
    headers: PlainText({ maxLength: 20_000 }),
    ...Object.fromEntries(OPTION_NAMES.map((name) => [name, Type.Optional(PlainText({ maxLength: OPTION_LIMIT }))])),
    preview: Type.Optional(Type.Enum(PREVIEWED)),
    ...ticks(WEBHOOK_EVENTS.map(eventTick)),
    ...ticks(MODULES.map(moduleTick)),
    version: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,8}$' })),
  },
  { additionalProperties: Type.Literal('yes') },
)
type WebhookFields = Static<typeof WebhookForm>

/** Converts the form to settings. Throws 400 with the field for anything the schema cannot check. */
export function webhookSettingsIn(fields: WebhookFields) {
  const sent = fields as Record<string, string | undefined>
  const isTicked = (name: string) => sent[name] === 'yes'
  const events = WEBHOOK_EVENTS.filter((event) => isTicked(eventTick(event)))
  if (events.length === 0) throw invalidField('/events', 'no_events')
  const tags = [...new Set(fields.tags.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== '')
  if (tags.length > 20 || tags.some((tag) => tag.length > 50)) {
    throw invalidField('/tags', 'tags_too_many')
  }
  const options = OPTION_NAMES.flatMap((name) => (sent[name] ? [[name, sent[name].trim()]] : []))
  const settings: Omit<WebhookSettings, 'site_id'> = {
    name: fields.name.trim(),
    url: fields.url.trim(),
    format: fields.format,
    events,
    min_severity: fields.min_severity,
    modules: MODULES.filter((module) => isTicked(moduleTick(module))),
    tags,
  }
  return { settings, options: Object.fromEntries(options) as Record<string, string>, headers: headersIn(fields) }
}

/** A value sets a header, null removes it. Throws 400 for an invalid line. */
function headersIn(fields: WebhookFields): Record<string, string | null> {
  const removed = Object.keys(fields).filter((key) => key.startsWith('remove:'))
  const lines = fields.headers.split(/\r?\n/).filter((line) => line.trim() !== '')
  const set = lines.map((line) => {
    const colon = line.indexOf(':')
    if (colon < 1) throw invalidField('/headers', 'headers_form')
    return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
  })
  return Object.fromEntries([...removed.map((key) => [key.slice('remove:'.length), null]), ...set])
}

/** Maps faults inside of a value to their form field. */
export function atFields({ errors, ...state }: FormState): FormState {
  const known = Object.entries(errors).map(([field, text]): [string, string] => {
    const [first = '', second = ''] = field.split('/')
    if (first === 'format_options') return [second, text]
    return first === 'headers' && second !== '' ? ['headers', `${second}: ${text}`] : [first, text]
  })
  return { ...state, errors: Object.fromEntries(known) }
}

/** The fields of a webhook, with stored or submitted values. */
export function webhookFormFields(
  reader: Reader,
  webhook: WebhookRecord | null,
  state: FormState = EMPTY_FORM,
): Content {
  const { t } = reader
  const { form: f } = t.webhooks
  const isSent = Object.keys(state.values).length > 0
  const shown: FormState = {
    ...state,
    values: isSent
      ? state.values
      : { name: webhook?.name ?? '', url: webhook?.url ?? '', tags: webhook?.tags.join(', ') ?? '' },
  }
  const isTicked = (name: string, now: boolean) => (isSent ? shown.values[name] === 'yes' : now)
  const severities = SEVERITIES.map((value) => ({ value, text: t.shared.severities[value] }))
  const formats = FORMATS.map((value) => ({ value, text: t.webhooks.formats[value] }))
  return html`
    ${webhook === null ? null : html`<input type="hidden" name="version" value="${shown.values.version ?? webhook.version}">`}
    ${webhook === null ? siteField(reader, 'admin', shown) : null}
    <div class="pairs-of-fields">
      ${field({ name: 'name', label: t.terms.name, maxlength: 100, hint: f.nameHint, autofocus: webhook === null && (shown.values.name ?? '') === '' }, shown)}
      ${choice({ name: 'format', label: t.webhooks.format, options: formats, chosen: webhook?.format ?? 'envelope' }, shown)}
    </div>
    <div class="wide">${field({ name: 'url', label: t.webhooks.address, type: 'url', hint: f.urlHint, placeholder: 'https://…', isSecret: true }, shown)}</div>
    ${optionFields(reader, webhook, shown)}
    ${eventFields(reader, webhook, shown, isTicked)}
    <fieldset>
      <legend>${t.webhooks.filters}</legend>
      <div class="pairs-of-fields">
        ${choice({ name: 'min_severity', label: f.min_severity, hint: f.min_severityHint, options: severities, chosen: webhook?.min_severity ?? 'info' }, shown)}
        ${field({ name: 'tags', label: f.tags, hint: f.tagsHint, optional: true, maxlength: 1_100, offers: { of: 'tags' } }, shown)}
      </div>
      <div role="group" aria-label="${f.modules}">
        <p class="label">${f.modules}</p>
        <div class="ticks">${MODULES.map((module) => checkbox({ name: moduleTick(module), label: t.shared.modules[module] }, isTicked(moduleTick(module), webhook?.modules.includes(module) ?? false)))}</div>
        <p class="hint">${f.modulesHint}</p>
      </div>
    </fieldset>
    ${headerFields(reader, webhook, shown, isTicked)}`
}

/** Whether only the preview of an option was asked for. Throws 400 if its value cannot be used. */
export function isPreview(fields: WebhookFields): boolean {
  const { preview: name } = fields
  if (name === undefined) return false
  const value = (fields as Record<string, string | undefined>)[name]?.trim() ?? ''
  if (value === '') throw invalidField(`/${name}`, 'empty')
  checkOption(name, OPTIONS[name], value)
  return true
}

/** The form as it was sent, with the preview. */
export const sentForm = (fields: WebhookFields): FormState => ({
  ...EMPTY_FORM,
  values: fields as Record<string, string>,
})

/** Only some formats need an option. */
function optionFields({ t }: Reader, webhook: WebhookRecord | null, shown: FormState): Html {
  const { form: f, options: words } = t.webhooks
  const isWanted = formatKind(shown.values.format ?? webhook?.format ?? '').options !== undefined
  const isFaulty = OPTION_NAMES.some((name) => shown.errors[name] !== undefined)
  const about = (name: OptionName) => {
    const { label, hint } = words[name]
    return { name, label, hint: webhook === null ? hint : `${hint} ${f.keeps}`, optional: true, isSecret: true }
  }
  const previewOf = (name: OptionName) => {
    const [value, { preview }] = [shown.values[name], OPTIONS[name]]
    return shown.values.preview === name && !isFaulty && preview !== undefined && value !== undefined
      ? codeBlock(preview(value.trim(), SAMPLE_ENVELOPE), t.terms.preview)
      : null
  }
  const [lines, texts] = [false, true].map((isLong) =>
    OPTION_NAMES.filter((name) => (OPTIONS[name].isLong === true) === isLong),
  )
  return html`
    <details class="more wide"${isWanted || isFaulty ? html` open` : null}>
      <summary>${f.options}</summary>
      <div class="pairs-of-fields">
        ${lines!.map((name) => field({ ...about(name), maxlength: LINE_LIMIT, autocomplete: 'off' }, shown))}
      </div>
      ${texts!.map(
        (name) => html`${textArea({ ...about(name), rows: 6, maxlength: OPTION_LIMIT }, shown)}
      ${PREVIEWED.includes(name) ? html`<button name="preview" value="${name}">${t.terms.preview}</button>` : null}
      ${previewOf(name)}`,
      )}
    </details>`
}

type IsTicked = (name: string, now: boolean) => boolean

function eventFields({ t }: Reader, webhook: WebhookRecord | null, { errors }: FormState, isTicked: IsTicked): Html {
  const { form: f, groups, eventHints } = t.webhooks
  const chosen: readonly string[] = webhook?.events ?? DEFAULT_EVENTS
  return html`
    <fieldset class="wide"${errors.events ? html` aria-describedby="events-error"` : null}>
      <legend>${t.webhooks.events}</legend>
      ${errors.events ? html`<p class="error" id="events-error">${f.eventsFault}</p>` : null}
      <div class="event-groups">${Object.entries(groups)
        .filter(([group]) => group !== 'webhook' || chosen.includes('webhook.test'))
        .map(
          ([group, name]) =>
            html`<div role="group" aria-label="${name}"><p class="label">${name}</p>${WEBHOOK_EVENTS.filter((event) =>
              event.startsWith(`${group}.`),
            ).map((event) =>
              checkbox(
                { name: eventTick(event), label: event, hint: eventHints[event] },
                isTicked(eventTick(event), chosen.includes(event)),
              ),
            )}</div>`,
        )}</div>
    </fieldset>`
}

function headerFields({ t }: Reader, webhook: WebhookRecord | null, shown: FormState, isTicked: IsTicked): Html {
  const { form: f } = t.webhooks
  const names = webhook?.headers ?? []
  return html`
    <fieldset class="wide">
      ${names.length === 0 ? null : html`<p class="label">${f.keptHeaders}</p><div class="ticks">${names.map((name) => checkbox({ name: removalTick(name), label: t.terms.removeOf(name) }, isTicked(removalTick(name), false)))}</div>`}
      ${textArea({ name: 'headers', label: f.headers, hint: f.headersHint, rows: 3, optional: true, maxlength: 20_000, isSecret: true }, shown)}
    </fieldset>`
}
