export const texts = {
  label: 'Go to',
  find: 'Go to a page or a project',
  nothing: 'No results',
  sections: {
    project: 'In this project',
    places: 'Go to',
    actions: 'Actions',
    projects: 'Projects',
    images: 'Images',
    labels: 'Labels',
    sites: 'Sites',
    people: 'People'
  },
  administration: 'Administration',
  addImages: 'Add images',
  addImagesSynonyms: 'upload photographs files',
  exampleSynonyms: 'demo sample tutorial',
  themes: { light: 'Light theme', dark: 'Dark theme', system: 'System theme' },
  help: 'Help and keyboard shortcuts',
  helpSynonyms: 'guides keys'
}
