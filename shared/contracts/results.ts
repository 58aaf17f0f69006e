import { type Static, Type } from 'typebox'
import { Id, Nullable, Problem } from './common.ts'
import { contract } from './contract.ts'
import { FilterText } from './review.ts'

/** Pattern of the values of `groupBy`. */
export const groupingPattern = '^(image|site|survey|depthBand|date|metadata:.{1,200})$'

const Count = Type.Integer({ minimum: 0 })

const filter = Type.Optional({
  ...FilterText,
  description:
    'conditions as in Review and on the map. Those on images (date, depth, area, file name, state) also limit the effort; those on annotations do not. Observations have a label, person, date, depth and area only. Groups with different conditions on images share their effort'
})

/**
 * Selection of the annotations and images to count. Rejected and removed annotations are never counted, nor are sample points, which measure
 * cover. Unconfirmed machine suggestions are counted only on request.
 */
export type ResultsQuery = Static<typeof ResultsQuery>
export const ResultsQuery = Type.Object(
  {
    filter,
    groupBy: Type.Optional(
      Type.String({
        default: 'image',
        pattern: groupingPattern,
        description: '`metadata:<column>` groups by a column of an attached table; `date` is the day in UTC'
      })
    ),
    depthBandInMeters: Type.Optional(Type.Integer({ minimum: 1, maximum: 5000, default: 10, description: 'width of a depth band' })),
    rank: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 50,
        description: 'counts labels under their taxon of this rank; without it, under the labels themselves'
      })
    ),
    underLabelId: Type.Optional({ ...Id, description: 'counts only this label and the labels below it' }),
    asOneTaxon: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'counts `underLabelId` and all labels below it as one taxon at any `rank`, for its MaxN and density'
      })
    ),
    includeUnreviewed: Type.Optional(Type.Boolean({ default: false, description: 'include unconfirmed machine suggestions' })),
    confirmedOnly: Type.Optional(Type.Boolean({ default: false, description: 'only annotations confirmed in review' })),
    countAttribute: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 60,
        description: 'attribute with the number of individuals, such as `individualCount`; 1 unless a whole number from 0 to 1,000,000'
      })
    ),
    records: Type.Optional(
      Type.Enum(['annotations', 'observations', 'both'], {
        description:
          '`annotations` when absent. Observations of an organism that is also annotated never count. They are grouped by site, survey, depth band or date only'
      })
    ),
    includeOutside: Type.Optional(
      Type.Boolean({ default: false, description: 'also observations from accepted records of other services' })
    )
  },
  { additionalProperties: false }
)

export type ResultTaxon = Static<typeof ResultTaxon>
/** Label of the catalog under which individuals are counted. */
export const ResultTaxon = Type.Object({
  id: Id,
  name: Type.String(),
  scientificName: Nullable(Type.String()),
  taxonRank: Nullable(Type.String()),
  individuals: Count
})

/**
 * Effort, whatever was found. It consists of images that are done or reviewed, or on which a person made or reviewed an
 * annotation. With `includeUnreviewed`, it also includes images covered by an import or a model run.
 */
const effort = {
  images: Count,
  imagesOnlyMarked: { ...Count, description: 'images that are not done, but have an annotation or review by a person' },
  imagesWithArea: Count,
  areaSquareMeters: Nullable(Type.Number({ exclusiveMinimum: 0 }), { description: 'total area of the images whose area is known' }),
  events: Type.Optional({
    ...Count,
    description: 'sampling events of observations: one for each site or position, date and protocol; absent unless observations count'
  })
}

/** Key and name of a group of images. */
const groupName = {
  key: Nullable(Type.String(), {
    description: 'id of the image, site or survey, start of the depth band in metres, day or value; null: none'
  }),
  name: Type.String()
}

/** Notes on the computation as a whole. */
const remarks = {
  individuals: Count,
  unnamedIndividuals: { ...Count, description: 'annotations without a label; no taxon counts them' },
  leftOutIndividuals: { ...Count, description: 'individuals whose label has no ancestor of the chosen rank, or is outside `underLabelId`' },
  nestedTaxa: { ...Count, description: 'counted taxa with other counted taxa below them; such mixed ranks inflate the richness' },
  imagesNotLookedAt: Count,
  pendingMarks: Type.Optional({
    ...Count,
    description: 'annotations of blind sessions that are running or not matched yet, counted for their authors only; 0 when absent'
  }),
  blindSessions: Type.Optional(
    Type.Object(
      {
        marks: { ...Count, description: 'annotations by members of ended blind sessions' },
        things: { ...Count, description: 'individuals behind these annotations; each counts once' },
        notSettled: {
          ...Count,
          description: 'individuals whose labels differ without a majority; each counts as the lowest taxon that the labels share'
        }
      },
      { description: 'absent if there are no such annotations' }
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
      'by taxon: index in `taxa`, individuals, MaxN (most individuals on one image or in one sampling event), images and events with the taxon, individuals on images whose area is known; absent taxa have 0'
  })
})

export type Abundance = Static<typeof Abundance>
export const Abundance = Type.Object({
  taxa: Type.Array(ResultTaxon),
  groups: Type.Array(AbundanceGroup),
  all: Type.Optional({
    ...AbundanceGroup,
    description: 'all groups together; present only where sampling events may be in several groups, so that the groups do not add up'
  }),
  ...remarks
})

/** Diversity indices of a sample. Null: the index is undefined, which differs from 0. Formulas and their sources: `shared/statistics`. */
const measures = {
  individuals: Count,
  richness: { ...Count, description: 'S, number of observed taxa' },
  shannon: Nullable(Type.Number(), { description: "H' = −Σ p ln p, base e" }),
  simpson: Nullable(Type.Number(), { description: '1 − Σ p²' }),
  pielou: Nullable(Type.Number(), { description: "J' = H'/ln S" }),
  chao1: Nullable(Type.Object({ estimate: Type.Number(), low: Type.Number(), high: Type.Number() }), {
    description: 'bias-corrected, with a log-normal 95 % interval'
  }),
  density: Nullable(
    Type.Object({
      perSquareMeter: Type.Number(),
      standardError: Nullable(Type.Number(), { description: 'standard error of a ratio estimator by images; null for one image' }),
      individuals: Count
    }),
    { description: 'Σ individuals/Σ m² over the images whose area is known' }
  ),
  sumMaxN: { ...Count, description: 'sum over all taxa of the largest number of individuals in one image or sampling event' }
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
/** Curves of taxa against effort. Each list begins with all images together, followed by up to seven groups with the most effort. */
export const ResultCurves = Type.Object({
  accumulation: Type.Array(ResultCurve, { description: 'taxa against examined images and sampling events' }),
  rarefaction: Type.Array(ResultCurve, { description: 'taxa against individuals' }),
  groupAccumulation: Nullable(ResultCurve, {
    description: 'taxa against examined groups, without ungrouped images; null when the groups are images'
  }),
  groupCount: Count
})

export type SizesQuery = Static<typeof SizesQuery>
export const SizesQuery = Type.Object(
  {
    labelId: { ...Id, description: 'this label and the labels below it' },
    filter,
    measure: Type.Optional(Type.Enum(['length', 'area'], { default: 'length' })),
    unit: Type.Optional(
      Type.Enum(['px', 'm'], { description: '`m`: only annotations on images whose scale is known; the default is `m` if there are any' })
    ),
    classWidth: Type.Optional(Type.Number({ exclusiveMinimum: 0, description: 'derived from the sizes when absent' })),
    groupBy: Type.Optional(Type.String({ pattern: groupingPattern, description: 'as in the other results; no groups when absent' })),
    depthBandInMeters: ResultsQuery.properties.depthBandInMeters,
    includeUnreviewed: Type.Optional(ResultsQuery.properties.includeUnreviewed),
    confirmedOnly: Type.Optional(ResultsQuery.properties.confirmedOnly)
  },
  { additionalProperties: false }
)

/** Summary statistics of sizes. All are null without sizes. The standard deviation is also null for a single size. */
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
    description: 'by class: index in `classes`, annotations; absent classes have 0'
  }),
  ...location
})

export type Sizes = Static<typeof Sizes>
export const Sizes = Type.Object({
  measure: Type.Enum(['length', 'area']),
  unit: Type.Enum(['px', 'px²', 'm', 'm²']),
  ...effort,
  count: { ...Count, description: 'annotations that were measured' },
  withoutSize: { ...Count, description: 'points, whole images, and shapes without an area' },
  withoutScale: { ...Count, description: 'annotations on images whose scale is unknown' },
  imagesNotLookedAt: Count,
  classWidth: Nullable(Type.Number()),
  classes: Type.Array(Type.Object({ from: Type.Number(), to: Type.Number(), count: Count })),
  groups: Type.Array(SizeGroup, { description: 'groups of examined images, with the classes of all images; empty without `groupBy`' }),
  ...location
})

export type CoverQuery = Static<typeof CoverQuery>
/** Options for percent cover from sample points. */
export const CoverQuery = Type.Object(
  {
    filter: Type.Optional({
      ...FilterText,
      description: 'as in the other results, but conditions on annotations are ignored: a share needs all points of an image'
    }),
    groupBy: ResultsQuery.properties.groupBy,
    depthBandInMeters: ResultsQuery.properties.depthBandInMeters,
    rank: ResultsQuery.properties.rank,
    includeUnreviewed: ResultsQuery.properties.includeUnreviewed,
    confirmedOnly: ResultsQuery.properties.confirmedOnly,
    unscorable: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4000,
        description:
          'comma-separated ids of labels; they and the labels below them are for points that cannot be scored (shadow, tape, frame)'
      })
    )
  },
  { additionalProperties: false }
)

export type TaxonCover = Static<typeof TaxonCover>
/** Cover of one taxon on a set of images, 0–1. */
export const TaxonCover = Type.Object({
  taxon: { ...Count, description: 'index in `taxa`' },
  points: Count,
  share: Type.Number({ description: 'points of the taxon/scorable points, over all images' }),
  low: Type.Number({ description: "Wilson's 95 % interval of `share`, as if the points were independent" }),
  high: Type.Number(),
  meanOfImages: Type.Number({ description: 'mean of the shares of the images' }),
  standardError: Nullable(Type.Number(), { description: 'standard error of that mean, with images as units; null for one image' })
})

export type CoverGroup = Static<typeof CoverGroup>
export const CoverGroup = Type.Object({
  ...groupName,
  images: { ...Count, description: 'images with points' },
  imagesScored: { ...Count, description: 'images with a scorable point, the units of `meanOfImages`' },
  points: Count,
  scorable: { ...Count, description: 'scored points: the n of each share' },
  unscorable: Count,
  unnamed: { ...Count, description: 'points that are not scored yet, rejected in review, or only labelled by a machine' },
  leftOut: { ...Count, description: 'scorable points whose label has no ancestor of the chosen rank' },
  covers: Type.Array(TaxonCover, { description: 'absent taxa have 0 points' })
})

export type Cover = Static<typeof Cover>
export const Cover = Type.Object({
  taxa: Type.Array(Type.Omit(ResultTaxon, ['individuals']), { description: 'most points first' }),
  labels: Type.Array(Type.Object({ id: Id, name: Type.String(), points: Count, unscorable: Type.Boolean() }), {
    description: 'labels of the points, most points first; the first 500'
  }),
  groups: Type.Array(CoverGroup),
  all: CoverGroup,
  imagesWithoutPoints: Count
})

/** Options for grouping and counting. */
export type ResultsOptions = Static<typeof ResultsOptions>
export const ResultsOptions = Type.Object({
  images: Count,
  annotations: { ...Count, description: 'annotations that are not removed' },
  observations: Type.Optional({ ...Count, description: 'countable observations of the team; 0 when absent' }),
  outsideObservations: Type.Optional({ ...Count, description: 'countable observations from records of other services; 0 when absent' }),
  imagesWithSite: Count,
  imagesWithDepth: Count,
  imagesWithDate: Count,
  metadataColumns: Type.Array(Type.String(), { description: 'by name; the first 200' }),
  ranks: Type.Array(Type.String(), { description: 'ranks of the taxa above labels in use' }),
  taxa: Type.Array(
    Type.Object({
      id: Id,
      parentId: Nullable(Id),
      name: Type.String(),
      scientificName: Nullable(Type.String()),
      taxonRank: Nullable(Type.String())
    }),
    { description: 'labels in use and the labels above them, by name' }
  ),
  countAttributes: Type.Array(Type.String(), { description: 'attributes with numbers among the newest 20,000 annotations' }),
  unreviewed: Type.Array(Type.Object({ program: Nullable(Type.String()), annotations: Count }), {
    description: 'unreviewed suggestions by program, most frequent first; counted only with `includeUnreviewed`'
  })
})

const ProjectParams = Type.Object({ projectId: Id })

export const resultsApi = {
  abundance: contract({
    method: 'GET',
    url: '/projects/:projectId/results/abundance',
    summary: 'Individuals by taxon and group of images, with the effort',
    schema: {
      params: ProjectParams,
      querystring: ResultsQuery,
      response: { 200: Abundance, 400: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  summary: contract({
    method: 'GET',
    url: '/projects/:projectId/results/summary',
    summary: 'Diversity, richness estimates, density and MaxN of each group of images and of all images',
    schema: {
      params: ProjectParams,
      querystring: ResultsQuery,
      response: { 200: Summary, 400: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  curves: contract({
    method: 'GET',
    url: '/projects/:projectId/results/curves',
    summary: 'Accumulation of taxa over images, and rarefaction by individuals',
    schema: { params: ProjectParams, querystring: ResultsQuery, response: { 200: ResultCurves, 400: Problem, 404: Problem, 409: Problem } }
  }),
  sizes: contract({
    method: 'GET',
    url: '/projects/:projectId/results/sizes',
    summary: 'Size distribution of a label’s annotations: counts by size class, overall and by group of images',
    schema: {
      params: ProjectParams,
      querystring: SizesQuery,
      response: { 200: Sizes, 400: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  cover: contract({
    method: 'GET',
    url: '/projects/:projectId/results/cover',
    summary: 'Percent cover by taxon and group of images, from sample points, with 95 % confidence intervals',
    schema: {
      params: ProjectParams,
      querystring: CoverQuery,
      response: { 200: Cover, 400: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  options: contract({
    method: 'GET',
    url: '/projects/:projectId/results/options',
    summary: 'Options for grouping and counting the results of a project',
    schema: { params: ProjectParams, response: { 200: ResultsOptions, 404: Problem } }
  })
}
