import type { ReactNode } from 'react'
import { passwordMinLength } from '../../../shared/limits.ts'

const oneOf = new Intl.ListFormat('en', { type: 'disjunction' })

/** UI strings of sign-in, sign-up and set-up. They are in a separate file, because the password pages do not load them. */
export const texts = {
  signIn: {
    title: 'Sign in',
    about: 'Continue to your projects.',
    submit: 'Sign in',
    failed: 'Login failed',
    forgot: 'Forgot your password?',
    newHere: (link: (text: string) => ReactNode) => <>New here? {link('Create an account')}</>
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
    haveAccount: (link: (text: string) => ReactNode) => <>Already have an account? {link('Sign in')}</>
  },
  setUp: {
    title: 'Set up this server',
    needsLink: (command: ReactNode) => <>This server is new. Open the link that it printed at startup ({command}), or paste it here.</>,
    link: 'Set-up link',
    wrongLink: 'Paste the whole link. It ends with # and 43 characters',
    next: 'Continue',
    about: 'You are creating the first account, which becomes the administrator.',
    otherLink: 'Use another link'
  }
}
