import { sql } from 'kysely'
import { type AnnotationVersion, type RemovedAnnotation, removedLimit } from '../../../shared/contracts/annotations.ts'
import { formerMember } from '../../../shared/former-member.ts'
import { NotFound } from '../../lib/errors.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { isHidden, shownTo } from './rounds/blind.ts'
import { type AnnotationRow, type AnnotationState, annotationJson, type StoredState, stateOf, toAnnotation } from './rows.ts'

/** Query for annotations with the names of their authors and reviewers. */
export function selectAnnotations(db: Database) {
  return db
    .selectFrom('annotation')
    .leftJoin('account as maker', 'maker.id', 'annotation.created_by')
    .leftJoin('account as reviewer', 'reviewer.id', 'annotation.reviewed_by')
    .selectAll('annotation')
    .select(({ fn }) => [
      fn.coalesce('maker.name', 'maker.email').as('created_by_name'),
      fn.coalesce('reviewer.name', 'reviewer.email').as('reviewed_by_name')
    ])
}

/** Reads annotations. `operations.ts` writes them. */
// Long: all queries for one resource.
export function annotationRepository(db: Database) {
  /** Reads the row of an annotation. @throws NotFound */
  async function row(annotationId: string): Promise<AnnotationRow> {
    const found = await selectAnnotations(db).where('annotation.id', '=', annotationId).executeTakeFirst()
    if (!found) throw new NotFound('The annotation')
    return found
  }

  return {
    row,

    /** Returns the row of an annotation that the viewer may see. @throws NotFound if it is hidden from a blind viewer */
    async shown(row: AnnotationRow, sight: Sight): Promise<AnnotationRow> {
      if (await isHidden(db, sight, row.id)) throw new NotFound('The annotation')
      return row
    },

    /**
     * Annotations of an image, oldest first, as a JSON array of `Annotation`. Sample-point copies are included only for their own member,
     * while the round runs.
     */
    async ofMedia(sight: Sight, mediaId: string): Promise<string> {
      const rows = await selectAnnotations(db)
        .where('annotation.media_id', '=', mediaId)
        .where('annotation.removed_at', 'is', null)
        .where(shownTo(sight))
        .where(isNoCopy(sight))
        .orderBy('annotation.id')
        .execute()
      return `[${rows.map(annotationJson).join()}]`
    },

    /** Reads the removed annotations of an image, most recently removed first. */
    async removedOfMedia(sight: Sight, mediaId: string): Promise<RemovedAnnotation[]> {
      const rows = await selectAnnotations(db)
        .leftJoin('account as remover', 'remover.id', 'annotation.modified_by')
        .select(({ fn }) => fn.coalesce('remover.name', 'remover.email').as('removed_by_name'))
        .where('annotation.media_id', '=', mediaId)
        .where('annotation.removed_at', 'is not', null)
        .where(shownTo(sight))
        .where(isNoCopy(sight))
        .orderBy('annotation.removed_at', 'desc')
        .orderBy('annotation.id')
        .limit(removedLimit)
        .execute()
      return rows.map(({ removed_by_name: name, ...row }) => ({
        ...toAnnotation(row),
        removedBy: name ?? formerMember,
        removedAt: row.removed_at ?? row.modified_at
      }))
    },

    /** Revisions of an annotation, newest first. */
    async history(annotation: AnnotationRow): Promise<AnnotationVersion[]> {
      const older = await db
        .selectFrom('annotation_version')
        .selectAll()
        .where('annotation_id', '=', annotation.id)
        .orderBy('revision', 'desc')
        .execute()
      const versions = [
        {
          revision: annotation.revision,
          kind: annotation.operation_kind,
          accountId: annotation.modified_by,
          at: annotation.modified_at,
          state: stateOf(annotation)
        },
        ...older.map(version => {
          const { origin: _origin, suggestionId: _suggestion, ...state } = JSON.parse(version.state) as StoredState
          return { revision: version.revision, kind: version.operation_kind, accountId: version.account_id, at: version.at, state }
        })
      ]
      const people = await namesOf(db, versions)
      const labels = await labelNamesOf(db, annotation.project_id, versions)
      return versions.map(({ revision, kind, accountId, at, state }) => ({
        revision,
        kind,
        by: people.get(accountId ?? '') ?? formerMember,
        at,
        ...state,
        labelName: labels.get(state.labelId ?? '') ?? null
      }))
    }
  }
}

/**
 * SQL condition that excludes sample-point copies, except the viewer's own in a running round. The list of disagreements does not use it
 * and shows all copies.
 */
const isNoCopy = ({ blind }: Sight) => {
  const own = blind ? sql`and copy.session_id not in (${sql.join(blind.rounds.map(({ id }) => id))})` : sql``
  return sql<boolean>`not exists (select 1 from annotation_session_point as copy where copy.annotation_id = annotation.id ${own})`
}

/** Reads the names of the accounts in a history, by id. It queries each account separately, because few accounts edit one annotation. */
async function namesOf(db: Database, versions: { accountId: string | null }[]): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const id of new Set(versions.map(version => version.accountId))) {
    const account = id && (await db.selectFrom('account').select(['name', 'email']).where('id', '=', id).executeTakeFirst())
    if (id && account) names.set(id, account.name ?? account.email)
  }
  return names
}

async function labelNamesOf(db: Database, projectId: string, versions: { state: AnnotationState }[]): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const id of new Set(versions.map(({ state }) => state.labelId))) {
    const label =
      id && (await db.selectFrom('label').select('name').where('id', '=', id).where('project_id', '=', projectId).executeTakeFirst())
    if (id && label) names.set(id, label.name)
  }
  return names
}
