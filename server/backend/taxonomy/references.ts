import { sql } from 'kysely'
import type { LabelReference } from '../../../shared/contracts/taxonomy.ts'
import { formerMember } from '../../../shared/former-member.ts'
import { timestamp } from '../../lib/clock.ts'
import { NotFound } from '../../lib/errors.ts'
import { firstStart, isOfRound, shownTo } from '../annotations/rounds/blind.ts'
import type { Blind, Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { ReferencesFull } from './errors.ts'
import type { LabelRow } from './rows.ts'

/** Maximum number of references per label, so that a plate can be taken in at a glance. */
const mostReferences = 60

/** Reference annotations of labels, shown as a plate of example crops. */
// Long: the queries of one noun.
export function labelReferences(db: Database) {
  return {
    /**
     * Lists the references of a label in the order in which they were chosen. Deleted annotations, and annotations on deleted images, are
     * omitted.
     */
    async list(sight: Sight, labelId: string): Promise<LabelReference[]> {
      const { blind } = sight
      const rows = await db
        .selectFrom('label_reference')
        .innerJoin('annotation', 'annotation.id', 'label_reference.annotation_id')
        .innerJoin('media', 'media.id', 'annotation.media_id')
        .leftJoin('account', 'account.id', 'label_reference.account_id')
        .select(['annotation.id', 'annotation.revision', 'annotation.media_id', 'annotation.label_id'])
        .select(['media.file_name', 'label_reference.at', 'account.name', 'account.email'])
        .where('label_reference.label_id', '=', labelId)
        .where('annotation.removed_at', 'is', null)
        .where(shownTo(sight))
        .where(blind ? sql<boolean>`not ${chosenByOthers(blind)}` : sql<boolean>`1 = 1`)
        .where('media.removed_at', 'is', null)
        .orderBy('label_reference.at')
        .orderBy('annotation.id')
        .execute()
      return rows.map(row => ({
        annotationId: row.id,
        annotationRevision: row.revision,
        mediaId: row.media_id,
        fileName: row.file_name,
        labelId: row.label_id,
        addedBy: row.name ?? row.email ?? formerMember,
        addedAt: row.at
      }))
    },

    /**
     * Adds a reference annotation.
     * @throws NotFound for an annotation that is not in the label's project
     * @throws ReferencesFull
     */
    async add(label: LabelRow, annotationId: string, accountId: string): Promise<void> {
      await db.transaction().execute(async transaction => {
        const annotation = await transaction
          .selectFrom('annotation')
          .select('id')
          .where('id', '=', annotationId)
          .where('project_id', '=', label.project_id)
          .where('removed_at', 'is', null)
          .executeTakeFirst()
        if (!annotation) throw new NotFound('The annotation')
        const { total } = await transaction
          .selectFrom('label_reference')
          .select(({ fn }) => fn.countAll<number>().as('total'))
          .where('label_id', '=', label.id)
          .executeTakeFirstOrThrow()
        if (total >= mostReferences) throw new ReferencesFull(label.name, String(mostReferences))
        await transaction
          .insertInto('label_reference')
          .values({ label_id: label.id, annotation_id: annotationId, account_id: accountId, at: timestamp() })
          .onConflict(conflict => conflict.doNothing())
          .execute()
      })
    },

    /** Returns the image id of an annotation; null when the annotation does not exist. */
    async imageOf(annotationId: string): Promise<string | null> {
      const row = await db.selectFrom('annotation').select('media_id').where('id', '=', annotationId).executeTakeFirst()
      return row?.media_id ?? null
    },

    async remove(labelId: string, annotationId: string): Promise<void> {
      await db.deleteFrom('label_reference').where('label_id', '=', labelId).where('annotation_id', '=', annotationId).execute()
    }
  }
}

/** SQL condition that is true for a reference chosen by another account since the round began, on one of the round's images. */
const chosenByOthers = (blind: Blind) =>
  sql<boolean>`(label_reference.account_id is distinct from ${blind.accountId} and label_reference.at >= ${firstStart(blind)} and ${isOfRound(blind)})`
