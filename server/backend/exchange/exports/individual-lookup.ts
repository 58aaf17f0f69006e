import type { Thing } from '../../annotations/sessions/things.ts'
import type { Counted } from '../../results/counted.ts'

/** Lookup of individuals of rounds by annotation or sample point. */
export function individualLookup({ things, points }: Pick<Counted, 'things' | 'points'>) {
  const byId = new Map<string, Thing>(things.map(individual => [individual.id, individual]))
  const byPoint = new Map(
    points.flatMap((individual): [string, Thing][] => (individual.pointId === null ? [] : [[individual.pointId, individual]]))
  )
  const doubles = new Set(things.flatMap(({ id, marks }) => marks.map(mark => mark.id).filter(mark => mark !== id)))
  return {
    /** True for an annotation that another one of the same individual replaces. */
    isDouble: (annotationId: string): boolean => doubles.has(annotationId),
    individualOf: (annotationId: string): Thing | null => byId.get(annotationId) ?? byPoint.get(annotationId) ?? null
  }
}

export type IndividualLookup = ReturnType<typeof individualLookup>
