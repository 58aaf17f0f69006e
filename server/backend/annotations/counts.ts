import type { Transaction } from '../projects/edit-project.ts'

/** Keeps the number of annotations of images and labels true: gathers what a transaction adds and takes, and writes it at its end. */
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
    for (const [id, change] of this.#labels) {
      if (change === 0) continue
      await transaction
        .updateTable('label')
        .set(eb => ({ annotation_count: eb('annotation_count', '+', change) }))
        .where('id', '=', id)
        .execute()
    }
  }
}
