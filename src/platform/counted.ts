/** A number of things, such as `1 device` and `2 devices`. */
export const counted = (count: number, one: string, more = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : more}`
