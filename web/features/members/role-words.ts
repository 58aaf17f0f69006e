import type { Role } from '../../../shared/contracts/projects.ts'

interface RoleTexts {
  name: string
  /** With its article, for a sentence. */
  noun: string
  about: string
}

/**
 * Names and rights of the roles, the one with the most rights first.
 * They have a file of their own, because the invitation page needs no other strings.
 */
export const roles: Record<Role, RoleTexts> = {
  owner: {
    name: 'Owner',
    noun: 'an owner',
    about: 'Can do everything, including managing members, visibility and deletion of the project.'
  },
  editor: { name: 'Editor', noun: 'an editor', about: 'Can add and change images and everything recorded in them.' },
  viewer: { name: 'Viewer', noun: 'a viewer', about: 'Can view and download everything, but change nothing.' }
}

export const roleOptions = (Object.keys(roles) as Role[]).map(role => ({ value: role, label: roles[role].name }))
