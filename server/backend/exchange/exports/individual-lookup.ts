import type { Individual } from '../../annotations/rounds/individuals.ts'
import type { Counted } from '../../results/counted.ts'

/** Looks up individuals of rounds by annotation or sample point. */
export function individualLookup({ roundIndividuals, points }: Pick<Counted, 'roundIndividuals' | 'points'>) {
  const byId = new Map<string, Individual>(roundIndividuals.map(individual => [individual.id, individual]))
  const byPoint = new Map(
    points.flatMap((individual): [string, Individual][] => (individual.pointId === null ? [] : [[individual.pointId, individual]]))
  )
  const doubles = new Set(roundIndividuals.flatMap(({ id, marks }) => marks.map(mark => mark.id).filter(mark => mark !== id)))
  return {
    /** True for an annotation whose individual is represented by another annotation. */
    isDouble: (annotationId: string): boolean => doubles.has(annotationId),
    individualOf: (annotationId: string): Individual | null => byId.get(annotationId) ?? byPoint.get(annotationId) ?? null
  }
}

export type IndividualLookup = ReturnType<typeof individualLookup>
