/** Kind of the job of a run. */
export const analysisJob = 'ai.run'
