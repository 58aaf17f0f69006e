import { fixLimit, trackLimit, trackLimitBytes } from '../limits.ts'
import { coded } from './coded-problem.ts'

export const navigationCodes = coded({
  TRACK_TOO_LARGE: { status: 413, sentence: `A navigation file can be up to ${trackLimitBytes / 1024 ** 3} GiB in size: split it` },
  EMPTY_TRACK: { status: 422, sentence: 'The file is empty' },
  TOO_MANY_TRACKS: { status: 422, sentence: `A project can have up to ${trackLimit.toLocaleString('en')} tracks` },
  TOO_MANY_FIXES: {
    status: 422,
    sentence: `The tracks of this project have ${fixLimit.toLocaleString('en')} fixes, which is the limit: delete a track first`
  },
  TRACK_NOT_READY: { status: 409, sentence: 'This track has not been read yet, or could not be read' },
  PLACEMENT_RUNNING: { status: 409, sentence: 'This placement is still running: wait until it is finished' },
  PLACEMENT_UNDONE: { status: 409, sentence: 'This placement has already been undone' },
  TRACK_WITHHELD: {
    status: 403,
    sentence: 'A track reveals exact places, and some places of this project are generalised for you: ask one of its owners'
  }
})
