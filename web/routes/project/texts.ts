export const overviewTexts = {
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

export const settingsTexts = {
  title: 'Settings',
  failed: 'The project could not be loaded',
  loading: 'Loading settings',

  details: {
    title: 'Details',
    readOnly: 'You can view this project. Its owners and editors can change it.',
    saved: 'Saved'
  },

  members: {
    title: 'Members',
    description: 'The people in this project and their roles. Owners add people and change roles.',
    descriptionForOwner: 'The people in this project and their roles.',
    failed: 'The members could not be loaded',
    loading: 'Loading members',
    left: (project: string) => `You left ${project}`
  },

  invitations: {
    title: 'Invitation links',
    about: 'A link invites people who have no account here yet, and confirms their e-mail address.',
    failed: 'The invitation links could not be loaded',
    loading: 'Loading invitation links'
  },

  danger: {
    title: 'Danger zone',
    about: 'Deleting removes the project for all its members.',
    deleted: (project: string) => `${project} deleted`
  }
}
