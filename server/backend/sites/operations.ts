import { sql } from 'kysely'
import type { Site, SiteOperation, SiteOperationResult } from '../../../shared/contracts/sites.ts'
import { refuseUnseen, siteAsShown } from '../generalisations/as-shown.ts'
import { shownPlaces } from '../generalisations/shown-places.ts'
import type { EditProject, ProjectEdit, Transaction } from '../projects/edit-project.ts'
import type { Scope } from '../projects/scope.ts'
import { jsonItems } from '../storage/json-items.ts'
import { createSite, removeSite, restoreSite, reviseSite } from './edits.ts'
import { SiteExists } from './errors.ts'
import { siteRepository } from './repository.ts'

type Outcome = Pick<SiteOperationResult, 'outcome' | 'code' | 'message'>

const done: Outcome = { outcome: 'done', code: null, message: null }
const stale: Outcome = { outcome: 'stale', code: 'STALE_REVISION', message: 'Another member changed this site in the meantime' }
const refused = (code: string, message: string): Outcome => ({ outcome: 'refused', code, message })

/**
 * Applies batches of site operations, each as one edit of the project, in order. An operation on an outdated revision changes nothing. An operation
 * that was already applied changes nothing either, so requests can safely be repeated. A batch has been committed when the call returns.
 */
export function siteOperations(editProject: EditProject) {
  return (scope: Scope, operations: SiteOperation[]): Promise<SiteOperationResult[]> =>
    editProject(scope, async edit => {
      const { transaction, at } = edit
      const applied = await appliedAmong(transaction, scope.projectId, operations)
      const fresh: SiteOperation[] = []
      const undone = new Map<string, { outcome: Outcome; revision: number }>()
      const outcomes: Outcome[] = []
      for (const operation of operations) {
        const { id, siteId } = operation
        const revision = 'revision' in operation ? operation.revision : 0
        const below = undone.get(siteId)
        // based on an edit that was not applied: the revision with that number has different content
        const isOnUndone = below !== undefined && revision > below.revision
        const outcome = applied.has(id) ? done : isOnUndone ? below.outcome : await perform(edit, scope, operation).catch(refusalOf)
        outcomes.push(outcome)
        if (outcome.outcome !== 'done') undone.set(siteId, { outcome, revision })
        else if (!applied.has(id)) {
          applied.add(id)
          fresh.push(operation)
        }
      }
      await remember(transaction, scope.projectId, fresh, at)
      publishChanges(edit, scope, fresh)
      const sites = await sitesAsSeen(transaction, scope, operations)
      return operations.map(
        ({ id, siteId }, index): SiteOperationResult => ({ id, ...(outcomes[index] ?? done), site: sites.get(siteId) ?? null })
      )
    })
}

async function perform({ transaction, at }: ProjectEdit, scope: Scope, operation: SiteOperation): Promise<Outcome> {
  const { siteId } = operation
  if (operation.kind === 'create') {
    const { id: _operation, kind: _kind, siteId: _site, ...draft } = operation
    if (await isTaken(transaction, siteId)) throw new SiteExists()
    await createSite(transaction, scope, draft, at, siteId)
    return done
  }
  if (operation.kind === 'restore') {
    if (!(await isHere(transaction, scope, siteId))) await restoreSite(transaction, scope, siteId, at)
    return done
  }
  if (operation.kind === 'remove') {
    if (!(await isRemovedHere(transaction, scope, siteId))) await removeSite(transaction, scope, siteId, operation.revision, at)
    return done
  }
  const { id: _operation, kind: _kind, siteId: _site, ...change } = operation
  await reviseSite(transaction, scope, siteId, await seenOnly(transaction, scope, siteId, change), at)
  return done
}

/** Outcome of an operation that a check refused. Any other error fails the whole batch. The checks come before the first change. */
function refusalOf(error: unknown): Outcome {
  const { code, statusCode, message } = error as { code?: unknown; statusCode?: number; message?: string }
  if (typeof code !== 'string' || !statusCode || statusCode >= 500) throw error
  if (code === stale.code) return stale
  return refused(code, message ?? '')
}

/** Removes the values of an edit that merely repeat generalised values. @throws ExactPlaceNeeded if the edit would overwrite hidden values */
async function seenOnly<E extends object>(transaction: Transaction, scope: Scope, siteId: string, change: E): Promise<E> {
  const exact = (await sitesHere(transaction, scope, [siteId])).get(siteId)
  if (!exact) return change
  const ofSite = await (await shownPlaces(transaction, scope.projectId, scope.places)).ofSites()
  const shown = siteAsShown(exact, ofSite(siteId))
  return shown === exact ? change : refuseUnseen(change, exact, shown, 'this site')
}

async function sitesHere(transaction: Transaction, { projectId }: Scope, ids: readonly string[]): Promise<Map<string, Site>> {
  const sites = await siteRepository(transaction).sites(projectId, ids)
  return new Map(sites.map(site => [site.id, site]))
}

async function sitesAsSeen(transaction: Transaction, scope: Scope, operations: readonly SiteOperation[]): Promise<Map<string, Site>> {
  const here = await sitesHere(transaction, scope, [...new Set(operations.map(({ siteId }) => siteId))])
  const ofSite = await (await shownPlaces(transaction, scope.projectId, scope.places)).ofSites()
  return new Map([...here].map(([id, site]) => [id, siteAsShown(site, ofSite(id))]))
}

const isHere = async (transaction: Transaction, scope: Scope, siteId: string) => (await sitesHere(transaction, scope, [siteId])).size > 0

/** Whether the site was deleted from the project and can be restored. */
async function isRemovedHere(transaction: Transaction, { projectId }: Scope, siteId: string): Promise<boolean> {
  const found = transaction.selectFrom('removed_site').select('id').where('id', '=', siteId).where('project_id', '=', projectId)
  return (await found.executeTakeFirst()) !== undefined
}

/** Whether any site has this id, in any project, even a deleted one that can be restored. */
async function isTaken(transaction: Transaction, siteId: string): Promise<boolean> {
  for (const table of ['site', 'removed_site'] as const)
    if (await transaction.selectFrom(table).select('id').where('id', '=', siteId).executeTakeFirst()) return true
  return false
}

/** Reads which operations were applied before. */
async function appliedAmong(transaction: Transaction, projectId: string, operations: readonly SiteOperation[]): Promise<Set<string>> {
  const wanted = jsonItems(
    transaction,
    operations.map(({ id }) => ({ id }))
  )
  const rows = await transaction
    .selectFrom('site_operation')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', 'in', sql<string>`(select item.value ->> 'id' from ${wanted})`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

async function remember(transaction: Transaction, projectId: string, operations: readonly SiteOperation[], at: string): Promise<void> {
  if (operations.length === 0) return
  await transaction
    .insertInto('site_operation')
    .values(operations.map(({ id }) => ({ project_id: projectId, id, at })))
    .execute()
}

function publishChanges({ publish }: ProjectEdit, { projectId }: Scope, operations: readonly SiteOperation[]): void {
  if (operations.length === 0) return
  const changesUses = operations.some(({ kind }) => kind === 'remove' || kind === 'restore')
  const nouns = changesUses ? (['sites', 'media', 'observations'] as const) : (['sites'] as const)
  for (const noun of nouns) publish({ type: 'changed', noun, projectId })
}
