import { ask, PART } from '../page/ask.ts'

interface SideOptions {
  /** `goes`: the map moves to the device. */
  onChosen: (id: number | null, trackSource: string | null, goes: boolean) => Promise<void>
  onFollow: (following: boolean) => void
}

interface Side {
  /** Resolves when the map shows the chosen device. */
  begin(): Promise<void>
  choose(id: number): Promise<void>
  stopFollowing(): void
}

const side = () => document.getElementById('map-side')

/** The list and the card beside the map: links that replace them and keep the map. */
export function mountSide({ onChosen, onFollow }: SideOptions): Side {
  let isFollowing = false
  let known: number | null = null

  /** Reads the chosen device from the page. */
  async function note(goes: boolean): Promise<void> {
    const card = side()?.querySelector<HTMLElement>('[data-chosen]') ?? null
    const id = card === null ? null : Number(card.dataset.chosen)
    if (id !== known) setFollowing(false)
    known = id
    showFollowing()
    await onChosen(id, card?.dataset.track || null, goes)
  }

  function setFollowing(following: boolean): void {
    isFollowing = following
    showFollowing()
    onFollow(following)
  }

  function showFollowing(): void {
    const button = side()?.querySelector<HTMLButtonElement>('[data-follow]')
    if (!button) return
    button.hidden = false
    button.setAttribute('aria-pressed', String(isFollowing))
  }

  async function go(address: string): Promise<void> {
    const response = await ask(address, { headers: PART })
    const page = response?.ok ? new DOMParser().parseFromString(response.text, 'text/html') : null
    const fresh = page?.getElementById('map-side')
    if (!fresh) return location.assign(address)
    side()!.replaceWith(document.adoptNode(fresh))
    history.replaceState(null, '', address)
    document.dispatchEvent(new CustomEvent('htmx:after:swap'))
    void note(true)
    side()!.querySelector<HTMLElement>('[data-chosen] h2')?.focus()
  }

  document.addEventListener('click', (event) => {
    const target = event.target as Element
    if (target.closest('[data-follow]') !== null) return setFollowing(!isFollowing)
    const link = target.closest<HTMLAnchorElement>('#map-side a[data-choose]')
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void go(link.href)
  })
  // Live updates replace the card, and the button with it.
  document.addEventListener('tocsin:looked', showFollowing)

  return {
    begin: () => note(side()?.querySelector('[data-chosen]') !== null),
    async choose(id) {
      // A map on another page leads to the page with the list.
      const address = new URL(side() === null ? '/map' : location.href, location.href)
      address.searchParams.set('device', String(id))
      if (side() === null) location.assign(address)
      else await go(address.href)
    },
    stopFollowing() {
      if (isFollowing) setFollowing(false)
    },
  }
}
