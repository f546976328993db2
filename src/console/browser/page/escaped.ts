/** Text for where a library takes it for HTML. */
export function escaped(text: string): string {
  const holder = document.createElement('i')
  holder.textContent = text
  return holder.innerHTML
}
