import { type Html, html } from '../../platform/html.ts'

/** Text with a copy button, which appears with scripts. */
export const codeBlock = (text: string, label: string): Html => html`
<div class="code"><pre tabindex="0" aria-label="${label}"><code>${text}</code></pre><button type="button" class="quiet copy" data-copy hidden></button></div>`

export const jsonBlock = (value: unknown, label: string): Html => codeBlock(JSON.stringify(value, null, 2), label)

/** Alternative texts as tabs; without scripts one after the other. */
export const codeTabs = (id: string, tabs: readonly { name: string; text: string }[]): Html => html`
<div class="tabs" data-tabs id="${id}">${tabs.map(
  ({ name, text }, place) => html`<section id="${id}-${place}"><h3>${name}</h3>${codeBlock(text, name)}</section>`,
)}</div>`
