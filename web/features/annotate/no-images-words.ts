/** UI strings in place of the canvas when there are no images. */
export const words = {
  noMatch: 'No images match the filter',
  noMatchAbout: 'No images or annotations in this project meet its conditions.',
  all: 'Show all images',
  title: 'Nothing to annotate yet',
  about: 'Images appear here as soon as they are added. You can then annotate and label them.',
  add: 'Add images in the Overview'
}
