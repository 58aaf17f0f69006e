import { type Static, Type } from 'typebox'
import { Id, Nullable, Problem } from './common.ts'
import { contract } from './contract.ts'

/** What images are grouped by. */
export const groupingPattern = '^(image|site|survey|depthBand|date|metadata:.{1,200})$'

const Count = Type.Integer({ minimum: 0 })

/**
 * What is counted, and where. Rejected and removed annotations never count, and neither do points of a sample, which measure cover.
 * What a machine said and nobody confirmed counts only when it is asked for.
 */
export type ResultsQuery = Static<typeof ResultsQuery>
export const ResultsQuery = Type.Object(
  {
    groupBy: Type.Optional(
      Type.String({
        default: 'image',
        pattern: groupingPattern,
        description: '`metadata:<column>` groups by a column of an attached table; `date` is the day in UTC'
      })
    ),
    depthBandInMeters: Type.Optional(Type.Integer({ minimum: 1, maximum: 5000, default: 10, description: 'width of a depth band' })),
    rank: Type.Optional(
      Type.String({ minLength: 1, maxLength: 50, description: 'counts labels under the taxon of this rank above them; else as they are' })
    ),
    underLabelId: Type.Optional({ ...Id, description: 'counts only this label and what is under it' }),
    asOneTaxon: Type.Optional(
      Type.Boolean({
        default: false,
        description: '`underLabelId` and all under it are one taxon, whatever their `rank`: its MaxN, its density'
      })
    ),
    includeUnreviewed: Type.Optional(Type.Boolean({ default: false, description: 'also what a machine said and nobody confirmed' })),
    confirmedOnly: Type.Optional(Type.Boolean({ default: false, description: 'only what someone has looked at again and confirmed' })),
    countAttribute: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 60,
        description: 'attribute with the number of individuals, such as `individualCount`; 1 where it is no whole number of 0 to 1,000,000'
      })
    )
  },
  { additionalProperties: false }
)

export type ResultTaxon = Static<typeof ResultTaxon>
/** A label of the catalog that counts stand under. */
export const ResultTaxon = Type.Object({
  id: Id,
  name: Type.String(),
  scientificName: Nullable(Type.String()),
  taxonRank: Nullable(Type.String()),
  individuals: Count
})

/**
 * Effort, which does not depend on what was found: images that are done or reviewed, or on which a person marked or reviewed something; with
 * `includeUnreviewed` also those that an import or a run of a model covered.
 */
const effort = {
  images: Count,
  imagesOnlyMarked: { ...Count, description: 'of the images: nobody is done with them, a mark or a review of a person stands on them' },
  imagesWithArea: Count,
  areaSquareMeters: Nullable(Type.Number({ exclusiveMinimum: 0 }), { description: 'of the images whose area is known' })
}

/** Images that are counted together. */
const groupName = {
  key: Nullable(Type.String(), { description: 'id of the image, site or survey, first metre of the band, day or value; null: has none' }),
  name: Type.String()
}

/** Remarks on a whole computation. */
const remarks = {
  individuals: Count,
  unnamedIndividuals: { ...Count, description: 'marked but not named yet: in no taxon' },
  leftOutIndividuals: { ...Count, description: 'labels that have no taxon of the rank above them, or do not lie under `underLabelId`' },
  nestedTaxa: { ...Count, description: 'counted taxa under which others were counted too: mixed ranks raise the richness' },
  imagesNotLookedAt: Count,
  pendingMarks: Type.Optional({
    ...Count,
    description: 'of blind sessions that run, or whose marks were not matched since: they count for their authors only; 0 when absent'
  }),
  blindSessions: Type.Optional(
    Type.Object(
      {
        marks: { ...Count, description: 'that members of ended blind sessions made' },
        things: { ...Count, description: 'that these marks are of: each counts once' },
        notSettled: {
          ...Count,
          description: 'things whose names differ without a majority: each counts as the lowest taxon that the names share'
        }
      },
      { description: 'absent when there are none' }
    )
  )
}

export type AbundanceGroup = Static<typeof AbundanceGroup>
export const AbundanceGroup = Type.Object({
  ...groupName,
  ...effort,
  individuals: { ...Count, description: 'of all taxa' },
  unnamedIndividuals: Count,
  counts: Type.Array(Type.Array(Count, { minItems: 5, maxItems: 5 }), {
    description:
      'by taxon: place in `taxa`, individuals, MaxN (most of them on one image), images that show it, individuals on images whose area is known; a taxon that is missing has 0'
  })
})

export type Abundance = Static<typeof Abundance>
export const Abundance = Type.Object({ taxa: Type.Array(ResultTaxon), groups: Type.Array(AbundanceGroup), ...remarks })

/** Numbers of a sample. Null: the index has no value for it, which is not 0. Formulas and their sources: `shared/statistics`. */
const measures = {
  individuals: Count,
  richness: { ...Count, description: 'S, taxa that were seen' },
  shannon: Nullable(Type.Number(), { description: "H' = −Σ p ln p, base e" }),
  simpson: Nullable(Type.Number(), { description: '1 − Σ p²' }),
  pielou: Nullable(Type.Number(), { description: "J' = H'/ln S" }),
  chao1: Nullable(Type.Object({ estimate: Type.Number(), low: Type.Number(), high: Type.Number() }), {
    description: 'bias-corrected, with a log-normal 95 % interval'
  }),
  density: Nullable(
    Type.Object({
      perSquareMeter: Type.Number(),
      standardError: Nullable(Type.Number(), { description: 'of a ratio estimator, images as units; null for one image' }),
      individuals: Count
    }),
    { description: 'Σ individuals/Σ m² over the images whose area is known' }
  ),
  sumMaxN: { ...Count, description: 'Σ over the taxa of the most individuals on one image' }
}

export type SummaryGroup = Static<typeof SummaryGroup>
export const SummaryGroup = Type.Object({ ...groupName, ...effort, unnamedIndividuals: Count, ...measures })

export type Summary = Static<typeof Summary>
export const Summary = Type.Object({
  groups: Type.Array(SummaryGroup),
  all: SummaryGroup,
  ...remarks
})

const CurvePoint = Type.Object({
  size: { ...Count, description: 'samples or individuals drawn' },
  expected: Type.Number({ description: 'taxa' }),
  standardDeviation: Nullable(Type.Number())
})

export type ResultCurve = Static<typeof ResultCurve>
export const ResultCurve = Type.Object({
  ...groupName,
  size: { ...Count, description: 'all samples or individuals' },
  richness: Count,
  points: Type.Array(CurvePoint)
})

export type ResultCurves = Static<typeof ResultCurves>
/** Each list begins with all images together; then the groups with the most effort, up to seven. */
export const ResultCurves = Type.Object({
  accumulation: Type.Array(ResultCurve, { description: 'taxa against images looked at' }),
  rarefaction: Type.Array(ResultCurve, { description: 'taxa against individuals' }),
  groupAccumulation: Nullable(ResultCurve, {
    description: 'taxa against groups looked at, without what has no group; null when the groups are images'
  }),
  groupCount: Count
})

export type SizesQuery = Static<typeof SizesQuery>
export const SizesQuery = Type.Object(
  {
    labelId: { ...Id, description: 'this label and what is under it' },
    measure: Type.Optional(Type.Enum(['length', 'area'], { default: 'length' })),
    unit: Type.Optional(
      Type.Enum(['px', 'm'], { description: '`m`: only annotations on images whose scale is known; when left out, `m` if there are any' })
    ),
    classWidth: Type.Optional(Type.Number({ exclusiveMinimum: 0, description: 'chosen to suit the sizes when left out' })),
    groupBy: Type.Optional(Type.String({ pattern: groupingPattern, description: 'as of the other results; no groups when left out' })),
    depthBandInMeters: ResultsQuery.properties.depthBandInMeters,
    includeUnreviewed: Type.Optional(ResultsQuery.properties.includeUnreviewed),
    confirmedOnly: Type.Optional(ResultsQuery.properties.confirmedOnly)
  },
  { additionalProperties: false }
)

/** What some sizes are like. Null without sizes; the deviation also for one. */
const location = {
  mean: Nullable(Type.Number()),
  standardDeviation: Nullable(Type.Number()),
  median: Nullable(Type.Number()),
  smallest: Nullable(Type.Number()),
  largest: Nullable(Type.Number())
}

export type SizeGroup = Static<typeof SizeGroup>
export const SizeGroup = Type.Object({
  ...groupName,
  ...effort,
  count: { ...Count, description: 'annotations that were measured' },
  counts: Type.Array(Type.Array(Count, { minItems: 2, maxItems: 2 }), {
    description: 'by class: place in `classes`, annotations; a class that is missing has 0'
  }),
  ...location
})

export type Sizes = Static<typeof Sizes>
export const Sizes = Type.Object({
  measure: Type.Enum(['length', 'area']),
  unit: Type.Enum(['px', 'px²', 'm', 'm²']),
  ...effort,
  count: { ...Count, description: 'annotations that were measured' },
  withoutSize: { ...Count, description: 'points, whole images, and what has no area' },
  withoutScale: { ...Count, description: 'on images whose scale is not known' },
  imagesNotLookedAt: Count,
  classWidth: Nullable(Type.Number()),
  classes: Type.Array(Type.Object({ from: Type.Number(), to: Type.Number(), count: Count })),
  groups: Type.Array(SizeGroup, { description: 'of images that were looked at, with the classes of all; empty without `groupBy`' }),
  ...location
})

export type CoverQuery = Static<typeof CoverQuery>
/** Percent cover from the points that were drawn on images. */
export const CoverQuery = Type.Object(
  {
    groupBy: ResultsQuery.properties.groupBy,
    depthBandInMeters: ResultsQuery.properties.depthBandInMeters,
    rank: ResultsQuery.properties.rank,
    includeUnreviewed: ResultsQuery.properties.includeUnreviewed,
    confirmedOnly: ResultsQuery.properties.confirmedOnly,
    unscorable: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4000,
        description: 'ids of labels, a comma between two: they and what is under them say that nothing could be seen (shadow, tape, frame)'
      })
    )
  },
  { additionalProperties: false }
)

export type TaxonCover = Static<typeof TaxonCover>
/** Cover of one taxon on some images, 0–1. */
export const TaxonCover = Type.Object({
  taxon: { ...Count, description: 'its place in `taxa`' },
  points: Count,
  share: Type.Number({ description: 'points/scorable points of all images together' }),
  low: Type.Number({ description: "Wilson's 95 % interval of `share`, as if the points were independent" }),
  high: Type.Number(),
  meanOfImages: Type.Number({ description: 'mean of the shares of single images' }),
  standardError: Nullable(Type.Number(), { description: 'of that mean, images as units; null for one image' })
})

export type CoverGroup = Static<typeof CoverGroup>
export const CoverGroup = Type.Object({
  ...groupName,
  images: { ...Count, description: 'with points' },
  imagesScored: { ...Count, description: 'with a scorable point: the units of `meanOfImages`' },
  points: Count,
  scorable: { ...Count, description: 'that were judged: the n of every share' },
  unscorable: Count,
  unnamed: { ...Count, description: 'not judged yet, refused in review, or named by a machine alone' },
  leftOut: { ...Count, description: 'scorable, but of labels that have no taxon of the rank above them' },
  covers: Type.Array(TaxonCover, { description: 'a taxon that is missing has 0 points' })
})

export type Cover = Static<typeof Cover>
export const Cover = Type.Object({
  taxa: Type.Array(Type.Omit(ResultTaxon, ['individuals']), { description: 'most points first' }),
  labels: Type.Array(Type.Object({ id: Id, name: Type.String(), points: Count, unscorable: Type.Boolean() }), {
    description: 'as the points are named, most points first; the first 500'
  }),
  groups: Type.Array(CoverGroup),
  all: CoverGroup,
  imagesWithoutPoints: Count
})

/** What there is to group and count by. */
export type ResultsOptions = Static<typeof ResultsOptions>
export const ResultsOptions = Type.Object({
  images: Count,
  annotations: { ...Count, description: 'that are not removed' },
  imagesWithSite: Count,
  imagesWithDepth: Count,
  imagesWithDate: Count,
  metadataColumns: Type.Array(Type.String(), { description: 'by name; the first 200' }),
  ranks: Type.Array(Type.String(), { description: 'ranks of the catalog that labels in use stand under' }),
  taxa: Type.Array(
    Type.Object({
      id: Id,
      parentId: Nullable(Id),
      name: Type.String(),
      scientificName: Nullable(Type.String()),
      taxonRank: Nullable(Type.String())
    }),
    { description: 'labels in use and those above them, by name' }
  ),
  countAttributes: Type.Array(Type.String(), { description: 'attributes that hold numbers, among the newest 20,000 annotations' }),
  unreviewed: Type.Array(Type.Object({ program: Nullable(Type.String()), annotations: Count }), {
    description: 'suggestions that nobody has confirmed or rejected, by program, most first; they count with `includeUnreviewed` only'
  })
})

const ProjectParams = Type.Object({ projectId: Id })

export const resultsApi = {
  abundance: contract({
    method: 'GET',
    url: '/projects/:projectId/results/abundance',
    summary: 'How many individuals of each taxon were counted in each group of images, with the effort',
    schema: { params: ProjectParams, querystring: ResultsQuery, response: { 200: Abundance, 400: Problem, 404: Problem, 422: Problem } }
  }),
  summary: contract({
    method: 'GET',
    url: '/projects/:projectId/results/summary',
    summary: 'Diversity, richness estimates, density and MaxN of each group of images, and of all',
    schema: { params: ProjectParams, querystring: ResultsQuery, response: { 200: Summary, 400: Problem, 404: Problem, 422: Problem } }
  }),
  curves: contract({
    method: 'GET',
    url: '/projects/:projectId/results/curves',
    summary: 'Accumulation of taxa over images, and rarefaction by individuals',
    schema: { params: ProjectParams, querystring: ResultsQuery, response: { 200: ResultCurves, 400: Problem, 404: Problem } }
  }),
  sizes: contract({
    method: 'GET',
    url: '/projects/:projectId/results/sizes',
    summary: 'How large the annotations of a label are: counts by size class, of all and of each group of images',
    schema: { params: ProjectParams, querystring: SizesQuery, response: { 200: Sizes, 400: Problem, 404: Problem, 422: Problem } }
  }),
  cover: contract({
    method: 'GET',
    url: '/projects/:projectId/results/cover',
    summary: 'Percent cover of each taxon in each group of images, from sample points, with intervals',
    schema: { params: ProjectParams, querystring: CoverQuery, response: { 200: Cover, 400: Problem, 404: Problem, 422: Problem } }
  }),
  options: contract({
    method: 'GET',
    url: '/projects/:projectId/results/options',
    summary: 'By what the results of a project can be grouped and counted',
    schema: { params: ProjectParams, response: { 200: ResultsOptions, 404: Problem } }
  })
}
