/** @param count number of images whose work state the server refused */
export const notSaved = (count: number) =>
  count === 1 ? 'The work state of an image was refused.' : `The work states of ${count} images were refused.`
