/** @param count number of own number keys that the server refused */
export const notSaved = (count: number) =>
  count === 1 ? 'The number key of a label was refused.' : `The number keys of ${count} labels were refused.`
