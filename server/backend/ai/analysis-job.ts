/** Job kind of an AI run. */
export const analysisJob = 'ai.run'
