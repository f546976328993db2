/** Escapes text for libraries that expect HTML. */
export function escaped(text: string): string {
  const holder = document.createElement('i')
  holder.textContent = text
  return holder.innerHTML
}
