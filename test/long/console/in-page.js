// Functions that run in the page under test.

/** Faults in the structure of the page. */
// biome-ignore lint/correctness/noUnusedVariables: called by name
function shapeFaults() {
  const forms = [...document.querySelectorAll('form[method=post]')]
  const { scrollWidth } = document.documentElement
  const buttons = [...document.querySelectorAll('button, a.button, summary, .chips a, .badge')]
  const clipped = buttons.filter(
    (button) =>
      button.checkVisibility() && !button.matches('.unseen, .unseen *') && button.scrollWidth > button.clientWidth + 1,
  )
  return [
    document.querySelectorAll('h1').length === 1 ? '' : 'it has not one first heading',
    scrollWidth > innerWidth ? `it is ${scrollWidth} wide` : '',
    // One without a target goes to its page, whose address is the proof.
    forms.every(
      (form) => !form.hasAttribute('action') || /^[0-9a-f]{64}$/.test(form.querySelector('[name=_csrf]')?.value ?? ''),
    )
      ? ''
      : 'a form has no token',
    ...clipped.map((button) => `"${button.textContent.trim()}" is cut off`),
  ].filter((fault) => fault !== '')
}

/**
 * Untranslated words: those outside brackets. Stored texts and the content of `code`, `pre`, `time`, axes and fields are
 * data.
 */
// biome-ignore lint/correctness/noUnusedVariables: called by name
function wordsFromElsewhere(stored) {
  // With scripts, nobody reads the content of `noscript`.
  const data =
    'noscript, code, pre, time, .tick, textarea, kbd, .brand, .email, .diff, #zone, #language, [role=tablist], [data-tabs] h3'
  const spoken = [...document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')]
    .filter((one) => one.closest(data) === null)
    .flatMap((one) => ['aria-label', 'title', 'placeholder', 'alt'].map((name) => one.getAttribute(name) ?? ''))
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found = []
  const texts = [...spoken]
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.parentElement !== null && node.parentElement.closest(data) === null) texts.push(node.textContent ?? '')
  }
  for (const one of texts) {
    // Names of events and fields, and addresses, are the same in every language.
    let rest = one.replace(/[^\s⟦⟧]+@[^\s⟦⟧]+|https?:[^\s⟦⟧]+|[a-z_]+(\.[a-z_]+)+/g, '')
    for (const text of stored) rest = rest.replaceAll(text, '')
    // Nested texts have their own brackets.
    while (/⟦[^⟦⟧]*⟧/.test(rest)) rest = rest.replace(/⟦[^⟦⟧]*⟧/g, '')
    if (/\p{L}{3,}/u.test(rest)) found.push(rest.trim())
  }
  return found
}
