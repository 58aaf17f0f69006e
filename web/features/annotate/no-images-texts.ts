export const texts = {
  noMatch: 'No image matches the filter',
  noMatchAbout: 'No image or annotation of this project meets its conditions.',
  all: 'Show all images',
  title: 'Nothing to annotate yet',
  about: 'Images appear here as soon as they are added. You can then annotate and label them.',
  add: 'Add images in the Overview'
}
