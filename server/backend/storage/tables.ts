import type { Generated } from 'kysely'
import type { MarkGroup } from '../../../shared/contracts/annotation-sessions.ts'
import type { Annotation, AnnotationVersion, ReviewState, WorkState } from '../../../shared/contracts/annotations.ts'
import type { AttributeType } from '../../../shared/contracts/attribute-fields.ts'
import type { TimeBasis } from '../../../shared/contracts/camera-clocks.ts'
import type { Export, ImportSummary } from '../../../shared/contracts/exchange.ts'
import type { Grid } from '../../../shared/contracts/generalisations.ts'
import type { Job } from '../../../shared/contracts/jobs.ts'
import type { Media } from '../../../shared/contracts/media.ts'
import type { Placement, Track } from '../../../shared/contracts/navigation.ts'
import type { Role, Visibility } from '../../../shared/contracts/projects.ts'
import type { BulkEdit } from '../../../shared/contracts/review.ts'
import type { Shape } from '../../../shared/contracts/shapes.ts'
import type { Site } from '../../../shared/contracts/sites.ts'
import type { Label, LabelVersion } from '../../../shared/contracts/taxonomy.ts'

/** Times are RFC 3339 text, booleans 0 or 1, JSON text; the same on both databases. */
type Flag = 0 | 1

export interface AccountTable {
  id: string
  email: string
  /** The address lower-cased: unique. */
  email_key: string
  password_hash: string | null
  name: string | null
  affiliation: string | null
  orcid: string | null
  theme: 'system' | 'light' | 'dark'
  /** SHA-256 of the picture's bytes, hex; null without one. */
  avatar_sha256: string | null
  administrator: Flag
  disabled_at: string | null
  /** When the address was shown to be the person's; null until then. */
  email_proved_at: string | null
  revision: number
  created_at: string
}

/** 256 × 256 WebP: small enough to live beside its account, so that both change in one transaction. */
export interface AvatarTable {
  account_id: string
  webp: Uint8Array
}

export interface ClaimTable {
  name: 'first-account'
  claimed_at: string
}

export interface SessionTable {
  id: string
  account_id: string
  user_agent: string | null
  address: string | null
  created_at: string
  last_used_at: string
  /** Idle limit, moved on with every refresh, never past the absolute one. */
  expires_at: string
  absolute_expires_at: string
}

export interface RefreshTokenTable {
  /** SHA-256 of the token, hex. */
  hash: string
  session_id: string
  parent_hash: string | null
  created_at: string
  used_at: string | null
  revoked_at: string | null
}

export interface ApiTokenTable {
  id: string
  account_id: string
  name: string
  scope: 'read' | 'write'
  hash: string
  created_at: string
  expires_at: string | null
  last_used_at: string | null
}

export interface OneTimeLinkTable {
  hash: string
  purpose: 'reset' | 'invite' | 'set-up' | 'prove'
  account_id: string | null
  email: string | null
  created_at: string
  expires_at: string
  used_at: string | null
}

/** Where someone has signed in with success. */
export interface LoginAddressTable {
  account_id: string
  /** IPv4 address, or the /64 of an IPv6 address. */
  address: string
  last_used_at: string
}

export interface LoginFailureTable {
  /** SHA-256 of what is counted: account, address, or both. */
  key: string
  failures: number
  window_started_at: string
}

export interface ProjectTable {
  id: string
  title: string
  /** Title in lower case: for sorting. */
  title_key: string
  /** Title, region and habitat in lower case: for searching. */
  search_key: string
  description: string | null
  habitat: string | null
  region: string | null
  start_date: string | null
  end_date: string | null
  visibility: Visibility
  cover_media_id: string | null
  media_count: number
  media_bytes: number
  member_count: number
  is_example: Flag
  revision: number
  created_at: string
  modified_at: string
  deleted_at: string | null
}

export interface ProjectInvitationTable {
  id: string
  project_id: string
  /** SHA-256 of the secret behind `#` of the link. */
  hash: string
  role: Role
  once: Flag
  uses: number
  created_by: string
  created_at: string
  expires_at: string
  revoked_at: string | null
}

export interface ProjectMemberTable {
  project_id: string
  account_id: string
  role: Role
  joined_at: string
}

export interface ActivityTable {
  id: string
  project_id: string
  actor_id: string | null
  event: string
  detail: string
  time: string
}

export interface MediaTable {
  id: string
  project_id: string
  file_name: string
  /** File name in lower case: for sorting, searching and matching. */
  name_key: string
  /** The same without its last extension. */
  stem_key: string
  format: Media['format']
  size_bytes: number
  sha256: string
  /** Pixels of the upright picture. */
  width: number
  height: number
  state: Media['state']
  failure: string | null
  event_date: string | null
  /** `event_date`, or `~` to sort what has none last. */
  captured_key: string
  decimal_latitude: number | null
  decimal_longitude: number | null
  depth_in_meters: number | null
  altitude_in_meters: number | null
  camera: string | null
  exif: string
  metadata: string
  /** Names of the blobs made from the file; null until they are made. */
  small_sha256: string | null
  large_sha256: string | null
  tiles_sha256: string | null
  added_by: string | null
  created_at: string
  revision: number
  removed_at: string | null
  annotation_count: Generated<number>
  work_state: Generated<WorkState>
  site_id: Generated<string | null>
  /** The display of the camera's clock, without a zone: `2024-06-02T04:29:27.000`. */
  camera_time: Generated<string | null>
  time_source: Generated<TimeBasis['source']>
  /** Of the camera's clock; null while nobody has answered. */
  time_zone: Generated<string | null>
  clock_ahead_seconds: Generated<number | null>
  /** The answer that `event_date` rests on. */
  clock_answer: Generated<string | null>
  camera_serial: Generated<string | null>
  /** Files that were added together. */
  upload_batch: Generated<string | null>
}

export interface UploadTable {
  id: string
  project_id: string
  account_id: string
  file_name: string
  size_bytes: number
  /** What it became, once it is whole and accepted. */
  media_id: string | null
  created_at: string
  expires_at: string
  /** Synced so far. */
  arrived_bytes: Generated<number>
  batch: Generated<string | null>
}

/** One row: the files that belong to this database. */
export interface FilesIdentityTable {
  only: 1
  /** Stands in the blob store too. */
  files_id: string
  /** Whether the store held nothing, and belonged to no database, when this one took it. */
  never_used: Flag
  bound_at: string
}

export interface StorageUseTable {
  /** Empty for photographs of nobody. */
  account_id: string
  /** Of originals, those included that were removed and can be restored. */
  media_bytes: number
}

export interface JobTable {
  id: string
  kind: string
  project_id: string | null
  subject: string | null
  payload: string
  state: Job['state']
  done: number
  total: number | null
  failure: string | null
  attempts: number
  run_after: string
  created_at: string
  finished_at: string | null
}

/** What a label says, as it stands in the catalog and in its frozen versions. */
interface LabelColumns {
  parent_id: string | null
  name: string
  /** Name in lower case: for sorting and comparing. */
  name_key: string
  scientific_name: string | null
  scientific_name_authorship: string | null
  taxon_rank: string | null
  scientific_name_id: string | null
  accepted_name_usage: string | null
  accepted_name_usage_id: string | null
  taxonomic_status: string | null
  identification_qualifier: Label['identificationQualifier']
  morphospecies: string | null
  verbatim_identification: string | null
  /** JSON lists. */
  synonyms: string
  vernacular_names: string
  environments: string
  conservation_status: Label['conservationStatus']
  colour: string | null
  hotkey: number | null
  definition: string | null
  identification_notes: string | null
}

export interface LabelTable extends LabelColumns {
  id: string
  project_id: string
  /** Every word that a search finds it by, in lower case, without accents, a blank between two. */
  words: string
  annotation_count: Generated<number>
  /** Place in the palette of labels, from 0, given at the first use. */
  palette_colour: number | null
  /** RFC 3339. */
  palette_colour_at: string | null
  created_at: string
  modified_at: string
  modified_by: string | null
  change_kind: LabelVersion['kind']
  revision: Generated<number>
}

export interface LabelFavouriteTable {
  label_id: string
  account_id: string
}

export interface LabelVersionTable {
  project_id: string
  label_id: string
  revision: number
  kind: LabelVersion['kind']
  account_id: string | null
  at: string
  /** JSON of what an edit can change. */
  state: string
}

/** What became of a label that was merged away. */
export interface LabelMergeTable {
  label_id: string
  project_id: string
  into_id: string
  /** Annotations that got the other label, and the images that they are on. */
  annotation_count: number
  image_count: number
}

export interface LabelNameLeftTable {
  label_id: string
  /** Of the label, as it was compared. */
  name: string
  /** What WoRMS had instead; empty when it did not know the name. */
  proposed: string
  account_id: string | null
  at: string
}

export interface LabelReferenceTable {
  label_id: string
  annotation_id: string
  account_id: string | null
  at: string
}

export interface CatalogVersionTable {
  id: string
  project_id: string
  name: string
  /** Name in lower case: one name per project. */
  name_key: string
  note: string | null
  label_count: number
  created_by: string | null
  created_at: string
}

export interface CatalogVersionLabelTable extends LabelColumns {
  version_id: string
  label_id: string
}

/** That a machine went through an image, also where it found nothing. */
export interface MediaCoverageTable {
  media_id: string
  /** Of an import. */
  source_id: string
  covered_at: string
}

export interface AnnotationTable {
  id: string
  project_id: string
  media_id: string
  shape_kind: Shape['kind'] | 'wholeImage'
  /** JSON of a Shape; null for the whole image. */
  shape: string | null
  /** Square pixels; null where a shape has none. */
  area: number | null
  label_id: string | null
  confidence: number | null
  /** JSON object. */
  attributes: string
  review_state: ReviewState
  reviewed_by: string | null
  reviewed_at: string | null
  /** Whose word its name is: a person's too once somebody gave another one than the machine. */
  source: Annotation['source']
  /** Who made it, when that is nobody who has an account here. */
  annotator: string | null
  created_by: string | null
  created_at: string
  /** The account that gave its present name; null: its maker did. */
  named_by: string | null
  named_at: string | null
  /** 1: a machine made it, and a person gave it another name. */
  is_from_machine: Generated<number>
  modified_by: string | null
  modified_at: string
  revision: number
  /** The edit that made the newest revision. */
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
  /** JSON of what an edit can change. */
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
  /** Order to walk the points in, from 0. */
  position: number
}

export interface MediaWorkTable {
  media_id: string
  account_id: string
  state: WorkState
  at: string
}

export interface BulkEditTable {
  id: string
  project_id: string
  account_id: string | null
  undone_by: string | null
  /** JSON of a BulkChange. */
  change: string
  /** Which annotations; null when they were named. */
  filter: string | null
  /** What does, or undoes, the rest of it behind. */
  job_id: string | null
  state: BulkEdit['state']
  /** Id of the last annotation that was dealt with. */
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
  /** The one that was named; once it is changed the one that the bulk edit made. */
  revision: number
  /** JSON of what it changed, as it was before; null until it is changed. */
  before: string | null
}

export interface SavedFilterTable {
  id: string
  project_id: string
  name: string
  /** Name in lower case: one name per project. */
  name_key: string
  filter: string
  created_by: string | null
  created_at: string
}

export interface AttributeFieldTable {
  id: string
  project_id: string
  name: string
  /** Name in lower case: one name per project. */
  name_key: string
  type: AttributeType
  unit: string | null
  minimum: number | null
  maximum: number | null
  /** JSON list of texts. */
  choices: string
  required: Flag
  /** Address of its term in a vocabulary. */
  measurement_type_id: string | null
  position: number
  revision: number
  created_at: string
  modified_at: string
}

/** How images were taken, as `SamplingFacts` has it, and where in well-known text. */
export interface SamplingColumns {
  sampling_protocol: string | null
  sampling_description: string | null
  sample_size_value: number | null
  sample_size_unit: string | null
  sampling_effort: string | null
  habitat: string | null
  location_id: string | null
  footprint_wkt: string | null
}

export interface SurveyTable extends SamplingColumns {
  id: string
  project_id: string
  name: string
  /** Name in lower case: one name per project. */
  name_key: string
  start_date: string | null
  end_date: string | null
  notes: string | null
  revision: number
  created_at: string
  modified_at: string
}

export interface SiteTable extends SamplingColumns {
  id: string
  project_id: string
  survey_id: string | null
  name: string
  /** Name in lower case: one name per survey. */
  name_key: string
  type: Site['type']
  decimal_latitude: number | null
  decimal_longitude: number | null
  minimum_depth_in_meters: number | null
  maximum_depth_in_meters: number | null
  notes: string | null
  revision: number
  created_at: string
  modified_at: string
}

export interface MediaScaleTable {
  media_id: string
  /** JSON of a ScaleBasis; null once it is taken away, as are the numbers: the revision stays. */
  basis: string | null
  meters_per_pixel: number | null
  /** Pixels between the marks. */
  pixel_distance: number | null
  /** Image whose scale was taken over. */
  copied_from: string | null
  formula_version: number
  /** Metres per pixel by an older formula that was wrong. */
  corrected_from: number | null
  set_by: string | null
  set_at: string
  revision: number
}

export interface PublicationTable {
  project_id: string
  /** JSON of a publication as it was written. */
  content: string
  revision: number
  modified_at: string
}

export interface NavTrackTable {
  id: string
  project_id: string
  name: string
  platform: string | null
  source: Track['source']
  file_name: string
  size_bytes: number
  format: Track['format']
  /** JSON of a TrackQuery without names. */
  parameters: string
  /** JSON of a TrackReport; null until the file was read. */
  report: string | null
  state: Track['state']
  failure: string | null
  job_id: string | null
  fix_count: number
  first_at: string | null
  last_at: string | null
  west: number | null
  east: number | null
  south: number | null
  north: number | null
  created_by: string | null
  created_at: string
  modified_at: string
  revision: number
  removed_at: string | null
}

/** Fixes of at most an hour, packed. */
export interface NavBlockTable {
  track_id: string
  /** Milliseconds since 1970 of its first fix. */
  first_ms: number
  last_ms: number
  fix_count: number
  west: number
  east: number
  south: number
  north: number
  bytes: Uint8Array
}

/** That images took facts from a track: what is to be done, and how far it is. */
export interface NavPlacementTable {
  id: string
  project_id: string
  track_id: string
  account_id: string | null
  undone_by: string | null
  /** JSON of PlacementSettings. */
  settings: string
  /** Images that came later are left alone. */
  seen_at: string
  state: Placement['state']
  job_id: string | null
  /** JSON of where the next step begins; null at first. */
  position: string | null
  changed_count: number
  restored_count: number
  kept_count: number
  created_at: string
}

export interface NavPlacementItemTable {
  placement_id: string
  media_id: string
  /** JSON of the facts that were written, as they were before. */
  before: string
  /** JSON of the same facts as they were written. */
  after: string
}

export interface ScaleSettingsTable {
  project_id: string
  laser_spacing_in_meters: number | null
  horizontal_angle_in_degrees: number | null
  sensor_width_in_millimeters: number | null
  is_flat_port: Flag
  revision: number
}

export interface ExportFileTable {
  id: string
  project_id: string
  format: Export['format']
  /** JSON of ExportOptions. */
  options: string
  file_name: string
  job_id: string | null
  /** Null until it is written. */
  size_bytes: number | null
  /** JSON of what was written, left out and wrong; null until the job came to its end. */
  report: string | null
  created_by: string | null
  created_at: string
  finished_at: string | null
  expires_at: string
}

export interface ImportSessionTable {
  id: string
  project_id: string
  file_name: string
  size_bytes: number
  format: ImportSummary['format']
  /** JSON of ImportOptions. */
  options: string
  state: Exclude<ImportSummary['state'], 'failed'>
  /** The newest job. */
  job_id: string | null
  /** JSON of what it would do, corrections included; null until it was read. */
  preview: string | null
  /** JSON of what it did. */
  result: string | null
  /** Also `modified_at` of its annotations and `created_at` of its samples; null when there is nothing to undo, or an older version applied it. */
  applied_at: string | null
  /** All of its annotations lie between these two; null when it brought none. */
  first_annotation_id: string | null
  last_annotation_id: string | null
  revision: number
  created_by: string | null
  created_at: string
  expires_at: string
}

export interface AnnotationSessionTable {
  id: string
  project_id: string
  name: string
  /** Name in lower case: one name per project. */
  name_key: string
  description: string | null
  starts_at: string
  /** When it ended, if someone ended it early. */
  ends_at: string
  hides_earlier: Flag
  /** JSON of SessionImages. */
  images: string
  image_count: number
  created_by: string | null
  created_at: string
  revision: Generated<number>
  /** When its marks were matched after its end; null: they count for their authors only. */
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
  /** Annotation that is the point of the sample. */
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
  /** When the marks that disagree became disputed; after runs that were cut short several times, with blanks between. */
  disputed_at: string | null
}

export interface MarkGroupTable {
  session_id: string
  id: string
  media_id: string
  kind: MarkGroup['kind']
  /** JSON list of the accounts that looked at the image. */
  looked: string
  /** The point of the sample, when the marks name one. */
  point_id: string | null
}

export interface MarkGroupMarkTable {
  session_id: string
  group_id: string
  annotation_id: string
  account_id: string
  /** At the end of the session. */
  label_id: string | null
}

/** A rule for places of a project, or of images with a label or one below it. */
export interface GeneralisationTable {
  id: string
  project_id: string
  /** Null: of all of the project. */
  label_id: string | null
  grid: Grid
  /** The least role that gets exact places. */
  from_role: Role
  revision: number
  created_at: string
  modified_at: string
}

export interface Tables {
  account: AccountTable
  avatar: AvatarTable
  claim: ClaimTable
  session: SessionTable
  refresh_token: RefreshTokenTable
  api_token: ApiTokenTable
  one_time_link: OneTimeLinkTable
  login_address: LoginAddressTable
  login_failure: LoginFailureTable
  project: ProjectTable
  project_member: ProjectMemberTable
  project_invitation: ProjectInvitationTable
  activity: ActivityTable
  media: MediaTable
  upload: UploadTable
  files_identity: FilesIdentityTable
  storage_use: StorageUseTable
  job: JobTable
  label: LabelTable
  label_favourite: LabelFavouriteTable
  label_version: LabelVersionTable
  label_merge: LabelMergeTable
  label_name_left: LabelNameLeftTable
  label_reference: LabelReferenceTable
  catalog_version: CatalogVersionTable
  catalog_version_label: CatalogVersionLabelTable
  media_coverage: MediaCoverageTable
  annotation: AnnotationTable
  annotation_version: AnnotationVersionTable
  media_work: MediaWorkTable
  bulk_edit: BulkEditTable
  bulk_edit_item: BulkEditItemTable
  saved_filter: SavedFilterTable
  attribute_field: AttributeFieldTable
  survey: SurveyTable
  site: SiteTable
  comment: CommentTable
  export_file: ExportFileTable
  import_session: ImportSessionTable
  sample: SampleTable
  annotation_session: AnnotationSessionTable
  annotation_session_member: AnnotationSessionMemberTable
  annotation_session_media: AnnotationSessionMediaTable
  annotation_session_point: AnnotationSessionPointTable
  annotation_session_agreement: AnnotationSessionAgreementTable
  mark_group: MarkGroupTable
  mark_group_mark: MarkGroupMarkTable
  sample_point: SamplePointTable
  media_scale: MediaScaleTable
  scale_settings: ScaleSettingsTable
  publication: PublicationTable
  nav_track: NavTrackTable
  nav_block: NavBlockTable
  nav_placement: NavPlacementTable
  nav_placement_item: NavPlacementItemTable
  generalisation: GeneralisationTable
}
