import type { OfferedOption } from '../page/option-list.ts'

/** Actions for the whole page, its other views, and the dialogs of its sections. */
const ACTIONS =
  'main :is(header.page, .action-bar) :is(a, button, summary):not(.more-actions *, .unfolded *), main :is(.page-tabs, .tab-links, .sections) a:not([aria-current]), main .card > header > [data-dialog] > summary'
/** Items of a menu need not be open. */
const IN_MENU = 'main .more-actions > .menu :is(a, button, summary):not(.unfolded *)'
const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, summary'

/** Commands of the page, which could otherwise be reached only with many presses of Tab. */
export function onThisPage(): OfferedOption[] {
  const inMenu = [...document.querySelectorAll<HTMLElement>(IN_MENU)]
  const actions = [...visible<HTMLElement>(ACTIONS), ...inMenu].map((action) => ({
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

/** The text of a button; a label also says what the button is about. */
const textOf = (one: Element): string =>
  (one.textContent?.trim() || (one.getAttribute('aria-label') ?? '')).replace(/\s+/g, ' ').trim()

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
