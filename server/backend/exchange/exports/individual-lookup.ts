import type { Thing } from '../../annotations/sessions/things.ts'
import type { Counted } from '../../results/counted.ts'

/** Lookup of individuals of rounds by annotation or sample point. */
export function thingBook({ things, points }: Pick<Counted, 'things' | 'points'>) {
  const byId = new Map<string, Thing>(things.map(thing => [thing.id, thing]))
  const byPoint = new Map(points.flatMap((thing): [string, Thing][] => (thing.pointId === null ? [] : [[thing.pointId, thing]])))
  const doubles = new Set(things.flatMap(({ id, marks }) => marks.map(mark => mark.id).filter(mark => mark !== id)))
  return {
    /** True for an annotation that another one of the same individual replaces. */
    isDouble: (annotationId: string): boolean => doubles.has(annotationId),
    thingOf: (annotationId: string): Thing | null => byId.get(annotationId) ?? byPoint.get(annotationId) ?? null
  }
}

export type ThingBook = ReturnType<typeof thingBook>
