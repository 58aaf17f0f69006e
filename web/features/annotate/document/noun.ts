import type { Annotation, AnnotationOperation } from '../../../../shared/contracts/annotations.ts'
import type { Document } from '../../../sync/document.ts'
import type { Noun } from '../../../sync/noun.ts'
import { type Edit, edited, editOf, inverseOf, madeOn, operationOf, repeated } from './edits.ts'
import { texts } from './texts.ts'

/** Document of a project's annotations. Its subjects are the images. */
export type AnnotationDocument = Document<Annotation, Edit, AnnotationOperation>

export const annotationNoun: Noun<Annotation, Edit, AnnotationOperation> = {
  kind: 'annotation',
  subjectOf: ({ mediaId }) => mediaId,
  entityOf: ({ annotationId }) => annotationId,
  isNew: ({ kind }) => kind === 'create',
  edited,
  inverseOf,
  repeated,
  operationOf,
  editOf,
  madeOn,
  renewed: withKnownShape
}

/** Restores a removed annotation, even one removed by someone else or long ago. */
export function restore(document: AnnotationDocument, annotation: Annotation): void {
  document.learn(annotation)
  document.do(texts.restore, annotation.mediaId, [{ kind: 'restore', annotationId: annotation.id }])
}

/** Keeps the known shape object if the revision is unchanged, so that the canvas need not rebuild it. */
function withKnownShape(next: Annotation, known: Annotation | undefined): Annotation {
  return known?.revision === next.revision ? { ...next, shape: known.shape } : next
}
