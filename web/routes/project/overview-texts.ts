export const texts = {
  title: 'Overview',
  failed: 'The project could not be loaded',
  edit: 'Edit',
  numbersFailed: 'The numbers could not be loaded',

  noMedia: {
    about: 'This server stores projects only; it does not offer images, members or activity.',
    describe: 'Describe the project'
  },

  progress: {
    title: 'Progress',
    annotate: 'Annotate',
    failed: 'The progress could not be loaded'
  },

  ways: {
    label: 'Screens of this project',
    links: [
      ['annotate', 'Annotate'],
      ['annotate/review', 'Review'],
      ['annotate/results', 'Results'],
      ['annotate/sites', 'Sites'],
      ['annotate/exchange', 'Import and export']
    ]
  },

  depths: {
    title: 'Depth profile',
    failed: 'The depths could not be loaded'
  },

  members: {
    title: 'Members',
    manage: 'Members and roles',
    failed: 'The members could not be loaded'
  },

  activity: {
    title: 'Activity',
    failed: 'The activity could not be loaded',
    older: 'Show older'
  }
}
