import { coded } from './coded-problem.ts'

export const jobCodes = coded({
  JOB_ENDED: { status: 409, sentence: 'The job has already ended' },
  JOB_NOT_FAILED: { status: 409, sentence: 'Only a failed or cancelled job can be tried again' }
})
