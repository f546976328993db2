import axe from 'axe-core'
import type { Page } from 'playwright-core'

type Options = Parameters<typeof axe.run>[0]

/**
 * Barriers of a page, each with its elements. Axe runs in the page itself: `@axe-core/playwright` would do half of it in
 * another page for the sake of frames, of which the console has none, and describe all that is well too.
 */
export async function barriersOn(page: Page, options: Options = {}): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source)
  const asked = JSON.stringify({ ...options, reporter: 'no-passes' })
  return page.evaluate<string[]>(`axe.run(document, ${asked}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`)
}
