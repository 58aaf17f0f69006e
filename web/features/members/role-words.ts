import type { Role } from '../../../shared/contracts/projects.ts'

interface RoleTexts {
  name: string
  /** Name with its article, for use in a sentence. */
  noun: string
  about: string
}

/**
 * Names and descriptions of the roles, starting with the most powerful one.
 * They are in a separate file because the invitation page needs no other strings.
 */
export const roles: Record<Role, RoleTexts> = {
  owner: {
    name: 'Owner',
    noun: 'an owner',
    about: 'Can do everything, including managing members, changing visibility and deleting the project.'
  },
  editor: { name: 'Editor', noun: 'an editor', about: 'Can add and change images and everything recorded in them.' },
  viewer: { name: 'Viewer', noun: 'a viewer', about: 'Can view and download everything, but change nothing.' }
}

export const roleOptions = (Object.keys(roles) as Role[]).map(role => ({ value: role, label: roles[role].name }))
