import type { FieldName, ProjectFields } from './project-fields.ts'

export type TemplateField = 'description' | 'habitat'

/** A kind of survey, with words for a new project that a person edits. */
export interface ProjectTemplate extends Record<TemplateField, string> {
  name: string
  /** What it is for, in a few words. */
  about: string
}

const paragraphs = (...texts: string[]) => texts.join('\n\n')

/** The numbers are usual ones of the field, to begin from. */
export const projectTemplates: readonly ProjectTemplate[] = [
  {
    name: 'Reef transect',
    about: 'Divers, a tape, photo quadrats',
    description: paragraphs(
      'Question: how do benthic cover and the abundance of key species change along the reef, and from visit to visit?',
      'Gear: divers with a camera on a frame that holds it 1 m above the bottom, two parallel lasers 10 cm apart for scale, a 30 m tape.',
      'Sampling: at each site three transects of 30 m along the depth contour, at 5, 10 and 15 m; one picture straight down at every metre. Start, end, depth, heading and visibility are noted for each transect.',
      'Analysis: cover from 50 random points in each picture; mobile animals counted over the whole picture. The transect is the unit of replication, not the picture.'
    ),
    habitat: 'Reef, hard bottom, 5–15 m'
  },
  {
    name: 'ROV dive',
    about: 'Video and frames along the bottom',
    description: paragraphs(
      'Question: which megafauna live along the slope, at which densities, and on which bottom?',
      'Gear: remotely operated vehicle with a forward and a downward camera, two parallel lasers 10 cm apart, CTD, altimeter and acoustic positioning (USBL).',
      'Sampling: straight legs across the depth contours at about 0.25 m/s, 1–2 m above the bottom; a frame every 10 s. Stops, turns and stretches without sight of the bottom are marked and left out of densities.',
      'Analysis: every organism larger than 2 cm is marked and named as far as the picture allows; seen area from the lasers, density per 100 m², bottom type for each frame.'
    ),
    habitat: 'Continental slope, soft sediment with outcrops'
  },
  {
    name: 'Plankton',
    about: 'Profiles with an imaging system',
    description: paragraphs(
      'Question: what lives in the water column, at which depth, and how does it follow the layers of the water?',
      'Gear: in-situ imaging system with a calibrated volume per picture, CTD with fluorometer; a 200 µm net with flow meter for comparison.',
      'Sampling: vertical profiles from the surface to 500 m at 1 m/s, one by day and one by night at each station. The volume that was looked at is noted for each profile.',
      'Analysis: objects larger than 0.5 mm are cut out and sorted to taxa and detritus; individuals per m³ in depth bins of 20 m.'
    ),
    habitat: 'Open water, 0–500 m'
  },
  {
    name: 'Baited camera',
    about: 'Fish that come to the bait',
    description: paragraphs(
      'Question: which fish and scavengers are there, and how does their relative abundance differ between places with and without protection?',
      'Gear: calibrated stereo pair of cameras on a frame, 1 kg of crushed oily fish in a bait bag 1.2 m in front of them.',
      'Sampling: 60 minutes on the bottom by daylight, at least 400 m apart. Time, position, depth and visibility are noted for each deployment; those that fell over or looked away are left out.',
      'Analysis: MaxN (the most individuals of a species in one frame) as a relative index, lengths at the time of MaxN. How far the smell has drifted is not known, so it is not a density.'
    ),
    habitat: 'Reef edge and sand, 10–60 m'
  }
]

/**
 * Where a template may write: fields that are empty or hold the untouched words of a template are `free`;
 * those with a person's `own` words stay.
 */
export function roomForTemplate(fields: ProjectFields, offered: readonly FieldName[]): Record<'free' | 'own', TemplateField[]> {
  const places = (['description', 'habitat'] as const).filter(name => offered.includes(name))
  const isOwn = (name: TemplateField) => fields[name].trim() !== '' && !projectTemplates.some(template => template[name] === fields[name])
  return { free: places.filter(name => !isOwn(name)), own: places.filter(isOwn) }
}
