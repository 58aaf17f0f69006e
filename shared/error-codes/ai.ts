import { coded } from './coded-problem.ts'

export const aiCodes = coded({
  NOTHING_TO_LABEL: { status: 422, sentence: 'Nothing is left for this task: add images, or points and areas without a label' },
  TOO_FEW_FOR_DICTIONARY: {
    status: 422,
    sentence: 'A dictionary needs at least %s labelled examples, and this task has %s: label more, or train without it'
  },
  AI_RUN_ACTIVE: { status: 409, sentence: 'Another run of this project is under way: wait until it finishes, or cancel it' },
  SUGGESTIONS_CHANGED: { status: 409, sentence: 'The waiting suggestions have changed: check the list and decide again' },
  MODEL_REFUSED: { status: 422, sentence: '%s' },
  MODEL_UPLOAD_NEEDS: { status: 403, sentence: '%s' },
  MODEL_STATE: { status: 409, sentence: '%s' },
  NO_ONNX_RUNTIME: { status: 503, sentence: 'This server cannot run ONNX models: %s' },
  LICENSE_UNREAD: { status: 409, sentence: 'The licence of %s is %s: read and confirm it to start the first run' },
  LABEL_NOT_MAPPED: {
    status: 422,
    sentence: 'Some of these labels are not in the catalog: map them on the model’s page, or choose a label'
  },
  ALREADY_PROMOTED: { status: 409, sentence: 'Runs already use this version' },
  SUGGESTIONS_UNDONE: { status: 409, sentence: 'This decision has already been undone' },
  ACCEPTANCE_RUNNING: {
    status: 409,
    sentence: 'A bulk acceptance of this run is incomplete: wait for it, continue it, or undo it'
  },
  AUDIT_ENDED: { status: 409, sentence: 'This audit has ended: its answers can no longer change' },
  AUDIT_OPEN: { status: 409, sentence: 'This audit is under way: its labels are hidden until it ends' },
  AUDIT_TOO_SMALL: { status: 409, sentence: 'Label %s more of the crops before you end this audit' },
  AUDIT_ANSWERED: { status: 409, sentence: 'Another person has already labelled this crop' },
  AUDIT_CHANGED: { status: 409, sentence: 'This annotation has changed since the acceptance, so it keeps its label' },
  NOTHING_TO_RETRY: { status: 409, sentence: 'This run has no failed images to try again' },
  NOTHING_TO_COMPARE: { status: 422, sentence: 'Only points and areas have a crop to compare' }
})
