import type { AttributeFieldDraft } from '../../../../shared/contracts/attribute-fields.ts'
import type { SiteDraft, SiteType } from '../../../../shared/contracts/sites.ts'
import type { LabelDraft } from '../../../../shared/contracts/taxonomy.ts'
import type { FieldName, ProjectFields } from '../project-fields.ts'
import type { SamplingPlan } from '../take-over.ts'

export type TemplateField = 'description' | 'habitat'

/** Template for a kind of survey. Its texts are starting points that people edit in the new project. */
export interface ProjectTemplate extends Record<TemplateField, string> {
  name: string
  /** Method in a few words. */
  about: string
  labels: readonly TemplateLabel[]
  /** Attribute fields of annotations. */
  attributes: readonly AttributeFieldDraft[]
  /** Sites of the usual survey design, which people rename. They have no position, and a depth only if the method sets it. */
  sites: readonly TemplateSite[]
  /** Sampling facts of the project, offered as its sampling plan. */
  sampling: SamplingPlan & { samplingProtocol: string }
}

export type TemplateLabel = Pick<LabelDraft, 'name' | 'scientificName' | 'taxonRank'>

export type TemplateSite = Pick<SiteDraft, 'name' | 'type' | 'minimumDepthInMeters' | 'maximumDepthInMeters'>

const taxon = (name: string, taxonRank: string, scientificName = name): TemplateLabel => ({ name, scientificName, taxonRank })
const count: AttributeFieldDraft = { name: 'individualCount', type: 'integer', minimum: 1 }

/** Builds one site for each name. `depths` is the range in metres. */
const sitesNamed = (type: SiteType, names: readonly string[], depths?: readonly [least: number, most: number]): TemplateSite[] =>
  names.map(name => ({ name, type, ...(depths && { minimumDepthInMeters: depths[0], maximumDepthInMeters: depths[1] }) }))

const paragraphs = (...texts: string[]) => texts.join('\n\n')

/** Templates with values that are common practice in the field. */
export const projectTemplates: readonly ProjectTemplate[] = [
  {
    name: 'Reef transect',
    about: 'Divers, a tape, photo quadrats',
    labels: [
      taxon('Hard corals', 'order', 'Scleractinia'),
      taxon('Soft corals', 'class', 'Octocorallia'),
      taxon('Sponges', 'phylum', 'Porifera'),
      taxon('Brown algae', 'class', 'Phaeophyceae'),
      taxon('Sea urchins', 'class', 'Echinoidea'),
      taxon('Sea stars', 'class', 'Asteroidea'),
      { name: 'Turf algae' },
      { name: 'Crustose coralline algae' },
      { name: 'Sand' },
      { name: 'Rubble' }
    ],
    attributes: [count],
    sites: ['Reef 1', 'Reef 2'].flatMap(reef =>
      [5, 10, 15].flatMap((depth, index) => sitesNamed('transect', [`${reef} transect ${index + 1}`], [depth, depth]))
    ),
    sampling: {
      samplingProtocol: 'Photo quadrats along 30 m transects',
      samplingDescription: 'Three 30 m transects at each site, at depths of 5, 10 and 15 m; one downward-facing image per metre.',
      samplingEffort: '3 transects of 30 m at each site'
    },
    description: paragraphs(
      'Question: how do benthic cover and the abundance of key species change along the reef, and between visits?',
      'Gear: divers with a camera on a frame that keeps it 1 m above the sea floor, two parallel lasers 10 cm apart for scale, a 30 m tape.',
      'Sampling: three 30 m transects along the depth contour at each site, at depths of 5, 10 and 15 m; one downward-facing image per metre. Start, end, depth, heading and visibility are recorded for each transect.',
      'Analysis: cover from 50 random points per image; mobile animals counted over the whole image. The unit of replication is the transect, not the image.'
    ),
    habitat: 'Reef, hard bottom, 5–15 m'
  },
  {
    name: 'ROV dive',
    about: 'Video and stills along the bottom',
    labels: [
      taxon('Cnidarians', 'phylum', 'Cnidaria'),
      taxon('Sponges', 'phylum', 'Porifera'),
      taxon('Echinoderms', 'phylum', 'Echinodermata'),
      taxon('Crustaceans', 'subphylum', 'Crustacea'),
      taxon('Ray-finned fishes', 'class', 'Actinopterygii'),
      taxon('Molluscs', 'phylum', 'Mollusca'),
      { name: 'Lebensspur' },
      { name: 'Litter' }
    ],
    attributes: [count],
    sites: sitesNamed('transect', ['Dive 1 leg 1', 'Dive 1 leg 2', 'Dive 1 leg 3']),
    sampling: {
      samplingProtocol: 'ROV video and stills along legs across the slope',
      samplingDescription: 'Straight transects at about 0.25 m/s, 1–2 m above the sea floor; one frame every 10 s.'
    },
    description: paragraphs(
      'Question: which megafauna live along the slope, at what densities, and on which substrates?',
      'Gear: remotely operated vehicle with a forward and a downward camera, two parallel lasers 10 cm apart, CTD, altimeter and acoustic positioning (USBL).',
      'Sampling: straight legs across the depth contours at about 0.25 m/s, 1–2 m above the sea floor; one frame every 10 s. Stops, turns and stretches where the sea floor is out of view are marked and excluded from densities.',
      'Analysis: every organism larger than 2 cm is marked and identified as far as the image allows; imaged area from the lasers, density per 100 m², substrate of each frame.'
    ),
    habitat: 'Continental slope, soft sediment with outcrops'
  },
  {
    name: 'Plankton',
    about: 'Profiles with an imaging system',
    labels: [
      taxon('Copepods', 'class', 'Copepoda'),
      taxon('Chaetognaths', 'phylum', 'Chaetognatha'),
      taxon('Hydromedusae', 'class', 'Hydrozoa'),
      taxon('Ctenophores', 'phylum', 'Ctenophora'),
      taxon('Appendicularians', 'class', 'Appendicularia'),
      { name: 'Marine snow' },
      { name: 'Fecal pellet' }
    ],
    attributes: [count],
    sites: sitesNamed('station', ['Station 1', 'Station 2', 'Station 3'], [0, 500]),
    sampling: {
      samplingProtocol: 'Vertical profiles with an in-situ imaging system',
      samplingDescription: 'From the surface to 500 m at 1 m/s, one profile by day and one by night at each station.',
      samplingEffort: '2 profiles at each station'
    },
    description: paragraphs(
      'Question: what lives in the water column, at what depths, and how does it follow the stratification?',
      'Gear: in-situ imaging system with a calibrated volume per image, CTD with fluorometer; a 200 µm net with flow meter for comparison.',
      'Sampling: vertical profiles from the surface to 500 m at 1 m/s, one by day and one by night at each station. The imaged volume is recorded for each profile.',
      'Analysis: objects larger than 0.5 mm are segmented and sorted into taxa and detritus; individuals per m³ in 20 m depth bins.'
    ),
    habitat: 'Open water, 0–500 m'
  },
  {
    name: 'Baited camera',
    about: 'Fish that come to the bait',
    labels: [
      taxon('Ray-finned fishes', 'class', 'Actinopterygii'),
      taxon('Sharks and rays', 'class', 'Elasmobranchii'),
      taxon('Hagfishes', 'class', 'Myxini'),
      taxon('Decapods', 'order', 'Decapoda'),
      taxon('Amphipods', 'order', 'Amphipoda'),
      { name: 'Bait' }
    ],
    attributes: [count],
    sites: sitesNamed('site', ['Protected 1', 'Protected 2', 'Unprotected 1', 'Unprotected 2']),
    sampling: {
      samplingProtocol: 'Baited remote underwater stereo video',
      samplingDescription: 'Deployments at least 400 m apart, in daylight; 1 kg of crushed oily fish.',
      samplingEffort: '60 minutes on the bottom at each site'
    },
    description: paragraphs(
      'Question: which fish and scavengers are present, and how does their relative abundance differ between protected and unprotected sites?',
      'Gear: calibrated stereo pair of cameras on a frame, 1 kg of crushed oily fish in a bait bag 1.2 m in front of them.',
      'Sampling: 60 minutes on the bottom in daylight, deployments at least 400 m apart. Time, position, depth and visibility are recorded for each deployment; those that tipped over or faced away are excluded.',
      'Analysis: MaxN (the maximum number of individuals of a species in one frame) as a relative index, with lengths at the time of MaxN. The reach of the bait plume is unknown, so MaxN is not a density.'
    ),
    habitat: 'Reef edge and sand, 10–60 m'
  }
]

/**
 * Splits the fields of a template by their current text. `free` fields are empty or hold the unedited text of a template. `own` fields
 * hold text that a person wrote.
 */
export function roomForTemplate(fields: ProjectFields, offered: readonly FieldName[]): Record<'free' | 'own', TemplateField[]> {
  const places = (['description', 'habitat'] as const).filter(name => offered.includes(name))
  const isOwn = (name: TemplateField) => fields[name].trim() !== '' && !projectTemplates.some(template => template[name] === fields[name])
  return { free: places.filter(name => !isOwn(name)), own: places.filter(isOwn) }
}
