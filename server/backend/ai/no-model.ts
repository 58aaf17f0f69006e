/** Error code of a prediction for which the process has not loaded the model. */
export const noModel = 'NO_MODEL'
