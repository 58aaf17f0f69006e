const space = /[ \t\r\n]*/y
const literal = /(?:true|false|null|-?\d[-+.\deE]*)/y
const word = /-?\w+|./suy

/**
 * Describes the first syntax error, with line and column, in a text that `JSON.parse` refuses. The description covers the errors for which the
 * engine reports no position: a misplaced token and an unexpected end.
 */
export function jsonFault(text: string): string {
  const at = firstMisplaced(text)
  if (at === text.length) return `it ends ${placeOf(text, at)}, before it is complete`
  const found = matched(word, text, at)
  const before = text.slice(Math.max(0, at - 1000), at).trimEnd()
  if (/^[\]},]$/.test(found) && before.endsWith(','))
    return `the comma ${placeOf(text, text.lastIndexOf(',', at - 1))} has nothing after it`
  if (found === "'") return `the quotation mark ${placeOf(text, at)} is not "`
  return /^-?(NaN|Infinity)$/.test(found)
    ? `${found} ${placeOf(text, at)} is not a number`
    : `${found.slice(0, 40)} ${placeOf(text, at)} is not a JSON value`
}

/** Index of the first misplaced token, or the length of the text if the text ends too early. */
function firstMisplaced(text: string): number {
  const open: string[] = []
  let expected: 'value' | 'name' | ':' | 'end of a value' = 'value'
  let isFirst = false
  for (let at = 0; ; ) {
    at += matched(space, text, at).length
    const found = text[at]
    if (found === undefined) return text.length
    const closes = found === open.at(-1) && (expected === 'end of a value' || (isFirst && expected !== ':'))
    if (closes) {
      open.pop()
      at += 1
      expected = 'end of a value'
    } else if (expected === 'end of a value') {
      if (found !== ',' || open.length === 0) return at
      at += 1
      expected = open.at(-1) === '}' ? 'name' : 'value'
    } else if (expected === ':') {
      if (found !== ':') return at
      at += 1
      expected = 'value'
    } else if (found === '"') {
      at = endOfString(text, at)
      expected = expected === 'name' ? ':' : 'end of a value'
    } else if (expected === 'value' && (found === '{' || found === '[')) {
      open.push(found === '{' ? '}' : ']')
      at += 1
      expected = found === '{' ? 'name' : 'value'
      isFirst = true
      continue
    } else {
      const length = expected === 'value' ? matched(literal, text, at).length : 0
      if (length === 0) return at
      at += length
      expected = 'end of a value'
    }
    isFirst = false
  }
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '"') return at + 1
    if (text[at] === '\\') at++
  }
  return text.length
}

function matched(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

function placeOf(text: string, index: number): string {
  let [line, start] = [1, 0]
  for (let end = text.indexOf('\n'); end >= 0 && end < index; end = text.indexOf('\n', start)) {
    line += 1
    start = end + 1
  }
  return `at line ${line}, column ${index - start + 1}`
}
