import { type Static, Type } from 'typebox'
import { importLimitBytes } from '../limits.ts'
import { Id, Nothing, Nullable, Page, PageQuery, Problem, Revision, Timestamp } from './common.ts'
import { contract } from './contract.ts'
import { Job } from './jobs.ts'
import { DatasetLicense } from './publication.ts'
import { CoverQuery, groupingPattern, ResultsQuery } from './results.ts'
import { NamedTaxon } from './taxonomy.ts'

export type ImportFormat = Static<typeof ImportFormat>
/** Format of an import. `voc`: Pascal VOC. `dwca`: Darwin Core Archive. */
export const ImportFormat = Type.Enum(['coco', 'yolo', 'voc', 'cvat', 'viame', 'biigle', 'coralnet', 'ifdo', 'dwca'])

export type ExportFormat = Static<typeof ExportFormat>
/**
 * Format of an export. `csv`: a table with one row per annotation. `matrix`: abundance, groups of images × labels. `cover`: percent cover of
 * sample points. `geojson`: one point per annotation, at the position of its image.
 */
export const ExportFormat = Type.Enum([
  'coco',
  'yolo',
  'voc',
  'cvat',
  'viame',
  'biigle',
  'coralnet',
  'ifdo',
  'dwca',
  'csv',
  'matrix',
  'cover',
  'geojson'
])

const Words = Type.String({ minLength: 1, maxLength: 300, pattern: '\\S' })

export type YoloTask = Static<typeof YoloTask>
/** Content of a YOLO line: a box, the four corners of a rotated box, or a polygon. */
export const YoloTask = Type.Enum(['detect', 'obb', 'segment'])

export type TableFileType = Static<typeof TableFileType>
/** File type of a table export. */
export const TableFileType = Type.Enum(['csv', 'xlsx'])

export type ExportOptions = Static<typeof ExportOptions>
export const ExportOptions = Type.Object(
  {
    include: Type.Optional(
      Type.Enum(['people', 'all', 'confirmed'], {
        description:
          'people (the default): annotations that people made or confirmed, as on the Results page; all: also unreviewed machine suggestions; ' +
          'confirmed: only annotations confirmed in review'
      })
    ),
    leastConfidence: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'with `all`: minimum confidence of unreviewed suggestions; required for an archive'
      })
    ),
    task: Type.Optional(YoloTask),
    fileType: Type.Optional(TableFileType),
    filter: Type.Optional({ ...ResultsQuery.properties.filter, description: 'for matrix and cover, as in the results' }),
    groupBy: Type.Optional(
      Type.String({ pattern: groupingPattern, description: 'for matrix and cover, as in the results; image when absent' })
    ),
    depthBandInMeters: Type.Optional(Type.Integer({ minimum: 1, maximum: 5000, description: 'width of a depth band; 10 when absent' })),
    rank: ResultsQuery.properties.rank,
    countAttribute: Type.Optional(
      Type.String({
        maxLength: 60,
        description: 'for matrix: attribute with the number of individuals, `individualCount` when absent; empty: one per annotation'
      })
    ),
    unscorable: CoverQuery.properties.unscorable,
    records: ResultsQuery.properties.records,
    includeOutside: ResultsQuery.properties.includeOutside,
    observations: Type.Optional(
      Type.Boolean({
        description:
          'for a Darwin Core Archive: also the team’s observations without an image; observations from outside records are never included'
      })
    ),
    license: Type.Optional({
      ...DatasetLicense,
      description: 'the publication’s when absent; required for Darwin Core Archive and iFDO'
    }),
    organizationName: Type.Optional({ ...Words, description: 'the publication’s when absent' }),
    imageAddress: Type.Optional(
      Type.String({
        maxLength: 1000,
        pattern: '^https?://[^\\s|]+$',
        description: 'URL where the images are public; the file name is appended'
      })
    ),
    exactPositions: Type.Optional(
      Type.Boolean({ description: 'owners only: exact positions, even of generalised places; only owners can download the file' })
    ),
    coordinateUncertaintyInMeters: Type.Optional(
      Type.Number({ minimum: 1, maximum: 20_037_509, description: 'the publication’s when absent; required for iFDO' })
    ),
    platform: Type.Optional(Words),
    sensor: Type.Optional(Words)
  },
  { additionalProperties: false }
)

export type Loss = Static<typeof Loss>
/** Feature that a format cannot represent, with the number of entries left out or changed. */
export const Loss = Type.Object({ message: Type.String(), count: Type.Integer({ minimum: 1 }) })

export type FaultyRecord = Static<typeof FaultyRecord>
export const FaultyRecord = Type.Object({
  name: Type.String({ description: 'the taxon and the image of the annotation, the file name of the image, or the name of the attribute' }),
  mediaId: Nullable(Id),
  annotationId: Nullable(Id),
  taxon: Type.Optional(NamedTaxon),
  path: Type.Optional(Type.String({ description: 'page where it can be corrected, if not the annotation or the image' }))
})

export type Fault = Static<typeof Fault>
/** Violation of a rule of OBIS or GBIF, with the records that break it in the same way. An error stops the export. */
export const Fault = Type.Object({
  severity: Type.Enum(['error', 'warning']),
  column: Type.String(),
  message: Type.String(),
  count: Type.Integer({ minimum: 1, description: 'number of records that break the rule' }),
  records: Type.Array(FaultyRecord, { description: 'the first 20' })
})

export type Export = Static<typeof Export>
export const Export = Type.Object({
  id: Id,
  projectId: Id,
  format: ExportFormat,
  options: ExportOptions,
  fileName: Type.String(),
  state: Type.Enum(['making', 'ready', 'failed', 'cancelled']),
  failure: Nullable(Type.String()),
  job: Nullable(Job),
  sizeBytes: Nullable(Type.Integer()),
  imageCount: Nullable(Type.Integer()),
  annotationCount: Nullable(Type.Integer({ description: 'number of annotations in the file' })),
  losses: Type.Array(Loss),
  faults: Type.Array(Fault, { description: 'errors first, at most 100 of each severity; every record is in the report' }),
  errorCount: Type.Integer(),
  warningCount: Type.Integer(),
  createdBy: Type.String({ description: 'name or e-mail address' }),
  createdAt: Timestamp,
  finishedAt: Nullable(Timestamp),
  expiresAt: Timestamp
})

export type ImportOptions = Static<typeof ImportOptions>
export const ImportOptions = Type.Object(
  {
    format: Type.Optional(Type.Enum(ImportFormat.enum, { description: 'detected from the content when absent' })),
    countedFrom: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1,
        description: 'coordinate of the first pixel, for formats in which programs differ; when absent, 1 in Pascal VOC and 0 in CoralNet'
      })
    ),
    task: Type.Optional(YoloTask)
  },
  { additionalProperties: false }
)

const findingPlace = {
  row: Nullable(Type.Integer({ description: 'line of the file, from 1' })),
  column: Nullable(Type.String()),
  path: Nullable(Type.String({ description: 'JSON Pointer, or the file inside an archive' }))
}

export type ImportFinding = Static<typeof ImportFinding>
/** Entry of the file that was left out (`taken` is false) or changed. */
export const ImportFinding = Type.Object({
  taken: Type.Boolean(),
  ...findingPlace,
  message: Type.String(),
  count: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'number of entries that it covers, each listed with its location in the report; 1 when absent'
    })
  ),
  further: Type.Optional(
    Type.Array(Type.Object(findingPlace), {
      description: 'up to 2 further places with this message, if it covers several entries that have only their message in common'
    })
  )
})

export type LabelTarget = Static<typeof LabelTarget>
/** Import of a label in the file: as an existing label, as a new one, or not at all. */
export const LabelTarget = Type.Union([
  Type.Object({ kind: Type.Literal('existing'), labelId: Id }, { additionalProperties: false }),
  Type.Object({ kind: Type.Literal('new') }, { additionalProperties: false }),
  Type.Object({ kind: Type.Literal('leaveOut') }, { additionalProperties: false })
])

export type ForeignLabel = Static<typeof ForeignLabel>
export const ForeignLabel = Type.Object({
  id: Type.String({ description: 'id in the file' }),
  name: Type.String(),
  taxon: Type.Optional(NamedTaxon),
  path: Type.Array(Type.String(), { description: 'names of its ancestors, root first' }),
  annotationCount: Type.Integer({ description: 'number of annotations that would be imported with it' }),
  samplePointCount: Type.Optional(
    Type.Integer({ description: 'number of sample points among them, which come without a label if it is left out; 0 when absent' })
  ),
  match: Nullable(Type.Enum(['identifier', 'scientificName', 'name', 'synonym']), { description: 'basis of the match with a label' }),
  ambiguous: Type.Boolean({ description: 'whether several labels of the catalog match' }),
  target: LabelTarget,
  targetName: Nullable(Type.String({ description: 'name of the target label' }))
})

export type ForeignPerson = Static<typeof ForeignPerson>
export const ForeignPerson = Type.Object({
  id: Type.String({ description: 'name in the file' }),
  name: Type.String(),
  annotationCount: Type.Integer(),
  machine: Type.Boolean({ description: 'a program' }),
  accountId: Nullable(Id, { description: 'the matching member; null: the name is kept' })
})

/** Annotator to use for annotations that have none in the file. */
export const Unnamed = Type.Object(
  {
    source: Type.Enum(['human', 'machine']),
    name: Nullable(Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }), { description: 'null: the importing account' })
  },
  { additionalProperties: false }
)

/** Numbers of images that lack facts contained in the file; absent if no image lacks any. */
const LackingFacts = Type.Object({
  fill: Type.Boolean({ description: 'whether the images get the facts; existing values always stay' }),
  imageCount: Type.Integer(),
  timeCount: Type.Integer(),
  clockCount: Type.Optional(
    Type.Integer({
      description: 'number of images without a time whose time in the file has no time zone; the project has to provide the zone'
    })
  ),
  positionCount: Type.Integer(),
  depthCount: Type.Integer(),
  altitudeCount: Type.Integer({ description: 'number of images that lack a height above the sea floor and get one from the file' }),
  headingCount: Type.Optional(Type.Integer({ description: 'number of images that lack a camera heading and get one from the file' })),
  areaCount: Type.Integer()
})

export type ImportPreview = Static<typeof ImportPreview>
/** Preview of an import. */
export const ImportPreview = Type.Object({
  annotationCount: Type.Integer({ description: 'number of annotations that can be imported, if no labels are left out' }),
  imageCount: Type.Integer({ description: 'number of images that the file names' }),
  matchedImageCount: Type.Integer({ description: 'number of named images that are in the project' }),
  unmatchedAnnotationCount: Type.Integer({ description: 'number of annotations of images that are not in the project' }),
  unmatchedImages: Type.Array(Type.Object({ fileName: Type.String(), annotationCount: Type.Integer(), message: Type.String() }), {
    description: 'the first 200; the report of findings lists each of their annotations'
  }),
  existingAnnotationCount: Type.Integer({ description: 'number of existing annotations of the matched images, which stay' }),
  labels: Type.Array(ForeignLabel),
  people: Type.Array(ForeignPerson),
  unnamed: Unnamed,
  unnamedCount: Type.Integer({ description: 'number of annotations without an annotator in the file' }),
  samplePointCount: Type.Optional(
    Type.Integer({ description: 'number of percent-cover sample points among the annotations, not counted as individuals; 0 when absent' })
  ),
  sampledImageCount: Type.Optional(Type.Integer({ description: 'number of images that get sample points; 0 when absent' })),
  facts: Type.Optional(LackingFacts),
  findings: Type.Array(ImportFinding, { description: 'the first 200; equal and similar findings are listed once' }),
  findingCount: Type.Integer({ description: 'number of lines in the report of findings' }),
  refusedCount: Type.Integer({ description: 'number of findings about entries that are left out' })
})

export type ImportResult = Static<typeof ImportResult>
export const ImportResult = Type.Object({
  annotationCount: Type.Integer(),
  imageCount: Type.Integer(),
  newLabelCount: Type.Integer(),
  leftOutCount: Type.Integer({ description: 'number of annotations left out with their labels' }),
  unlabelledCount: Type.Optional(
    Type.Integer({ description: 'number of sample points that came without a label, because theirs was left out; 0 when absent' })
  ),
  vanishedCount: Type.Integer({
    description: 'number of annotations of images that were removed in the meantime, and sample points of images that got other points'
  }),
  filledImageCount: Type.Optional(
    Type.Integer({ description: 'number of images that got facts such as a time or a position; 0 when absent' })
  ),
  undone: Type.Optional(
    Type.Object({
      removedCount: Type.Integer({ description: 'number of removed annotations, including those that people had removed before' }),
      keptCount: Type.Integer({ description: 'number of annotations that stay because they were changed after the import' }),
      removedLabelCount: Type.Optional(Type.Integer({ description: 'number of deleted labels; 0 when absent' })),
      keptLabelCount: Type.Optional(
        Type.Integer({ description: 'number of new labels that stay because they are in use or were changed; all when absent' })
      ),
      restoredImageCount: Type.Optional(
        Type.Integer({ description: 'number of images whose filled-in facts were all undone; 0 when absent' })
      ),
      keptImageCount: Type.Optional(
        Type.Integer({ description: 'number of images that keep a filled-in fact because it was changed; all when absent' })
      )
    })
  )
})

export type ImportSummary = Static<typeof ImportSummary>
export const ImportSummary = Type.Object({
  id: Id,
  projectId: Id,
  fileName: Type.String(),
  sizeBytes: Type.Integer(),
  format: Nullable(ImportFormat, { description: 'null until it is detected' }),
  options: ImportOptions,
  state: Type.Enum(['checking', 'ready', 'applying', 'applied', 'undoing', 'undone', 'failed'], {
    description: 'failed: the file could not be read'
  }),
  failure: Nullable(Type.String({ description: 'reason why the last check, import or undo failed' })),
  isUndoable: Type.Boolean({ description: 'also false for imports by versions before 0.2.0' }),
  job: Nullable(Job),
  result: Nullable(ImportResult),
  createdBy: Type.String(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  revision: Revision
})

export type Import = Static<typeof Import>
export const Import = Type.Interface([ImportSummary], { preview: Nullable(ImportPreview) })

export type ImportMapping = Static<typeof ImportMapping>
/** Corrections to the preview of an import. Absent fields stay unchanged. */
export const ImportMapping = Type.Object(
  {
    revision: Revision,
    labels: Type.Optional(
      Type.Array(Type.Object({ id: Type.String({ maxLength: 1000 }), target: LabelTarget }, { additionalProperties: false }), {
        maxItems: 2000
      })
    ),
    people: Type.Optional(
      Type.Array(
        Type.Object(
          { id: Type.String({ maxLength: 1000 }), machine: Type.Boolean(), accountId: Nullable(Id) },
          { additionalProperties: false }
        ),
        { maxItems: 2000 }
      )
    ),
    unnamed: Type.Optional(Unnamed),
    fillFacts: Type.Optional(Type.Boolean({ description: 'whether images get their missing facts' }))
  },
  { additionalProperties: false }
)

const ProjectParams = Type.Object({ projectId: Id })
const ExportParams = Type.Object({ exportId: Id })
const ImportParams = Type.Object({ importId: Id })

export const exchangeApi = {
  startExport: contract({
    method: 'POST',
    url: '/projects/:projectId/exports',
    summary: 'Start a job that exports the annotations of a project to a file',
    audit: 'export.started',
    example: { format: 'coco', options: { include: 'confirmed' } },
    schema: {
      params: ProjectParams,
      body: Type.Object({ format: ExportFormat, options: Type.Optional(ExportOptions) }, { additionalProperties: false }),
      response: { 202: Export, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  exports: contract({
    method: 'GET',
    url: '/projects/:projectId/exports',
    summary: 'Exports of a project, newest first',
    schema: { params: ProjectParams, querystring: PageQuery, response: { 200: Page(Export), 404: Problem } }
  }),
  export: contract({
    method: 'GET',
    url: '/exports/:exportId',
    summary: 'One export',
    schema: { params: ExportParams, response: { 200: Export, 404: Problem } }
  }),
  exportContent: contract({
    method: 'GET',
    url: '/exports/:exportId/content',
    summary: 'The file of an export; supports range requests',
    answer: 'stream',
    schema: { params: ExportParams }
  }),
  exportReport: contract({
    method: 'GET',
    url: '/exports/:exportId/report',
    summary: 'Losses, warnings and faults of an export, as CSV',
    answer: 'stream',
    schema: { params: ExportParams }
  }),
  removeExport: contract({
    method: 'DELETE',
    url: '/exports/:exportId',
    summary: 'Delete an export, or stop it while it runs',
    audit: 'export.deleted',
    schema: { params: ExportParams, response: { 204: Nothing, 403: Problem, 404: Problem } }
  }),
  startImport: contract({
    method: 'POST',
    url: '/projects/:projectId/imports',
    summary: 'Upload a file with annotations. A job previews the import; nothing changes yet',
    audit: 'import.started',
    body: 'stream',
    bodyLimit: importLimitBytes,
    schema: {
      params: ProjectParams,
      querystring: Type.Object(
        { ...ImportOptions.properties, fileName: Type.Optional(Type.String({ maxLength: 1000 })) },
        { additionalProperties: false }
      ),
      response: { 202: Import, 403: Problem, 404: Problem, 413: Problem, 422: Problem }
    }
  }),
  imports: contract({
    method: 'GET',
    url: '/projects/:projectId/imports',
    summary: 'Imports of a project, newest first',
    schema: { params: ProjectParams, querystring: PageQuery, response: { 200: Page(ImportSummary), 404: Problem } }
  }),
  import: contract({
    method: 'GET',
    url: '/imports/:importId',
    summary: 'One import with its preview',
    schema: { params: ImportParams, response: { 200: Import, 404: Problem } }
  }),
  findings: contract({
    method: 'GET',
    url: '/imports/:importId/findings',
    summary: 'Findings of an import, as CSV',
    answer: 'stream',
    schema: { params: ImportParams }
  }),
  check: contract({
    method: 'POST',
    url: '/imports/:importId/check',
    summary: 'Read the file of an import again, with other options or after adding images',
    audit: 'import.checked',
    example: { format: 'yolo', task: 'detect' },
    schema: {
      params: ImportParams,
      body: ImportOptions,
      response: { 202: Import, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  map: contract({
    method: 'PUT',
    url: '/imports/:importId/mapping',
    summary: 'Choose how the labels, people and facts of the file are imported',
    example: { revision: 1, labels: [{ id: 'sponge', target: { kind: 'new' } }] },
    schema: {
      params: ImportParams,
      body: ImportMapping,
      response: { 200: Import, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  apply: contract({
    method: 'POST',
    url: '/imports/:importId/apply',
    summary: 'Start a job that applies a previewed import, completely or not at all',
    audit: 'import.applied',
    example: { revision: 1 },
    schema: {
      params: ImportParams,
      body: Type.Object({ revision: Revision }, { additionalProperties: false }),
      response: { 202: Import, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  undoImport: contract({
    method: 'POST',
    url: '/imports/:importId/undo',
    summary:
      'Start a job that undoes all of an import: annotations, sample points, coverage, labels and facts of images. Anything changed or used since stays',
    audit: 'import.undone',
    example: { revision: 1 },
    schema: {
      params: ImportParams,
      body: Type.Object({ revision: Revision }, { additionalProperties: false }),
      response: { 202: Import, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  removeImport: contract({
    method: 'DELETE',
    url: '/imports/:importId',
    summary: 'Discard an import; an applied import is only removed from the list',
    audit: 'import.deleted',
    schema: { params: ImportParams, response: { 204: Nothing, 403: Problem, 404: Problem, 409: Problem } }
  })
}
