/** UI strings for the forgotten-password page. They have a file of their own, because no other page loads them. */
export const texts = {
  title: 'Reset your password',
  submit: 'Send reset link',
  failed: 'The link could not be sent',
  sent: (email: string) =>
    `If there is an account for ${email}, a link to reset its password is on its way. It can take a few minutes; check your spam folder, too.`,
  otherAddress: 'Use another address',
  notLoaded: 'The options of this server could not be loaded',
  foreign: 'Passwords cannot be reset here. Ask the people who run this server.',
  noMail: 'This server sends no mail. Ask the person who runs it for a one-time link. This command creates it:',
  aboutLink: 'The link opens a page where you choose your new password.',
  back: 'Back to sign in'
}
