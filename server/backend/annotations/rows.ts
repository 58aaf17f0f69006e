import type { Selectable } from 'kysely'
import type { Annotation, Attributes, Origin, ReviewState } from '../../../shared/contracts/annotations.ts'
import type { Shape } from '../../../shared/contracts/shapes.ts'
import { formerMember } from '../../../shared/former-member.ts'
import { areaOnImage } from '../../../shared/geometry/area-on-image.ts'
import type { AnnotationTable } from './tables.ts'

/** Annotation row with the names of its author and its reviewer. */
export type AnnotationRow = Selectable<AnnotationTable> & { created_by_name: string | null; reviewed_by_name: string | null }

/** Part of an annotation that an edit can change and its history shows. */
export interface AnnotationState {
  shape: Shape | null
  labelId: string | null
  confidence: number | null
  attributes: Attributes
  reviewState: ReviewState
  removed: boolean
}

/** State as stored in the history, with the provenance of its label. Revisions stored by earlier versions of Isobath have no provenance. */
export interface StoredState extends AnnotationState {
  origin?: Origin | null
  suggestionId?: string | null
}

type StateColumns = Pick<Selectable<AnnotationTable>, 'shape' | 'label_id' | 'confidence' | 'attributes' | 'review_state' | 'removed_at'>

export function stateOf(row: StateColumns): AnnotationState {
  return {
    shape: row.shape === null ? null : JSON.parse(row.shape),
    labelId: row.label_id,
    confidence: row.confidence,
    attributes: JSON.parse(row.attributes),
    reviewState: row.review_state,
    removed: row.removed_at !== null
  }
}

/** JSON of a StoredState. */
export const storedState = (row: StateColumns & Pick<Selectable<AnnotationTable>, 'origin' | 'suggestion_id'>): string =>
  JSON.stringify({ ...stateOf(row), origin: row.origin, suggestionId: row.suggestion_id } satisfies StoredState)

/** Columns that store a shape. This is the only place that derives the values for sorting and filtering. */
export function shapeColumns(shape: Shape | null, image: { width: number; height: number }) {
  return {
    shape_kind: shape?.kind ?? ('wholeImage' as const),
    shape: shape && JSON.stringify(shape),
    area: shape && areaOnImage(shape, image)
  }
}

/** Annotation without its shape and attributes, which are stored as JSON. */
function flatPart(row: AnnotationRow): Omit<Annotation, 'shape' | 'attributes'> {
  return {
    id: row.id,
    mediaId: row.media_id,
    labelId: row.label_id,
    confidence: row.confidence,
    reviewState: row.review_state,
    reviewedBy: row.reviewed_by_name,
    reviewedAt: row.reviewed_at,
    source: row.source,
    origin: row.origin,
    suggestionId: row.suggestion_id,
    annotator: row.annotator ?? row.created_by_name ?? formerMember,
    createdBy: row.created_by,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
    revision: row.revision,
    removed: row.removed_at !== null
  }
}

export function toAnnotation(row: AnnotationRow): Annotation {
  return { ...flatPart(row), shape: row.shape === null ? null : JSON.parse(row.shape), attributes: JSON.parse(row.attributes) }
}

/**
 * JSON of an annotation. The stored JSON of the shape and the attributes is copied unchanged. Parsing and serialising it again would take
 * most of the response time.
 */
export function annotationJson(row: AnnotationRow): string {
  const flat = JSON.stringify(flatPart(row))
  return `${flat.slice(0, -1)},"shape":${row.shape},"attributes":${row.attributes}}`
}
