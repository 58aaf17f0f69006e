import type { Annotation, AnnotationOperation } from '../../../../shared/contracts/annotations.ts'
import type { Document } from '../../../sync/document.ts'
import type { Noun } from '../../../sync/noun.ts'
import { type Edit, edited, editOf, inverseOf, madeOn, operationOf, repeated } from './edits.ts'

/** Annotations on the images of a project: a document of annotations, each image a subject. */
export type AnnotationDocument = Document<Annotation, Edit, AnnotationOperation>

export const annotationNoun: Noun<Annotation, Edit, AnnotationOperation> = {
  kind: 'annotation',
  subjectOf: ({ mediaId }) => mediaId,
  thingOf: ({ annotationId }) => annotationId,
  isNew: ({ kind }) => kind === 'create',
  edited,
  inverseOf,
  repeated,
  operationOf,
  editOf,
  madeOn,
  renewed: withKnownShape
}

/** Restores an annotation that was removed, by whomever and whenever. */
export function restore(document: AnnotationDocument, annotation: Annotation): void {
  document.learn(annotation)
  document.do('Restore', annotation.mediaId, [{ kind: 'restore', annotationId: annotation.id }])
}

/** The shape of one revision is always the same object: the canvas then has nothing to build anew. */
function withKnownShape(next: Annotation, known: Annotation | undefined): Annotation {
  return known?.revision === next.revision ? { ...next, shape: known.shape } : next
}
