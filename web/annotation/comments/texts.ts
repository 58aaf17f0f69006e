export const texts = {
  comment: 'Comment',
  about: 'Type @ to mention a member of the project.',
  members: 'Members',
  offered: (count: number) => `${count} ${count === 1 ? 'member' : 'members'} suggested`,
  failed: 'The comments could not be loaded',
  remove: 'Delete this comment',
  notRemoved: 'The comment was not deleted',
  notSent: 'The comment was not sent.',
  refused: 'The server rejected the request. Try again.'
}
