/**
 * Parses a Python dict literal of class names, as exporters write it: `{0: 'sea star', 1: "crab"}`.
 * Keys are integers or strings. A list of strings is accepted too. Nothing is evaluated.
 * @returns names by index; null for any other text
 */
export function namesOfLiteral(text: string): Map<number, string> | null {
  const tokens = tokensOf(text)
  if (!tokens) return null
  const [open, ...rest] = tokens
  const close = rest.pop()
  if (open?.kind === 'mark' && open.text === '[' && close?.text === ']') return ofList(rest)
  if (open?.kind !== 'mark' || open.text !== '{' || close?.text !== '}') return null
  const names = new Map<number, string>()
  for (let at = 0; at < rest.length; at += 4) {
    const [key, colon, value, comma] = rest.slice(at, at + 4)
    const index = Number(key?.text)
    if (key?.kind === 'mark' || colon?.text !== ':' || value?.kind !== 'text' || !Number.isInteger(index) || index < 0) return null
    if (comma && comma.text !== ',') return null
    names.set(index, value.text)
  }
  return names.size > 0 ? names : null
}

function ofList(tokens: readonly Token[]): Map<number, string> | null {
  const names = new Map<number, string>()
  for (const [place, token] of tokens.entries()) {
    if (place % 2 === 1) {
      if (token.text !== ',') return null
    } else if (token.kind === 'text') names.set(place / 2, token.text)
    else return null
  }
  return names.size > 0 ? names : null
}

interface Token {
  kind: 'mark' | 'text' | 'number'
  text: string
}

const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r' }
const tokenForms = /\s*(?:([{}[\]:,])|(\d{1,9})|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\s*/suy

function tokensOf(text: string): Token[] | null {
  const tokens: Token[] = []
  for (let at = 0; at < text.length; ) {
    tokenForms.lastIndex = at
    const found = tokenForms.exec(text)
    if (!found) return null
    at = tokenForms.lastIndex
    const [, mark, number, single, double] = found
    if (mark) tokens.push({ kind: 'mark', text: mark })
    else if (number) tokens.push({ kind: 'number', text: number })
    else tokens.push({ kind: 'text', text: (single ?? double ?? '').replace(/\\(.)/gsu, (_, letter: string) => escapes[letter] ?? letter) })
  }
  return tokens
}
