import type { AttributeField } from '../../../../shared/contracts/attribute-fields.ts'
import type { ExportOptions } from '../../../../shared/contracts/exchange.ts'
import { includedIn } from '../../../../shared/export-options.ts'
import { attributeFieldsOf } from '../../attribute-fields/repository.ts'
import { countedAnnotations } from '../../results/counted.ts'
import type { Database } from '../../storage/database.ts'
import { annotationsOf, type Person, type SourceAnnotation, type WhichAnnotations, whoseWord } from './source-annotations.ts'
import { imagesByFrame, imagesByName, type SourceImage } from './source-images.ts'
import { type SourceLabel, usedLabels } from './source-labels.ts'
import { sitesOf } from './source-sites.ts'

/** A project as it is at one moment, for writers of files. What is large comes page by page, as often as it is asked for. */
export interface ProjectSource {
  id: string
  title: string
  description: string | null
  region: string | null
  owners: (Person & { email: string; affiliation: string | null })[]
  labels: SourceLabel[]
  /** What it asks of annotations, in that order. */
  fields: AttributeField[]
  images(): AsyncGenerator<SourceImage, void, undefined>
  /** In the order of the images. */
  annotations(which?: WhichAnnotations): AsyncGenerator<SourceAnnotation, void, undefined>
  /** Most annotations that one walk through them meets. */
  mostAnnotations: number
}

export async function projectSource(
  db: Database,
  projectId: string,
  { options, byFrame }: { options: ExportOptions; byFrame: boolean }
): Promise<ProjectSource> {
  const project = await db
    .selectFrom('project')
    .select(['id', 'title', 'description', 'region'])
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  const owners = await db
    .selectFrom('project_member')
    .innerJoin('account', 'account.id', 'project_member.account_id')
    .select(['account.id', 'account.name', 'account.email', 'account.affiliation', 'account.orcid'])
    .where('project_id', '=', projectId)
    .where('role', '=', 'owner')
    .orderBy('joined_at')
    .execute()
  const { total } = await db
    .selectFrom('media')
    .select(({ fn }) => fn.sum<number | null>('annotation_count').as('total'))
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  const sites = await sitesOf(db, projectId)
  const counted = await countedAnnotations(db, projectId, whoseWord(includedIn(options)), null)
  const images = () => (byFrame ? imagesByFrame(db, counted, sites) : imagesByName(db, counted, sites))
  return {
    ...project,
    owners: owners.map(({ name, ...owner }) => ({ ...owner, name: name ?? owner.email })),
    labels: await usedLabels(db, projectId),
    fields: await attributeFieldsOf(db, projectId),
    images,
    annotations: which => annotationsOf(db, images(), { options, ...which }),
    mostAnnotations: total ?? 0
  }
}
