import type { AttributeField } from '../../../../shared/contracts/attribute-fields.ts'
import type { ExportOptions } from '../../../../shared/contracts/exchange.ts'
import type { Grid } from '../../../../shared/contracts/generalisations.ts'
import type { Publication } from '../../../../shared/contracts/publication.ts'
import { recordsIn } from '../../../../shared/export-options.ts'
import { type Described, described } from '../../../../shared/publication/described.ts'
import { suggestingModels } from '../../ai/suggesting-models.ts'
import type { Individual } from '../../annotations/rounds/individuals.ts'
import { pendingRounds } from '../../annotations/rounds/pending.ts'
import { attributeFieldsOf } from '../../attribute-fields/repository.ts'
import { shownPlaces } from '../../generalisations/shown-places.ts'
import { observedLabels } from '../../observations/observed-labels.ts'
import { publicationOf } from '../../publication/repository.ts'
import { countedAnnotations, hasSamples } from '../../results/counted.ts'
import type { Database } from '../../storage/database.ts'
import { importedFiles } from '../program-names.ts'
import { givenPlaces, inFile } from './given-places.ts'
import { individualLookup } from './individual-lookup.ts'
import { annotationsOf, countedChoice, type SourceAnnotation, stayingAtHome, type WhichAnnotations } from './source-annotations.ts'
import { imagesByFrame, imagesByName, type SourceImage } from './source-images.ts'
import { type SourceLabel, usedLabels } from './source-labels.ts'
import { type SourceSite, type SourceSurvey, sitesOf } from './source-sites.ts'

/** Snapshot of a project for the writers of file formats. Large lists are read page by page, as often as needed. */
export interface ProjectSource {
  id: string
  title: string
  description: string | null
  region: string | null
  publication: Publication
  /** Dataset description, combined from the publication, the project and the export options. */
  described: Described
  /** RFC 3339, UTC. */
  writtenAt: string
  surveys: SourceSurvey[]
  sites: SourceSite[]
  labels: SourceLabel[]
  /** File names of imports, without a path. They are not accepted as names of models. */
  importedFiles: ReadonlySet<string>
  /** Attribute fields of the project in order. */
  fields: AttributeField[]
  images(): AsyncGenerator<SourceImage, void, undefined>
  /** Yields annotations in image order. */
  annotations(which?: WhichAnnotations): AsyncGenerator<SourceAnnotation, void, undefined>
  /** Reads the number of annotations that the selection leaves out of the file. */
  leftOutCount(which?: Pick<WhichAnnotations, 'withoutSamplePoints'>): Promise<number>
  /** True when a person assigned at least one label after a machine suggestion. */
  hasOrigins: boolean
  /** True when images have sample points for percent cover. */
  hasSamples: boolean
  /** Individuals annotated by several members of rounds. The file has one annotation of each. */
  roundIndividuals: Individual[]
  /** True when no rule for sensitive places affects the file. */
  hasExactPlaces: boolean
  /** Number of images with a generalised or withheld position, by grid. It grows during the first pass over the images. */
  generalisedCounts: ReadonlyMap<Grid, number>
  /** Upper bound on the number of annotations in one pass. */
  mostAnnotations: number
}

// Long: the parts of one source.
export async function projectSource(
  db: Database,
  projectId: string,
  { options, byFrame, writtenAt }: { options: ExportOptions; byFrame: boolean; writtenAt: string }
): Promise<ProjectSource> {
  const project = await db
    .selectFrom('project')
    .select(['id', 'title', 'description', 'region', 'habitat'])
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  const { total } = await db
    .selectFrom('media')
    .select(({ fn }) => fn.sum<number | null>('annotation_count').as('total'))
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  const all = inFile(projectId, options)
  const places = await shownPlaces(db, projectId, all.places)
  const sites = await sitesOf(db, projectId, places)
  const publication = overridden(await publicationOf(db, all), options)
  const counted = await countedAnnotations(db, all, countedChoice(options))
  const sampled = await hasSamples(db, projectId)
  const pending = await pendingRounds(db, projectId)
  const models = await suggestingModels(db, projectId)
  const individuals = individualLookup(counted)
  const gridOf = await places.ofAllMedia()
  const given = givenPlaces(gridOf)
  const choice = { options, hasSamples: sampled, isMatching: counted.isMatching }
  const images = () => given.of(byFrame ? imagesByFrame(db, counted, sites) : imagesByName(db, counted, sites))
  return {
    ...project,
    publication,
    writtenAt,
    described: described(publication, project, writtenAt.slice(0, 4)),
    surveys: [...new Set([...sites.values()].flatMap(({ survey }) => survey ?? []))],
    sites: [...sites.values()],
    labels: await usedLabels(
      db,
      projectId,
      new Set([
        ...[...counted.roundIndividuals, ...counted.points].flatMap(({ labelId }) => labelId ?? []),
        ...(options.observations || recordsIn(options).observations ? await observedLabels(db, projectId) : [])
      ])
    ),
    importedFiles: await importedFiles(db, projectId),
    fields: await attributeFieldsOf(db, projectId),
    images,
    annotations: which =>
      annotationsOf(db, images(), {
        ...choice,
        pending,
        individuals,
        models,
        published: publication.people,
        ...which
      }),
    leftOutCount: which => stayingAtHome(db, { projectId, ...choice, ...which }),
    hasOrigins: await hasMachineOrigins(db, projectId),
    hasSamples: sampled,
    roundIndividuals: counted.roundIndividuals,
    hasExactPlaces: places.isExact,
    generalisedCounts: given.counts,
    mostAnnotations: total ?? 0
  }
}

async function hasMachineOrigins(db: Database, projectId: string): Promise<boolean> {
  const one = await db
    .selectFrom('annotation')
    .select('id')
    .where('project_id', '=', projectId)
    .where('origin', 'in', ['accepted', 'accepted_bulk', 'human_seen'])
    .where('removed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return one !== undefined
}

/** Publication with the licence, organization and uncertainty of this export. */
function overridden(publication: Publication, options: ExportOptions): Publication {
  const { license, organizationName, coordinateUncertaintyInMeters } = options
  return {
    ...publication,
    ...(license && { license }),
    ...(organizationName && { organizationName }),
    ...(coordinateUncertaintyInMeters && { coordinateUncertaintyInMeters })
  }
}
