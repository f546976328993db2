type Attributes = Record<string, string | boolean | EventListener>

/** Creates an element. Text is never parsed as HTML. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(key, value)
    else if (typeof value === 'boolean') made.toggleAttribute(key, value)
    else made.setAttribute(key, value)
  }
  made.append(...children)
  return made
}
