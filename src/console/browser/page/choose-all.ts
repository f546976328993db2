/** A checkbox that selects all rows of the same form, and shows whether all are selected. */
export function chooseAll(): void {
  for (const label of document.querySelectorAll<HTMLElement>('label.choose-all[hidden]')) label.hidden = false
}

export function chooseRows(): void {
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'checkbox') return
    const all = target.dataset.chooseAll
    if (all !== undefined) for (const box of boxesOf(all)) box.checked = target.checked
    else if (target.form?.id) showCount(target.form.id)
  })
}

const boxesOf = (form: string) =>
  [...document.querySelectorAll<HTMLInputElement>('tbody input[type=checkbox]')].filter((box) => box.form?.id === form)

function showCount(form: string): void {
  const all = document.querySelector<HTMLInputElement>(`input[data-choose-all="${CSS.escape(form)}"]`)
  if (all === null) return
  const boxes = boxesOf(form)
  const chosen = boxes.filter((box) => box.checked).length
  all.checked = chosen > 0 && chosen === boxes.length
  all.indeterminate = chosen > 0 && chosen < boxes.length
}
