import type { AnnotationOperation } from '../../../../shared/contracts/annotations.ts'
import type { Sender } from '../../../sync/stored-edit.ts'
import { sendOperations } from '../queries.ts'
import { texts } from './texts.ts'

export const sendAnnotationEdits: Sender = async (projectId, bodies) => {
  const results = await sendOperations(projectId, bodies as AnnotationOperation[])
  return results.map(({ id, outcome, message, annotation }) => ({
    id,
    problem: outcome === 'done' ? null : (message ?? texts.notSaved),
    answer: annotation
  }))
}
