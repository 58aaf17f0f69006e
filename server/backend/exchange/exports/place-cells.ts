import { uncertaintyOfPlace } from './given-places.ts'
import type { ProjectSource } from './project-source.ts'
import type { SourceImage } from './source-images.ts'
import type { Cell } from './table-file.ts'

const columns = ['coordinateUncertaintyInMeters', 'dataGeneralizations', 'informationWithheld']

type Source = Pick<ProjectSource, 'hasExactPlaces' | 'publication'>

/** Columns that describe the precision of positions, for projects that generalise places. */
export const placeColumns = ({ hasExactPlaces }: Source): string[] => (hasExactPlaces ? [] : columns)

export function placeCells({ hasExactPlaces, publication }: Source, image: SourceImage): Cell[] {
  if (hasExactPlaces) return []
  const meters = uncertaintyOfPlace(image, publication.coordinateUncertaintyInMeters)
  return [meters, image.generalised?.dataGeneralizations, image.generalised?.informationWithheld]
}
