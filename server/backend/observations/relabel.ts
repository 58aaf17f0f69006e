import type { Transaction } from '../projects/edit-project.ts'

/**
 * Moves the observations of a removed label to another label. If `into` is null, the label name becomes the identification of observations that have
 * none.
 */
export async function relabelObservations(
  transaction: Transaction,
  label: { id: string; name: string },
  into: string | null
): Promise<void> {
  await transaction
    .updateTable('observation')
    .set(({ fn, ref, val }) =>
      into === null
        ? { label_id: null, verbatim_identification: fn.coalesce(ref('verbatim_identification'), val(label.name)) }
        : { label_id: into }
    )
    .where('label_id', '=', label.id)
    .execute()
}
