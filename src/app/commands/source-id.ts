import { InvalidArgumentError } from 'commander'

/** Id of a source as it is typed. */
export function sourceIdArgument(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('The id must be a number from `tocsin source list`.')
}
