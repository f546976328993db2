import type { OfferedOption } from '../page/option-list.ts'

/** Actions for the whole page, and its other views. */
const ACTIONS =
  'main header.page :is(a, button, summary), main :is(.page-tabs, .tab-links, .sections) a:not([aria-current])'
const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, summary'

/** What the page offers to somebody who would otherwise press Tab until it is there. */
export function onThisPage(): OfferedOption[] {
  const actions = visible<HTMLElement>(ACTIONS).map((action) => ({
    text: textOf(action),
    choose: () => action.click(),
  }))
  const sections = visible<HTMLElement>('main :is(h2, h3)').map((heading) => ({
    text: textOf(heading),
    choose: () => goTo(heading),
  }))
  const all = [...actions, ...sections].filter(({ text }) => text !== '')
  return [...new Map(all.toReversed().map((one) => [one.text, one])).values()].toReversed()
}

const visible = <Kind extends Element>(selector: string, within: ParentNode = document): Kind[] =>
  [...within.querySelectorAll<Kind>(selector)].filter((one) => one.checkVisibility({ visibilityProperty: true }))

const textOf = (one: Element): string =>
  (one.getAttribute('aria-label') ?? one.textContent ?? '').replace(/\s+/g, ' ').trim()

/** The first control behind the heading gets the focus, or else the heading. */
function goTo(heading: HTMLElement): void {
  const section = heading.closest('section, aside, form') ?? heading
  const control =
    heading.closest('summary') ??
    visible<HTMLElement>(CONTROLS, section).find(
      (one) => (heading.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
    )
  heading.scrollIntoView({ block: 'nearest' })
  if (control === undefined) heading.tabIndex = -1
  ;(control ?? heading).focus()
}
