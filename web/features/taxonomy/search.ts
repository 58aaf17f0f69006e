import type { OutlineLabel } from '../../../shared/contracts/taxonomy.ts'

/** Returns a text in lower case and without accents, to compare names with typed text. */
export function plain(text: string): string {
  if (/^[ -~]*$/.test(text)) return text.toLowerCase()
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

interface Entry {
  label: OutlineLabel
  name: string
  /** All names, one per line, and the AphiaID. */
  all: string
}

export interface Found {
  /** Found labels, best match first. */
  labels: OutlineLabel[]
  /** Whether the search found only similar spellings, because no label matches exactly. */
  nearly: boolean
}

/** Returns a search over a catalog in memory: names, synonyms, vernacular names, morphospecies codes and AphiaIDs. */
export function catalogSearch(labels: readonly OutlineLabel[]): (text: string) => Found {
  let entries: Entry[] | null = null

  return function search(text) {
    const sought = plain(text).trim().replace(/\s+/g, ' ')
    if (sought === '') return { labels: [], nearly: false }
    entries ??= labels.map(entryOf)
    const words = sought.split(' ')
    const found: { entry: Entry; rank: number }[] = []
    for (const entry of entries)
      if (words.every(word => entry.all.includes(word))) found.push({ entry, rank: rankOf(entry, sought, words) })
    if (found.length === 0 && sought.length >= shortestForgiven) return { labels: spelledLike(entries, words), nearly: true }
    found.sort((a, b) => a.rank - b.rank) // stable: by name within a rank
    return { labels: found.map(({ entry }) => entry.label), nearly: false }
  }
}

function entryOf(label: OutlineLabel): Entry {
  const { name, scientificName, acceptedNameUsage, morphospecies, aphiaId, otherNames = [] } = label
  const own = plain(name)
  const others = [scientificName === name ? undefined : scientificName, acceptedNameUsage, morphospecies, aphiaId, ...otherNames]
  const rest = others.filter(each => each !== undefined)
  return { label, name: own, all: rest.length === 0 ? own : `${own}\n${plain(rest.join('\n'))}` }
}

/**
 * Returns the rank of a match. The whole name has rank 0, its beginning rank 1, and the beginnings of its words rank 2. Other matches have
 * rank 3 at the beginnings of words, and rank 4 elsewhere.
 */
function rankOf({ name, all }: Entry, sought: string, words: readonly string[]): number {
  if (name === sought) return 0
  if (name.startsWith(sought)) return 1
  if (words.every(word => beginsWord(name, word))) return 2
  return words.every(word => beginsWord(all, word)) ? 3 : 4
}

function beginsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || /[^a-z0-9\u0370-\uffff]/.test(text[at - 1] ?? '')) return true
  }
  return false
}

const shortestForgiven = 4
const mostForgiven = 50

/** Returns the labels that have a similar word for each search word, nearest first. Up to two letters may differ, fewer in short words. */
function spelledLike(entries: readonly Entry[], words: readonly string[]): OutlineLabel[] {
  const found: { label: OutlineLabel; distance: number }[] = []
  for (const { label, all } of entries) {
    const own = all.split(/[^a-z0-9\u0370-\uffff]+/)
    let distance = 0
    for (const word of words) {
      const most = word.length < shortestForgiven ? 0 : word.length < 8 ? 1 : 2
      const nearest = Math.min(...own.map(each => (Math.abs(each.length - word.length) > most ? 9 : editDistance(each, word, most))))
      distance += nearest > most ? 9 : nearest
      if (distance >= 9) break
    }
    if (distance < 9) found.push({ label, distance })
  }
  return found
    .sort((a, b) => a.distance - b.distance)
    .slice(0, mostForgiven)
    .map(({ label }) => label)
}

/** Returns the Levenshtein distance between two words. If the distance exceeds `most`, the result is merely some number above `most`. */
export function editDistance(a: string, b: string, most: number): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    if (Math.min(...next) > most) return most + 1
    row = next
  }
  return row[b.length] ?? 0
}
