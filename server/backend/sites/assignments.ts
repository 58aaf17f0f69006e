import { sql } from 'kysely'
import type { AssignmentReport, NamePattern } from '../../../shared/contracts/sites.ts'
import { breathe } from '../../lib/breathe.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import { fileNameIndex } from '../media/metadata-match.ts'
import { recordActivity } from '../projects/activity.ts'
import type { EditProject, ProjectEdit, Transaction } from '../projects/edit-project.ts'
import type { Scope } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import { openSiteTable } from './assignment-table.ts'
import { insertSites, insertSurvey } from './edits.ts'
import { readPattern } from './name-pattern.ts'
import { type SiteIndex, siteIndex, type Target } from './site-index.ts'

const mostProblems = 10_000
const mostExamples = 3
const batchSize = 1000

interface Image {
  id: string
  fileName: string
  siteId: string | null
}

const hasSite = async (transaction: Transaction, projectId: string, siteId: string) =>
  (await transaction.selectFrom('site').select('id').where('id', '=', siteId).where('project_id', '=', projectId).execute()).length > 0

/** Assigns images to sites: by hand, by file name, or by table. */
// Long: the ways to assign images.
export function assignments(editProject: EditProject) {
  return {
    /** Assigns the given images to a site, or removes their site. @throws InvalidRequest for a site of another project */
    byHand(scope: Scope, { mediaIds, siteId }: { mediaIds: string[]; siteId: string | null }) {
      return editProject(scope, async ({ transaction, publish }) => {
        if (siteId !== null && !(await hasSite(transaction, scope.projectId, siteId)))
          throw new InvalidRequest([{ path: '/siteId', message: 'is not a site of this project' }])
        const listed = jsonItems(
          transaction,
          mediaIds.map(id => ({ id }))
        )
        const there = await transaction
          .selectFrom('media')
          .select(['id', 'site_id'])
          .where('project_id', '=', scope.projectId)
          .where('removed_at', 'is', null)
          .where('id', 'in', sql<string>`(select item.value ->> 'id' from ${listed})`)
          .execute()
        const known = new Set(there.map(({ id }) => id))
        const moves = there.filter(({ site_id: before }) => before !== siteId).map(({ id }) => ({ id, siteId }))
        await write(transaction, scope, moves)
        if (moves.length > 0) publishAssigned(publish, scope)
        return { changedCount: moves.length, unknown: mediaIds.filter(id => !known.has(id)) }
      })
    },

    /**
     * Assigns images to sites by a file-name pattern.
     * @throws InvalidRequest for an invalid pattern, or a site or survey of another project
     */
    byName(
      scope: Scope,
      { pattern, siteId = null, surveyId, createSites = false }: NamePattern,
      { dryRun }: { dryRun: boolean }
    ): Promise<AssignmentReport> {
      const { readsSite, match } = readPattern(pattern)
      if (readsSite && siteId !== null)
        throw new InvalidRequest([{ path: '/siteId', message: 'must be absent when the pattern contains {site}' }])
      if (!readsSite && siteId === null)
        throw new InvalidRequest([{ path: '/siteId', message: 'is missing: a pattern without {site} needs one site for all images' }])
      return editProject(scope, async edit => {
        const { transaction } = edit
        const index = await siteIndex(transaction, scope, { createSites })
        const one = siteId === null ? null : index.byId(siteId)
        if (one === undefined) throw new InvalidRequest([{ path: '/siteId', message: 'is not a site of this project' }])
        const findings = new Findings()
        for (const image of await imagesOf(transaction, scope.projectId)) {
          await breathe()
          const name = image.fileName.normalize('NFC')
          const key = name.toLowerCase()
          const place = match(key, index.names)
          if (!place) continue
          // some letters change their length in lower case, which shifts the following positions
          const site = (name.length === key.length ? name : key).slice(place.start, place.end)
          const target = one ?? index.find(site, surveyId === undefined ? undefined : { id: surveyId })
          if ('problem' in target) findings.add(null, image.fileName, target.problem)
          else findings.give(image, target)
        }
        return finish(edit, { scope, index, findings, dryRun })
      })
    },

    /** Assigns images to sites by a table. @throws NotATable @throws UnusableTable */
    async byTable(scope: Scope, file: Buffer, { createSites = false, dryRun = false }): Promise<AssignmentReport> {
      const rows = await openSiteTable(file)
      return editProject(scope, async edit => {
        const { transaction } = edit
        const index = await siteIndex(transaction, scope, { createSites })
        const find = await fileNameIndex(transaction, scope.projectId)
        const images = new Map((await imagesOf(transaction, scope.projectId)).map(image => [image.id, image]))
        const findings = new Findings()
        const rowOf = new Map<string, number>()
        for await (const { row, fileName, site, survey } of rows) {
          if (!fileName) {
            findings.add(row, null, 'the row has no file name')
            continue
          }
          const found = find(fileName)
          const image = 'problem' in found ? undefined : images.get(found.id)
          const earlier = image && rowOf.get(image.id)
          if ('problem' in found) findings.add(row, fileName, found.problem)
          else if (earlier) findings.add(row, fileName, `row ${earlier} has the same file and was used instead`)
          else if (!site) findings.add(row, fileName, 'the row has no site')
          else if (site.length > 200 || survey.length > 200) findings.add(row, fileName, 'a name can have up to 200 characters')
          else {
            const target = index.find(site, survey ? { name: survey } : undefined)
            if ('problem' in target) findings.add(row, fileName, target.problem)
            else if (image) {
              rowOf.set(image.id, row)
              findings.give(image, target)
            }
          }
        }
        return finish(edit, { scope, index, findings, dryRun })
      })
    }
  }
}

/** Collects the results of an assignment: the site of each image, and the skipped rows. */
class Findings {
  readonly given = new Map<Target, Image[]>()
  readonly problems: AssignmentReport['problems'] = []
  problemCount = 0

  give(image: Image, target: Target): void {
    const images = this.given.get(target)
    if (images) images.push(image)
    else this.given.set(target, [image])
  }

  add(row: number | null, fileName: string | null, message: string): void {
    this.problemCount += 1
    if (this.problems.length < mostProblems) this.problems.push({ row, fileName: fileName?.slice(0, 255) ?? null, message })
  }
}

async function imagesOf(db: Database, projectId: string): Promise<Image[]> {
  return db
    .selectFrom('media')
    .select(['id', 'file_name as fileName', 'site_id as siteId'])
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
    .orderBy('name_key')
    .orderBy('id')
    .execute()
}

interface Finished {
  scope: Scope
  index: SiteIndex
  findings: Findings
  dryRun: boolean
}

/** Creates missing sites, assigns the images and returns the report. */
async function finish({ transaction, at, publish }: ProjectEdit, { scope, index, findings, dryRun }: Finished): Promise<AssignmentReport> {
  const { given, problems, problemCount } = findings
  const changed = (target: Target, images: Image[]) => images.filter(({ siteId }) => target.siteId === null || siteId !== target.siteId)
  const shares = [...given].map(([target, images]) => ({
    siteId: target.siteId,
    name: target.name,
    surveyName: target.surveyName,
    matchedCount: images.length,
    changedCount: changed(target, images).length,
    examples: images.slice(0, mostExamples).map(({ fileName }) => fileName)
  }))
  const changedCount = shares.reduce((sum, share) => sum + share.changedCount, 0)
  if (!dryRun) {
    const moving = [...given].map(([target, images]) => ({ target, images: changed(target, images) }))
    await makeMissing(transaction, scope, index, at)
    await write(
      transaction,
      scope,
      moving.flatMap(({ target, images }) => images.map(({ id }) => ({ id, siteId: target.siteId })))
    )
    if (changedCount > 0) publishAssigned(publish, scope)
  }
  const names = new Intl.Collator('en', { numeric: true })
  return {
    matchedCount: shares.reduce((sum, share) => sum + share.matchedCount, 0),
    changedCount,
    sites: shares.sort((a, b) => names.compare(a.name, b.name) || names.compare(a.surveyName ?? '', b.surveyName ?? '')),
    problems,
    problemCount
  }
}

function publishAssigned(publish: ProjectEdit['publish'], { projectId }: Scope): void {
  for (const noun of ['sites', 'media'] as const) publish({ type: 'changed', noun, projectId })
}

async function makeMissing(transaction: Transaction, scope: Scope, index: SiteIndex, at: string): Promise<void> {
  const { surveys, sites } = index.missing()
  const surveyIds = new Map<string | null, string>()
  for (const name of surveys) surveyIds.set(name, await insertSurvey(transaction, scope.projectId, { name }, at))
  const drafts = sites.map(({ target, draft }) => ({ ...draft, surveyId: draft.surveyId ?? surveyIds.get(target.surveyName) ?? null }))
  const made = await insertSites(transaction, scope, drafts, at)
  for (const [place, { target }] of sites.entries()) target.siteId = made[place]?.id ?? null
}

async function write(
  transaction: Transaction,
  { projectId, accountId: actorId }: Scope,
  moves: { id: string; siteId: string | null }[]
): Promise<void> {
  for (let from = 0; from < moves.length; from += batchSize) {
    await sql`
      update media set site_id = given.site_id, revision = revision + 1
      from (
        select item.value ->> 'id' as id, item.value ->> 'siteId' as site_id from ${jsonItems(transaction, moves.slice(from, from + batchSize))}
      ) as given
      where media.id = given.id`.execute(transaction)
  }
  if (moves.length > 0) await recordActivity(transaction, { projectId, actorId, event: 'media.assigned', detail: { count: moves.length } })
}
