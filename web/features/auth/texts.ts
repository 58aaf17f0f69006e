import type { ReactNode } from 'react'
import { passwordMinLength } from '../../../shared/limits.ts'
import { sentence } from '../../ui/sentence.ts'

export const texts = {
  fields: {
    email: 'E-mail address',
    noEmail: 'Enter your e-mail address',
    wrongEmail: 'Enter a full address with an @ and a domain, like ana@example.org',
    password: 'Password',
    noPassword: 'Enter your password',
    newPassword: 'New password',
    passwordTooShort: `Use at least ${passwordMinLength} characters`,
    capsLock: 'Caps Lock is on',
    check: 'Check these fields',
    kept: (problem: string) => `${problem} Your input has been kept.`
  },
  strength: {
    label: (strength: string) => `Strength: ${strength}`,
    tooShort: (missing: number) => (missing === 1 ? 'Too short: 1 more character' : `Too short: ${missing} more characters`),
    commonWord: 'Easily guessed: a common word',
    containsAddress: 'Easily guessed: it contains your e-mail address',
    tooSimple: 'Easily guessed: use more characters, and a greater variety',
    fair: 'Fair: add a few more words',
    good: 'Good',
    strong: 'Strong'
  },
  reset: {
    title: 'Choose a new password',
    needsLink: 'This page needs your one-time link. Open the complete link from your message again.',
    aboutPassword: `At least ${passwordMinLength} characters.`,
    submit: 'Set password',
    failed: 'The password could not be set',
    done: 'Your new password is set. All other sessions have been signed out, and all API tokens have been revoked.',
    signIn: 'Sign in',
    newLink: 'Request a new link',
    back: 'Back to sign in'
  },
  verify: {
    title: 'Verify your address',
    needsLink: 'This page needs your one-time link. Open the complete link from your message again.',
    submit: 'Verify my address',
    failed: 'The address could not be verified',
    done: 'Your address is verified.',
    toProjects: 'Go to your projects'
  }
}

const oneOf = new Intl.ListFormat('en', { type: 'disjunction' })

/** UI strings of sign-in, sign-up and set-up. */
export const signInTexts = {
  signIn: {
    title: 'Sign in',
    about: 'Continue to your projects.',
    submit: 'Sign in',
    failed: 'Login failed',
    forgot: 'Forgot your password?',
    newHere: (link: (text: string) => ReactNode) => sentence('New here? ', link('Create an account'))
  },
  signUp: {
    title: 'Create an account',
    about: 'With an account, you can create projects and join those of others.',
    closed: 'Registration is closed on this server. Ask the person who runs it for an account.',
    name: 'Your name',
    aboutName: 'Others see it next to your work. Without a name, they see your e-mail address.',
    code: 'Invitation code',
    aboutCode: 'The part after # in your invitation link. You can also open the link itself.',
    noCode: 'Enter your invitation code',
    domains: (domains: readonly string[]) => `Use an address at ${oneOf.format(domains)}.`,
    wrongDomain: (domains: readonly string[]) => `This server accepts only addresses at ${oneOf.format(domains)}`,
    aboutPassword: `At least ${passwordMinLength} characters. A few unrelated words are easy to remember and hard to guess.`,
    submit: 'Create account',
    failed: 'Registration failed',
    haveAccount: (link: (text: string) => ReactNode) => sentence('Already have an account? ', link('Sign in'))
  },
  setUp: {
    title: 'Set up this server',
    needsLink: (command: ReactNode) =>
      sentence('This server is new. Open the link that it printed at startup (', command, '), or paste it here.'),
    link: 'Set-up link',
    wrongLink: 'Paste the whole link. It ends with # and 43 characters',
    next: 'Continue',
    about: 'You are creating the first account, which becomes the administrator.',
    otherLink: 'Use another link'
  }
}

/** UI strings of the invitation page. */
export const invitationTexts = {
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

/** UI strings of the forgotten-password page. */
export const forgotPasswordTexts = {
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
