import { WORDS } from '../../../words/words.ts'
import type { HeadlineReader } from '../../headline/headline-words.ts'
import { amountText } from '../../vocabulary/amounts.ts'
import type { Wording } from './minimal-words.ts'
import type { ReportFacts } from './notification-facts.ts'

/** The first rows of a report, each with its numbers in a line. Pure. */
export function reportWords(facts: ReportFacts, reader: HeadlineReader): Wording {
  const { reports: words, messages, language } = WORDS[reader.language]
  const numbers = (values: readonly (number | null)[]) =>
    facts.columns
      .flatMap(({ name, amount }, place) => {
        const value = values[place]
        return value == null ? [] : [`${words.columns[name]} ${amountText(amount, value, reader, language.locale)}`]
      })
      .join(', ')
  const total = numbers(facts.totals)
  return {
    title: words.mail.title(words.kinds[facts.report].name, periodText(facts, reader)),
    lines: [
      ...(facts.site === null ? [] : [words.ofSite(facts.site.name)]),
      ...(facts.tag === null ? [] : [words.ofTag(facts.tag)]),
      ...(facts.rows.length === 0 ? [words.mail.nothing] : []),
      ...facts.rows.map(({ name, values }) => `${name}: ${numbers(values)}`),
      ...(facts.more > 0 ? [messages.digest.more(facts.more)] : []),
      ...(facts.rows.length > 1 && total !== '' ? [words.mail.total(total)] : []),
    ],
  }
}

/** "16 – 22 Nov 2026": the days of its reader. */
function periodText({ from, to }: ReportFacts, { language, zone }: HeadlineReader): string {
  const format = new Intl.DateTimeFormat(WORDS[language].language.locale, {
    ...{ day: 'numeric', month: 'short', year: 'numeric' },
    timeZone: zone ?? 'UTC',
  })
  return format.formatRange(new Date(from), new Date(Date.parse(to) - 1))
}

/** Path and query of the page of a report. */
export function addressOfReport({ report, from, to, site, tag }: ReportFacts): string {
  const query = new URLSearchParams({ from, to, site: site === null ? 'all' : String(site.id) })
  if (tag !== null) query.set('tag', tag)
  return `/reports/${report}?${query}`
}
