import { suggestionsAtOnce } from '../contracts/ai.ts'
import { coded } from './coded-problem.ts'

export const aiCodes = coded({
  NOTHING_TO_LABEL: { status: 422, sentence: 'Nothing is left for this task: add images, or points and areas without a label' },
  AI_RUN_ACTIVE: { status: 409, sentence: 'Another run of this project is under way: wait until it finishes, or cancel it' },
  SUGGESTIONS_CHANGED: { status: 409, sentence: 'The waiting suggestions have changed: check the list and decide again' },
  TOO_MANY_SUGGESTIONS: {
    status: 422,
    sentence: `One decision accepts up to ${suggestionsAtOnce.toLocaleString('en')} suggestions: raise the threshold, or choose one label`
  },
  ALREADY_PROMOTED: { status: 409, sentence: 'Runs already use this version' },
  SUGGESTIONS_UNDONE: { status: 409, sentence: 'This decision was already undone' },
  NOTHING_TO_COMPARE: { status: 422, sentence: 'Only points and areas have a crop to compare' }
})
