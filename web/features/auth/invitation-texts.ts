/** UI strings of the invitation page. They are in a separate file, because no other page outside the app loads them. */
export const texts = {
  title: 'Invitation',
  needsLink: 'This page needs your invitation link. Open the complete link from your message again.',
  notLoaded: 'The invitation could not be loaded',
  toProjects: 'Go to your projects',
  join: (project: string) => `Join ${project}`,
  about: (inviter: string, role: string, aboutRole: string) => `${inviter} invited you to join as ${role}. ${aboutRole}`,
  joinAs: (email: string | undefined) => `Join as ${email}`,
  failed: 'You could not join the project',
  closed: 'Registration is closed on this server. Sign in with your existing account.',
  createInstead: 'Create an account instead',
  haveAccount: 'I already have an account'
}
