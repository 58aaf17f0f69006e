/** Error code of a prediction whose model is not loaded in the process. */
export const noModel = 'NO_MODEL'
