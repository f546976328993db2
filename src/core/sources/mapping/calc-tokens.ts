import { MappingFault } from './pointers.ts'

export interface Token {
  kind: 'number' | 'name' | 'sign' | 'end'
  /** In braces or not, a name is here without them; a sign as it is written here. */
  text: string
  /** Counted from 1. */
  column: number
  inBraces: boolean
}

const SIGNS: Readonly<Record<string, string>> = { '×': '*', '÷': '/', '−': '-', '≤': '<=', '≥': '>=', '≠': '!=' }
const TOKEN =
  /\s*(?:(?<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)|(?<name>[A-Za-z_][A-Za-z0-9_]*)|\{(?<braced>[^{}]+)\}|(?<sign><=|>=|==|!=|[-+*/<>(),?:×÷−≤≥≠]))/y

/** Cuts a calculation into words, the last of which is its end. Throws `MappingFault` with the column of what is none. */
export function calcTokens(text: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (text.slice(at).trim() !== '') {
    TOKEN.lastIndex = at
    const found = TOKEN.exec(text)
    const start = at + (text.slice(at).length - text.slice(at).trimStart().length)
    if (found === null) throw new MappingFault('calc_wrong', text.slice(start, start + 1), start + 1)
    tokens.push(tokenOf(found.groups as Groups, start + 1))
    at = TOKEN.lastIndex
  }
  tokens.push({ kind: 'end', text: '', column: text.trimEnd().length + 1, inBraces: false })
  return tokens
}

type Groups = Partial<Record<'number' | 'name' | 'braced' | 'sign', string>>

function tokenOf({ number, name, braced, sign }: Groups, column: number): Token {
  if (number !== undefined) {
    if (!Number.isFinite(Number(number))) throw new MappingFault('calc_wrong', number, column)
    return { kind: 'number', text: number, column, inBraces: false }
  }
  if (name !== undefined) return { kind: 'name', text: name, column, inBraces: false }
  if (braced !== undefined) return { kind: 'name', text: braced, column, inBraces: true }
  return { kind: 'sign', text: SIGNS[sign!] ?? sign!, column, inBraces: false }
}
