import type { ReactNode } from 'react'
import { avatarLimitBytes, passwordMinLength } from '../../../shared/limits.ts'
import { sentence } from '../../ui/sentence.ts'

const avatarLimit = `${Math.floor(avatarLimitBytes / 1e6)} MB`

export const texts = {
  screen: {
    title: 'Profile',
    signedIn: (email: string) => `Signed in as ${email}`,
    signedInWithoutAddress: 'Signed in to this server',
    notOffered: 'Your account is managed by this server. It has no profile, sessions or API tokens to change here.',
    loadingSessions: 'Loading sessions',
    sessionsFailed: 'The sessions could not be loaded',
    loadingTokens: 'Loading tokens',
    tokensFailed: 'The tokens could not be loaded',
    noTokens: 'You have no tokens.'
  },
  sections: {
    person: 'About you',
    email: 'E-mail address',
    picture: 'Picture',
    appearance: 'Appearance',
    password: 'Password',
    sessions: 'Sessions',
    aboutSessions: 'Browsers where you are signed in. If you do not recognise one, sign it out and change your password.',
    tokens: 'API tokens',
    aboutTokens: 'For scripts and notebooks. A token acts on your behalf, with the access you give it.'
  },
  profile: {
    name: 'Name',
    aboutName: 'Shown with your work in lists and activity, and exported as identifiedBy.',
    affiliation: 'Affiliation',
    aboutAffiliation: 'Institute or organization.',
    orcid: 'ORCID iD',
    aboutOrcid: 'Links your records to you permanently, even if your name or institute changes. 16 characters, like 0000-0002-1825-0097.',
    wrongCheckCharacter: 'Not a valid ORCID iD: its check digit is wrong. Check for a typing error.',
    notOrcid: 'An ORCID iD has 16 characters in four groups, like 0000-0002-1825-0097',
    tooLong: (limit: number) => `At most ${limit} characters`,
    save: 'Save profile',
    saved: 'Saved',
    failed: 'The profile could not be saved',
    stale: 'The profile was changed on another page meanwhile. Check the fields, and save again.'
  },
  address: {
    verified: 'address verified',
    unverified: 'address not verified',
    withMail: 'Project owners can see that your address is not verified. You can verify it with a link by e-mail.',
    withoutMail:
      'Project owners can see that your address is not verified. This server does not send mail. An invitation link from another person with a verified address verifies yours.',
    send: 'Send me a link',
    sent: (email: string) => `A link is on its way to ${email}`,
    failed: 'The link could not be sent'
  },
  picture: {
    about: `Square pictures look best. JPEG, PNG or WebP, up to ${avatarLimit}.`,
    file: 'Picture file',
    choose: 'Choose a picture',
    change: 'Change picture',
    changed: 'Picture updated',
    notChanged: 'The picture could not be updated',
    remove: 'Remove',
    notRemoved: 'The picture could not be removed',
    wrongType: 'Choose a JPEG, PNG or WebP picture',
    tooLarge: (size: string) => `The picture is ${size}. The limit is ${avatarLimit}`
  },
  appearance: {
    theme: 'Theme',
    themes: { system: 'Match the system', light: 'Light', dark: 'Dark' },
    density: 'Density',
    densities: {
      compact: { name: 'Compact', about: '28 px rows, to fit more on the screen.' },
      normal: { name: 'Normal', about: '36 px rows.' },
      touch: { name: 'Touch', about: '44 px rows, for fingers and wet hands.' }
    },
    keys: 'Single-key shortcuts',
    aboutKeys: 'For example, G then D opens the dashboard, and ? lists all shortcuts. Turn them off if you use speech input.'
  },
  password: {
    current: 'Current password',
    noCurrent: 'Enter your current password',
    new: 'New password',
    noNew: 'Enter a new password',
    tooShort: `Use at least ${passwordMinLength} characters`,
    aboutNew: `At least ${passwordMinLength} characters. A few unrelated words make a good password.`,
    endSessions: 'Sign out everywhere else',
    revokeTokens: 'Revoke my API tokens too',
    aboutTokens: 'Scripts and notebooks that use them stop working immediately.',
    save: 'Change password',
    saved: 'Password changed',
    failed: 'The password could not be changed'
  },
  sessions: {
    label: 'Sessions',
    browser: 'Browser',
    thisOne: 'this browser',
    address: 'IP address',
    unknownAddress: 'unknown',
    signedIn: 'Signed in',
    lastUsed: 'Last used',
    actions: 'Actions',
    signOut: 'Sign out',
    signOutOf: (browser: string) => `Sign out ${browser}`,
    failed: 'The session could not be signed out',
    unknownBrowser: 'Unknown browser',
    browserOn: (browser: string, system: string) => `${browser} on ${system}`
  },
  newToken: {
    name: 'Token name',
    placeholder: 'Notebook on the lab machine',
    noName: 'Give the token a name',
    access: 'Access',
    accesses: { read: 'Read what I can see', write: 'Read and change' },
    expires: 'Expiration',
    lifetimes: { month: '30 days', quarter: '90 days', year: '1 year', never: 'No expiration' },
    submit: 'Create token',
    failed: 'The token could not be created'
  },
  tokenDialog: {
    title: 'Copy the token now',
    about: 'This token is shown only once. The server stores only a hash of it, so if you lose the token, create a new one.',
    use: (header: ReactNode) => sentence('Send it as ', header, ' and treat it like a password.'),
    copy: 'Copy token',
    done: 'I have copied it'
  },
  tokens: {
    label: 'API tokens',
    name: 'Name',
    access: 'Access',
    accesses: { read: 'Read', write: 'Read and change' },
    created: 'Created',
    lastUsed: 'Last used',
    expires: 'Expires',
    never: 'never',
    expired: 'expired',
    actions: 'Actions',
    revoke: 'Revoke',
    revokeToken: (name: string) => `Revoke ${name}`
  },
  revokeDialog: {
    title: (name: string) => `Revoke “${name}”?`,
    confirm: 'Revoke token',
    about: 'Scripts and notebooks that use it stop working immediately. This cannot be undone, but you can create a new token.',
    failed: 'The token could not be revoked'
  }
}
