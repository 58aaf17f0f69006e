import type { Mark } from './marks.ts'
import { frame, type Organism } from './scene.ts'

export type Comparison = {
  /** Number of animals that have an annotation. */
  found: number
  /** Number of annotated animals that have the right label. */
  namedAsDrawn: number
  missed: readonly Organism[]
  /** Number of annotations without an animal under them. */
  strayMarks: number
}

/**
 * Compares annotations with the animals that the program drew. An annotation belongs to the nearest animal whose circular outline
 * contains its point or the centre of its box. An animal counts once, by its nearest annotation.
 */
export function compare(marks: readonly Mark[], organisms: readonly Organism[]): Comparison {
  const nearest = new Map<Organism, { mark: Mark; distance: number }>()
  let strayMarks = 0
  for (const mark of marks) {
    const candidates = organisms
      .map(organism => ({ organism, distance: distanceTo(organism, mark) }))
      .filter(({ organism, distance }) => distance <= organism.radius)
      .sort((a, b) => a.distance - b.distance)
    const best = candidates[0]
    if (!best) strayMarks++
    else if (best.distance < (nearest.get(best.organism)?.distance ?? Number.POSITIVE_INFINITY)) {
      nearest.set(best.organism, { mark, distance: best.distance })
    }
  }
  return {
    found: nearest.size,
    namedAsDrawn: [...nearest].filter(([organism, { mark }]) => mark.label === organism.kind).length,
    missed: organisms.filter(organism => !nearest.has(organism)),
    strayMarks
  }
}

function distanceTo(organism: Organism, { shape }: Mark): number {
  const x = shape.kind === 'box' ? shape.x + shape.width / 2 : shape.x
  const y = shape.kind === 'box' ? shape.y + shape.height / 2 : shape.y
  return Math.hypot(x - organism.x, ((y - organism.y) * frame.height) / frame.width)
}
