import { element } from './element.ts'

const watched = new WeakSet<Element>()
const fetched = new Map<string, Promise<void>>()

const watch = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue
    watch.unobserve(target)
    void fetchAll((target as HTMLElement).dataset.whenSeen!.split(' '))
  }
})

/** Fetches the style sheet and the script of an element when somebody scrolls to it. */
export function fetchWhenSeen(): void {
  for (const holder of document.querySelectorAll('[data-when-seen]')) {
    if (watched.has(holder)) continue
    watched.add(holder)
    watch.observe(holder)
  }
}

/** One after the other: a script measures what its styles have laid out. */
async function fetchAll(addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    if (!fetched.has(address)) fetched.set(address, fetchOnce(address))
    await fetched.get(address)
  }
}

const fetchOnce = (address: string): Promise<void> =>
  new Promise((resolve) => {
    const tag = address.endsWith('.css')
      ? element('link', { rel: 'stylesheet', href: address })
      : element('script', { type: 'module', src: address })
    for (const event of ['load', 'error']) tag.addEventListener(event, () => resolve())
    document.head.append(tag)
  })
