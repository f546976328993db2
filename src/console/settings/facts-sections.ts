import { SET_UP_STEPS } from '../../core/escalation/set-up-progress.ts'
import { SESSION_ABSOLUTE_S, SESSION_IDLE_S } from '../../core/people/credentials/sessions.ts'
import {
  ACCOUNT_FAILURES,
  ADDRESS_FAILURES,
  GUESSES_PER_ACCOUNT,
  LONGEST_ADDRESS_DELAY_S,
  LONGEST_DELAY_S,
} from '../../core/people/login/login-throttle.ts'
import { PASSWORD_MIN_CHARACTERS } from '../../core/people/passwords/password-rules.ts'
import { SECOND_FACTOR_RULES } from '../../core/settings/settings-store.ts'
import { type Html, html } from '../../platform/html.ts'
import { actionButton, choice, form, formMessage } from '../frame/forms/forms.ts'
import { stateBadge } from '../frame/parts/badges.ts'
import { codeBlock, keyValues } from '../frame/parts/page-parts.ts'
import type { SettingsPage } from './settings-content.ts'

// Read-only facts: settings of the environment, and state.

export function generalSection({ reader, environment, incidents }: SettingsPage): Html {
  const { settings, shared } = reader.t
  const { general: words } = settings
  const { hasOwnDatabase, workers } = environment
  return html`
    <p>${settings.environment}</p>
    ${keyValues([
      [words.database, html`${hasOwnDatabase ? words.ownDatabase : words.otherDatabase}`],
      [words.workers, html`${workers}`],
      [words.incidents, html`${shared.severities[incidents.minSeverity]}`],
      [
        reader.t.shared.places.sites,
        html`${reader.sites.length < 2 ? reader.t.sites.settings.one : reader.sites.length}<br><a href="/sites">${reader.t.shared.places.sites}</a>`,
      ],
      [words.grouping, html`${words.groupings[incidents.grouping]}`],
    ])}`
}

export function offlineSection({ reader, offlineAfterS }: SettingsPage): Html {
  const { offline: words } = reader.t.settings
  return html`
    <p>${words.hint}</p>
    ${keyValues([[words.threshold, html`${reader.format.duration(offlineAfterS)}`]])}`
}

export function securitySection(page: SettingsPage): Html {
  const { reader, environment } = page
  const { security: words } = reader.t.settings
  const { allowsHttp, allowsNetworks } = environment
  const reach = [
    words.webhooksPublic,
    allowsHttp ? words.webhooksHttp : null,
    allowsNetworks ? words.webhooksNetworks : null,
  ]
  return html`
    ${secondFactorForm(page)}
    <p>${words.hint}</p>
    ${keyValues([
      [words.session, words.sessionValue(SESSION_IDLE_S / 3_600, SESSION_ABSOLUTE_S / 86_400)],
      [words.password, words.passwordValue(PASSWORD_MIN_CHARACTERS)],
      [
        words.logins,
        words.loginsValue(
          ACCOUNT_FAILURES,
          ADDRESS_FAILURES,
          LONGEST_DELAY_S / 60,
          LONGEST_ADDRESS_DELAY_S,
          GUESSES_PER_ACCOUNT,
        ),
      ],
      [words.webhooks, html`${reach.filter((part) => part !== null).join(', ')}`],
    ])}`
}

function secondFactorForm({ reader: { t, csrf }, secondFactor, forms }: SettingsPage): Html {
  const { secondFactor: words } = t.settings.security
  const { all, without } = secondFactor.people
  const options = SECOND_FACTOR_RULES.map((value) => ({ value, text: words.rules[value] }))
  return form(
    { action: '/settings/second-factor', csrf, label: words.required },
    html`
    ${formMessage(forms.secondFactor)}
    ${choice({ name: 'second_factor_required', label: words.required, hint: words.hint, options, chosen: secondFactor.required }, forms.secondFactor)}
    <p class="meta">${words.people(without, all)}</p>
    <button class="primary">${t.shared.save}</button>`,
  )
}

export function backupSection({ reader }: SettingsPage): Html {
  const { backup: words } = reader.t.settings
  return html`
    <p>${words.make}</p>
    ${codeBlock('npx tocsin backup tocsin.backup', words.title)}
    <p>${words.secret} ${words.check}</p>
    ${codeBlock('npx tocsin restore --check tocsin.backup', words.title)}
    <p>${words.manual} <strong>${words.tryIt}</strong></p>`
}

export function integrationsSection({ reader }: SettingsPage): Html {
  const { integrations: words } = reader.t.settings
  const places = [
    [html`<a href="/docs">${reader.t.shared.places.reference}</a>`, words.apiHint],
    [html`<a href="/openapi.json">${words.openapi}</a>`, words.openapiHint],
    [html`<a href="/webhooks">${reader.t.shared.places.webhooks}</a>`, words.webhooksHint],
    [html`<a href="/tokens">${words.grafana}</a>`, words.grafanaHint],
    [html`<strong>${words.prometheus}</strong>`, words.prometheusHint],
    [html`<a href="/readyz">${words.health}</a>`, words.healthHint],
  ] as const
  return html`<ul class="plain">${places.map(([link, hint]) => html`<li>${link}<p>${hint}</p></li>`)}</ul>`
}

export function aboutSection({ reader, environment, facts }: SettingsPage): Html {
  const { about: words } = reader.t.settings
  const { format, now } = reader
  return html`
    ${keyValues([
      [words.version, environment.version],
      [
        words.health,
        html`${stateBadge({ mark: 'circle', look: 'good' }, words.healthy)} ${format.number(facts.answered_ms)} ms`,
      ],
      [words.database, facts.postgres_version],
      [words.size, format.bytes(facts.database_bytes)],
      [words.processes, format.number(facts.processes)],
      [words.node, process.version],
      [words.uptime, format.duration(process.uptime())],
      [words.time, format.at(now)],
    ])}
    <h3>${words.licence}</h3>
    <p>${words.licences}</p>`
}

/** How far the installation is set up; leads back to the card of the overview. */
export function setUpSection({ reader, setUp }: SettingsPage): Html {
  const { t, csrf } = reader
  const { setUp: words } = t.settings
  if (setUp === null) return html`<p>${words.complete}</p>`
  const progress = html`<p>${t.overview.setUp.progress(setUp.done.size, SET_UP_STEPS.length)}</p>`
  return setUp.isDismissed
    ? html`${progress}${actionButton({ action: '/set-up-card', csrf, inPlace: false }, words.again)}`
    : html`${progress}<p><a href="/#set-up">${words.shown}</a></p>`
}
