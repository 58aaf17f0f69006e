export const texts = {
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
