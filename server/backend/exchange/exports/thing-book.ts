import type { Individual } from '../../annotations/rounds/individuals.ts'
import type { Counted } from '../../results/counted.ts'

/** The marks of blind sessions, found by the annotation that stands for a thing, or by its sample point. */
export function thingBook({ things, points }: Pick<Counted, 'things' | 'points'>) {
  const byId = new Map<string, Individual>(things.map(thing => [thing.id, thing]))
  const byPoint = new Map(points.flatMap((thing): [string, Individual][] => (thing.pointId === null ? [] : [[thing.pointId, thing]])))
  const doubles = new Set(things.flatMap(({ id, marks }) => marks.map(mark => mark.id).filter(mark => mark !== id)))
  return {
    /** Another mark of the same thing stands for it. */
    isDouble: (annotationId: string): boolean => doubles.has(annotationId),
    thingOf: (annotationId: string): Individual | null => byId.get(annotationId) ?? byPoint.get(annotationId) ?? null
  }
}

export type ThingBook = ReturnType<typeof thingBook>
