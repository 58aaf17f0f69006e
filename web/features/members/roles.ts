import type { Role } from '../../../shared/contracts/projects.ts'

/** What each role may do, most first. */
export const roles: Record<Role, { name: string; about: string }> = {
  owner: { name: 'Owner', about: 'Everything: members and roles, visibility, deleting the project.' },
  editor: { name: 'Editor', about: 'Adds and changes media and everything else that is found in them.' },
  viewer: { name: 'Viewer', about: 'Looks at everything and downloads it; changes nothing.' }
}

export const roleOptions = (Object.keys(roles) as Role[]).map(role => ({ value: role, label: roles[role].name }))
