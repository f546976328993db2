/**
 * Whether a command printed what its document shows, ignoring differences between runs: numbers, times, keys and
 * addresses; `…` matches anything, and lines may break anywhere.
 */
export function isAsShown(shown: string, printed: string): boolean {
  if (/^\s*[{[]/.test(shown)) return namesOf(shown).every((name) => namesOf(printed).includes(name))
  const pattern = plain(shown)
    .split('…')
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('.*')
  return new RegExp(`^${pattern}$`).test(plain(printed))
}

/** Names of the fields of an answer, by pattern, since a shortened answer is not valid JSON. */
const namesOf = (json: string): string[] => [...new Set([...json.matchAll(/"(\w+)":/g)].map(([, name]) => name!))]

function plain(text: string): string {
  return text
    .replace(/^(Password|Secret|Token): .*$/gm, '$1')
    .replace(/http:\/\/(localhost|127\.0\.0\.1)/g, 'HERE')
    .replace(/\/(invitation|password-reset)\/\S+/g, '/$1/')
    .replace(/(version \d+\.\d+\.\d+)-dev/g, '$1')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/(\d[\d,.:]*\d|\d)/g, 'N')
    .replace(/\b([kMG]i?B|bytes)\b/g, 'B')
    .replace(/\s+/g, '')
}
