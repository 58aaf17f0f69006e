export const texts = {
  comment: 'Comment',
  about: '@ mentions a member of the project.',
  members: 'Members',
  offered: (count: number) => `${count} members offered`,
  failed: 'The comments could not be loaded',
  remove: 'Delete this comment',
  notSent: 'The comment was not sent.'
}
