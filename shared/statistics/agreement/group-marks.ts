import type { Shape } from '../../contracts/shapes.ts'
import { type MatchLimits, matchShapes, type ShapeMatches } from './match-shapes.ts'

/** One annotator's annotation of an image. */
export interface Mark {
  /** Shape; null: the whole image. */
  shape: Shape | null
  /** Sample point that the annotation labels, for points that all annotators share. */
  pointId: string | null
  category: string
}

/** Reference to an annotation: index of its annotator, and its index in that annotator's list. */
export interface GroupedMark {
  annotator: number
  mark: number
}

export interface PairMatches extends ShapeMatches {
  /** Indices of the two annotators, ascending. */
  annotators: [first: number, second: number]
}

/**
 * Matches between two annotators' annotations of the same individuals. Shapes match as in `matchShapes`. Sample points match when they are
 * the same point. Labels of the whole image match when they are equal.
 */
export function matchMarks(first: readonly Mark[], second: readonly Mark[], limits: MatchLimits = {}): ShapeMatches {
  const [a, b] = [sorted(first), sorted(second)]
  const shapes = matchShapes(a.shapes, b.shapes, limits)
  const matches = shapes.matches.map(match => ({
    first: a.shapes[match.first]?.position ?? 0,
    second: b.shapes[match.second]?.position ?? 0,
    closeness: match.closeness
  }))
  for (const [key, positions] of a.keyed) {
    const others = b.keyed.get(key) ?? []
    for (const [at, position] of positions.entries()) {
      const other = others[at]
      if (other !== undefined) matches.push({ first: position, second: other, closeness: 1 })
    }
  }
  const [matchedA, matchedB] = [new Set(matches.map(match => match.first)), new Set(matches.map(match => match.second))]
  return {
    matches,
    onlyFirst: [...first.keys()].filter(position => !matchedA.has(position)),
    onlySecond: [...second.keys()].filter(position => !matchedB.has(position))
  }
}

/**
 * Groups of annotations on an image that belong to the same individual, at most one per annotator. An annotation without a partner is a group
 * of one. The closest pair is joined first. Two groups are merged when no annotator is in both. With two annotators the result equals
 * `matchMarks`.
 */
export function groupMarks(
  lists: readonly (readonly Mark[])[],
  limits: MatchLimits = {}
): { groups: GroupedMark[][]; pairs: PairMatches[] } {
  const pairs: PairMatches[] = []
  const groupOf = lists.map((list, annotator) => list.map((_, mark): GroupedMark[] => [{ annotator, mark }]))
  const links: { a: GroupedMark; b: GroupedMark; closeness: number; isSameName: boolean }[] = []
  for (const [first, listA] of lists.entries())
    for (const [second, listB] of lists.entries()) {
      if (second <= first) continue
      const found = matchMarks(listA, listB, limits)
      pairs.push({ annotators: [first, second], ...found })
      for (const match of found.matches)
        links.push({
          a: { annotator: first, mark: match.first },
          b: { annotator: second, mark: match.second },
          closeness: match.closeness,
          isSameName: listA[match.first]?.category === listB[match.second]?.category
        })
    }
  links.sort((x, y) => y.closeness - x.closeness || Number(y.isSameName) - Number(x.isSameName))
  for (const { a, b } of links) {
    const [into, from] = [groupOf[a.annotator]?.[a.mark], groupOf[b.annotator]?.[b.mark]]
    if (!into || !from || into === from || into.some(one => from.some(other => one.annotator === other.annotator))) continue
    into.push(...from)
    for (const { annotator, mark } of from) {
      const ofAnnotator = groupOf[annotator]
      if (ofAnnotator) ofAnnotator[mark] = into
    }
  }
  const groups = [...new Set(groupOf.flat())]
  for (const group of groups) group.sort((x, y) => x.annotator - y.annotator)
  return { groups, pairs }
}

function sorted(marks: readonly Mark[]) {
  const shapes: { shape: Shape; category: string; position: number }[] = []
  const keyed = new Map<string, number[]>()
  for (const [position, { shape, pointId, category }] of marks.entries()) {
    if (pointId === null && shape !== null) shapes.push({ shape, category, position })
    else {
      const key = pointId === null ? `image ${category}` : `point ${pointId}`
      const positions = keyed.get(key)
      if (positions) positions.push(position)
      else keyed.set(key, [position])
    }
  }
  return { shapes, keyed }
}
