import type { Piece } from './draft.ts'

/** Pieces that become one script file, and one style sheet if they have styles. */
export interface Part {
  pieces: Piece[]
  /** Modules that load the part when they open. */
  loaders: Set<string>
  size: number
  hasStyles: boolean
}

export interface Prices {
  /** Cost of one more request, in bytes of source. */
  ofFile: number
  /** Weight of a loader in the total loading time. */
  ofLoader(loader: string): number
}

/**
 * Merges parts in pairs, largest gain first, until no merge brings a gain. A merge saves a request for every loader of both parts. A loader of only
 * one part then loads both, with everything that they need. Parts for which `isKept` is true stay unchanged.
 */
export function mergeParts(pieces: Piece[], loads: Map<string, Set<Piece>>, isKept: (part: Part) => boolean, prices: Prices): Part[] {
  let parts = partsWithSameLoaders(pieces, loads)
  const kept = new Set(parts.filter(isKept))
  const timeOfBoth = keptTimes(timeOf)

  for (;;) {
    const needs = needsOf(parts)
    const open = parts.filter(part => !kept.has(part))
    let most = 0
    let best: [Part, Part] | undefined
    for (const [index, one] of open.entries())
      for (const other of open.slice(index + 1)) {
        const gain = gainOf(one, other)
        if (gain <= most) continue
        const whole = gain - costOfNeeds(one, other, needs)
        if (whole <= most || isBetween(one, other, needs) || isBetween(other, one, needs)) continue
        most = whole
        best = [one, other]
      }
    if (!best) return parts
    const merged = union(...best)
    for (const need of needs.get(best[0])!.union(needs.get(best[1])!))
      if (!merged.loaders.isSubsetOf(need.loaders)) need.loaders = need.loaders.union(merged.loaders)
    parts = [...parts.filter(part => !best.includes(part)), merged]
  }

  function gainOf(one: Part, other: Part): number {
    const priceOfBoth = priceOf({ size: one.size + other.size, hasStyles: one.hasStyles || other.hasStyles })
    return costOf(one) + costOf(other) - priceOfBoth * timeOfBoth(one.loaders, other.loaders)
  }

  function costOfNeeds(one: Part, other: Part, needs: Map<Part, Set<Part>>): number {
    const loaders = one.loaders.union(other.loaders)
    const needed = [...needs.get(one)!.union(needs.get(other)!)].filter(part => part !== one && part !== other)
    return needed.reduce((total, part) => total + priceOf(part) * timeOf(loaders.difference(part.loaders)), 0)
  }

  function costOf(part: Part): number {
    return priceOf(part) * timeOfBoth(part.loaders, part.loaders)
  }

  function priceOf({ size, hasStyles }: Pick<Part, 'size' | 'hasStyles'>): number {
    return size + prices.ofFile * (hasStyles ? 2 : 1)
  }

  function timeOf(loaders: Set<string>): number {
    let total = 0
    for (const loader of loaders) total += prices.ofLoader(loader)
    return total
  }
}

/**
 * Caches the total loading time of the loaders in either of two sets. A merge changes the loaders of few parts, so most cached times stay valid.
 * Those parts get new sets, because the sets are the cache keys.
 */
function keptTimes(timeOf: (loaders: Set<string>) => number) {
  const times = new WeakMap<Set<string>, WeakMap<Set<string>, number>>()
  return (ofOne: Set<string>, ofOther: Set<string>): number => {
    const known = times.get(ofOne) ?? new WeakMap()
    times.set(ofOne, known)
    const time = known.get(ofOther) ?? timeOf(ofOne.union(ofOther))
    known.set(ofOther, time)
    return time
  }
}

function partsWithSameLoaders(pieces: Piece[], loads: Map<string, Set<Piece>>): Part[] {
  const parts = new Map<string, Part>()
  for (const piece of pieces) {
    const loaders = [...loads.keys()].filter(loader => loads.get(loader)!.has(piece))
    const key = loaders.join('\n')
    const part: Part = { pieces: [piece], loaders: new Set(loaders), size: piece.size, hasStyles: piece.hasStyles }
    const before = parts.get(key)
    parts.set(key, before ? union(before, part) : part)
  }
  return [...parts.values()]
}

function union(one: Part, other: Part): Part {
  return {
    pieces: [...one.pieces, ...other.pieces],
    loaders: one.loaders.union(other.loaders),
    size: one.size + other.size,
    hasStyles: one.hasStyles || other.hasStyles
  }
}

/** Returns all parts that each part needs, directly or through others. */
function needsOf(parts: Part[]): Map<Part, Set<Part>> {
  const partOf = new Map(parts.flatMap(part => part.pieces.map(piece => [piece, part] as const)))
  const direct = new Map(parts.map(part => [part, part.pieces.flatMap(piece => piece.imports.map(imported => partOf.get(imported)!))]))
  return new Map(
    parts.map(part => {
      const needed = new Set(direct.get(part))
      for (const next of needed) for (const further of direct.get(next)!) needed.add(further)
      needed.delete(part)
      return [part, needed]
    })
  )
}

/**
 * Whether a third part needs `to` and is needed by `from`. A merge of `from` and `to` would then create an import cycle with the third
 * part.
 */
function isBetween(from: Part, to: Part, needs: Map<Part, Set<Part>>): boolean {
  return [...needs.get(from)!].some(part => part !== to && needs.get(part)!.has(to))
}
