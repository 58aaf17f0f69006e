import type { Draft, Piece } from './draft.ts'

/**
 * Finds the pieces that are loaded once a module is open. The modules are those that open independently: the page, its frames, the screens
 * and the lazily loaded parts.
 */
export function loadsOf({ pieces, entry, importersOf }: Draft, frameOf: (module: string) => string | undefined): Map<string, Set<Piece>> {
  const pieceOf = new Map(pieces.flatMap(piece => piece.modules.map(module => [module, piece] as const)))
  const openings = [entry, ...[...importersOf.keys()].filter(module => pieceOf.has(module))]
  const ownOf = new Map(openings.map(opening => [opening, reachable(pieceOf.get(opening)!)]))
  const loads = new Map(openings.map(opening => [opening, opening === entry ? ownOf.get(entry)! : new Set(pieces)]))

  /** Pieces that are certain to be loaded before a module opens, whichever module imports it. */
  function loadedBefore(opening: string): Set<Piece> {
    const importers = [...importersOf.get(opening)!].map(module => pieceOf.get(module)!)
    const places = openings.filter(place => place !== opening && importers.some(importer => ownOf.get(place)!.has(importer)))
    const common = places.map(place => loads.get(place)!).reduce((all, some) => all.intersection(some), new Set(pieces))
    const frame = frameOf(opening)
    if (frame === undefined) return common
    const ofFrame = loads.get(frame)
    if (!ofFrame) throw new Error(`${opening} opens in the frame ${frame}, which the app does not have`)
    return common.union(ofFrame)
  }

  // Parts may open each other. The sets start with all pieces, and each pass removes the pieces that are not certain to be loaded.
  for (let isSettled = false; !isSettled; ) {
    isSettled = true
    for (const opening of openings.slice(1)) {
      const loaded = ownOf.get(opening)!.union(loadedBefore(opening))
      if (loaded.size === loads.get(opening)!.size) continue
      loads.set(opening, loaded)
      isSettled = false
    }
  }
  return loads
}

function reachable(from: Piece): Set<Piece> {
  const reached = new Set([from])
  for (const piece of reached) for (const imported of piece.imports) reached.add(imported)
  return reached
}
