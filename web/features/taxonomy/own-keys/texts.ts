/** @param count number of own number keys that the server refused */
export const notSaved = (count: number) =>
  count === 1 ? 'The number key of a label could not be saved.' : `The number keys of ${count} labels could not be saved.`
