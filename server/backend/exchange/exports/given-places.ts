import type { ExportOptions } from '../../../../shared/contracts/exchange.ts'
import type { Grid, ShownPlace } from '../../../../shared/contracts/generalisations.ts'
import { wholeMeters } from '../../../../shared/geometry/place-grid.ts'
import { placeAsShown } from '../../generalisations/as-shown.ts'
import { type GridOf, type PlaceViewer, theHouse, thePublic } from '../../generalisations/shown-places.ts'
import { everything } from '../../projects/scope.ts'
import type { LossTally } from '../losses.ts'
import type { SourceImage } from './source-images.ts'

/** Intended audience of a file: the public, or the members if the file has exact positions. */
export const readersOf = ({ exactPositions = false }: ExportOptions): PlaceViewer => (exactPositions ? theHouse : thePublic)

/** Scope of an export, derived from its options. */
export const inFile = (projectId: string, options: ExportOptions) =>
  everything(projectId, 'blind members can neither begin nor read an export', readersOf(options))

/** Generalises image positions to the grids of their places. Counts the affected images by grid. */
export function givenPlaces(gridOf: GridOf) {
  const counts = new Map<Grid, number>()
  let isCounted = false
  return {
    counts,

    async *of(images: AsyncIterable<SourceImage>): AsyncGenerator<SourceImage, void, undefined> {
      const counts_ = isCounted ? null : counts
      isCounted = true
      for await (const image of images) {
        const grid = gridOf({ id: image.id, siteId: image.site?.id ?? null })
        if (grid === null) {
          yield image
          continue
        }
        const hadPosition = image.decimalLatitude !== null || image.site?.generalised != null
        if (hadPosition) counts_?.set(grid, (counts_.get(grid) ?? 0) + 1)
        yield { ...image, ...placeAsShown(image, grid), depthInMeters: wholeMeters(image.depthInMeters) }
      }
    }
  }
}

/** Reports generalised positions as losses of an export. */
export function reportPlaces({ generalisedCounts }: { generalisedCounts: ReadonlyMap<Grid, number> }, losses: LossTally): void {
  for (const [grid, count] of generalisedCounts) {
    const records = count === 1 ? 'The position of one record is' : `Positions of ${count.toLocaleString('en')} records are`
    const degrees = grid === '1' ? '1 degree' : `${grid} degrees`
    const message = grid === 'hidden' ? `${records} withheld` : `${records} generalised to a grid of ${degrees}`
    for (let each = 0; each < count; each++) losses.add(message)
  }
}

export interface Uncertain {
  decimalLatitude: number | null
  generalised: ShownPlace | null
}

/**
 * Uncertainty of an exported position in m: the larger of its own uncertainty and that of the grid cell. Null without a position, or when neither is
 * known.
 */
export function uncertaintyOfPlace({ decimalLatitude, generalised }: Uncertain, ownMeters: number | null): number | null {
  if (decimalLatitude === null) return null
  const ofCell = generalised?.coordinateUncertaintyInMeters ?? null
  return ofCell === null || ownMeters === null ? (ofCell ?? ownMeters) : Math.max(ofCell, ownMeters)
}
