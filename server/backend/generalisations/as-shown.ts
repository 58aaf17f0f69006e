import type { Grid, ShownPlace } from '../../../shared/contracts/generalisations.ts'
import type { Media } from '../../../shared/contracts/media.ts'
import type { Site, Survey } from '../../../shared/contracts/sites.ts'
import { generalisationCodes } from '../../../shared/error-codes/generalisations.ts'
import { generalizationWords, gridPosition, gridUncertainty, wholeMeters, withheldWords } from '../../../shared/geometry/place-grid.ts'
import { codedError } from '../../lib/coded-error.ts'

/** Refusal of an edit that would overwrite values that the viewer gets only in generalised form. */
export const ExactPlaceNeeded = codedError<[string]>(generalisationCodes.EXACT_PLACE_NEEDED)

interface Position {
  decimalLatitude: number | null
  decimalLongitude: number | null
}

const nowhere = { decimalLatitude: null, decimalLongitude: null }

/** Snaps a position to a grid, and adds the Darwin Core terms that describe the generalisation. */
export function placeAsShown({ decimalLatitude, decimalLongitude }: Position, grid: Grid): Position & { generalised: ShownPlace } {
  const given = decimalLatitude !== null && decimalLongitude !== null ? gridPosition({ decimalLatitude, decimalLongitude }, grid) : null
  return {
    ...(given ?? nowhere),
    generalised: {
      grid,
      coordinateUncertaintyInMeters: given && grid !== 'hidden' ? gridUncertainty(given.decimalLatitude, grid) : null,
      dataGeneralizations: generalizationWords(grid),
      informationWithheld: withheldWords(grid)
    }
  }
}

/** Names of the EXIF fields that may reveal the place. */
const positionNames = ['Altitude above sea level', 'Horizontal position error', 'Map datum', 'Heading']

/** Matches the columns of attached tables that cannot reveal the place. Any other column may contain it, whatever its name. */
export const harmlessColumn = /^(area|area_m2|frame)$/i

/**
 * Removes the exact place from a media item. Its position is snapped to the grid, and its depth is rounded to whole metres. Camera metadata
 * and table columns that may reveal the place are left out.
 */
export function mediaAsShown(media: Media, grid: Grid | null): Media {
  if (grid === null) return media
  return {
    ...media,
    ...placeAsShown(media, grid),
    depthInMeters: wholeMeters(media.depthInMeters),
    exif: Object.fromEntries(Object.entries(media.exif).filter(([name]) => !positionNames.includes(name))),
    metadata: Object.fromEntries(Object.entries(media.metadata).filter(([name]) => harmlessColumn.test(name)))
  }
}

/** Placeholder name for a site, without any hint of its position. A site always keeps the same placeholder. */
export const withheldName = (siteId: string): string => `Site ${siteId.slice(-6)}`

interface PlaceWords {
  notes: string | null
  footprintWKT: string | null
  locationID: string | null
  samplingDescription: string | null
}

const noWords: PlaceWords = { notes: null, footprintWKT: null, locationID: null, samplingDescription: null }

type SitePlace = Pick<Site, 'id' | 'name' | 'decimalLatitude' | 'decimalLongitude' | 'minimumDepthInMeters' | 'maximumDepthInMeters'>

/** Removes the name of a site and all descriptions of its place. */
export function siteAsShown<S extends SitePlace & PlaceWords>(site: S, grid: Grid | null): S & { generalised?: ShownPlace } {
  if (grid === null) return site
  return {
    ...site,
    ...noWords,
    ...placeAsShown(site, grid),
    name: withheldName(site.id),
    minimumDepthInMeters: wholeMeters(site.minimumDepthInMeters),
    maximumDepthInMeters: wholeMeters(site.maximumDepthInMeters)
  }
}

/** Removes descriptions of places from a survey. The survey keeps its name, because it covers many places. */
export function surveyAsShown<S extends Pick<Survey, keyof PlaceWords>>(survey: S, grid: Grid | null): S {
  return grid === null ? survey : { ...survey, ...noWords }
}

/**
 * Removes the values from an edit that merely repeat the generalised values shown to the viewer.
 * @throws ExactPlaceNeeded if the edit would overwrite hidden values
 */
export function refuseUnseen<E extends object>(edit: E, exact: object, shown: object, noun: string): E {
  const entries = Object.entries(edit).filter(([name, value]) => {
    const [before, seen] = [Reflect.get(exact, name), Reflect.get(shown, name)]
    if (before === seen && !isOfPlace(name)) return true
    if (value === seen) return before === seen
    throw new ExactPlaceNeeded(noun)
  })
  return Object.fromEntries(entries) as E
}

const ofPlace = ['decimalLatitude', 'decimalLongitude', 'depthInMeters', 'minimumDepthInMeters', 'maximumDepthInMeters']
const isOfPlace = (name: string) => ofPlace.includes(name) || name in noWords
