import { element } from './element.ts'

/** Reads a chosen file into a field, and saves shown text as a file. Nothing leaves the page. */
export function files(): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('[hidden] > input[data-reads-into]')) {
    input.parentElement!.hidden = false
    input.addEventListener('change', async () => {
      const target = document.getElementById(input.dataset.readsInto!) as HTMLTextAreaElement | null
      const [file] = input.files ?? []
      if (file !== undefined && target !== null) target.value = await file.text()
    })
  }
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-keeps][hidden]')) {
    button.hidden = false
    button.addEventListener('click', () => {
      const text = document.querySelector(button.dataset.keeps!)?.textContent ?? ''
      const address = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
      element('a', { href: address, download: button.dataset.name ?? '' }).click()
      setTimeout(() => URL.revokeObjectURL(address), 10_000)
    })
  }
}
