/** @param count number of images whose work state the server refused */
export const notSaved = (count: number) =>
  count === 1 ? 'The work state of an image could not be saved.' : `The work states of ${count} images could not be saved.`
