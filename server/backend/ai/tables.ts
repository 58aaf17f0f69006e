import type { Generated } from 'kysely'
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
    ai_run: AiRunTable
    job_item: JobItemTable
    ai_suggestion: AiSuggestionTable
    ai_decision: AiDecisionTable
    ai_decision_item: AiDecisionItemTable
    ai_test_item: AiTestItemTable
    ai_promotion: AiPromotionTable
    ai_probe: AiProbeTable
    ai_acceptance: AiAcceptanceTable
  }
}

/** Split of a site or image in every evaluation. The first version that uses its labels chooses the split, which then stays. */
export interface AiGroupTable {
  project_id: string
  /** `site:<id>` or `media:<id>`. */
  group_key: string
  /** 0 training, 1 calibration, 2 test. */
  part: number
  at: string
}

/** Feature vector of a shape. It can be made again. */
export interface AiFeatureTable {
  media_id: string
  geometry_hash: string
  feature_set: string
  /** Half-precision numbers. */
  vector: Buffer
}

export interface AiModelVersionTable {
  id: string
  project_id: string
  number: number
  task: Generated<AiTask>
  method: LearnMethod
  unit: GroupUnit
  /** JSON of the classes and of the labels that were left out. */
  classes: string
  /** JSON of counts, temperatures and penalty. */
  fitting: string
  /** JSON of an AiReport; null without a test. */
  report: string | null
  label_count: number
  group_count: number
  feature_set: string
  seed: number
  snapshot_sha256: string
  sha256: string
  /** The classifier. */
  bytes: Buffer
  app_version: string
  created_by: string | null
  created_at: string
}

export interface AiUploadedModelTable {
  id: string
  project_id: string
  /** Name of the blob with the model. */
  sha256: string
  file_name: string
  size_bytes: number
  /** `dry_run` also after a test run that failed: its job has the reason. */
  state: UploadedModelState
  /** JSON of an Inspection. */
  inspection: string
  /** JSON of a Manifest; null before a person confirmed one. */
  manifest: string | null
  manifest_sha256: string | null
  name: string | null
  version: string | null
  /** JSON of a DryRun. */
  dry_run: string | null
  /** Job of the last test run. */
  job_id: string | null
  licence_read_by: string | null
  licence_read_at: string | null
  created_by: string | null
  created_at: string
}

/** Label of an uploaded model, with the catalog label that it stands for. */
export interface AiUploadedLabelTable {
  id: string
  model_id: string
  /** Index in the outputs of the model. */
  place: number
  name: string
  taxon: string | null
  is_ignored: Flag
  label_id: string | null
  /** Whether a person chose or cleared the mapping, which no automatic mapping changes then. */
  is_decided: Generated<Flag>
}

export interface AiRunTable {
  id: string
  project_id: string
  number: number
  task: AiTask
  job_id: string
  model_version_id: string | null
  uploaded_model_id: Generated<string | null>
  /** Images that the run of an uploaded model goes through; null for other runs, and for models that label shapes. */
  images: Generated<RunImages | null>
  images_total: number | null
  images_done: Generated<number>
  images_failed: Generated<number>
  suggestion_count: Generated<number>
  /** Outcome of the run; null while it is under way, and after a failure. */
  sentence: string | null
  created_by: string | null
  created_at: string
  started_at: string | null
  finished_at: string | null
  /** Method and features of a check of labels; null for other tasks. */
  family: string | null
}

/** Step of a job: one image. */
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
  /** Annotation that the suggestion is for; null for a new shape. */
  annotation_id: string | null
  geometry_hash: string
  /** JSON of a Shape. */
  shape: string
  /** Label of the catalog, or of an uploaded model while `label_text` is set. */
  label_id: string
  label_text: Generated<string | null>
  /** Label of the uploaded model; null for other models. */
  model_label_id: Generated<string | null>
  probability: number
  /** Whole hundredths of the probability, 0 to 99. */
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
  /** Annotation that the decision created or labelled. */
  made_annotation_id: string | null
  /** Label of the annotation when a check doubted it; null for other tasks. */
  checked_label_id: string | null
  /** Probability of the suggested label minus that of the doubted one, 0 to 1; null for other tasks. */
  suspicion: number | null
  /** JSON list of the most similar labelled annotations; null for other tasks. */
  near: string | null
}

export interface AiDecisionTable {
  id: string
  project_id: string
  run_id: string
  decision: SuggestionDecision['decision']
  label_id: string | null
  is_bulk: Flag
  /** Lowest probability of a decision by threshold. */
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
  /** Revision of the annotation that the decision made; null when it made none. */
  revision: number | null
  /** JSON of the state that an undo restores; null for an annotation that had no label. */
  before: string | null
}

/** Label of the calibration or test split, with the prediction of a version. */
export interface AiTestItemTable {
  version_id: string
  annotation_id: string
  /** Class given by people: the label, or its nearest ancestor that was learnt. */
  label_id: string
  predicted_id: string
  probability: number
  /** 1 calibration, 2 test. */
  part: number
  group_key: string
  is_unlike: Flag
}

/** Decision on whether runs use a version by default. The newest one with `is_promoted` applies. */
export interface AiPromotionTable {
  id: string
  project_id: string
  task: AiTask
  version_id: string
  is_promoted: Flag
  reason: PromotionReason
  /** JSON of a Comparison. */
  comparison: string | null
  decided_by: string | null
  decided_at: string
}

/** Suggestion that was drawn at random from the waiting ones of a scope. Its state is the judgement. */
export interface AiProbeTable {
  suggestion_id: string
  run_id: string
  /** Lowest hundredth of a probability in the scope. */
  least_bin: number
  /** JSON list of the labels of the scope; null: all. */
  label_ids: string | null
  drawn_at: string
}

/** Bulk acceptance. Its decision has the counts. It is applied and undone in steps of one transaction each. */
export interface AiAcceptanceTable {
  decision_id: string
  run_id: string
  /** JSON list; null: all labels. */
  label_ids: string | null
  model_version_id: string | null
  expected: number
  probes_judged: number
  probes_wrong: number
  error_low: number | null
  error_high: number | null
  state: BulkAcceptance['state']
  /** Last suggestion that the undo has passed. */
  position: string | null
  job_id: string | null
  finished_at: string | null
}
