import type { Generated } from 'kysely'
import type { MarkGroup } from '../../../shared/contracts/annotation-sessions.ts'
import type { Annotation, AnnotationVersion, Origin, ReviewState, WorkState } from '../../../shared/contracts/annotations.ts'
import type { BulkEdit } from '../../../shared/contracts/review.ts'
import type { Shape } from '../../../shared/contracts/shapes.ts'
import type { Flag } from '../storage/tables.ts'

declare module '../storage/tables.ts' {
  interface Tables {
    annotation: AnnotationTable
    annotation_version: AnnotationVersionTable
    media_work: MediaWorkTable
    bulk_edit: BulkEditTable
    bulk_edit_item: BulkEditItemTable
    saved_filter: SavedFilterTable
    comment: CommentTable
    sample: SampleTable
    annotation_session: AnnotationSessionTable
    annotation_session_member: AnnotationSessionMemberTable
    annotation_session_media: AnnotationSessionMediaTable
    annotation_session_point: AnnotationSessionPointTable
    annotation_session_agreement: AnnotationSessionAgreementTable
    mark_group: MarkGroupTable
    mark_group_mark: MarkGroupMarkTable
    sample_point: SamplePointTable
  }
}

export interface AnnotationTable {
  id: string
  project_id: string
  media_id: string
  shape_kind: Shape['kind'] | 'wholeImage'
  /** JSON of a Shape; null for the whole image. */
  shape: string | null
  /** Square pixels; null for a shape without an area. */
  area: number | null
  label_id: string | null
  confidence: number | null
  /** JSON object of attribute values by field name. */
  attributes: string
  review_state: ReviewState
  reviewed_by: string | null
  reviewed_at: string | null
  /** Source of the label: `human` once a person has replaced a machine's label. */
  source: Annotation['source']
  /** Name of an annotator without an account on this server; null otherwise. */
  annotator: string | null
  created_by: string | null
  created_at: string
  /** Account that gave the current label; null when the author of the annotation gave it. */
  named_by: string | null
  named_at: string | null
  /** 1 if a machine made the annotation and a person relabelled it. */
  is_from_machine: Generated<number>
  /** Provenance of the label; null without a label, for a machine's unconfirmed label, and for annotations older than this column. */
  origin: Generated<Origin | null>
  /** Suggestion that the annotator accepted or relabelled; null without one. */
  suggestion_id: Generated<string | null>
  modified_by: string | null
  modified_at: string
  revision: number
  /** Operation that made the current revision. */
  operation_id: string | null
  operation_kind: AnnotationVersion['kind']
  removed_at: string | null
}

export interface AnnotationVersionTable {
  annotation_id: string
  revision: number
  operation_id: string | null
  operation_kind: AnnotationVersion['kind']
  account_id: string | null
  at: string
  /** JSON of a StoredState. */
  state: string
}

export interface CommentTable {
  id: string
  annotation_id: string
  account_id: string | null
  text: string
  /** JSON list of account ids. */
  mentions: string
  created_at: string
}

export interface SampleTable {
  id: string
  project_id: string
  media_id: string
  /** JSON of the plan of a Sample. */
  plan: string
  created_by: string | null
  created_at: string
}

export interface SamplePointTable {
  annotation_id: string
  sample_id: string
  /** Position in the labelling order, from 0. */
  position: number
}

export interface MediaWorkTable {
  media_id: string
  account_id: string
  state: WorkState
  at: string
  /** Time since which the image is done or reviewed without interruption; null in another state. */
  done_at: Generated<string | null>
}

export interface BulkEditTable {
  id: string
  project_id: string
  account_id: string | null
  undone_by: string | null
  /** JSON of a BulkChange. */
  change: string
  /** Filter that selects the annotations; null if their ids were given. */
  filter: string | null
  /** Job that applies or undoes the part after the first batch. */
  job_id: string | null
  state: BulkEdit['state']
  /** Id of the last processed annotation. */
  position: string | null
  changed_count: number
  skipped_count: number
  restored_count: number
  kept_count: number
  created_at: string
}

export interface BulkEditItemTable {
  bulk_edit_id: string
  annotation_id: string
  /** Expected revision; once the annotation is changed, the revision that the bulk edit made. */
  revision: number
  /** JSON of the state that an undo restores; null until the annotation is changed. */
  before: string | null
}

export interface SavedFilterTable {
  id: string
  project_id: string
  name: string
  /** Name in lower case, unique in a project. */
  name_key: string
  filter: string
  created_by: string | null
  created_at: string
}

export interface AnnotationSessionTable {
  id: string
  project_id: string
  name: string
  /** Name in lower case, unique in a project. */
  name_key: string
  description: string | null
  starts_at: string
  /** Planned end, or the actual end of a round that was ended early. */
  ends_at: string
  hides_earlier: Flag
  /** JSON of SessionImages. */
  images: string
  image_count: number
  created_by: string | null
  created_at: string
  revision: Generated<number>
  /** Time at which the annotations were matched after the end of the round. Null while annotations count only for their authors. */
  grouped_at: string | null
}

export interface AnnotationSessionMemberTable {
  session_id: string
  account_id: string
}

export interface AnnotationSessionMediaTable {
  session_id: string
  media_id: string
}

export interface AnnotationSessionPointTable {
  annotation_id: string
  session_id: string
  account_id: string
  /** Annotation id of the original sample point. */
  point_id: string
}

export interface AnnotationSessionAgreementTable {
  session_id: string
  /** JSON of MatchLimits. */
  limits: string
  asked_by: string | null
  job_id: string | null
  /** JSON of an Agreement; null until it is computed. */
  result: string | null
  /** Time at which the last run marked annotations as disputed. The times of interrupted runs are appended, separated by spaces. */
  disputed_at: string | null
}

export interface MarkGroupTable {
  session_id: string
  id: string
  media_id: string
  kind: MarkGroup['kind']
  /** JSON list of the accounts that viewed the image. */
  looked: string
  /** Id of the sample point that the annotations label; null for annotations of an organism. */
  point_id: string | null
}

export interface MarkGroupMarkTable {
  session_id: string
  group_id: string
  annotation_id: string
  account_id: string
  /** Label of the annotation at the end of the round. */
  label_id: string | null
}
