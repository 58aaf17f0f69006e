import { sql } from 'kysely'
import type { Transaction } from '../projects/edit-project.ts'
import type { AnyTransaction } from '../storage/database.ts'
import { giveColours } from '../taxonomy/colours.ts'

/** Maintains the annotation counts of images and labels. Collects the changes in a transaction, so that they can be written at its end. */
export class AnnotationCounts {
  readonly #media = new Map<string, number>()
  readonly #labels = new Map<string, number>()

  add(mediaId: string, labelId: string | null, change: 1 | -1): void {
    this.#media.set(mediaId, (this.#media.get(mediaId) ?? 0) + change)
    if (labelId) this.#labels.set(labelId, (this.#labels.get(labelId) ?? 0) + change)
  }

  async save(transaction: Transaction): Promise<void> {
    for (const [id, change] of this.#media) {
      if (change === 0) continue
      await transaction
        .updateTable('media')
        .set(eb => ({ annotation_count: eb('annotation_count', '+', change) }))
        .where('id', '=', id)
        .execute()
    }
    await countLabels(transaction, this.#labels)
  }
}

/** Adjusts the annotation counts of labels. The first use of a label gives the label a colour. */
export async function countLabels(transaction: Transaction, changes: Iterable<[labelId: string, change: number]>): Promise<void> {
  const uncoloured: string[] = []
  let projectId = ''
  for (const [id, change] of changes) {
    if (change === 0) continue
    const label = await transaction
      .updateTable('label')
      .set(eb => ({ annotation_count: eb('annotation_count', '+', change) }))
      .where('id', '=', id)
      .returning(['project_id', 'palette_colour'])
      .executeTakeFirst()
    if (!label || change < 0 || label.palette_colour !== null) continue
    uncoloured.push(id)
    projectId = label.project_id
  }
  if (uncoloured.length > 0) await giveColours(transaction, projectId, uncoloured)
}

/**
 * Subtracts the annotations of media from the counts of their labels, before the media are deleted with everything on them. Removed annotations
 * are not in these counts.
 */
export async function uncountLabels(transaction: AnyTransaction, mediaIds: readonly string[]): Promise<void> {
  await sql`
    update label set annotation_count = label.annotation_count - gone.count
    from (
      select label_id, count(*) as count from annotation
      where media_id in (${sql.join(mediaIds)}) and label_id is not null and removed_at is null
      group by label_id
    ) as gone
    where label.id = gone.label_id`.execute(transaction)
}
