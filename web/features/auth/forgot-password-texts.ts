/** UI strings of the forgotten-password page. They are in a separate file, because no other page loads them. */
export const texts = {
  title: 'Reset your password',
  submit: 'Send reset link',
  failed: 'The link could not be sent',
  sent: (email: string) =>
    `If there is an account for ${email}, a link to reset its password is on its way. It can take a few minutes. Check your spam folder too.`,
  otherAddress: 'Use another address',
  notLoaded: 'The server’s sign-in options could not be loaded',
  foreign: 'Passwords cannot be reset here. Contact the people who run this server.',
  noMail: 'This server does not send mail. Ask the person who runs it for a one-time link, created with this command:',
  aboutLink: 'The link opens a page where you can choose a new password.',
  back: 'Back to sign in'
}
