/** A click on a row follows its first link; text can still be selected. */
export function rowsAsLinks(): void {
  document.addEventListener('click', (event) => {
    const target = event.target as Element
    const row = target.closest<HTMLElement>('tr[data-href]')
    if (row === null || target.closest('a, button, input, select, label, summary, form') !== null) return
    if (getSelection()?.toString()) return
    if (event.metaKey || event.ctrlKey) open(row.dataset.href)
    else location.assign(row.dataset.href!)
  })
}
