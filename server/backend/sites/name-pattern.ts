import { InvalidRequest } from '../../lib/errors.ts'

type Part = { kind: 'text'; text: string } | { kind: 'any' } | { kind: 'one' } | { kind: 'site' }

export interface NamePattern {
  /** Whether the pattern contains `{site}`. */
  readsSite: boolean
  /**
   * Range of the site name in a file name, from `start` up to but not including `end`. Null when the file name does not match. If there are
   * several matches, the one with the longest existing site name is used. If none is an existing name, the leftmost and shortest match is
   * used.
   * @param nameKey file name in lower case, as in `name_key`
   */
  match(nameKey: string, sites: KnownNames): { start: number; end: number } | null
}

export interface KnownNames {
  has(siteKey: string): boolean
  /** Lengths of the names in characters. Strings of other lengths are not looked up. */
  lengths: ReadonlySet<number>
}

/**
 * Parses a file-name pattern. `*` or `{*}` matches any text, including none. `?` matches one character, and `{site}` the name of a site.
 * @throws InvalidRequest for any other word in braces, or a second `{site}`
 */
export function readPattern(pattern: string): NamePattern {
  const parts = partsOf(pattern.trim().normalize('NFC').toLowerCase())
  const place = parts.findIndex(({ kind }) => kind === 'site')
  const [before, after] = place < 0 ? [parts, []] : [parts.slice(0, place), parts.slice(place + 1)]
  return {
    readsSite: place >= 0,
    match(text, sites) {
      const starts = endsOf(before, text)
      if (place < 0) return starts.has(text.length) ? { start: 0, end: 0 } : null
      const ends = startsOf(after, text)
      // Spaces around a name are not part of it.
      const firsts = new Set([...starts].sort(upwards).map(start => text.length - text.slice(start).trimStart().length))
      const lasts = new Set([...ends].map(end => text.slice(0, end).trimEnd().length))
      for (const length of [...sites.lengths].sort(upwards).reverse()) {
        for (const start of firsts) {
          const end = start + length
          if (lasts.has(end) && sites.has(text.slice(start, end))) return { start, end }
        }
      }
      for (const start of firsts) {
        const end = Math.min(...[...lasts].filter(last => last > start))
        if (end < Number.POSITIVE_INFINITY) return { start, end }
      }
      return null
    }
  }
}

const upwards = (a: number, b: number) => a - b

function partsOf(pattern: string): Part[] {
  const parts = pattern.split(/(\{[^{}]*\}|\*+|\?)/).flatMap((piece): Part[] => {
    if (piece === '') return []
    if (/^\*+$/.test(piece) || piece === '{*}') return [{ kind: 'any' }]
    if (piece === '?') return [{ kind: 'one' }]
    if (piece === '{site}') return [{ kind: 'site' }]
    if (piece.startsWith('{')) throw wrong(`contains the unknown placeholder ${piece}: use {site}, * and ?`)
    return [{ kind: 'text', text: piece }]
  })
  if (parts.filter(({ kind }) => kind === 'site').length > 1) throw wrong('names the site twice')
  return parts
}

const wrong = (message: string) => new InvalidRequest([{ path: '/pattern', message }])

/** Returns the possible end positions of the parts when they start at the beginning of the text. */
function endsOf(parts: readonly Part[], text: string): Set<number> {
  let ends = new Set([0])
  for (const part of parts) {
    if (part.kind === 'text') ends = new Set([...ends].filter(at => text.startsWith(part.text, at)).map(at => at + part.text.length))
    else if (part.kind === 'one') ends = new Set([...ends].filter(at => at < text.length).map(at => at + 1))
    else ends = ends.size === 0 ? ends : range(Math.min(...ends), text.length)
  }
  return ends
}

/** Returns the possible start positions of the parts when they end at the end of the text. */
function startsOf(parts: readonly Part[], text: string): Set<number> {
  let starts = new Set([text.length])
  for (const part of parts.toReversed()) {
    if (part.kind === 'text')
      starts = new Set([...starts].map(at => at - part.text.length).filter(at => at >= 0 && text.startsWith(part.text, at)))
    else if (part.kind === 'one') starts = new Set([...starts].filter(at => at > 0).map(at => at - 1))
    else starts = starts.size === 0 ? starts : range(0, Math.max(...starts))
  }
  return starts
}

/** Returns the integers of a range, both ends included. */
const range = (from: number, to: number) => new Set(Array.from({ length: to - from + 1 }, (_, step) => from + step))
