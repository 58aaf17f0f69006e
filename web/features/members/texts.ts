import type { Role } from '../../../shared/contracts/projects.ts'
import { formatNumber } from '../../ui/format.ts'
import { roles } from './role-words.ts'

export const texts = {
  andMore: (count: number) => `and ${formatNumber(count)} more`,
  add: {
    address: 'Add a person',
    placeholder: 'E-mail address of their account',
    noAddress: 'Enter the e-mail address of their account',
    role: 'Role',
    submit: 'Add',
    added: (person: string, role: Role) => `${person} is now ${roles[role].noun}`,
    addedUnverified: (person: string, role: Role) => `${person} is now ${roles[role].noun}; their address is not verified`,
    failed: 'The member could not be added'
  },
  table: {
    label: 'Members',
    person: 'Person',
    you: (name: string) => `${name} (you)`,
    unverified: 'address not verified',
    role: 'Role',
    roleOf: (name: string) => `Role of ${name}`,
    roleNotChanged: 'The role could not be changed',
    joined: 'Joined',
    actions: 'Actions',
    leave: 'Leave',
    leaveProject: 'Leave project',
    remove: 'Remove',
    removePerson: (name: string) => `Remove ${name}`
  },
  leaveDialog: {
    title: 'Leave this project?',
    confirm: 'Leave project',
    about: 'You will lose access to the project. Everything you added stays. An owner can add you again.'
  },
  removeDialog: {
    title: (name: string) => `Remove ${name}?`,
    confirm: 'Remove',
    about: 'They will lose access to the project. Everything they added stays. You can add them again.',
    failed: 'The member could not be removed'
  },
  invite: {
    role: 'Role of new members',
    audience: 'Can be used by',
    audiences: { once: 'One person', many: 'Anyone with the link' },
    lifetime: 'Expires after',
    lifetimes: { 1: '1 day', 7: '7 days', 14: '14 days', 30: '30 days', 90: '90 days' },
    submit: 'Create invitation link',
    failed: 'The link could not be created'
  },
  newLink: {
    title: 'Copy the link now',
    about: 'This link is shown only once. Share it privately: anyone who opens it can join, with or without an account.',
    copy: 'Copy link',
    done: 'I have copied it'
  },
  links: {
    label: 'Invitation links',
    link: 'Link',
    onePerson: (role: Role) => `${roles[role].name}, one person`,
    anyone: (role: Role) => `${roles[role].name}, anyone with the link`,
    createdBy: 'Created by',
    joined: 'Joined',
    expires: 'Expires',
    actions: 'Actions',
    revoke: 'Revoke',
    revokeLink: (role: Role) => `Revoke the link for ${roles[role].name}`
  },
  revokeDialog: {
    title: 'Revoke this invitation link?',
    confirm: 'Revoke link',
    about: 'The link stops working immediately. People who joined with it remain members.',
    failed: 'The link could not be revoked'
  }
}
