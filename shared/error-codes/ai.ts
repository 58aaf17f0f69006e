import { coded } from './coded-problem.ts'

export const aiCodes = coded({
  NOTHING_TO_LABEL: { status: 422, sentence: 'Nothing is left for this task: add images, or points and areas without a label' },
  AI_RUN_ACTIVE: { status: 409, sentence: 'Another run of this project is under way: wait until it finishes, or cancel it' },
  SUGGESTIONS_CHANGED: { status: 409, sentence: 'The waiting suggestions have changed: check the list and decide again' },
  ALREADY_PROMOTED: { status: 409, sentence: 'Runs already use this version' },
  SUGGESTIONS_UNDONE: { status: 409, sentence: 'This decision was already undone' },
  ACCEPTANCE_RUNNING: {
    status: 409,
    sentence: 'A bulk acceptance of this run is not complete: wait for it, continue it, or undo it'
  },
  NOTHING_TO_RETRY: { status: 409, sentence: 'This run has no failed image to try again' },
  NOTHING_TO_COMPARE: { status: 422, sentence: 'Only points and areas have a crop to compare' }
})
