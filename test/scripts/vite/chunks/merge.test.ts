import t from 'tap'
import type { Piece } from '../../../../scripts/vite/chunks/draft.ts'
import { loadsOf } from '../../../../scripts/vite/chunks/loads.ts'
import { mergeParts, type Part } from '../../../../scripts/vite/chunks/merge.ts'

const piece = (name: string, size: number, ...imports: Piece[]): Piece => ({ modules: [name], size, hasStyles: false, imports })
const isNever = () => false
const prices = { ofFile: 100, ofLoader: () => 1 }
const namesOf = (parts: Part[]) =>
  parts
    .map(part =>
      part.pieces
        .flatMap(piece => piece.modules)
        .sort((a, b) => (a < b ? -1 : 1))
        .join(' ')
    )
    .sort((a, b) => (a < b ? -1 : 1))

t.test('modules with the same loaders form one part', async t => {
  const pieces = [piece('icon', 10_000), piece('hook', 10_000), piece('other', 10_000)]
  const loads = new Map([
    ['page', new Set(pieces.slice(0, 2))],
    ['screen', new Set(pieces)]
  ])
  t.same(namesOf(mergeParts(pieces, loads, isNever, prices)), ['hook icon', 'other'])
})

t.test('a small part is merged into another, and a large one is not', async t => {
  const [shared, small, large] = [piece('shared', 50), piece('small', 10), piece('large', 1_000)]
  const loads = new Map([
    ['one', new Set([shared, small, large])],
    ['two', new Set([shared])]
  ])
  t.same(namesOf(mergeParts([shared, small], loads, isNever, prices)), ['shared small'])
  t.same(namesOf(mergeParts([shared, large], loads, isNever, prices)), ['large', 'shared'])
})

t.test('dependencies of a part are counted: its loaders load them too', async t => {
  const library = piece('library', 5_000)
  const [field, dialog] = [piece('field', 10), piece('dialog', 10, library)]
  const loads = new Map([
    ['login', new Set([field])],
    ['screen', new Set([field, dialog, library])]
  ])
  t.same(namesOf(mergeParts([field, dialog, library], loads, isNever, prices)), ['dialog library', 'field'])
})

t.test('two parts are not merged around a third one that would need them and be needed', async t => {
  const low = piece('low', 10)
  const middle = piece('middle', 100_000, low)
  const high = piece('high', 10, middle)
  const loads = new Map([
    ['one', new Set([low, middle, high])],
    ['two', new Set([low, middle])],
    ['three', new Set([low])]
  ])
  const isMiddle = (part: Part) => part.pieces.includes(middle)
  t.same(namesOf(mergeParts([low, middle, high], loads, isMiddle, prices)), ['high', 'low', 'middle'])
})

t.test('a late part contains only modules that every screen opening it lacks', async t => {
  const [entry, frame, icon] = [piece('entry', 1), piece('frame', 1), piece('icon', 1)]
  const [screen, otherScreen, dialog] = [piece('screen', 1, icon), piece('other-screen', 1), piece('dialog', 1)]
  const importersOf = new Map([
    ['frame', new Set(['entry'])],
    ['screen', new Set(['entry'])],
    ['other-screen', new Set(['entry'])],
    ['dialog', new Set(['screen', 'other-screen'])]
  ])
  const draft = { pieces: [entry, frame, icon, screen, otherScreen, dialog], entry: 'entry', importersOf }
  const loads = loadsOf(draft, module => (module.endsWith('screen') ? 'frame' : undefined))
  t.same(loads.get('screen'), new Set([entry, frame, screen, icon]))
  t.same(loads.get('dialog'), new Set([entry, frame, dialog]))
})

t.test('each merge is the one that saves the most, even after earlier merges changed the loaders', async t => {
  let mostRounds = 0
  for (let seed = 1; seed <= 200; seed++) {
    const { pieces, loads } = randomApp(seed)
    const isKept = (part: Part) => part.pieces[0] === pieces[3]
    const { parts, rounds } = mergedByTotals(pieces, loads, isKept)
    t.same(namesOf(mergeParts(pieces, loads, isKept, weighted)), parts, `seed ${seed}`)
    mostRounds = Math.max(mostRounds, rounds)
  }
  t.ok(mostRounds >= 5, 'several merges follow each other')
})

const weighted = { ofFile: 100, ofLoader: (loader: string) => 1 + (loader.length % 3) }

/** Twelve modules that import earlier ones, and a loader for each of them with all its dependencies. */
function randomApp(seed: number) {
  const below = (limit: number) => {
    seed = (seed * 48_271) % 2_147_483_647 // the minimal standard generator of Park and Miller, 1993
    return seed % limit
  }
  const pieces: Piece[] = []
  for (let index = 0; index < 12; index++) {
    const imports = pieces.filter(() => below(5) === 0)
    pieces.push({ ...piece(`piece${index}`, 1 + below(300), ...imports), hasStyles: below(2) === 0 })
  }
  const loads = new Map(pieces.map((piece, index) => [`of ${'x'.repeat(index)}`, withImports([piece])]))
  return { pieces, loads }
}

function withImports(pieces: Piece[]): Set<Piece> {
  const all = new Set(pieces)
  for (const piece of all) for (const imported of piece.imports) all.add(imported)
  return all
}

/** Performs the same merges, chosen by the total loading time of the whole app before and after each, without caching between rounds. */
function mergedByTotals(pieces: Piece[], loads: Map<string, Set<Piece>>, isKept: (part: Part) => boolean) {
  const isKeptPiece = (piece: Piece) => isKept({ pieces: [piece], loaders: new Set(), size: 0, hasStyles: false })
  let parts = pieces.map(piece => [piece])

  for (let rounds = 0; ; rounds++) {
    const before = totalOf(parts)
    let best: { after: number; parts: Piece[][] } = { after: before, parts }
    for (const [index, one] of parts.entries())
      for (const other of parts.slice(index + 1)) {
        if ([one, other].some(part => part.some(isKeptPiece))) continue
        const merged = [...parts.filter(part => part !== one && part !== other), [...one, ...other]]
        const after = totalOf(merged)
        if (after < best.after && !hasCycle(merged)) best = { after, parts: merged }
      }
    if (best.parts === parts) return { parts: namesOf(parts.map(pieces => ({ pieces }) as Part)), rounds }
    parts = best.parts
  }

  /** Sums the prices of the parts that each loader loads, times its weight. */
  function totalOf(parts: Piece[][]): number {
    let total = 0
    for (const [loader, loaded] of loads)
      for (const part of partsLoaded(parts, loaded)) {
        const size = part.reduce((sum, piece) => sum + piece.size, 0)
        total += weighted.ofLoader(loader) * (size + weighted.ofFile * (part.some(piece => piece.hasStyles) ? 2 : 1))
      }
    return total
  }
}

/** Returns the parts that contain one of the modules, and their dependencies. */
function partsLoaded(parts: Piece[][], loaded: Set<Piece>): Set<Piece[]> {
  const all = new Set(parts.filter(part => part.some(piece => loaded.has(piece))))
  for (const part of all)
    for (const { imports } of part) for (const needed of parts) if (imports.some(piece => needed.includes(piece))) all.add(needed)
  return all
}

function hasCycle(parts: Piece[][]): boolean {
  const needs = (one: Piece[], other: Piece[]) => one !== other && one.some(({ imports }) => imports.some(piece => other.includes(piece)))
  for (let left = parts; left.length > 0; ) {
    const rest = left.filter(part => left.some(other => needs(part, other)))
    if (rest.length === left.length) return true
    left = rest
  }
  return false
}
