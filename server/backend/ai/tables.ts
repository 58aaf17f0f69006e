import type { Generated } from 'kysely'
import type { AcceptanceAudit } from '../../../shared/contracts/acceptance-audits.ts'
import type { RunImages, SuggestionDecision, SuggestionState } from '../../../shared/contracts/ai.ts'
import type { AiTask, GroupUnit, LearnMethod, PromotionReason } from '../../../shared/contracts/ai-models.ts'
import type { BulkAcceptance } from '../../../shared/contracts/bulk-acceptances.ts'
import type { UploadedModelState } from '../../../shared/contracts/uploaded-models.ts'
import type { Flag } from '../storage/tables.ts'

declare module '../storage/tables.ts' {
  interface Tables {
    ai_group: AiGroupTable
    ai_feature: AiFeatureTable
    ai_model_version: AiModelVersionTable
    ai_uploaded_model: AiUploadedModelTable
    ai_uploaded_label: AiUploadedLabelTable
    ai_encoding: AiEncodingTable
    ai_run: AiRunTable
    job_item: JobItemTable
    ai_suggestion: AiSuggestionTable
    ai_suggestion_count: AiSuggestionCountTable
    ai_decision: AiDecisionTable
    ai_decision_item: AiDecisionItemTable
    ai_test_item: AiTestItemTable
    ai_promotion: AiPromotionTable
    ai_probe: AiProbeTable
    ai_acceptance: AiAcceptanceTable
    ai_audit: AiAuditTable
    ai_audit_item: AiAuditItemTable
    ai_image_quality: AiImageQualityTable
    ai_cover_prediction: AiCoverPredictionTable
    ai_cover_failure: AiCoverFailureTable
  }
}

/**
 * Split of a site or image, assigned when a version first uses its labels. The split changes only if near-duplicates join groups of different
 * splits: these groups then move to the training split.
 */
export interface AiGroupTable {
  project_id: string
  /** `site:<id>` or `media:<id>`. */
  group_key: string
  /** 0 training, 1 calibration, 2 test. */
  part: number
  at: string
}

/** Feature vector of a shape. It is a cache and can be recomputed. */
export interface AiFeatureTable {
  media_id: string
  geometry_hash: string
  feature_set: string
  /** Half-precision numbers, as bytes. */
  vector: Buffer
}

export interface AiModelVersionTable {
  id: string
  project_id: string
  number: number
  task: Generated<AiTask>
  method: LearnMethod
  unit: GroupUnit
  /** JSON of StoredClasses: the classes, and the labels that were not learnt. */
  classes: string
  /** JSON of StoredFitting: the training details. */
  fitting: string
  /** JSON of an AiReport; null without test labels. */
  report: string | null
  label_count: number
  group_count: number
  feature_set: string
  /** Embedding model of the features; null for other features. */
  embedding_model_id: Generated<string | null>
  seed: number
  snapshot_sha256: string
  sha256: string
  /** Serialised classifier. */
  bytes: Buffer
  app_version: string
  created_by: string | null
  created_at: string
}

export interface AiUploadedModelTable {
  id: string
  project_id: string
  /** Hash of the model file, and the name of its blob. */
  sha256: string
  file_name: string
  size_bytes: number
  /** State of the model, which stays `dry_run` after a failed test run. The job of that run holds the reason. */
  state: UploadedModelState
  /** Whether the file is the decoder of an interactive pair. */
  is_decoder: Generated<Flag>
  /** JSON of an Inspection. */
  inspection: string
  /** JSON of a Manifest; null until a person confirms one. */
  manifest: string | null
  manifest_sha256: string | null
  name: string | null
  version: string | null
  /** JSON of a DryRun; null until a test run succeeds. */
  dry_run: string | null
  /** Job of the latest test run. */
  job_id: string | null
  licence_read_by: string | null
  licence_read_at: string | null
  created_by: string | null
  created_at: string
}

/** Label of an uploaded model, with the catalog label that it is mapped to. */
export interface AiUploadedLabelTable {
  id: string
  model_id: string
  /** Index in the outputs of the model. */
  place: number
  name: string
  taxon: string | null
  is_ignored: Flag
  label_id: string | null
  /** Whether a person chose or cleared the mapping. If so, automatic mapping leaves it unchanged. */
  is_decided: Generated<Flag>
}

/** Image that an interactive pair has encoded. It can be encoded again at any time. */
export interface AiEncodingTable {
  /** Hash of the image file. */
  media_sha256: string
  manifest_sha256: string
  /** Hash of the encoding, and the name of its blob. */
  sha256: string
  /** Time of the last use, to the day. */
  used_at: string
}

export interface AiRunTable {
  id: string
  project_id: string
  number: number
  task: AiTask
  job_id: string
  model_version_id: string | null
  uploaded_model_id: Generated<string | null>
  /** Embedding model of the features that the run uses; null for other features. */
  embedding_model_id: Generated<string | null>
  /** Images covered by the run of an uploaded model. Null for other runs, and for models that classify existing shapes. */
  images: Generated<RunImages | null>
  images_total: number | null
  images_done: Generated<number>
  images_failed: Generated<number>
  suggestion_count: Generated<number>
  /** Summary of the outcome. Null while the run is under way, and after a failure. */
  sentence: string | null
  created_by: string | null
  created_at: string
  started_at: string | null
  finished_at: string | null
  /** Method and feature set of a label check; null for other tasks. */
  family: string | null
  /** JSON of `RunOptions`. Null for tasks without a learnt version, and in runs before version 0.3.0. */
  options: Generated<string | null>
}

/** Result of a job for one image. */
export interface JobItemTable {
  job_id: string
  media_id: string
  state: 'done' | 'failed'
  attempt: number
  error_code: string | null
}

export interface AiSuggestionTable {
  id: string
  run_id: string
  project_id: string
  media_id: string
  /** Annotation to be labelled; null if the suggestion is a new shape. */
  annotation_id: string | null
  geometry_hash: string
  /** JSON of a Shape. */
  shape: string
  /** Catalog label, or the label of an uploaded model while `label_text` is set. */
  label_id: string
  label_text: Generated<string | null>
  /** Label of the uploaded model; null for other models. It stays after a mapping. */
  model_label_id: Generated<string | null>
  probability: number
  /** Probability bin: whole hundredths, 0 to 99. */
  bin: number
  margin: number
  entropy: number
  /** JSON list of up to five StoredAlternative. */
  alternatives: string
  is_unlike: Flag
  state: SuggestionState
  given_label_id: string | null
  decision_id: string | null
  decided_by: string | null
  decided_at: string | null
  /** Annotation created or labelled by the decision. */
  made_annotation_id: string | null
  /** Label doubted by a check; null for other tasks. */
  checked_label_id: string | null
  /** Probability of the suggested label minus that of the doubted label, 0 to 1; null for other tasks. */
  suspicion: number | null
  /** JSON list of StoredNear, the most similar labelled annotations; null for other tasks. */
  near: string | null
}

/** Number of suggestions of a run that are alike, on images outside the bin. Triggers keep it. */
export interface AiSuggestionCountTable extends Pick<AiSuggestionTable, 'run_id' | 'state' | 'label_id' | 'bin' | 'is_unlike'> {
  /** Label of an uploaded model that is not mapped; empty for labels of the catalog. */
  label_text: string
  /** May be 0. */
  count: number
}

export interface AiDecisionTable {
  id: string
  project_id: string
  run_id: string
  decision: SuggestionDecision['decision']
  label_id: string | null
  is_bulk: Flag
  /** Probability threshold of a bulk acceptance; null for other decisions. */
  least: number | null
  count: number
  left_out: number
  restored: number
  decided_by: string | null
  decided_at: string
  undone_by: string | null
  undone_at: string | null
}

export interface AiDecisionItemTable {
  decision_id: string
  suggestion_id: string
  /** Annotation revision created by the decision; null if it created none. */
  revision: number | null
  /** JSON of the state that an undo restores: of the annotation, or of a suggestion that was put back. Null if the annotation had no label. */
  before: string | null
}

/** Label in the calibration or test split of a version, with its prediction. */
export interface AiTestItemTable {
  version_id: string
  annotation_id: string
  /** True class: the label, or its nearest learnt ancestor. */
  label_id: string
  predicted_id: string
  probability: number
  /** 1 calibration, 2 test. */
  part: number
  group_key: string
  is_unlike: Flag
}

/** Decision on whether runs use a version by default. The latest decision with `is_promoted` applies. */
export interface AiPromotionTable {
  id: string
  project_id: string
  task: AiTask
  version_id: string
  is_promoted: Flag
  reason: PromotionReason
  /** JSON of a Comparison; null without one. */
  comparison: string | null
  decided_by: string | null
  decided_at: string
}

/** Probe: suggestion drawn at random from the waiting suggestions of a scope. The decision on it serves to estimate the error rate. */
export interface AiProbeTable {
  suggestion_id: string
  run_id: string
  /** Lowest probability bin of the scope, 0 to 99. */
  least_bin: number
  /** JSON list of the label ids of the scope; null for all labels. */
  label_ids: string | null
  drawn_at: string
}

/** Bulk acceptance, applied and undone in steps of one transaction each. Its counts are in the decision. */
export interface AiAcceptanceTable {
  decision_id: string
  run_id: string
  /** JSON list of label ids; null for all labels. */
  label_ids: string | null
  /** JSON list of the labels that its suggestions had at its beginning, so that a later merge adds none; null for all labels. */
  stored_label_ids: string | null
  model_version_id: string | null
  expected: number
  probes_judged: number
  probes_wrong: number
  error_low: number | null
  error_high: number | null
  state: BulkAcceptance['state']
  /** Id of the last suggestion processed by the undo. */
  position: string | null
  job_id: string | null
  finished_at: string | null
}

/** Blind audit of a bulk acceptance. */
export interface AiAuditTable {
  decision_id: string
  seed: number
  /** Number of suggestions that the sample was drawn from. */
  accepted: number
  size: number
  state: AcceptanceAudit['state']
  drawn_at: string
  ended_by: string | null
  ended_at: string | null
  /** JSON of the numbers at the end; null before. */
  outcome: string | null
}

/** Suggestion in the sample of an audit, with its blind answer. */
export interface AiAuditItemTable {
  id: string
  decision_id: string
  suggestion_id: string
  /** Position in the random order of the items, from 0. */
  place: number
  accepted_label_id: string
  /** Blind label; null without an answer, and for an unsure answer. */
  label_id: string | null
  answered_by: string | null
  /** Null without an answer. */
  answered_at: string | null
  /** Whether the blind label contradicts the accepted label. The flag is set when the audit ends; null for items without a label. */
  is_wrong: Flag | null
  /** Time at which the annotation got the blind label. */
  relabelled_at: string | null
}

/** Measurements of an image, with its comparisons to others by the last run. Both are a cache and can be recomputed. */
export interface AiImageQualityTable {
  media_id: string
  project_id: string
  /** Hash of the measured file. */
  sha256: string
  /** Version of the measurements. */
  measure: string
  /** Variance of the Laplacian, in squared grey levels. */
  sharpness: number
  dark_share: number
  bright_share: number
  /** Difference hash: 16 hexadecimal digits. */
  hash: string
  /** Smallest media id of the near-duplicates; null if the image has none. */
  cluster_id: Generated<string | null>
  /** Sharpness as a multiple of the median of the images that it is compared with; null if there are too few. */
  relative_sharpness: Generated<number | null>
  is_blurred: Generated<Flag>
}

/** Predictions of a model for the sample points of an image, for cover. They can be recomputed. */
export interface AiCoverPredictionTable {
  /** Version that predicted; null for an uploaded model. */
  version_id: string | null
  /** Uploaded model that predicted; null for a version. */
  uploaded_model_id: string | null
  media_id: string
  project_id: string
  /** Run that made the predictions. */
  run_id: string
  predicted_at: string
  point_count: number
  /** Hash of the image file and of the points with their shapes. */
  points_sha256: string
  /** Whether neither the image nor its near-duplicates or site served to train or calibrate the version. 1 for uploaded models. */
  is_held_out: Flag
  /** JSON list of the annotation ids of the points. */
  annotation_ids: string
  /**
   * Class probabilities of each point: 16-bit whole numbers, little-endian. The sum for a point is usually close to 65,535. It may be less if
   * the point may be of no class, and more for independent classes.
   */
  probabilities: Buffer
}

/** Image whose sample points a run could not predict for cover. */
export interface AiCoverFailureTable {
  run_id: string
  media_id: string
  error_code: string
}
