import type { Observation } from '../../../shared/contracts/observations.ts'
import { wholeMeters } from '../../../shared/geometry/place-grid.ts'
import { placeAsShown, withheldName } from '../generalisations/as-shown.ts'
import type { ShownPlaces } from '../generalisations/shown-places.ts'

/**
 * Generalises the places of observations for viewers who may not see exact places. Positions are moved to the grid or withheld, with the larger of the
 * uncertainties of the observation and the cell. Depths are rounded to whole metres. The site name is replaced. Remarks, `occurrenceID` and the link to
 * the source are omitted.
 */
export async function observationsAsShown(shown: ShownPlaces, observations: readonly Observation[]): Promise<Observation[]> {
  if (shown.isExact) return [...observations]
  const gridOf = await shown.ofObservations(observations.map(({ id }) => id))
  return observations.map(observation => {
    const grid = gridOf(observation.id)
    if (grid === null) return observation
    const { decimalLatitude, decimalLongitude } = observation
    const { generalised, ...at } = placeAsShown(observation.place ?? { decimalLatitude: null, decimalLongitude: null }, grid)
    const { coordinateUncertaintyInMeters: ofCell } = generalised
    const hasOwn = decimalLatitude !== null && decimalLongitude !== null
    return {
      ...observation,
      ...(hasOwn ? at : { decimalLatitude: null, decimalLongitude: null }),
      place:
        at.decimalLatitude === null || at.decimalLongitude === null
          ? null
          : { decimalLatitude: at.decimalLatitude, decimalLongitude: at.decimalLongitude },
      generalised,
      coordinateUncertaintyInMeters: ofCell === null ? null : Math.max(ofCell, observation.coordinateUncertaintyInMeters ?? 0),
      minimumDepthInMeters: wholeMeters(observation.minimumDepthInMeters),
      maximumDepthInMeters: wholeMeters(observation.maximumDepthInMeters),
      siteName: observation.siteId === null ? null : withheldName(observation.siteId),
      occurrenceRemarks: null,
      occurrenceID: null,
      source: observation.source && { ...observation.source, url: null }
    }
  })
}
