import { passwordMinLength } from '../../../shared/limits.ts'

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
